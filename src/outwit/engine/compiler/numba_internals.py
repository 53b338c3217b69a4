"""All of numba that Outwit uses and numba does not promise to keep.

Numba documents how to compile a function and how to teach it new types. Outwit also decides when a function
becomes machine code and where that is kept, for which there is no interface. Whatever is used without one is
in this module, and looked at when it is imported: where numba has changed, a sentence says so, and games are
interpreted.
"""

from __future__ import annotations

import operator
import pickle
from collections import Counter
from collections.abc import Iterator
from inspect import unwrap
from types import CodeType
from typing import Any
from weakref import WeakValueDictionary

from outwit.engine.compiler.refcount import NAMES, RUNTIME
from outwit.errors import UnknownCompilerError

TESTED = "0.65", "0.68"
"""The oldest and the newest series of numba that the tests have passed with; pyproject.toml allows these."""


def version_error(what: str) -> UnknownCompilerError:
    """The error that a numba raises of which a part is not as it was."""
    oldest, newest = TESTED
    return UnknownCompilerError(
        f"{compiler_version()} is not as Outwit knows it, which was tested with {oldest} to "
        f"{newest} ({what}): "
        "games are compiled once one of these is installed."
    )


def compiler_version() -> str:
    """The compiler that there is, as a sentence names it."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"numba {version('numba')}"
    except PackageNotFoundError:
        return "numba"


try:
    from llvmlite.binding import (
        Linkage,
        address_of_symbol,
        create_pass_builder,
        create_pipeline_tuning_options,
        parse_assembly,
    )
    from numba import types
    from numba.core import cgutils as cgutils
    from numba.core import ir, serialize
    from numba.core.codegen import CPUCodegen, JITCodeLibrary, RuntimeLinker
    from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder
    from numba.core.compiler_machinery import PassManager, register_pass
    from numba.core.cpu import CPUContext
    from numba.core.dispatcher import Dispatcher
    from numba.core.errors import NumbaWarning as NumbaWarning
    from numba.core.generators import GeneratorLower
    from numba.core.imputils import RefType as RefType
    from numba.core.imputils import impl_ret_borrowed as impl_ret_borrowed
    from numba.core.imputils import impl_ret_new_ref as impl_ret_new_ref
    from numba.core.imputils import iternext_impl as iternext_impl
    from numba.core.imputils import lower_builtin as lower_builtin
    from numba.core.imputils import lower_cast as lower_cast
    from numba.core.imputils import lower_constant as lower_constant
    from numba.core.imputils import lower_getattr
    from numba.core.lowering import Lower
    from numba.core.registry import cpu_target
    from numba.core.runtime import rtsys
    from numba.core.typeconv import Conversion as Conversion
    from numba.core.typed_passes import NativeLowering, NopythonRewrites
    from numba.core.typing.templates import AbstractTemplate as AbstractTemplate
    from numba.core.typing.templates import AttributeTemplate as AttributeTemplate
    from numba.core.typing.templates import bound_function as bound_function
    from numba.core.typing.templates import infer_getattr as infer_getattr
    from numba.core.typing.templates import infer_global as infer_global
    from numba.core.typing.templates import make_overload_attribute_template, make_overload_method_template
    from numba.core.typing.templates import signature as signature
    from numba.cpython.listobj import ListInstance as ListInstance
    from numba.cpython.unsafe.tuple import tuple_setitem as tuple_setitem
except ImportError as error:
    raise version_error(str(error)) from error

METHODS: tuple[tuple[Any, str, tuple[str, ...]], ...] = (
    (cgutils, "normalize_ir_text", ("text",)),
    (JITCodeLibrary, "add_ir_module", ("self", "ir_module")),
    (JITCodeLibrary, "finalize", ("self",)),
    (JITCodeLibrary, "get_pointer_to_function", ("self", "name")),
    (JITCodeLibrary, "enable_object_caching", ("self",)),
    (JITCodeLibrary, "_raise_if_finalized", ("self",)),
    (JITCodeLibrary, "_ensure_finalized", ("self",)),
    (JITCodeLibrary, "_finalize_dynamic_globals", ("self",)),
    (JITCodeLibrary, "_optimize_final_module", ("self",)),
    (JITCodeLibrary, "_get_module_for_linking", ("self",)),
    (CPUCodegen, "_module_pass_manager", ("self",)),
    (CPUCodegen, "_function_pass_manager", ("self",)),
    (CPUCodegen, "magic_tuple", ("self",)),
    (CPUContext, "_insert_cast_defn", ("self",)),
    (CPUContext, "is_true", ("self", "builder", "typ", "val")),
    (types.Function, "get_call_type", ("self", "context", "args", "kws")),
    (ListInstance, "allocate", ("cls", "context", "builder", "list_type", "nitems")),
    (ListInstance, "__init__", ("self", "context", "builder", "list_type", "list_val")),
    (Lower, "lower_assign", ("self", "ty", "inst")),
    (Lower, "lower_expr", ("self", "resty", "expr")),
    (Lower, "lower_function_body", ("self",)),
    (Lower, "lower_inst", ("self", "inst")),
    (CompileResult, "_reduce", ("self",)),
    (CompileResult, "_find_referenced_environments", ("self",)),
    (DefaultPassBuilder, "define_nopython_pipeline", ("state",)),
    (PassManager, "finalize", ("self",)),
    (NopythonRewrites, "run_pass", ("self", "state")),
    (GeneratorLower, "__init__", ("self", "lower")),
    (Dispatcher, "get_call_template", ("self", "args", "kws")),
    (serialize, "dumps", ("obj",)),
    (type(rtsys), "initialize", ("self", "ctx")),
)
"""What is called or overridden, with its parameters or the first of them."""

ATTRIBUTES = (
    (CPUCodegen, ("_data_layout", "_tm")),
    (JITCodeLibrary, ("_codegen", "_final_module", "_linking_libraries", "_reload_init")),
    (GeneratorLower, ("fndesc", "gendesc")),
    (ListInstance, ("_list",)),
    (PassManager, ("passes",)),
)
"""What objects of each class have once they are made."""

CLASS_ATTRIBUTES = (
    (JITCodeLibrary, "_finalized"),
    (JITCodeLibrary, "codegen"),
    (JITCodeLibrary, "has_dynamic_globals"),
    (CompilerBase, "define_pipelines"),
    (CompileResult, "_rebuild"),
    (CompileResult, "entry_point"),
    (RuntimeLinker, "PREFIX"),
    (Lower, "GeneratorLower"),
    (NativeLowering, "lowering_class"),
    (NopythonRewrites, "_name"),
)
"""What each class has."""


def differences() -> Iterator[str]:
    """What is not there any more, or takes something else."""
    for owner, name, parameters in METHODS:
        member: Any = getattr(owner, name, None)
        code = getattr(unwrap(member), "__code__", None)
        if code is None or code.co_varnames[: len(parameters)] != parameters:
            yield f"{owner.__name__}.{name}"
    for owner, name in CLASS_ATTRIBUTES:
        if not hasattr(owner, name):
            yield f"{owner.__name__}.{name}"
    for owner, names in ATTRIBUTES:
        made = [vars(each).get(name) for each in owner.__mro__ for name in ("__init__", "_init")]
        known = {name for each in made if hasattr(each, "__code__") for name in each.__code__.co_names}
        yield from (f"{owner.__name__}.{name}" for name in names if name not in known)


for each in differences():
    raise version_error(each)


def target() -> tuple[str, ...]:
    """For which processor code is made."""
    described: tuple[str, ...] = cpu_target.target_context.codegen().magic_tuple()
    return described


def warm() -> None:
    """Let the compiler's context take in all that it knows, as the first loading of compiled code would."""
    cpu_target.target_context.refresh()


