"""Factorizations, batch normalization and Fourier transforms."""

from __future__ import annotations

from .core import C, Operation
from .members import Attribute, Operand, Result

_FLOAT = "tensor of floating-point type or per-tensor quantized tensor"
_FLOAT_COMPLEX = "tensor of floating-point or complex type or per-tensor quantized tensor"
_VECTOR = "1-dimensional tensor of floating-point or per-tensor quantized type"
_EPSILON = "constant of type f32"
_INTEGER = "constant of type si64"
_FLAG = "constant of type i1"

_FEATURE = C("C1", "0 <= feature_index < rank(operand)", breaks={"feature_index": 3})


def _sizes(first: int, *names: str) -> tuple[C, ...]:
    """Return the constraints that each of ``names`` has an element for each feature."""
    return tuple(
        C(
            f"C{i}",
            f"size({name}) = dim(operand, feature_index)",
            breaks={name: "5xf32"},
        )
        for i, name in enumerate(names, first)
    )


def _same_element_type(*names: str) -> C:
    terms = " = ".join(f"baseline_element_type({name})" for name in names)
    return C("C2", terms, breaks={names[1]: "3xf64"})


_BATCH_EXAMPLE = {
    "operand": "2x4x3xf32",
    "scale": "3xf32",
    "mean": "3xf32",
    "variance": "3xf32",
    "epsilon": 1e-5,
    "feature_index": 2,
}


class BatchNormGrad(Operation):
    """Gradients of batch_norm_training."""

    operand = Operand(_FLOAT)
    scale = Operand(_VECTOR)
    mean = Operand(_VECTOR)
    variance = Operand(_VECTOR)
    grad_output = Operand(_FLOAT)
    epsilon = Attribute(_EPSILON)
    feature_index = Attribute(_INTEGER)
    grad_operand = Result(_FLOAT)
    grad_scale = Result(_VECTOR)
    grad_offset = Result(_VECTOR)
    constraints = (
        _FEATURE,
        _same_element_type(
            *("operand", "scale", "mean", "variance", "grad_output"),
            *("grad_operand", "grad_scale", "grad_offset"),
        ),
        C(
            "C3",
            "shape(operand) = shape(grad_output) = shape(grad_operand)",
            breaks={"grad_output": "4x2x3xf32"},
        ),
        C(
            "C4",
            "shape(scale) = shape(mean) = shape(variance) = shape(grad_scale) = shape(grad_offset)",
            breaks={"grad_scale": "4xf32"},
        ),
        *_sizes(5, "scale"),
    )
    example = _BATCH_EXAMPLE | {
        "grad_output": "2x4x3xf32",
        "grad_operand": "2x4x3xf32",
        "grad_scale": "3xf32",
        "grad_offset": "3xf32",
    }


class BatchNormInference(Operation):
    """Normalization with given mean and variance."""

    operand = Operand(_FLOAT)
    scale = Operand(_VECTOR)
    offset = Operand(_VECTOR)
    mean = Operand(_VECTOR)
    variance = Operand(_VECTOR)
    epsilon = Attribute(_EPSILON)
    feature_index = Attribute(_INTEGER)
    result = Result(_FLOAT)
    constraints = (
        _FEATURE,
        _same_element_type("operand", "scale", "offset", "mean", "variance", "result"),
        *_sizes(3, "scale", "offset", "mean", "variance"),
        C(
            "C7",
            "baseline_type(operand) = baseline_type(result)",
            breaks={"result": "4x2x3xf32"},
        ),
    )
    example = _BATCH_EXAMPLE | {"offset": "3xf32", "result": "2x4x3xf32"}


class BatchNormTraining(Operation):
    """Normalization with the mean and variance of the batch."""

    operand = Operand(_FLOAT)
    scale = Operand(_VECTOR)
    offset = Operand(_VECTOR)
    epsilon = Attribute(_EPSILON)
    feature_index = Attribute(_INTEGER)
    output = Result(_FLOAT)
    batch_mean = Result(_VECTOR)
    batch_var = Result(_VECTOR)
    constraints = (
        _FEATURE,
        _same_element_type("operand", "scale", "offset", "batch_mean", "batch_var", "output"),
        *_sizes(3, "scale", "offset", "batch_mean", "batch_var"),
        C(
            "C7",
            "baseline_type(output) = baseline_type(operand)",
            breaks={"output": "4x2x3xf32"},
        ),
    )
    example = {
        "operand": "2x4x3xf32",
        "scale": "3xf32",
        "offset": "3xf32",
        "epsilon": 1e-5,
        "feature_index": 2,
        "output": "2x4x3xf32",
        "batch_mean": "3xf32",
        "batch_var": "3xf32",
    }


