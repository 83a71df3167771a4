"""Programs that check their own values: the ``check`` dialect of StableHLO's tests.

``check.expect_eq``, ``expect_almost_eq``, ``expect_close`` (and their ``_const``
forms), as operations or as custom calls ``@check.…``, are taken out of a
function, which returns what they compare instead; `Check.verdict` compares it.

Comparisons are those of StableHLO's own tests: ``eq`` is exact and NaN equals
nothing; ``almost_eq`` allows an absolute difference (1e-3 unless a tolerance is
given, 1e-4 for constants and for ``check.eq`` on quantized programs);
``close`` bounds the distance in units in the last place.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

import numpy as np

from ..dialect.diagnostics import error
from ..dialect.mlir import ir
from ..dialect.types import ELEMENT_TYPES, ElementType
from ..dialect.walk import matching
from .ulp import complex_ulp_distance, ulp_distance

_TYPE = r"tensor<(?:[^<>]|<[^<>]*>)*>"
_CONST = re.compile(
    r"check\.expect_(\w+)_const\s+(%[\w#.$-]+)\s*,\s*(dense(?:_resource)?<[^>]*>)"
    rf"\s*:\s*({_TYPE})(?:\s*\{{([^}}]*)\}})?"
)
_GENERIC_CONST = re.compile(
    r'"check\.expect_(\w+)_const"\((%[\w#.$-]+)\)\s*<?\{(?:(\w+ = [^,}]*),\s*)?'
    rf"value = (dense(?:_resource)?<[^>]*>) : ({_TYPE})\}}>?\s*:\s*\({_TYPE}\)\s*->\s*\(\)"
)
_PAIR = re.compile(
    r"check\.expect_(\w+)\s+(%[\w#.$-]+)\s*,\s*(%[\w#.$-]+)((?:\s*,\s*\w+ = [^,:]+)*)\s*:"
    rf"\s*({_TYPE})(\s*,\s*{_TYPE})?"
)
_FARTHEST = float((1 << 64) - 1)
_EXACT, _ALMOST, _CLOSE = "eq", "almost_eq", "close"
_NAMES = {f"check.expect_{kind}": kind for kind in (_EXACT, _ALMOST, _CLOSE)}


@dataclass(frozen=True)
class Check:
    """One comparison; ``limits`` are an absolute tolerance, or the least and most ULPs."""

    kind: str
    limits: tuple[float, ...] = ()

    def verdict(self, got: np.ndarray, expected: np.ndarray, element: ElementType) -> str:
        """Return an empty string if the check passes, else what differs first."""
        with np.errstate(all="ignore"):
            wrong = ~self._holds(got, expected, element)
        if not wrong.any():
            return ""
        place = tuple(int(i) for i in np.argwhere(wrong)[0])
        return (
            f"{self.kind}: {int(wrong.sum())} of {wrong.size} differ, first at {list(place)}: "
            f"got {got[place]}, expected {expected[place]}"
        )

    def _holds(self, got, expected, element: ElementType) -> np.ndarray:
        if self.kind == _EXACT:
            return np.asarray(got == expected)
        if self.kind == _ALMOST:
            pairs = zip(_parts(got), _parts(expected), strict=True)
            return np.logical_and.reduce([_almost(a, b, self.limits[0]) for a, b in pairs])
        part = ELEMENT_TYPES[f"f{element.width}"] if element.kind == "complex" else element
        distance = complex_ulp_distance if element.kind == "complex" else ulp_distance
        least, most = self.limits
        apart = distance(got, expected, part)
        # Infinities and NaN are as far as can be from everything else.
        finite = np.isfinite(got) & np.isfinite(expected)
        apart = np.where(finite | (apart == 0), apart, _FARTHEST)
        return (apart >= least) & (apart <= most)


def _parts(array: np.ndarray) -> list[np.ndarray]:
    return [array.real, array.imag] if array.dtype.kind == "c" else [array]


def _almost(got: np.ndarray, expected: np.ndarray, tolerance: float) -> np.ndarray:
    a, b = got.astype(np.float64), expected.astype(np.float64)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    return same | (np.abs(a - b) <= tolerance)


def spell_checks(text: str) -> str:
    """Return ``text`` with checks as generic operations on two values.

    The dialect is not registered, so that its own syntax cannot be parsed, and
    constants are values, because the bindings cannot read complex attributes.
    Every line keeps its number.
    """
    if "check.expect_" not in text:
        return text
    count = itertools.count()

    def with_constant(match: re.Match) -> str:
        return spell(*match.groups())

    def with_generic_constant(match: re.Match) -> str:
        kind, value, attributes, constant, type = match.groups()
        return spell(kind, value, constant, type, attributes)

    def spell(kind: str, value: str, constant: str, type: str, attributes: str | None) -> str:
        name = f"%check_{next(count)}"
        braces = f"{{const, {attributes}}}" if attributes else "{const}"
        return (
            f"{name} = stablehlo.constant {constant} : {type} "
            f'"check.expect_{kind}"({value}, {name}) {braces} : ({type}, {type}) -> ()'
        )

    def with_pair(match: re.Match) -> str:
        kind, value, other, options, type, second = match.groups()
        second = second.strip(" ,") if second else type
        attributes = options.strip().lstrip(",").strip()
        braces = f"{{{attributes}}} " if attributes else ""
        return f'"check.expect_{kind}"({value}, {other}) {braces}: ({type}, {second}) -> ()'

    text = _GENERIC_CONST.sub(with_generic_constant, text)
    return _PAIR.sub(with_pair, _CONST.sub(with_constant, text))


def checked_functions(module: ir.Module) -> list[str]:
    """Return the names of the functions that hold checks."""
    found = []
    for op in module.body.operations:
        if op.operation.name == "func.func" and _checks_of(op.operation):
            found.append(op.attributes["sym_name"].value)
    return found


def take_checks(function: ir.Operation) -> list[Check]:
    """Remove the checks of ``function``, which then returns the two values of each in turn."""
    block = function.regions[0].blocks[0]
    checks, operands = [], []
    for op in _checks_of(function):
        if op.block != block:
            raise error(op, "a check inside a region is not supported")
        values = list(op.operands)
        check = _read(op)
        if op.results:  # check.eq returns whether it holds: nobody asks any more
            values = values[::-1]
            _replace_by_true(op)
        checks.append(check)
        operands += values
        op.erase()
    terminator = block.operations[len(block.operations) - 1].operation
    ir.Operation.create("func.return", operands=operands, ip=ir.InsertionPoint(terminator))
    terminator.erase()
    inputs = [a.type for a in block.arguments]
    signature = ir.FunctionType.get(inputs, [v.type for v in operands])
    function.attributes["function_type"] = ir.TypeAttr.get(signature)
    for name in ("res_attrs", "arg_attrs"):
        if name in function.attributes:
            del function.attributes[name]
    return checks


def _checks_of(function: ir.Operation) -> list[ir.Operation]:
    def is_check(op) -> bool:
        return op.name.startswith("check.") or _call_target(op).startswith("check.")

    return matching(function, is_check)


def _call_target(op: ir.Operation) -> str:
    if op.name != "stablehlo.custom_call":
        return ""
    return op.attributes["call_target_name"].value


def _read(op: ir.Operation) -> Check:
    target = _call_target(op)
    if target == "check.eq":
        return Check(_ALMOST, (1e-4,))
    name = target or op.name
    kind = _NAMES.get(name)
    if kind is None:
        raise error(op, f"unknown check '{name}'")
    if kind == _ALMOST:
        default = 1e-4 if "const" in op.attributes else 1e-3
        return Check(kind, (_number(op, "tolerance", default),))
    if kind == _CLOSE:
        least = _number(op, "min_ulp_difference", 0)
        return Check(kind, (least, _number(op, "max_ulp_difference", 3)))
    return Check(kind)


def _number(op: ir.Operation, name: str, default: float) -> float:
    if name not in op.attributes:
        return default
    value = op.attributes[name].value
    return float(value) if value >= 0 else float(value % (1 << 64))  # read as signed


def _replace_by_true(op: ir.Operation) -> None:
    type = op.results[0].type
    true = ir.Operation.create(
        "stablehlo.constant",
        [type],
        attributes={"value": ir.DenseElementsAttr.get_splat(type, ir.BoolAttr.get(True))},
        loc=op.location,
        ip=ir.InsertionPoint(op),
    )
    op.results[0].replace_all_uses_with(true.results[0])
