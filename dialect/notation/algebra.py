"""The values that formulas compute with, and the operators on them.

The specification's formulas work on scalars, types, tensors and lists, and a
program need not tell everything: a dimension may be dynamic.  So

* a number that is not known is an `Interval` of what it may be;
* a truth value is ``True``, ``False`` or ``UNKNOWN`` (Kleene's logic);
* what has no value (an index out of range, a size of different lengths added)
  raises `Undefined`: another constraint says what is wrong there.

Sequences are tuples.  A plain tuple or a `Tensor` is a tensor constant or a
shape: operators work on its elements, scalars broadcast.  A `List` is a list
literal, and an `Each` what an ellipsis yields; ``+`` joins those.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf


class Undefined(Exception):
    """A formula has no value, because a condition that another constraint states does not hold."""


class _Unknown:
    """The truth value, or other value, of what a program does not tell."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "?"

    def __bool__(self) -> bool:
        raise TypeError("an unknown value has no truth value")


UNKNOWN = _Unknown()


@dataclass(frozen=True)
class Interval:
    """A whole number between ``low`` and ``high``, both included; ``high`` may be infinite."""

    low: int
    high: float

    def __repr__(self) -> str:
        return "?" if self.high == inf else f"?<={self.high}"


DYNAMIC = Interval(0, inf)


class Tensor(tuple):
    """A tensor constant: its elements, nested by rows, and its ``shape``."""

    shape: tuple[int, ...]

    def __new__(cls, elements: Iterable, shape: tuple[int, ...] | None = None):
        self = super().__new__(cls, elements)
        self.shape = (len(self),) if shape is None else shape
        return self


class List(tuple):
    """A list, such as ``[rank(operand), 2]``; ``+`` joins lists."""

    __slots__ = ()


class Each(List):
    """What an ellipsis yields: the values of an expression for every element."""

    __slots__ = ()


def is_sequence(x: object) -> bool:
    """Tell whether ``x`` is a tensor, a shape or a list."""
    return isinstance(x, tuple)


def _elementwise(on_scalars: Callable) -> Callable:
    """Return an operator that broadcasts scalars over sequences and works element by element."""

    def apply(a, b):
        if is_sequence(a):
            if not is_sequence(b):
                return tuple(apply(x, b) for x in a)
            if len(a) != len(b):
                raise Undefined
            return tuple(map(apply, a, b))
        if is_sequence(b):
            return tuple(apply(a, y) for y in b)
        if a is UNKNOWN or b is UNKNOWN:
            return UNKNOWN
        try:
            return on_scalars(a, b)
        except (TypeError, ZeroDivisionError):
            raise Undefined from None

    return apply


def _bounds(x) -> tuple[float, float]:
    return (x.low, x.high) if isinstance(x, Interval) else (x, x)


def _interval(low: float, high: float):
    return low if low == high else Interval(low, high)


def _add(a, b):
    if isinstance(a, Interval) or isinstance(b, Interval):
        (la, ha), (lb, hb) = _bounds(a), _bounds(b)
        return _interval(la + lb, ha + hb)
    return a + b


def _subtract(a, b):
    if isinstance(a, Interval) or isinstance(b, Interval):
        (la, ha), (lb, hb) = _bounds(a), _bounds(b)
        return _interval(la - hb, ha - lb)
    return a - b


def _times(x: float, y: float) -> float:
    return 0 if x == 0 or y == 0 else x * y  # not NaN for zero times infinity


def _multiply(a, b):
    if isinstance(a, Interval) or isinstance(b, Interval):
        (la, ha), (lb, hb) = _bounds(a), _bounds(b)
        products = [_times(x, y) for x in (la, ha) for y in (lb, hb)]
        return _interval(min(products), max(products))
    return a * b


