"""Long lines are sorted by the digits of a key, if the comparator compares keys.

A comparator that is ``f(a) < f(b)``, in a total order of integers or floats,
orders by a number: the bits of ``f(x)``, changed so that they compare as unsigned ones.
Lines are moved by one digit of it after another, the lowest first, each time
to the places that counting tells; equal digits keep their order, so the sort is stable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...dialect.mlir import ir
from ...dialect.types import ElementType
from ..dataflow import producer, terminator
from .core import HloOp, Legalizer
from .loops import for_loop

# Shorter lines are merged faster than digits are counted.
_LONG = 256
_DIGIT_BITS = 8
_FLOATS = ("bf16", "f16", "f32", "f64")


@dataclass(frozen=True)
class Key:
    """What a comparator compares: ``value``, of the first of two elements, in its region."""

    value: ir.Value
    element: ElementType
    descending: bool

    @property
    def passes(self) -> int:
        """How many digits a key has: an even number, so that lines end up where they were."""
        return max(2, self.element.width // _DIGIT_BITS)


def sort_key(b: Legalizer, op: HloOp, extent: int) -> Key | None:
    """Return the key that a ``stablehlo.sort`` sorts by, if that is worth it."""
    block = op.regions[0].blocks[0]
    compare = producer(terminator(block).operands[0])
    if extent < _LONG or compare is None or compare.name != "stablehlo.compare":
        return None
    test = HloOp(b, compare, list(compare.operands))
    descending = {"LT": False, "GT": True}.get(test.enum("comparison_direction"))
    first, second = compare.operands
    known: dict[tuple[ir.Value, ir.Value], bool] = {}
    if _same_function(second, first, block, known):
        first, descending = second, None if descending is None else not descending
    elif not _same_function(first, second, block, known):
        return None
    element = test.operand(0).element
    if descending is None or element.width not in (8, 16, 32, 64):
        return None
    if element.kind == "float":
        if element.name not in _FLOATS or test.enum("compare_type") != "TOTALORDER":
            return None
    elif not element.is_integer:
        return None
    return Key(first, element, descending)


def _same_function(first: ir.Value, second: ir.Value, block: ir.Block, known: dict) -> bool:
    """Tell whether ``first`` is of the first elements what ``second`` is of the second ones."""
    pair = first, second
    if pair not in known:
        known[pair] = _compare_functions(first, second, block, known)
    return known[pair]


def _compare_functions(first: ir.Value, second: ir.Value, block: ir.Block, known: dict) -> bool:
    one, other = producer(first), producer(second)
    if one is None or other is None:
        if one is not other or first.owner != block or second.owner != block:
            return first == second
        number = ir.BlockArgument(first).arg_number
        return number % 2 == 0 and ir.BlockArgument(second).arg_number == number + 1
    if one.block != block:
        return first == second
    if one.name != other.name or len(one.results) != 1 or len(one.regions):
        return False
    names = list(one.attributes)
    return (
        len(one.operands) == len(other.operands)
        and names == list(other.attributes)
        and all(one.attributes[name] == other.attributes[name] for name in names)
        and all(
            _same_function(*operands, block, known)
            for operands in zip(one.operands, other.operands, strict=True)
        )
    )


class RadixSort:
    """Sorts lines of ``extent`` elements; has buffers of its own, carried with the lines'."""

    def __init__(self, b: Legalizer, op: HloOp, key: Key, extent: int):
        self.b = b
        self.op = op
        self.key = key
        self.extent = extent
        self.type = b.type(f"i{key.element.width}")
        self.counter = b.type("i64")
        self.digits = 1 << (key.element.width // key.passes)

    def buffers(self) -> list[ir.Value]:
        """Return the keys, in two buffers, and the counters."""
        b = self.b
        keys = b.tensor_type([self.extent], self.type)
        counters = b.tensor_type([self.digits], self.counter)
        return [b.buffer(type) for type in (keys, keys, counters)]

    def sort(self, lines: list[ir.Value], spare: list[ir.Value], own: list[ir.Value]):
        """Return lines, sorted, the spare ones and the buffers."""
        keys, spare_keys, counters = own
        keys = self._loop(self.extent, [keys], lambda i, x: [self._insert_key(lines, i, *x)])[0]
        count = 1 + len(lines)
        bits = self.b.constant(self.type, self.digits.bit_length() - 1)

        def there_and_back(_, state):
            shift, counters, *state = state
            here, there = state[:count], state[count:]
            counters, *there = self._move(shift, counters, here, there)
            shift = self.b.arith("addi", shift, bits)
            counters, *here = self._move(shift, counters, there, here)
            return [self.b.arith("addi", shift, bits), counters, *here, *there]

        start = [self.b.constant(self.type, 0), counters, keys, *lines, spare_keys, *spare]
        _, counters, *state = self._loop(self.key.passes // 2, start, there_and_back)
        here, there = state[:count], state[count:]
        return here[1:], there[1:], [here[0], there[0], counters]

    def _loop(self, end: int, carried: Sequence[ir.Value], body) -> list[ir.Value]:
        return for_loop(self.b, self.b.const_index(0), self.b.const_index(end), carried, body)

    def _insert_key(self, lines: Sequence[ir.Value], i: ir.Value, keys: ir.Value) -> ir.Value:
        """Store the key of an element: its bits in the order of unsigned integers."""
        b, element = self.b, self.key.element
        elements = [x for line in lines for x in [b.extract(line, [i])] * 2]
        key = b.evaluate(self.op.regions[0], elements, self.key.value)
        if isinstance(key.type, ir.FloatType):
            key = b.cast("bitcast", key, self.type)
        sign = b.constant(self.type, -1 << (element.width - 1))
        if element.kind == "float":  # magnitudes grow downwards from zero
            below = b.arith("shrsi", key, b.constant(self.type, element.width - 1))
            key = b.arith("xori", key, b.arith("ori", below, sign))
        elif element.kind == "int":
            key = b.arith("xori", key, sign)
        if self.key.descending:
            key = b.arith("xori", key, b.constant(self.type, -1))
        return b.insert(key, keys, [i])

    def _move(self, shift: ir.Value, counters: ir.Value, here, there) -> list[ir.Value]:
        """Move all lines to where a digit of their keys, ``shift`` bits up, belongs."""
        b, zero, one = self.b, *(self.b.constant(self.counter, n) for n in (0, 1))
        mask = b.constant(self.type, self.digits - 1)

        def counted(i: ir.Value, counters: ir.Value) -> tuple[ir.Value, ir.Value]:
            """Return the counter of an element's digit, and the counters with one more there."""
            key = b.extract(here[0], [i])
            digit = b.arith("andi", b.arith("shrui", key, shift), mask)
            digit = b.cast("index_castui", digit, b.index)
            counter = b.extract(counters, [digit])
            return counter, b.insert(b.arith("addi", counter, one), counters, [digit])

        def move(i, state):
            counters, *lines = state
            place, counters = counted(i, counters)
            place = b.cast("index_cast", place, b.index)
            pairs = zip(here, lines, strict=True)
            return [counters, *(b.insert(b.extract(s, [i]), t, [place]) for s, t in pairs)]

        def add_up(digit, state):
            total, counters = state
            count = b.extract(counters, [digit])
            return [b.arith("addi", total, count), b.insert(total, counters, [digit])]

        counters = self._loop(self.digits, [counters], lambda d, x: [b.insert(zero, *x, [d])])[0]
        counters = self._loop(self.extent, [counters], lambda i, x: [counted(i, *x)[1]])[0]
        counters = self._loop(self.digits, [zero, counters], add_up)[1]
        return self._loop(self.extent, [counters, *there], move)