class Cholesky(Operation):
    """The Cholesky factors of matrices."""

    a = Operand(_FLOAT_COMPLEX)
    lower = Attribute(_FLAG, default=False)
    result = Result(_FLOAT_COMPLEX)
    constraints = (
        C("C1", "baseline_type(a) = baseline_type(result)", breaks={"result": "2x3x3xf64"}),
        C("C2", "2 <= rank(a)", breaks={"a": "3xf32", "result": "3xf32"}),
        C(
            "C3",
            "dim(a, -2) = dim(a, -1)",
            breaks={"a": "2x4x3xf32", "result": "2x4x3xf32"},
        ),
    )
    example = {"a": "2x3x3xf32", "lower": True, "result": "2x3x3xf32"}


class TriangularSolve(Operation):
    """Solutions of linear systems with triangular matrices.

    The specification's text of (C3) says ``[:-3]``; the batch dimensions, which
    it is about, are ``[:-2]``.
    """

    a = Operand(_FLOAT_COMPLEX)
    b = Operand(_FLOAT_COMPLEX)
    left_side = Attribute(_FLAG)
    lower = Attribute(_FLAG)
    unit_diagonal = Attribute(_FLAG)
    transpose_a = Attribute("enum of NO_TRANSPOSE, TRANSPOSE, and ADJOINT", form="enum transpose")
    result = Result(_FLOAT_COMPLEX)
    where = {"R": "rank(b)"}
    constraints = (
        C("C1", "baseline_element_type(a) = baseline_element_type(b)", breaks={"a": "2x3x3xf64"}),
        C(
            "C2",
            "2 <= rank(a) = rank(b) = R",
            breaks={"a": "3x3xf32"},
        ),
        C(
            "C3",
            "shape(a)[:-2] = shape(b)[:-2] and "
            "dim(a, -2) = dim(a, -1) = dim(b, left_side ? -2 : -1)",
            breaks={"b": "2x4x3xf32", "result": "2x4x3xf32"},
        ),
        C("C4", "baseline_type(b) = baseline_type(result)", breaks={"result": "2x4x3xf32"}),
    )
    example = {
        "a": "2x3x3xf32",
        "b": "2x3x4xf32",
        "left_side": True,
        "lower": True,
        "unit_diagonal": False,
        "transpose_a": "NO_TRANSPOSE",
        "result": "2x3x4xf32",
    }


class Fft(Operation):
    """Fourier transforms, forward and inverse, complex and real."""

    operand = Operand("tensor of floating-point or complex type")
    fft_type = Attribute("enum of FFT, IFFT, RFFT, and IRFFT", form="enum fft_type")
    fft_length = Attribute("1-dimensional tensor constant of type si64")
    result = Result("tensor of floating-point or complex type")
    where = {"real": "(fft_type = RFFT) ? operand : result"}
    constraints = (
        C(
            "C1",
            "size(fft_length) <= rank(operand)",
            breaks={"operand": "7xf32", "result": "4xcomplex<f32>", "fft_length": [1, 7]},
        ),
        C(
            "C2",
            "(fft_type = RFFT) ? is_float(operand) and "
            "element_type(result) = complex_type(element_type(operand)) : "
            "(fft_type = IRFFT) ? is_complex(operand) and "
            "element_type(result) = complex_element_type(element_type(operand)) : "
            "is_complex(operand) and element_type(result) = element_type(operand)",
            breaks={"result": "3x4xcomplex<f64>"},
        ),
        C(
            "C3",
            "1 <= size(fft_length) <= 3",
            breaks={"fft_length": []},
        ),
        C(
            "C4",
            "shape(real)[-size(fft_length):] = fft_length",
            when="fft_type in [RFFT, IRFFT]",
            prose=(
                "If among operand and result, there is a tensor real of a floating-point type, "
                "then shape(real)[-size(fft_length):] = fft_length"
            ),
            breaks={"fft_length": [6]},
        ),
        C(
            "C5",
            "(fft_type = IRFFT) ? shape(operand)[:-1] = shape(result)[:-1] and "
            "dim(operand, -1) = ((dim(result, -1) = 0) ? 0 : dim(result, -1) / 2 + 1) : "
            "shape(result) = ((fft_type = RFFT) ? replace(shape(operand), -1, "
            "((dim(operand, -1) = 0) ? 0 : dim(operand, -1) / 2 + 1)) : shape(operand))",
            breaks={"result": "3x5xcomplex<f32>"},
        ),
    )
    inferences = (
        "If fft_type = IRFFT, then shape(result) = replace(shape(operand), -1, fft_length[-1])",
    )
    example = {
        "operand": "3x7xf32",
        "fft_type": "RFFT",
        "fft_length": [7],
        "result": "3x4xcomplex<f32>",
    }
