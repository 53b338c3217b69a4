"""Methods and properties of one class among all that are of the same kind to numba, which knows no others.

Every named tuple is of one kind, and so is every enumeration.
"""

from __future__ import annotations

from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

from numba.extending import overload

from outwit.engine.compiler.numba_internals import (
    attribute_template,
    impl_ret_borrowed,
    infer_getattr,
    method_template,
)

taught_methods = count()
taught_properties: dict[tuple[Any, str], WeakKeyDictionary[Any, Any]] = {}
"""By kind and name, the property of each class that has one."""


def teach_method(kind: Any, name: str, own: Any, template: Any, options: dict[str, Any]) -> None:
    """Teach the compiler a method of one class; another of the same kind may have a field of that name."""
    unique = f"{name} {next(taught_methods)}"
    made: Any = method_template(kind, unique, template, options)

    class Method(made):
        def resolve(self, typ: Any, attr: str) -> Any:
            return super().resolve(typ, unique) if attr == name and typ.instance_class is own else None

    infer_getattr(Method)
    overload(template, jit_options=options)(template)


def teach_property(kind: Any, name: str, own: Any, template: Any, options: dict[str, Any]) -> None:
    """Teach the compiler a property of one class; another of the same kind may have a field of that name."""
    if (kind, name) in taught_properties:
        taught_properties[kind, name][own] = template
        return
    known = taught_properties[kind, name] = WeakKeyDictionary({own: template})

    def template_of_its_class(self):  # no types, like what it gives
        return known[self.instance_class](self)

    made: Any = attribute_template(kind, name, template_of_its_class, options)

    class Property(made):
        @classmethod
        def read(cls, context: Any, builder: Any, typ: Any, value: Any) -> Any:
            if typ.instance_class in known:
                return super().read(context, builder, typ, value)
            index = typ.fields.index(name)
            return impl_ret_borrowed(context, builder, typ[index], builder.extract_value(value, index))

        def resolve(self, typ: Any, attr: str) -> Any:
            return super().resolve(typ, attr) if attr == name and typ.instance_class in known else None

    infer_getattr(Property)
    overload(template_of_its_class, jit_options=options)(template_of_its_class)
