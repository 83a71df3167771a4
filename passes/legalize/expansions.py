"""Operations that the specification defines by simpler ones: written in StableHLO.

Each lowering here spells the definition as a program for the types at hand;
the program's operations are lowered in place of the original one.
"""

from __future__ import annotations

from math import prod

from ...dialect.mlir import ir
from .builder import TensorInfo
from .core import HloOp, Legalizer, lowers


def expand(b: Legalizer, op: HloOp, body: str, operands, results: list[ir.Type]) -> list:
    """Lower ``body``, which uses %0, %1, … for operands and ends in ``return``."""
    types = [v.type for v in op.op.operands]
    parameters = ", ".join(f"%{i}: {t}" for i, t in enumerate(types))
    signature = ", ".join(map(str, results))
    text = f"func.func @f({parameters}) -> ({signature}) {{\n{body}\n}}"
    with b.context:
        module = ir.Module.parse(text)
    (function,) = module.body.operations
    return b.region(function.regions[0], operands)


class _Spelling:
    """Spells operations on tensors of one type."""

    def __init__(self, info: TensorInfo, feature: int):
        self.element = info.element.name
        self.shape = info.shape
        self.feature = feature
        self.full = self.tensor(info.shape)
        self.vector = self.tensor([info.shape[feature]])
        self.lines: list[str] = []

    def tensor(self, shape) -> str:
        return f"tensor<{''.join(f'{extent}x' for extent in shape)}{self.element}>"

    def emit(self, text: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def apply(self, op: str, *operands: str, type: str = "") -> str:
        return self.emit(f"stablehlo.{op} {', '.join(operands)} : {type or self.full}")

    def spread(self, vector: str) -> str:
        """Repeat a vector along all dimensions but the feature dimension."""
        return self.emit(
            f"stablehlo.broadcast_in_dim {vector}, dims = [{self.feature}] : "
            f"({self.vector}) -> {self.full}"
        )

    def constant(self, value: float, type: str) -> str:
        return self.emit(f"stablehlo.constant dense<{value!r}> : {type}")

    def total(self, operand: str) -> str:
        """Sum over all dimensions but the feature dimension."""
        start = self.constant(0.0, self.tensor([]))
        others = [d for d in range(len(self.shape)) if d != self.feature]
        return self.emit(
            f"stablehlo.reduce({operand} init: {start}) applies stablehlo.add across "
            f"dimensions = {others} : ({self.full}, {self.tensor([])}) -> {self.vector}"
        )

    def mean(self, operand: str) -> str:
        count = prod(self.shape) // max(self.shape[self.feature], 1)
        divisor = self.constant(float(count), self.vector)
        return self.apply("divide", self.total(operand), divisor, type=self.vector)

    def finish(self, *results: str) -> str:
        types = ", ".join(self.full if i == 0 else self.vector for i in range(len(results)))
        return "\n".join([*self.lines, f"return {', '.join(results)} : {types}"])


def _normalize(s: _Spelling, epsilon: float, mean: str, variance: str) -> tuple[str, str]:
    """Return the centered operand and the standard deviation, spread."""
    centered = s.apply("subtract", "%0", s.spread(mean))
    shifted = s.apply("add", variance, s.constant(epsilon, s.vector), type=s.vector)
    return centered, s.spread(s.apply("sqrt", shifted, type=s.vector))


def _spelling(op: HloOp) -> tuple[_Spelling, float]:
    epsilon = float(op.attributes["epsilon"].value)
    return _Spelling(op.operand(0), op.int("feature_index")), epsilon


def _result_types(op: HloOp) -> list[ir.Type]:
    return [r.type for r in op.op.results]


@lowers("stablehlo.batch_norm_inference")
def _batch_norm_inference(b: Legalizer, op: HloOp, *operands):
    s, epsilon = _spelling(op)
    centered, deviation = _normalize(s, epsilon, "%3", "%4")
    normal = s.apply("divide", centered, deviation)
    scaled = s.apply("multiply", s.spread("%1"), normal)
    body = s.finish(s.apply("add", scaled, s.spread("%2")))
    return expand(b, op, body, operands, _result_types(op))


@lowers("stablehlo.batch_norm_training")
def _batch_norm_training(b: Legalizer, op: HloOp, *operands):
    s, epsilon = _spelling(op)
    mean = s.mean("%0")
    offset = s.apply("subtract", "%0", s.spread(mean))
    variance = s.mean(s.apply("multiply", offset, offset))
    centered, deviation = _normalize(s, epsilon, mean, variance)
    normal = s.apply("divide", centered, deviation)
    scaled = s.apply("multiply", s.spread("%1"), normal)
    body = s.finish(s.apply("add", scaled, s.spread("%2")), mean, variance)
    return expand(b, op, body, operands, _result_types(op))


@lowers("stablehlo.batch_norm_grad")
def _batch_norm_grad(b: Legalizer, op: HloOp, *operands):
    """Operands: operand, scale, mean, variance, grad_output; as the specification derives it."""
    s, epsilon = _spelling(op)
    centered, deviation = _normalize(s, epsilon, "%2", "%3")
    count = prod(s.shape) // max(s.shape[s.feature], 1)
    n = s.constant(float(count), s.full)
    shifted = s.apply("add", "%3", s.constant(epsilon, s.vector), type=s.vector)
    i1 = s.apply("multiply", "%4", n)
    i2 = s.spread(s.total("%4"))
    projected = s.total(s.apply("multiply", "%4", centered))
    i3 = s.spread(projected)
    i4 = s.apply("multiply", i3, centered)
    i5 = s.apply("divide", i4, s.spread(shifted))
    i6 = s.apply("subtract", s.apply("subtract", i1, i2), i5)
    factor = s.apply("divide", s.apply("divide", s.spread("%1"), deviation), n)
    grad_operand = s.apply("multiply", factor, i6)
    normal = s.apply("divide", centered, deviation)
    grad_scale = s.total(s.apply("multiply", "%4", normal))
    body = s.finish(grad_operand, grad_scale, s.total("%4"))
    return expand(b, op, body, operands, _result_types(op))