def teach_cast(implementation: Any, kinds: tuple[Any, ...]) -> None:
    """Let the compiler turn one kind of thing into another by an implementation, before any other."""
    cpu_target.target_context._insert_cast_defn([(implementation, kinds)])


def save_function(dispatcher: Any) -> bytes | None:
    """A compiled function as bytes; None for code that holds addresses, which is of no use later."""
    [result] = dispatcher.overloads.values()
    if result.library.has_dynamic_globals:
        return None
    content: bytes = serialize.dumps((symbols(result.library._final_module), result._reduce()))
    return content


def symbols(module: Any) -> list[str]:
    """What code asks for by name when it is loaded."""
    known = [*module.functions, *module.global_variables]
    return [each.name for each in known if each.is_declaration and not each.name.startswith("llvm.")]


def load_function(content: bytes) -> Any:
    """The function that these bytes are, ready to be called."""
    names, state = pickle.loads(content)
    for make_known in (lambda: rtsys.initialize(cpu_target.target_context), warm):
        if all(address_of_symbol(name) for name in names):
            break
        make_known()  # all that the compiler has takes long, and compiled code hardly ever asks for it
    return CompileResult._rebuild(cpu_target.target_context, *state).entry_point


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

    def add_ir_module(self, ir_module: Any) -> None:
        """Take in what was lowered, each function simplified by itself: what is inlined depends on its size.

        To look through it is left to the whole.
        """
        self._raise_if_finalized()
        module = parse_assembly(cgutils.normalize_ir_text(str(ir_module)))
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)
        self._final_module.link_in(module)

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self.functions = tuple(each.name for each in self._final_module.functions if not each.is_declaration)
        self._finalized = True
        homes.update(dict.fromkeys(self.functions, self))

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    def _get_module_for_linking(self) -> Any:
        """It with all its parts, for functions of the compiler's own that go through what it yields."""
        module = self._final_module.clone()
        for each in callees(self):
            content = each._final_module if isinstance(each, Part) else each._get_module_for_linking()
            module.link_in(content, preserve=True)
        module.link_in(parse_assembly(circles(module)))
        for function in module.functions:
            if not function.is_declaration:
                function.linkage = "linkonce_odr"
        return module


