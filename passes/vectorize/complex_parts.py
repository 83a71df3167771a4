"""Complex elements as two real ones each, so that loops over them become vector code.

There are no vectors of complex numbers.  A nest over complex elements gets a
second body, outside of the program: it has two arguments, the real and the
imaginary part, for each complex element, and yields two values for each.
Accesses go on counting whole elements; `Access.part` says which half one means.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...dialect.mlir import ir
from .access import Access

if TYPE_CHECKING:
    from .nest import Nest

_PARTS = ("complex.re", "complex.im")
Parts = tuple[ir.Value, ...]
"""What stands for a value: itself, or its two parts."""


def in_parts(nest: Nest) -> Nest | None:
    """Return a nest on real elements only: itself, or one with a second body.

    None if the body does with complex numbers what it cannot do part by part.
    """
    operands = (*nest.inputs, *nest.outputs)
    if not any(_is_complex(_type(operand)) for operand in operands):
        return nest
    rewriter = _Rewriter(nest)
    if not rewriter.run():
        return None
    outputs = _split(nest.outputs)
    return replace(
        nest,
        inputs=(*_split(nest.inputs), *rewriter.captured),
        outputs=outputs,
        start=(None,) * len(outputs),
        real=rewriter.holder,
    )


def is_part_of_input(op: ir.Operation) -> bool:
    """Tell whether an operation of a second body takes a part of a scalar from outside."""
    return op.name in _PARTS and isinstance(op.operands[0].owner, ir.Block)


def _type(operand: Access | ir.Value) -> ir.Type:
    return operand.element if isinstance(operand, Access) else operand.type


def _is_complex(type: ir.Type) -> bool:
    return isinstance(type, ir.ComplexType)


def _split(operands: Sequence[Access | ir.Value]) -> tuple[Access | ir.Value, ...]:
    """Return the operands with two accesses for each to complex elements."""
    found: list[Access | ir.Value] = []
    for operand in operands:
        if isinstance(operand, Access) and _is_complex(operand.element):
            found += [replace(operand, part=0), replace(operand, part=1)]
        else:
            found.append(operand)
    return tuple(found)


class _Rewriter:
    """Writes the second body.  ``captured`` are the values from outside that it needs.

    They become its last inputs: it must not use values of a program that may go before it.
    """

    def __init__(self, nest: Nest):
        self.nest = nest
        self.captured: list[ir.Value] = []
        self._parts: dict[ir.Value, Parts] = {}
        loc = ir.Location.unknown()
        self.holder = ir.Operation.create("scf.execute_region", regions=1, loc=loc, ip=False)
        self.block = self.holder.regions[0].blocks.append()
        self._loc = loc

    def run(self) -> bool:
        """Write it; False if that cannot be."""
        nest = self.nest
        arguments = list(nest.body.arguments)
        count = len(nest.inputs)
        for argument, operand in zip(arguments[:count], nest.inputs, strict=True):
            self._parts[argument] = self._arguments(operand)
        for value in self._outside():
            self.captured.append(value)
            self._parts[value] = (self.block.add_argument(value.type, self._loc),)
        for argument, operand in zip(arguments[count:], nest.outputs, strict=True):
            self._parts[argument] = self._arguments(operand)
        *operations, last = [op.operation for op in nest.body.operations]
        if not all(self._rewrite(op) for op in operations):
            return False
        yielded = [part for value in last.operands for part in self._halves(value)]
        self._create("linalg.yield", [], yielded)
        return True

    def _arguments(self, operand: Access | ir.Value) -> Parts:
        """Add what stands for an operand: two arguments for complex elements in memory."""
        type, count = _type(operand), 1
        if isinstance(operand, Access) and _is_complex(type):
            type, count = ir.ComplexType(type).element_type, 2
        return tuple(self.block.add_argument(type, self._loc) for _ in range(count))

    def _outside(self) -> list[ir.Value]:
        """Return the values from outside that the body uses, each once."""
        body = self.nest.body
        used = dict.fromkeys(v for op in body.operations for v in op.operation.operands)
        return [
            v
            for v in used
            if (v.owner if isinstance(v.owner, ir.Block) else v.owner.operation.block) != body
        ]

    def _rewrite(self, op: ir.Operation) -> bool:
        """Write what stands for an operation; False if nothing can."""
        if op.regions:
            return False
        name, operands = op.name, list(op.operands)
        if name == "complex.create":
            result = tuple(self._parts[v][0] for v in operands)
        elif name in _PARTS:
            result = (self._halves(operands[0])[_PARTS.index(name)],)
        elif name == "arith.select" and _is_complex(op.results[0].type):
            condition, *choices = operands
            (chosen,) = self._parts[condition]
            result = tuple(
                self._create(name, [a.type], [chosen, a, b])
                for a, b in zip(*map(self._halves, choices), strict=True)
            )
        elif any(_is_complex(v.type) or isinstance(v.type, ir.MemRefType) for v in operands):
            return False
        elif len(op.results) != 1 or _is_complex(op.results[0].type):
            return False
        else:
            copy = op.clone(ip=ir.InsertionPoint(self.block))
            for i, operand in enumerate(operands):
                copy.operands[i] = self._parts[operand][0]
            result = (copy.results[0],)
        self._parts[op.results[0]] = result
        return True

    def _halves(self, value: ir.Value) -> Parts:
        """Return a value of real type alone, and the two parts of a complex one."""
        found = self._parts[value]
        if len(found) == 1 and _is_complex(value.type):
            element = ir.ComplexType(value.type).element_type
            found = tuple(self._create(name, [element], found) for name in _PARTS)
            self._parts[value] = found
        return found

    def _create(self, name: str, types, operands) -> ir.Value | None:
        ip = ir.InsertionPoint(self.block)
        op = ir.Operation.create(name, types, operands, loc=self._loc, ip=ip)
        return op.results[0] if types else None
