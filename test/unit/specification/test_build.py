"""The builder: operations from operands and attributes alone, checked when they are made."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hlo_opt
from hlo_opt import DiagnosedError, ProgramBuilder
from hlo_opt.dialect.ops import OPERATIONS


def build(make, *arguments: str, **where):
    """Return the module of one function, which returns what ``make`` does."""
    b = ProgramBuilder(**where)
    with b.function("main", arguments) as values:
        made = make(b, *values)
        b.returns(*(made if isinstance(made, tuple) else (made,)))
    assert b.module.operation.verify()
    return b.module


def result_types(module) -> list[str]:
    (function,) = module.body.operations
    return [str(t) for t in function.type.results]


@pytest.mark.parametrize(
    ("make", "arguments", "expected"),
    [
        (
            lambda b, x, y: b.dot_general(
                x, y, lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[0]
            ),
            ("4x8xf32", "8x5xf32"),
            ["tensor<4x5xf32>"],
        ),
        (lambda b, x, y: b.and_(x, y), ("3xi1", "3xi1"), ["tensor<3xi1>"]),
        (
            lambda b, x: b.compare(x, x, comparison_direction="GE"),
            ("?x2xf32",),
            ["tensor<?x2xi1>"],
        ),
        (
            lambda b, x: b.slice(x, start_indices=[1, 0], limit_indices=[4, 7], strides=[2, 3]),
            ("4x7xbf16",),
            ["tensor<2x3xbf16>"],
        ),
        (
            lambda b, x, z: b.pad(
                x, z, edge_padding_low=[1], edge_padding_high=[-1], interior_padding=[2]
            ),
            ("4xi8", "i8"),
            ["tensor<10xi8>"],
        ),
        (
            lambda b, x, z: b.reduce([x], [z], dimensions=[0], body=b.add),
            ("4x7xf32", "f32"),
            ["tensor<7xf32>"],
        ),
        (
            lambda b, x, z: b.reduce_window(
                [x], [z], window_dimensions=[3], window_strides=[2], body=b.maximum
            ),
            ("8xf32", "f32"),
            ["tensor<3xf32>"],
        ),
        (
            lambda b, x: b.sort(
                [x],
                dimension=0,
                comparator=lambda p, q: b.compare(p, q, comparison_direction="LT"),
            ),
            ("9xf64",),
            ["tensor<9xf64>"],
        ),
        (
            lambda b, x, y: b.concatenate([x, y], dimension=1),
            ("2x3xf32", "2x4xf32"),
            ["tensor<2x7xf32>"],
        ),
        (lambda b, x: b.transpose(x, permutation=[1, 0]), ("2x3xi32",), ["tensor<3x2xi32>"]),
        (
            lambda b, x: b.fft(x, fft_type="RFFT", fft_length=[8]),
            ("3x8xf32",),
            ["tensor<3x5xcomplex<f32>>"],
        ),
        (
            lambda b, x: b.fft(x, fft_type="IRFFT", fft_length=[8]),
            ("3x5xcomplex<f64>",),
            ["tensor<3x8xf64>"],
        ),
        (
            lambda b, x: b.while_(
                [x],
                cond=lambda v: b.compare(v, b.constant(np.int32(3)), comparison_direction="LT"),
                body=lambda v: b.add(v, b.constant(np.int32(1))),
            ),
            ("i32",),
            ["tensor<i32>"],
        ),
        (
            lambda b, i, x: b.case(i, branches=[lambda: x, lambda: b.negate(x)]),
            ("i32", "3xf32"),
            ["tensor<3xf32>"],
        ),
        (lambda b, x, y: b.tuple([x, y]), ("f32", "i8"), ["tuple<tensor<f32>, tensor<i8>>"]),
        (
            lambda b, x: b.all_gather([x], all_gather_dim=0, replica_groups=[[0, 1], [2, 3]]),
            ("3xf32",),
            ["tensor<6xf32>"],
        ),
        (
            lambda b, x: b.async_done(
                b.async_start(
                    [x],
                    body=lambda a: b.slice(a, start_indices=[0], limit_indices=[2], strides=[1]),
                )
            ),
            ("4xf32",),
            ["tensor<2xf32>"],
        ),
        (lambda b, x: b.convert(x, result_type="3xf8E4M3FN"), ("3xf32",), ["tensor<3xf8E4M3FN>"]),
        (lambda b: b.iota(iota_dimension=1, result_type="2x3xi64"), (), ["tensor<2x3xi64>"]),
        (
            lambda b, s: b.rng_bit_generator(
                s, rng_algorithm="PHILOX", result_types=["2xui64", "5xui32"]
            ),
            ("2xui64",),
            ["tensor<2xui64>", "tensor<5xui32>"],
        ),
        (
            lambda b, x, y: b.batch_norm_training(x, y, y, epsilon=1e-3, feature_index=1),
            ("4x3xf32", "3xf32"),
            ["tensor<4x3xf32>", "tensor<3xf32>", "tensor<3xf32>"],
        ),
    ],
)
def test_result_types_follow(make, arguments, expected):
    assert result_types(build(make, *arguments)) == expected


def test_what_is_built_runs():
    def softmax(b, x):
        low = b.constant(np.float32(-np.inf))
        largest = b.reduce([x], [low], dimensions=[1], body=b.maximum)
        spread = b.broadcast_in_dim(largest, broadcast_dimensions=[0], result_type="2x4xf32")
        e = b.exponential(b.subtract(x, spread))
        total = b.reduce([e], [b.constant(np.float32(0))], dimensions=[1], body=b.add)
        return b.divide(
            e, b.broadcast_in_dim(total, broadcast_dimensions=[0], result_type="2x4xf32")
        )

    x = np.linspace(-3, 3, 8, dtype=np.float32).reshape(2, 4)
    got = hlo_opt.compile(build(softmax, "2x4xf32"))(x)
    e = np.exp(x.astype(np.float64))
    np.testing.assert_allclose(got, e / e.sum(1, keepdims=True), rtol=1e-6)


@pytest.mark.parametrize(
    "value",
    [
        np.float32(1.5),
        np.arange(6, dtype=np.int16).reshape(2, 3),
        np.array([True, False, True]),
        np.array([[True]]),
        np.array([1 + 2j, 3 - 4j], np.complex64),
        np.array([1, -2], ml_dtypes.bfloat16),
        np.array([1, 2, -8, 7], ml_dtypes.int4),
        np.array([0.5, -448], ml_dtypes.float8_e4m3fn),
        np.array([np.nan, np.inf, -0.0]),
        np.zeros((0, 3), np.uint8),
    ],
    ids=str,
)
def test_constants_keep_their_values(value):
    got = hlo_opt.compile(build(lambda b: b.constant(value)))()
    assert got.dtype == value.dtype
    assert got.shape == value.shape
    assert got.tobytes() == value.tobytes()


def test_functions_call_functions():
    b = ProgramBuilder()
    with b.function("twice", ["3xf32"], private=True) as (x,):
        b.returns(b.add(x, x))
    with b.function("main", ["3xf32"]) as (x,):
        b.returns(b.call("twice", x))
    got = hlo_opt.compile(b.module)(np.float32([1, 2, 3]))
    np.testing.assert_array_equal(got, np.float32([2, 4, 6]))


def _value_that_leaves_its_region(b, x):
    inside = []

    def branch():
        inside.append(b.tanh(x))
        return inside[0]

    b.if_(b.constant(np.True_), true_branch=branch, false_branch=lambda: x)
    return b.tanh(inside[0])


def _value_of_another_builder():
    other = ProgramBuilder()
    with other.function("f", ["4xf32"]) as (x,):
        y = other.tanh(x)
        other.returns(y)
    return y


def test_values_of_a_function_that_failed_are_not_for_others():
    b = ProgramBuilder()
    values = []
    with pytest.raises(TypeError), b.function("main", ["4xf32"]) as (x,):
        values.append(b.tanh(x)) or b.tanh(3)
    with pytest.raises(DiagnosedError, match="another function"), b.function("g", []):
        b.tanh(values[0])


def test_constants_of_the_other_byte_order():
    got = hlo_opt.compile(build(lambda b: b.constant(np.array([1, -2], ">i4"))))()
    np.testing.assert_array_equal(got, [1, -2])


def test_a_configuration_is_a_string():
    module = build(
        lambda b: b.custom_call([], call_target_name="f", backend_config="a b", result_type="f32")
    )
    assert 'backend_config = "a b"' in str(module)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda b, x: b.add(x, b.constant(np.float32(1))),
            r"'stablehlo.add' violates \(C1\)",
        ),
        (lambda b, x: b.slice(x), r"'stablehlo.slice' violates \(I2\): start_indices is a "),
        (lambda b, x: b.reshape(x), "the constraints do not determine the result types"),
        (lambda b, x: b.reshape(x, result_type="5xf32"), r"'stablehlo.reshape' violates \(C2\)"),
        (lambda b, x: b.convert(x, result_type="4xfoo"), "'4xfoo' is not a type"),
        (
            lambda b, x: b.compare(x, x, comparison_direction="WHAT"),
            "attribute 'comparison_direction' = .* to be one of: EQ, NE",
        ),
        (lambda b, x: b.call("nobody", x), "no function 'nobody' has been made"),
        (
            lambda b, x: b.pad(
                x,
                b.constant(np.float32(0)),
                edge_padding_low=[-9],
                edge_padding_high=[0],
                interior_padding=[0],
            ),
            "'stablehlo.pad': a size of the result would be negative: tensor<-5xf32>",
        ),
        (
            lambda b, x: b.call("given", b.convert(x, result_type="4xf64")),
            r"function 'given' takes \(tensor<4xf32>\), not \(tensor<4xf64>\)",
        ),
        (lambda b, x: _value_that_leaves_its_region(b, x), "value of another function or region"),
        (lambda b, x: b.tanh(_value_of_another_builder()), "value of another function or region"),
        (lambda b, x: b.returns(_value_of_another_builder()), "'func.return' takes a value of"),
        (lambda b, x: [b.returns(x), b.tanh(x)], "the function has returned already"),
        (
            lambda b, x: b.custom_call(
                [x], call_target_name="f", backend_config="{a = 1}", result_types=[]
            ),
            "backend_config for api_version .* must be a string attribute",  # the bindings' own
        ),
    ],
)
def test_errors_point_at_the_caller(make, message):
    b = ProgramBuilder()
    with b.function("given", ["4xf32"]) as (x,):
        b.returns(x)
    before = str(b.module)
    with pytest.raises(DiagnosedError, match=message) as caught, b.function("main", ["4xf32"]) as v:
        make(b, *v)
    assert caught.value.diagnostics[0].location.file == __file__
    assert str(b.module) == before  # nothing is left of the function


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda b, x: b.add(x), "operand 'rhs' is missing"),
        (lambda b, x: b.add(x, x, x), "takes 2 operands, got 3"),
        (lambda b, x: b.add(x, 3), "'stablehlo.add' takes values, not 3"),
        (lambda b, x: b.add(x, x, axis=1), "has no member 'axis'; its members are: lhs, rhs"),
        (lambda b, x: b.add(x, x, lhs=x), "takes 2 operands, got 3"),
        (lambda b, x: b.concatenate(x, dimension=0), "'inputs' is a sequence of values"),
        (lambda b, x: b.reverse(x, dimensions=1), "'dimensions' is a 1-dimensional tensor"),
        (lambda b, x: b.reverse(x, dimensions=[1.0]), "'dimensions' is a 1-dimensional tensor"),
        (lambda b, x: b.reverse(x, dimensions=[True]), "'dimensions' is a 1-dimensional tensor"),
        (lambda b, x: b.reverse(x, dimensions="ab"), "'dimensions' is a 1-dimensional tensor"),
        (lambda b, x: b.map([x], dimensions=[0], computation=3), "'computation' is a function"),
        (lambda b, x: b.map([x], dimensions=[0], computation=lambda v: 3), "returns 3, not values"),
        (lambda b, x: b.case(b.constant(np.int32(0)), branches=len), "a sequence of functions"),
        (lambda b, x: b.convert(x, result_types="4xf64"), "result_types is a sequence of types"),
        (lambda b, x: b.constant(np.array(["a"])), "no element type for numpy's <U1"),
    ],
)
def test_misuse(make, message):
    b = ProgramBuilder()
    with pytest.raises(TypeError, match=message), b.function("main", ["4xf32"]) as values:
        make(b, *values)


def test_operations_are_attributes():
    b = ProgramBuilder()
    assert {name.removeprefix("stablehlo.") for name in OPERATIONS} <= set(dir(b))
    with pytest.raises(AttributeError, match="no operation 'softmax'"):
        b.softmax  # noqa: B018


def test_a_function_must_end():
    b = ProgramBuilder()
    with pytest.raises(DiagnosedError, match="does not end in a call of 'returns'"):
        with b.function("main", ["f32"]):
            pass
    with pytest.raises(DiagnosedError, match=r"inside 'with builder\.function"):
        b.replica_id()