homes: WeakValueDictionary[str, Part] = WeakValueDictionary()
"""The parts that functions are in, by their names."""


def callees(library: Any) -> list[Any]:
    """All that a function calls, and what that calls."""
    found: dict[Any, None] = {}
    waiting = list(library._linking_libraries)
    while waiting:
        each = waiting.pop()
        if each in found or each is library:
            continue
        found[each] = None
        waiting += each._linking_libraries
        if isinstance(each, Part):  # what calls itself with other types is left open, and where it is too
            waiting += [homes[name] for name in unresolved_names(each._final_module) if name in homes]
    return list(found)


class Apart(Part):
    """A part that stays a function of its own."""

    def add_ir_module(self, ir_module: Any) -> None:
        for function in ir_module.functions:
            if not (function.is_declaration or "alwaysinline" in function.attributes):
                function.attributes.add("noinline")
        super().add_ir_module(ir_module)


class Whole(JITCodeLibrary):
    """A function with all its parts, optimised together, and several words at a time where that goes."""

    def finalize(self) -> None:
        parts = callees(self)
        own = [part for part in parts if isinstance(part, Part)]
        for part in own:
            self._reload_init.update(part._reload_init)
            self._final_module.link_in(part._final_module, preserve=True)
        self._final_module.link_in(parse_assembly(circles(self._final_module)))
        for function in [each for part in own for each in part.functions]:
            self._final_module.get_function(function).linkage = "internal"
        self._linking_libraries: list[Any] = [part for part in parts if not isinstance(part, Part)]
        self._final_module.verify()
        super().finalize()

    def _optimize_final_module(self) -> None:
        if self.count_owners():
            self.simplify(3)
        else:
            passes, builder = self._codegen._module_pass_manager(loop_vectorize=True, slp_vectorize=True)
            passes.run(self._final_module, builder)

    def simplify(self, level: int) -> None:
        """Optimise rules with lists: their loops are short, and neither unrolled nor turned into vectors."""
        options = create_pipeline_tuning_options()
        options.speed_level = level
        options.slp_vectorization = level > 1
        options.loop_vectorization = options.loop_unrolling = False
        builder = create_pass_builder(self._codegen._tm, options)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(self._final_module, builder)

    def count_owners(self) -> bool:
        """If there are lists or rows, put in what counts their owners, once needless counting is left out."""
        module = self._final_module
        declared = {each.name for each in module.functions if each.is_declaration}
        if not declared & set(NAMES):
            return False
        self.simplify(1)
        module.link_in(parse_assembly(RUNTIME))
        for function in module.functions:
            if function.name in NAMES or function.linkage == Linkage.linkonce_odr:
                function.linkage = "internal"  # or another copy would be taken, which counts otherwise
        return True