def _divide(a, b):
    """Divide and round down; the operands of the formulas are whole numbers."""
    if isinstance(a, Interval) or isinstance(b, Interval):
        (la, ha), (lb, hb) = _bounds(a), _bounds(b)
        if lb <= 0:
            return Interval(-inf, inf)
        quotients = [_quotient(x, y) for x in (la, ha) for y in (lb, hb)]
        return _interval(min(quotients), max(quotients))
    return a // b


def _quotient(x: float, y: float) -> float:
    if y == inf:
        return -1 if x < 0 else 0
    return x if abs(x) == inf else x // y


def _modulo(a, b):
    if isinstance(a, Interval) or isinstance(b, Interval):
        low, high = _bounds(b)
        if low <= 0:
            raise Undefined
        return _interval(0, high - 1)
    return a % b


add_elements = _elementwise(_add)
subtract = _elementwise(_subtract)
multiply = _elementwise(_multiply)
divide = _elementwise(_divide)
modulo = _elementwise(_modulo)


def add(a, b):
    """Add numbers or tensors; join lists."""
    if isinstance(a, List) or isinstance(b, List):
        if is_sequence(a) and is_sequence(b):
            return (Each if isinstance(a, Each) and isinstance(b, Each) else List)((*a, *b))
    return add_elements(a, b)


def negate(a):
    """Change the sign of a number or tensor."""
    return subtract(0, a)


def choose(condition, yes: Callable, no: Callable):
    """Return ``condition ? yes() : no()``, element by element where the condition is a tensor."""
    if is_sequence(condition):
        pairs = zip(condition, _each(yes(), condition), _each(no(), condition), strict=True)
        return tuple(_choose_value(*triple) for triple in pairs)
    if condition is UNKNOWN:
        return _choose_value(condition, yes(), no())
    return yes() if condition else no()


def _choose_value(condition, yes, no):
    if condition is UNKNOWN:
        numbers = all(isinstance(x, (int, Interval)) for x in (yes, no))
        return _hull(yes, no) if numbers else UNKNOWN
    return yes if condition else no


def _each(values, like: tuple) -> tuple:
    """Return ``values``, repeated as often as ``like`` has elements if it is a scalar."""
    return values if is_sequence(values) else (values,) * len(like)


def _hull(a, b):
    (la, ha), (lb, hb) = _bounds(a), _bounds(b)
    return _interval(min(la, lb), max(ha, hb))


def negation(a):
    """Return the truth value of ``not a``."""
    if is_sequence(a):
        return tuple(map(negation, a))
    return a if a is UNKNOWN else not a


def all_of(parts: Iterable):
    """Return the conjunction of truth values, nested ones included."""
    result = True
    for part in parts:
        if is_sequence(part):
            part = all_of(part)
        if part is UNKNOWN:
            result = UNKNOWN
        elif not part:
            return False
    return result


def conjunction(a, b: Callable):
    """Return ``a and b()``; ``b`` is not evaluated if ``a`` is false."""
    a = truth(a)
    if a is False:
        return False
    return all_of((a, b()))


def disjunction(a, b: Callable):
    """Return ``a or b()``, element by element for tensors (as ``||`` is used); lazy in ``b``."""
    if is_sequence(a):
        other = b()
        if not is_sequence(other):
            other = (other,) * len(a)
        return tuple(disjunction(x, lambda y=y: y) for x, y in zip(a, other, strict=True))
    if a is True:
        return True
    b = b()
    if is_sequence(b):
        b = all_of(b)
    if b is True:
        return True
    return UNKNOWN if a is UNKNOWN or b is UNKNOWN else False


def implication(a, b: Callable):
    """Return ``If a, then b()``; an undecided condition leaves a false conclusion undecided."""
    a = truth(a)
    if a is False:
        return True
    b = truth(b())
    return UNKNOWN if a is UNKNOWN and b is False else b


def truth(value):
    """Return the truth of a formula's value: of a tensor, whether all elements are true."""
    return all_of(value) if is_sequence(value) else value


