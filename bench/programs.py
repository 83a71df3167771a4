"""Generators of large StableHLO programs."""

from __future__ import annotations


def transformer_like(ops: int, *, tokens: int = 64, width: int = 128) -> str:
    """Return a program of about ``ops`` operations with the mix of a transformer.

    Blocks of projection, normalisation, softmax, gating and residual follow
    each other; a block has 24 operations.
    """
    wide = f"tensor<{tokens}x{width}xf32>"
    square = f"tensor<{width}x{width}xf32>"
    row = f"tensor<{tokens}xf32>"
    lines = []
    name = 0
    x = "%x"

    def emit(text: str) -> str:
        nonlocal name
        name += 1
        lines.append(f"  %{name} = {text}")
        return f"%{name}"

    def binary(op: str, lhs: str, rhs: str) -> str:
        return emit(f"stablehlo.{op} {lhs}, {rhs} : {wide}")

    def unary(op: str, operand: str) -> str:
        return emit(f"stablehlo.{op} {operand} : {wide}")

    def reduced(op: str, operand: str, initial: str) -> str:
        """Reduce rows and spread the result over them again: three operations."""
        start = emit(f"stablehlo.constant dense<{initial}> : tensor<f32>")
        value = emit(
            f"stablehlo.reduce({operand} init: {start}) applies stablehlo.{op} across "
            f"dimensions = [1] : ({wide}, tensor<f32>) -> {row}"
        )
        return emit(f"stablehlo.broadcast_in_dim {value}, dims = [0] : ({row}) -> {wide}")

    while name + 24 <= ops:
        scores = emit(
            f"stablehlo.dot_general {x}, %w, contracting_dims = [1] x [0] : "
            f"({wide}, {square}) -> {wide}"
        )
        shifted = binary("subtract", scores, reduced("maximum", scores, "0xFF800000"))
        weights = unary("exponential", shifted)
        softmax = binary("divide", weights, reduced("add", weights, "0.0"))
        mixed = emit(
            f"stablehlo.dot_general {softmax}, %w, contracting_dims = [1] x [1] : "
            f"({wide}, {square}) -> {wide}"
        )
        squares = binary("multiply", mixed, mixed)
        norm = unary("rsqrt", reduced("add", squares, "1.0e-05"))
        normal = binary("multiply", mixed, norm)
        gated = binary("multiply", normal, unary("logistic", normal))
        positive = emit(
            f"stablehlo.compare GT, {gated}, {x} : ({wide}, {wide}) -> tensor<{tokens}x{width}xi1>"
        )
        chosen = emit(
            f"stablehlo.select {positive}, {gated}, {x} : tensor<{tokens}x{width}xi1>, {wide}"
        )
        x = binary("add", unary("tanh", chosen), x)
    while name < ops:
        x = binary("add", x, "%x")
    header = f"func.func @main(%x: {wide}, %w: {square}) -> {wide} {{"
    return "\n".join([header, *lines, f"  return {x} : {wide}", "}", ""])


if __name__ == "__main__":
    import sys

    print(transformer_like(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000), end="")