def circles(module: Any) -> str:
    """Where functions that call each other find each other: the compiler leaves that open."""
    prefix = RuntimeLinker.PREFIX
    lines = [
        line
        for function in unresolved_names(module)
        for line in (
            f'declare void @"{function}"()',
            f'@"{prefix}{function}" = linkonce_odr constant ptr @"{function}"',
        )
    ]
    return "\n".join(lines)


def unresolved_names(module: Any) -> list[str]:
    """The names of the functions that are called by whoever comes back to them."""
    prefix = RuntimeLinker.PREFIX
    names = [each.name for each in module.global_variables]
    return [name.removeprefix(prefix) for name in names if name.startswith(prefix)]


class InlinedGenerator(GeneratorLower):
    """How a generator is lowered: its next step is inlined if the generator is."""

    def __init__(self, lower: Any) -> None:
        super().__init__(lower)
        self.gendesc.inline = self.fndesc.inline


LOWERED: dict[str, Any] = {}
"""How what is built of values is lowered, by the name of its operation, where Outwit does it itself."""


class PartLower(Lower):
    """How a part is lowered."""

    GeneratorLower = InlinedGenerator

    borrowed: frozenset[str] = frozenset()
    """The variables that are never anything but what was given: whoever calls owns that for long enough."""

    def lower_function_body(self) -> Any:
        assigned = [each for block in self.blocks.values() for each in block.find_insts(ir.Assign)]
        times = Counter(each.target.name for each in assigned)
        if not self.generator_info:
            self.borrowed = frozenset(
                each.target.name
                for each in assigned
                if isinstance(each.value, ir.Arg)
                and times[each.target.name] == 1
                and self.typeof(each.target.name) == self.typeof(f"arg.{each.value.name}")
            )
        return super().lower_function_body()

    def lower_assign(self, ty: Any, inst: Any) -> Any:
        if isinstance(inst.value, ir.Arg) and inst.target.name in self.borrowed:
            return self.fnargs[inst.value.index]
        return super().lower_assign(ty, inst)

    def lower_inst(self, inst: Any) -> None:
        if not (isinstance(inst, ir.Del) and inst.value in self.borrowed):
            super().lower_inst(inst)

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        asked = self.truth_operand(expr)
        if asked is not None:
            kind = self.typeof(asked.name)
            answer = truth_of(self.context, self.builder, kind, self.loadvar(asked.name))
            return self.builder.not_(answer) if expr.op == "unary" else answer
        if expr.op == "binop" and expr.fn in (operator.eq, operator.ne):
            sides = expr.lhs.name, expr.rhs.name
            kinds = [self.typeof(each) for each in sides]
            if any(isinstance(each, types.Optional) for each in kinds) and types.none not in kinds:
                same = equality_of(self.context, self.builder, kinds, [self.loadvar(each) for each in sides])
                return self.builder.not_(same) if expr.fn is operator.ne else same
        build = LOWERED.get(expr.op)
        if build is not None and isinstance(resty, types.List):
            values = [
                self.context.cast(self.builder, self.loadvar(item.name), self.typeof(item.name), resty.dtype)
                for item in expr.items
            ]
            built = build(self.context, self.builder, resty, values)
            if built is not None:
                return built
        return super().lower_expr(resty, expr)

    def truth_operand(self, expr: Any) -> Any:
        """The variable that may be None and of which nothing but its truth is asked for, if that is so."""
        if expr.op == "unary" and expr.fn is operator.not_:
            asked = expr.value
        elif expr.op == "call" and len(expr.args) == 1 and is_bool(self.typeof(expr.func.name)):
            [asked] = expr.args
        else:
            return None
        return asked if isinstance(self.typeof(asked.name), types.Optional) else None


def is_bool(kind: Any) -> bool:
    """Is something that is called `bool`, as a branch does as well?"""
    return isinstance(kind, types.Function) and kind.typing_key is bool