def _ordering(compare: Callable) -> Callable:
    def on_scalars(a, b):
        if isinstance(a, Interval) or isinstance(b, Interval):
            (la, ha), (lb, hb) = _bounds(a), _bounds(b)
            outcomes = {compare(x, y) for x in (la, ha) for y in (lb, hb)}
            return outcomes.pop() if len(outcomes) == 1 else UNKNOWN
        if isinstance(a, bool) != isinstance(b, bool) or isinstance(a, str):
            raise Undefined
        return compare(a, b)

    return _elementwise(on_scalars)


less = _ordering(operator.lt)
less_equal = _ordering(operator.le)
greater = _ordering(operator.gt)
greater_equal = _ordering(operator.ge)


def equal(a, b):
    """Return whether two values are equal, as far as is known; of a tensor and a scalar, where.

    What an ellipsis yields is compared element by element with a sequence that
    is as deep as itself, and each of its elements with anything else.
    """
    if isinstance(a, Each) or isinstance(b, Each):
        return _equal_each(a, b) if isinstance(a, Each) else _equal_each(b, a)
    if is_sequence(a):
        if is_sequence(b):
            return len(a) == len(b) and all_of(map(equal, a, b))
        return tuple(equal(x, b) for x in a)
    if is_sequence(b):
        return tuple(equal(a, y) for y in b)
    if a is UNKNOWN or b is UNKNOWN:
        return UNKNOWN
    if isinstance(a, Interval) or isinstance(b, Interval):
        (la, ha), (lb, hb) = _bounds(a), _bounds(b)
        return UNKNOWN if la <= hb and lb <= ha else False
    if hasattr(a, "matches"):
        return a.matches(b)
    return a == b


def all_equal(*terms):
    """Return whether all terms are equal: also those whose neighbours are not known."""
    outcome = all_of(equal(a, b) for a, b in itertools.pairwise(terms))
    if outcome is UNKNOWN:
        return all_of(equal(a, b) for a, b in itertools.combinations(terms, 2))
    return outcome


def _equal_each(each: Each, other):
    pairwise = isinstance(other, Each) or (
        is_sequence(other) and any(map(is_sequence, other)) == any(map(is_sequence, each))
    )
    if pairwise:
        return len(each) == len(other) and all_of(map(equal, each, other))
    return all_equal(other, *each)


def different(a, b):
    """Return whether two values are not equal."""
    return negation(equal(a, b))


def contains(x, items):
    """Return whether ``x``, or each element of it, is in ``items``."""
    if is_sequence(x):
        return tuple(contains(element, items) for element in x)
    found = [equal(x, item) for item in items]
    if any(outcome is True for outcome in found):
        return True
    return UNKNOWN if any(outcome is UNKNOWN for outcome in found) else False


def lacks(x, items):
    """Return whether ``x`` is not in ``items``."""
    return negation(contains(x, items))


def subscript(x, index):
    """Return ``x[index]``, where ``index`` is a number, a slice, a tensor or a pair of those."""
    if x is UNKNOWN:
        return UNKNOWN
    if isinstance(index, tuple) and not isinstance(index, (List, Tensor)):
        rows, column = index
        picked = subscript(x, rows)
        if isinstance(rows, slice):
            return tuple(subscript(row, column) for row in picked)
        return subscript(picked, column)
    if isinstance(index, (List, Tensor)):
        return List(subscript(x, i) for i in index)
    if not is_sequence(x) or isinstance(index, Interval) or index is UNKNOWN:
        if x is UNKNOWN or is_sequence(x):
            return UNKNOWN
        raise Undefined
    try:
        picked = x[index]
    except (IndexError, TypeError):
        raise Undefined from None
    return tuple(picked) if isinstance(index, slice) else picked


def expand(function: Callable, *sequences):
    """Return ``function`` of the elements of ``sequences``, taken together."""
    if any(s is UNKNOWN for s in sequences):
        return UNKNOWN
    if not all(map(is_sequence, sequences)) or len({len(s) for s in sequences}) > 1:
        raise Undefined
    return Each(map(function, *sequences))
