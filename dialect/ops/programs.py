"""Programs of one operation, from the values of its members.

The values are those of a class's ``example`` and of the ``breaks`` of its
constraints: types for operands and results (``2x3xf32`` is short for
``tensor<2x3xf32>``; ``2xi64 = [1, 2]`` is a constant operand), Python values
for attributes, function types for regions, and ``num_replicas`` and
``num_partitions`` for the module.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .core import OPERATIONS, Operation

_FLOATS = ("f32>", "f64>")


def example(cls: type[Operation], changes: Mapping[str, object] | None = None) -> str:
    """Return a module in generic form with the example of a class, changed by ``changes``."""
    return program(cls, {**cls.example, **(changes or {})})


def program(cls: type[Operation], values: Mapping[str, object]) -> str:
    """Return a module in generic form with one operation."""
    return _Writer(cls, values).module()


def spell_type(text: str) -> str:
    """Return a type as MLIR spells it, from its short form."""
    if text == "token":
        return "!stablehlo.token"
    if text.startswith(("tuple<", "!stablehlo.", "tensor<")):
        return text
    return f"tensor<{text}>"


class _Writer:
    def __init__(self, cls: type[Operation], values: Mapping[str, object]):
        self._cls = cls
        self._values = values

    def module(self) -> str:
        operands, arguments, constants = self._operands()
        results = [t for m in self._cls.result_members for t in self._types(m.name)]
        lines = [f"func.func @main({', '.join(arguments)}) {{", *constants]
        name = f"%{self._cls.result_members[0].name}"
        left = f"{name}:{len(results)} = " if len(results) > 1 else f"{name} = " if results else ""
        names = ", ".join(name for name, _ in operands)
        types = ", ".join(t for _, t in operands)
        signature = f"({types}) -> ({', '.join(results)})"
        body = f"{left}{self.operation(names)} : {signature}"
        lines += [f"  {line}" for line in body.split("\n")] + ["  return", "}"]
        lines += self._callee()
        return "\n".join([self._header(), *(f"  {line}" for line in lines), "}", ""])

    def _header(self) -> str:
        grid = [
            f"mhlo.{name} = {self._values[name]} : i32"
            for name in ("num_replicas", "num_partitions")
            if name in self._values
        ]
        return f"module attributes {{{', '.join(grid)}}} {{" if grid else "module {"

    def operation(self, operands: str) -> str:
        """Return the operation without results and types."""
        regions = self._regions()
        attributes = self._attributes()
        text = f'"{self._cls.op_name}"({operands})'
        text += f" ({', '.join(regions)})" if regions else ""
        return text + (f" {{{', '.join(attributes)}}}" if attributes else "")

    def _types(self, name: str) -> list[str]:
        value = self._values.get(name, [])
        return [spell_type(v) for v in (value if isinstance(value, list) else [value])]

    def _operands(self) -> tuple[list[tuple[str, str]], list[str], list[str]]:
        """Return names and types of operands, function arguments, and lines of constants."""
        operands, arguments, constants = [], [], []
        for member in self._cls.operand_members:
            value = self._values.get(member.name, [])
            values = value if isinstance(value, list) else [value]
            for i, text in enumerate(values):
                name = f"%{member.name}{i if member.variadic else ''}"
                short, _, literal = text.partition(" = ")
                spelled = spell_type(short)
                operands.append((name, spelled))
                if literal:
                    constants.append(
                        f'  {name} = "stablehlo.constant"() '
                        f"{{value = dense<{literal}> : {spelled}}} : () -> {spelled}"
                    )
                else:
                    arguments.append(f"{name}: {spelled}")
        return operands, arguments, constants

    def _attributes(self) -> list[str]:
        found: list[str] = []
        compounds: dict[str, tuple[object, dict[str, object]]] = {}
        for member in self._cls.attribute_members:
            if member.name not in self._values:
                continue
            value = member.encode(self._values[member.name])
            if member.form == "unit" and not value:
                continue
            if member.compound is not None:
                _, fields = compounds.setdefault(member.storage.name, (member.compound, {}))
                fields[member.storage.form] = value
            else:
                found.append(f"{member.storage.name} = {member.storage.spell(value)}")
        found += [f"{name} = {c.spell(fields)}" for name, (c, fields) in compounds.items()]
        return found

    def _regions(self) -> list[str]:
        found: list[str] = []
        for member in self._cls.region_members:
            value = self._values.get(member.name, [])
            if isinstance(value, list) and not member.variadic:
                found.append(self._body_of_operations(value))
            else:
                texts = value if isinstance(value, list) else [value]
                found += [function_region(text) for text in texts]
        return found

    def _body_of_operations(self, names: list[str]) -> str:
        """Return a region in which operations follow each other, with their example's values."""
        given = [spell_type(t) for t in self._cls.example["operands"]]
        arguments = [f"%a{i}: {t}" for i, t in enumerate(given)]
        results = self._future_types()
        lines = ["{", f"^bb0({', '.join(arguments)}):"]
        passed = ", ".join(argument.partition(":")[0] for argument in arguments)
        types = ", ".join(given)
        for i, name in enumerate(names):
            inner = OPERATIONS[f"stablehlo.{name}"]
            text = _Writer(inner, inner.example).operation(passed)
            lines.append(f"  %r{i} = {text} : ({types}) -> ({', '.join(results)})")
        last = f"%r{len(names) - 1}"
        lines.append(f'  "stablehlo.return"({last}) : ({", ".join(results)}) -> ()')
        return "\n".join([*lines, "}"])

    def _future_types(self) -> list[str]:
        match = re.fullmatch(r"!stablehlo\.future<(.*)>", self._cls.example["result"])
        return [match[1]]

    def _callee(self) -> list[str]:
        if "decomposition" not in self._values:
            return []
        inputs, outputs = (
            ", ".join(map(spell_type, self._cls.example[side])) for side in ("inputs", "results")
        )
        return [f"func.func private @callee({inputs}) -> ({outputs})"]


def function_region(text: str) -> str:
    """Return a region of a function type such as ``(f32, i32) -> f32``.

    It returns arguments where their types allow, and constants elsewhere.
    """
    inputs, outputs = (
        [spell_type(t.strip()) for t in side.strip().strip("()").split(",") if t.strip()]
        for side in text.split("->")
    )
    arguments = [f"%b{i}: {t}" for i, t in enumerate(inputs)]
    lines = ["{", f"^bb0({', '.join(arguments)}):"] if inputs else ["{"]
    returned = []
    for i, output in enumerate(outputs):
        if output in inputs:
            returned.append(f"%b{inputs.index(output)}")
            continue
        zero = "false" if output.endswith("i1>") else "0.0" if output.endswith(_FLOATS) else "0"
        lines.append(
            f'  %c{i} = "stablehlo.constant"() {{value = dense<{zero}> : {output}}} '
            f": () -> {output}"
        )
        returned.append(f"%c{i}")
    lines.append(f'  "stablehlo.return"({", ".join(returned)}) : ({", ".join(outputs)}) -> ()')
    return "\n".join([*lines, "}"])