def truth_of(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The truth of what may be None. The compiler itself takes it for something, and None is an error."""
    some = context.make_helper(builder, kind, value=value)
    answer = cgutils.alloca_once_value(builder, cgutils.false_bit)
    with builder.if_then(cgutils.as_bool_bit(builder, some.valid)):
        builder.store(context.is_true(builder, kind.type, some.data), answer)
    return builder.load(answer)


def equality_of(context: Any, builder: Any, kinds: Any, values: Any) -> Any:
    """Whether two things are equal that may be None. The compiler itself takes them for something as well."""
    there, inner, data = [], [], []
    for kind, value in zip(kinds, values, strict=True):
        some = context.make_helper(builder, kind, value=value) if isinstance(kind, types.Optional) else None
        there.append(cgutils.as_bool_bit(builder, some.valid) if some else cgutils.true_bit)
        inner.append(kind.type if some else kind)
        data.append(some.data if some else value)
    asked = context.typing_context.resolve_value_type(operator.eq)
    plan = asked.get_call_type(context.typing_context, tuple(inner), {})
    answer = cgutils.alloca_once_value(builder, builder.not_(builder.or_(*there)))
    with builder.if_then(builder.and_(*there)):
        given = [
            context.cast(builder, value, kind, wanted)
            for value, kind, wanted in zip(data, inner, plan.args, strict=True)
        ]
        builder.store(context.get_function(asked, plan)(builder, given), answer)
    return builder.load(answer)


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """The compiler's pass that lowers a part."""

    _name = "outwit_part_lowering"

    lowering_class = PartLower


@register_pass(mutates_CFG=True, analysis_only=False)
class PartRewrites(NopythonRewrites):
    """The compiler's pass that rewrites what is done to whole arrays, where there are any."""

    _name = "outwit_part_rewrites"

    def run_pass(self, state: Any) -> bool:
        if any(isinstance(kind, REWRITTEN) for kind in state.typemap.values()):
            super().run_pass(state)
        return True


REWRITTEN = (types.ArrayCompatible, types.Record, types.StringLiteral)
"""What the compiler rewrites something about once it knows the types."""

NEEDLESS = {
    "find_literally",
    "literal_unroll",
    "annotate_types",
    "dump_parfor_diagnostics",
}
"""Passes for what only users of numba write, and for what nobody reads."""

CLOSING = {"inline_closure_likes", "make_function_op_code_to_jit_function"}
"""Passes for functions inside functions, comprehensions among them, and for `reduce`."""


class PartCompiler(CompilerBase):
    """Compiles a function into a library of the kind that it is for."""

    library: type[JITCodeLibrary] = Part

    def define_pipelines(self) -> list[Any]:
        """The compiler's own passes without those that change nothing, and the library chosen beforehand."""
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        needless = NEEDLESS if encloses(state.func_id.code) else NEEDLESS | CLOSING
        own = {NativeLowering: PartLowering, NopythonRewrites: PartRewrites}
        passes = DefaultPassBuilder.define_nopython_pipeline(state)
        passes.passes = [
            (own.get(each, each), what) for each, what in passes.passes if each._name not in needless
        ]
        passes.finalize()
        return [passes]


def encloses(code: Any) -> bool:
    """Is there a function inside a function, or one that the compiler treats so?"""
    return "reduce" in code.co_names or any(isinstance(each, CodeType) for each in code.co_consts)


class ApartCompiler(PartCompiler):
    library = Apart


class WholeCompiler(PartCompiler):
    library = Whole


def settle(dispatcher: Any) -> None:
    """Give the environments of a whole's parts their place in memory."""
    [result] = dispatcher.overloads.values()
    for environment in result._find_referenced_environments():
        result.library.codegen.set_env(environment.env_name, environment)


def without_literals(dispatcher: Any) -> Any:
    """A dispatcher that is not told which arguments are constants: one version for each type is enough."""
    original = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        plain = tuple(types.unliteral(arg) for arg in args)
        return original(plain, {name: types.unliteral(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def method_template(kind: Any, name: str, template: Any, options: dict[str, Any]) -> Any:
    """What tells the compiler of a method of a kind of thing, by a template of its code."""
    return make_overload_method_template(kind, name, template, inline="never", jit_options=options)


def attribute_template(kind: Any, name: str, template: Any, options: dict[str, Any]) -> Any:
    """What tells the compiler of an attribute of a kind of thing, read by a template's code."""
    made: Any = make_overload_attribute_template(kind, name, template, jit_options=options)

    class Attribute(made):
        def _init_once(self) -> None:
            lower_getattr(kind, name)(self.read)

        @classmethod
        def read(cls, context: Any, builder: Any, typ: Any, value: Any) -> Any:
            function = cls._get_function_type(context.typing_context, typ)
            sig = cls._get_signature(context.typing_context, function, (typ,), {})
            return context.get_function(function, sig)(builder, (value,))

    return Attribute
