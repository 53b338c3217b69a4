"""How a game and a search become one piece of machine code.

The compiler would optimise each function by itself, turn it into machine code, and do so again wherever it is
used. Here each function that only compiled code calls is kept as a part, as it was lowered; the function that
Python calls is the whole, optimised once with all its parts. That takes half the time and lets the optimiser
see through everything.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakValueDictionary

from llvmlite import ir
from llvmlite.binding import Linkage, parse_assembly
from numba import njit, types
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.generators import GeneratorDescriptor
from numba.extending import intrinsic

from outwit.engine.compiler.refcount import NAMES, RUNTIME


class Homeless:
    """The code generator as a part sees it: the environment of a function has no place in memory yet."""

    def __init__(self, codegen: Any) -> None:
        self.codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self.codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Leave it to `whole`."""


class Part(JITCodeLibrary):
    """A function that is never run by itself, so neither optimised nor made machine code."""

    @property
    def codegen(self) -> Any:
        return Homeless(self._codegen)

    functions: tuple[str, ...] = ()
    """The names of what it consists of."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self.functions = tuple(each.name for each in self._final_module.functions if not each.is_declaration)
        self._finalized = True
        homes.update(dict.fromkeys(self.functions, self))

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0


homes: WeakValueDictionary[str, Part] = WeakValueDictionary()
"""The parts that functions are in, by their names."""


class Apart(Part):
    """A part that stays a function of its own."""

    def finalize(self) -> None:
        super().finalize()
        for name in self.functions:
            self._final_module.get_function(name).add_function_attribute("noinline")


class Whole(JITCodeLibrary):
    """A function with all its parts, optimised together, and several words at a time where that goes."""

    def finalize(self) -> None:
        parts: dict[Any, None] = {}
        waiting = list(self._linking_libraries)
        while waiting:
            part = waiting.pop()
            if part in parts:
                continue
            parts[part] = None
            waiting += part._linking_libraries
            if isinstance(part, Part):  # what calls itself with other types is left open, and where it is too
                waiting += [homes[name] for name in left_open(part._final_module) if name in homes]
        own = [part for part in parts if isinstance(part, Part)]
        for part in own:
            self._reload_init.update(part._reload_init)
            self._final_module.link_in(part._final_module, preserve=True)
        self._final_module.link_in(parse_assembly(self.circles()))
        for function in [each for part in own for each in part.functions]:
            self._final_module.get_function(function).linkage = "internal"
        self._linking_libraries: list[Any] = [part for part in parts if not isinstance(part, Part)]
        super().finalize()

    def _optimize_final_module(self) -> None:
        self.count_owners()
        passes, builder = self._codegen._module_pass_manager(slp_vectorize=True)
        passes.run(self._final_module, builder)

    def count_owners(self) -> None:
        """If there are lists or rows, put in what counts their owners, once needless counting is left out."""
        module = self._final_module
        declared = {each.name for each in module.functions if each.is_declaration}
        if not declared & set(NAMES):
            return
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=0, cost="cheap"
        )
        passes.run(module, builder)
        module.link_in(parse_assembly(RUNTIME))
        for function in module.functions:
            if function.name in NAMES or function.linkage == Linkage.linkonce_odr:
                function.linkage = "internal"  # or another copy would be taken, which counts otherwise

    def circles(self) -> str:
        """Where functions that call each other find each other: the compiler leaves that open."""
        prefix = RuntimeLinker.PREFIX
        lines = [
            line
            for function in left_open(self._final_module)
            for line in (
                f'declare void @"{function}"()',
                f'@"{prefix}{function}" = linkonce_odr constant ptr @"{function}"',
            )
        ]
        return "\n".join(lines)


def left_open(module: Any) -> list[str]:
    """The names of the functions that are called by whoever comes back to them."""
    prefix = RuntimeLinker.PREFIX
    names = [each.name for each in module.global_variables]
    return [name.removeprefix(prefix) for name in names if name.startswith(prefix)]


class PartCompiler(CompilerBase):
    """Compiles a function into a library of the kind that it is for."""

    library: type[JITCodeLibrary] = Part

    def define_pipelines(self) -> list[Any]:
        """The compiler's own passes, with the library chosen beforehand."""
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(state)]


class ApartCompiler(PartCompiler):
    library = Apart


class WholeCompiler(PartCompiler):
    library = Whole


PART: dict[str, Any] = {
    "nogil": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "forceinline": False,
    "pipeline_class": PartCompiler,
}
"""How functions are compiled that only compiled code calls."""


def part(function: Any, **options: Any) -> Any:
    """A function for compiled code to call, one version for each type and none for each constant."""
    dispatcher = njit(**{**PART, **options})(function)
    original = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        plain = tuple(types.unliteral(arg) for arg in args)
        return original(plain, {name: types.unliteral(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def inlined(function: Any, **options: Any) -> Any:
    """A part that becomes one with whatever calls it."""
    return part(function, forceinline=True, **options)


def apart(function: Any, **options: Any) -> Any:
    """A part that does not: with registers of its own, a loop that does much is faster so."""
    return part(function, pipeline_class=ApartCompiler, **options)


def whole(function: Any, signature: Any, **options: Any) -> Any:
    """A function that Python calls, compiled with all its parts."""
    dispatcher = njit(nogil=True, pipeline_class=WholeCompiler, **options)(function)
    dispatcher.compile(signature.args)
    [result] = dispatcher.overloads.values()
    for environment in result._find_referenced_environments():
        result.library.codegen.set_env(environment.env_name, environment)
    return dispatcher


def recursion(signature: Any) -> Any:
    """A call, in a function of that signature, of the function itself: nothing about it need be inferred.

    The answer comes to where its own goes, and so does an error: a call costs no memory.
    """
    names = ", ".join(f"argument{index}" for index in range(len(signature.args)))

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        function = builder.function
        arguments = context.get_arg_packer(sig.args).as_arguments(builder, args)
        status = builder.call(function, [*function.args[:2], *arguments])
        with cgutils.if_unlikely(builder, builder.icmp_signed("!=", status, ir.Constant(status.type, 0))):
            builder.ret(status)
        return builder.load(function.args[0])

    space = {"answer": (signature, emit)}
    exec(f"def again(typing, {names}):\n    return answer", space)
    return intrinsic(space["again"])


def from_generator_fndesc(cls: Any, func_ir: Any, fndesc: Any, gentype: Any, mangler: Any) -> Any:
    """How the compiler describes a generator's next step: to be inlined if the generator is."""
    description = describe_generator(cls, func_ir, fndesc, gentype, mangler)
    description.inline = fndesc.inline
    return description


describe_generator = GeneratorDescriptor.from_generator_fndesc.__func__
GeneratorDescriptor.from_generator_fndesc = classmethod(from_generator_fndesc)
