"""triangular_solve and cholesky: substitution and factorization in plain loops.

Sums are kept in the arithmetic type (f32 for narrow floats) and rounded once
per element.
"""

from __future__ import annotations

from ...dialect.mlir import ir
from .contraction import zero
from .core import HloOp, Legalizer, lowers
from .loops import for_loop, for_nest


class _Field:
    """Arithmetic on the elements of one matrix type, real or complex."""

    def __init__(self, b: Legalizer, element):
        self.b = b
        self.element = element
        self.is_complex = element.kind == "complex"

    def at(self, matrix: ir.Value, place) -> ir.Value:
        """Read an element, in the arithmetic type."""
        return self.b.load(self.b.extract(matrix, place), self.element)

    def put(self, value: ir.Value, matrix: ir.Value, place) -> ir.Value:
        """Write an element, rounded to storage."""
        return self.b.insert(self.b.store(value, self.element), matrix, place)

    def conjugate(self, x: ir.Value) -> ir.Value:
        """Return the complex conjugate."""
        if not self.is_complex:
            return x
        return self.b.complex(self.b.real(x), self.b.arith("negf", self.b.imag(x)))

    def binary(self, op: str, lhs: ir.Value, rhs: ir.Value) -> ir.Value:
        """Apply add, subtract, multiply or divide."""
        if self.is_complex:
            name = {"subtract": "sub", "multiply": "mul", "divide": "div"}.get(op, op)
            return self.b.op(f"complex.{name}", [lhs.type], [lhs, rhs])
        name = {"subtract": "subf", "multiply": "mulf", "divide": "divf"}.get(op, "addf")
        return self.b.arith(name, lhs, rhs)

    def subtract_product(self, total, lhs, rhs) -> ir.Value:
        """Return ``total - lhs * rhs``."""
        return self.binary("subtract", total, self.binary("multiply", lhs, rhs))


@lowers("stablehlo.triangular_solve")
def _triangular_solve(b: Legalizer, op: HloOp, a, rhs):
    """Solve ``op(a) x = b`` (left side) or ``x op(a) = b`` by substitution."""
    info = op.result
    a, rhs = b.tensor(a), b.tensor(rhs)
    field = _Field(b, info.element)
    left, unit = op.flag("left_side"), op.flag("unit_diagonal")
    transpose = op.enum("transpose_a", "NO_TRANSPOSE")
    # x op(a) = b is op(a)^T x^T = b^T: rows become columns.
    swapped = (transpose != "NO_TRANSPOSE") != (not left)
    forward = op.flag("lower") != swapped
    rank = info.rank
    size = op.operand(0).shape[-1]
    others = info.shape[-1] if left else info.shape[-2]

    def coefficient(batch, row, column) -> ir.Value:
        value = field.at(a, [*batch, *((column, row) if swapped else (row, column))])
        return field.conjugate(value) if transpose == "ADJOINT" else value

    def solve_vector(at, carried):
        batch, other = at[: rank - 2], at[rank - 2]

        def place(row):
            return [*batch, *((row, other) if left else (other, row))]

        def solve_row(step, state):
            (x,) = state
            row = step if forward else b.arith("subi", b.const_index(size - 1), step)

            def eliminate(k, inner):
                column = k if forward else b.arith("subi", b.const_index(size - 1), k)
                known = field.at(x, place(column))
                return [field.subtract_product(inner[0], coefficient(batch, row, column), known)]

            (total,) = for_loop(b, b.const_index(0), step, [field.at(x, place(row))], eliminate)
            if not unit:
                total = field.binary("divide", total, coefficient(batch, row, row))
            return [field.put(total, x, place(row))]

        return for_loop(b, b.const_index(0), b.const_index(size), carried, solve_row)

    return for_nest(b, [*info.shape[:-2], others], [rhs], solve_vector)[0]


@lowers("stablehlo.cholesky")
def _cholesky(b: Legalizer, op: HloOp, a):
    """Factor each matrix column by column; the other triangle is zero.

    A matrix that is not positive definite gives NaN from the column on where
    its pivot is not positive, as XLA does.
    """
    info = op.result
    a = b.tensor(a)
    field = _Field(b, info.element)
    lower = op.flag("lower")
    size = info.shape[-1]
    result = b.fill(zero(b, info.scalar), b.empty(info.type))

    def factor_matrix(batch, carried):
        def place(row, column):
            return [*batch, *((row, column) if lower else (column, row))]

        def get(matrix, row, column) -> ir.Value:
            value = field.at(matrix, place(row, column))
            return value if lower else field.conjugate(value)

        def put(value, matrix, row, column) -> ir.Value:
            return field.put(value if lower else field.conjugate(value), matrix, place(row, column))

        def rest(factor, row, column) -> ir.Value:
            """Return what earlier columns leave of an element."""

            def eliminate(k, inner):
                other = field.conjugate(get(factor, column, k))
                return [field.subtract_product(inner[0], get(factor, row, k), other)]

            start = [get(a, row, column)]
            return for_loop(b, b.const_index(0), column, start, eliminate)[0]

        def factor_column(column, state):
            (factor,) = state
            pivot = _square_root(b, rest(factor, column, column))
            factor = put(pivot, factor, column, column)

            def factor_row(row, inner):
                value = field.binary("divide", rest(inner[0], row, column), pivot)
                return [put(value, inner[0], row, column)]

            below = b.arith("addi", column, b.const_index(1))
            return for_loop(b, below, b.const_index(size), [factor], factor_row)

        return for_loop(b, b.const_index(0), b.const_index(size), carried, factor_column)

    return for_nest(b, info.shape[:-2], [result], factor_matrix)[0]


def _square_root(b: Legalizer, x: ir.Value) -> ir.Value:
    """Return the square root of a pivot, whose imaginary part is zero by definition."""
    if not isinstance(x.type, ir.ComplexType):
        return b.math("sqrt", x)
    root = b.math("sqrt", b.real(x))
    return b.complex(root, b.constant(root.type, 0.0))
