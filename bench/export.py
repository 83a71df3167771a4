"""Write the workloads of the benchmark, from JAX: ``python -m bench.export``.

The programs are kept beside this file, so that only who changes them needs JAX.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import jax
import jax.numpy as jnp
from jax import lax

FOLDER = Path(__file__).parent / "workloads"


@dataclass(frozen=True)
class Workload:
    """A function, its arguments (shape, or shape and dtype), and header lines of the program."""

    function: Callable
    arguments: tuple
    numpy: str = ""
    below: str = ""


WORKLOADS: dict[str, Workload] = {}


def add(name: str, function: Callable, *arguments, **header) -> None:
    """Add a workload; an argument is a shape (f32) or ``(dtype, *shape)``."""
    WORKLOADS[name] = Workload(function, arguments, **header)


def dot(a, b):
    """The product of two matrices, accumulated in f32."""
    return lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float32)


def matmuls() -> None:
    """Products of matrices: square, odd, skinny, batched, narrow types."""
    for n in (64, 256, 512, 1000, 1023, 2048):
        add(f"matmul_f32_{n}", jnp.matmul, (n, n), (n, n), numpy="matmul")
    add("matmul_f32_77", jnp.matmul, (77, 77), (77, 77), numpy="matmul")
    add("matmul_tall", jnp.matmul, (4096, 64), (64, 64), numpy="matmul")
    add("matmul_skinny_4", jnp.matmul, (4, 1024), (1024, 1024), numpy="matmul")
    add("matmul_inner", jnp.matmul, (64, 4096), (4096, 64), numpy="matmul")
    add("matmul_transposed_b", lambda a, b: a @ b.T, (512, 512), (512, 512))
    add("matmul_transposed_a", lambda a, b: a.T @ b, (512, 512), (512, 512))
    add("matvec", jnp.matmul, (2048, 2048), (2048,), numpy="matmul")
    add("vecmat", jnp.matmul, (2048,), (2048, 2048), numpy="matmul")
    add("matmul_batched", jnp.matmul, (16, 128, 64), (16, 64, 128), numpy="matmul")
    add("matmul_bf16_512", dot, ("bfloat16", 512, 512), ("bfloat16", 512, 512))
    int8 = lambda a, b: lax.dot_general(  # noqa: E731
        a, b, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32
    )
    add("matmul_int8_512", int8, ("int8", 512, 512), ("int8", 512, 512))
    bias = lambda x, w, b: jnp.maximum(x @ w + b, 0)  # noqa: E731
    add("matmul_bias_relu", bias, (256, 512), (512, 512), (512,))


def mixture(x, y):
    """Ten elementwise operations."""
    a, b = jnp.exp(x), jnp.tanh(y)
    c = jnp.log(jnp.abs(a * b + x) + 1.0)
    return lax.rsqrt(jnp.maximum(c * 0.5 - y, x) ** 2 + 1.0) * b


def elementwise() -> None:
    """Elementwise chains, in several types and sizes."""
    big = (1 << 20,)
    add("ew_add_mul", lambda x, y: (x + y) * x - y, big, big)
    add("ew_add_mul_small", lambda x, y: (x + y) * x - y, (1000,), (1000,))
    add("ew_mix", mixture, big, big)
    add("ew_exp", jnp.exp, big)
    add("ew_log", lambda x: jnp.log(jnp.abs(x) + 1), big)
    add("ew_tanh", jnp.tanh, big)
    add("ew_sin", jnp.sin, big)
    add("ew_erf", lax.erf, big)
    add("ew_logistic", jax.nn.sigmoid, big)
    add("ew_gelu", jax.nn.gelu, (1025, 77))
    add("ew_pow", lambda x, y: jnp.power(jnp.abs(x) + 0.1, y), big, big)
    add("ew_log1p_expm1", lambda x: jnp.log1p(jnp.abs(x)) * jnp.expm1(x), big)
    add("ew_int32", lambda x, y: (x * y + (x >> 3)) ^ y, ("int32", *big), ("int32", *big))
    add("ew_int8", lambda x, y: x * y + x, ("int8", *big), ("int8", *big))
    add("ew_bf16", lambda x, y: x * y + x, ("bfloat16", *big), ("bfloat16", *big))
    add("ew_f16", lambda x, y: x * y + x, ("float16", *big), ("float16", *big))
    add("ew_f64", lambda x, y: jnp.exp(x) * y, ("float64", 1 << 18), ("float64", 1 << 18))
    add("ew_bias", lambda x, b: jnp.maximum(x + b, 0), (1023, 1025), (1025,))
    add("ew_select", lambda x, y: jnp.where(x > y, x, y * 2), (1000, 1000), (1000, 1000))


def softmax(x):
    """The stable form over the last dimension."""
    e = jnp.exp(x - jnp.max(x, axis=-1, keepdims=True))
    return e / jnp.sum(e, axis=-1, keepdims=True)


def layernorm(x, g, b):
    """Normalisation of the last dimension with scale and offset."""
    centered = x - jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.mean(centered * centered, axis=-1, keepdims=True)
    return centered * lax.rsqrt(variance + 1e-5) * g + b


def rows() -> None:
    """Reductions, normalisations, scans and transposes."""
    add("softmax", softmax, (2048, 1024))
    add("softmax_odd", softmax, (1000, 77))
    add("layernorm", layernorm, (2048, 1024), (1024,), (1024,))
    add(
        "rmsnorm",
        lambda x, g: x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * g,
        (1025, 1023),
        (1023,),
    )
    add("reduce_rows", lambda x: jnp.sum(x, 1), (2048, 2048))
    add("reduce_columns", lambda x: jnp.sum(x, 0), (2048, 2048))
    add("reduce_full", jnp.sum, (1000, 1023))
    add("reduce_max_rows", lambda x: jnp.max(x, 1), (1000, 1000))
    add("reduce_argmax", lambda x: jnp.argmax(x, 1), (1000, 1000))
    add("reduce_middle", lambda x: jnp.sum(x, 1), (64, 256, 64))
    add("mean_variance", lambda x: (jnp.mean(x, 0), jnp.var(x, 0)), (4096, 77))
    add("cumsum", lambda x: jnp.cumsum(x, 1), (1000, 1000))
    add("transpose_2d", lambda x: x.T, (2048, 2048))
    add("transpose_2d_odd", lambda x: x.T, (1023, 1025))
    add("transpose_4d", lambda x: jnp.transpose(x, (0, 2, 1, 3)), (8, 128, 16, 64))
    add("transpose_nchw", lambda x: jnp.transpose(x, (0, 3, 1, 2)), (8, 56, 56, 64))


def conv(dimensions, stride=1, dilation=1, groups=1, padding="SAME"):
    """A 2-D convolution as a function of image and kernel."""

    def function(x, w):
        return lax.conv_general_dilated(
            x,
            w,
            (stride, stride),
            padding,
            rhs_dilation=(dilation, dilation),
            dimension_numbers=dimensions,
            feature_group_count=groups,
        )

    return function


def pool(kind, start):
    """A 3x3 pooling of stride 2 as a function of an image."""
    return lambda x: lax.reduce_window(x, start, kind, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")


def images() -> None:
    """Convolutions and pooling."""
    nhwc, nchw = ("NHWC", "HWIO", "NHWC"), ("NCHW", "OIHW", "NCHW")
    add("conv3x3_nhwc", conv(nhwc), (1, 56, 56, 64), (3, 3, 64, 64))
    add("conv3x3_nchw", conv(nchw), (1, 64, 56, 56), (64, 64, 3, 3))
    add("conv1x1_nhwc", conv(nhwc), (1, 56, 56, 64), (1, 1, 64, 256))
    add("conv1x1_nchw", conv(nchw), (1, 64, 56, 56), (256, 64, 1, 1))
    add("conv7x7_stride2", conv(nhwc, stride=2), (1, 224, 224, 3), (7, 7, 3, 64))
    add("conv3x3_dilated", conv(nhwc, dilation=2), (1, 28, 28, 128), (3, 3, 128, 128))
    add("conv_depthwise", conv(nhwc, groups=64), (1, 56, 56, 64), (3, 3, 1, 64))
    add("pool_max", pool(lax.max, -jnp.inf), (4, 56, 56, 64))
    add("pool_average", pool(lax.add, 0.0), (4, 56, 56, 64))


def attention(q, k, v, mask=None):
    """Scaled dot-product attention in plain form."""
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) * 0.125
    if mask is not None:
        scores = jnp.where(mask, scores, -1e9)
    return jnp.einsum("bhqk,bhkd->bhqd", softmax(scores), v)


def block(x, qkv, out, up, down, g, b):
    """A transformer block with 8 heads."""
    n, t, d = x.shape
    heads = lambda y: y.reshape(n, t, 8, d // 8).transpose(0, 2, 1, 3)  # noqa: E731
    q, k, v = (heads(y) for y in jnp.split(layernorm(x, g, b) @ qkv, 3, axis=-1))
    mixed = attention(q, k, v, jnp.tril(jnp.ones((t, t), bool)))
    x = x + mixed.transpose(0, 2, 1, 3).reshape(n, t, d) @ out
    return x + jax.nn.gelu(layernorm(x, g, b) @ up) @ down


def mlp(x, w1, b1, w2, b2, w3, b3):
    """Three layers."""
    h = jnp.maximum(x @ w1 + b1, 0)
    h = jnp.maximum(h @ w2 + b2, 0)
    return h @ w3 + b3


def lstm(xs, wx, wh, b):
    """A scan over time of an LSTM cell."""
    size = wh.shape[0]

    def step(state, x):
        h, c = state
        i, f, g, o = jnp.split((x @ wx + h @ wh) * 0.1 + b, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zero = jnp.zeros((xs.shape[1], size), xs.dtype)
    return lax.scan(step, (zero, zero), xs)[1]


def models() -> None:
    """Pieces of models, forward and backward."""
    heads = (1, 8, 512, 64)
    add("attention", attention, heads, heads, heads)
    causal = lambda q, k, v: attention(q, k, v, jnp.tril(jnp.ones((512, 512), bool)))  # noqa: E731
    add("attention_causal", causal, heads, heads, heads)
    layers = ((64, 784), (784, 512), (512,), (512, 512), (512,), (512, 10), (10,))
    add("mlp", mlp, *layers)
    add("mlp_batch1", mlp, (1, 784), *layers[1:])
    loss = lambda *a: jnp.mean(mlp(*a) ** 2)  # noqa: E731
    step = lambda x, *w: [  # noqa: E731
        p - 0.01 * g for p, g in zip(w, jax.grad(loss, range(1, 7))(x, *w), strict=True)
    ]
    add("mlp_train", step, *layers)
    weights = ((256, 768), (256, 256), (256, 1024), (1024, 256), (256,), (256,))
    add("transformer", block, (2, 128, 256), *weights)
    backward = jax.grad(lambda *a: jnp.sum(block(*a)), tuple(range(7)))
    add("transformer_grad", backward, (2, 128, 256), *weights)
    add("lstm", lstm, (32, 8, 64), (64, 512), (128, 512), (512,))


def others() -> None:
    """Data movement by index, sorting, transforms, random numbers, small programs."""
    add("gather_rows", lambda t, i: t[i], (10_000, 64), ("int32", 4096), below="1=10000")
    segments = lambda x, i: jax.ops.segment_sum(x, i, 100)  # noqa: E731
    add("segment_sum", segments, (4096, 64), ("int32", 4096), below="1=100")
    add("sort", lambda x: jnp.sort(x, axis=-1), (64, 1000))
    add("sort_long", jnp.sort, (100_000,))
    add("top_k", lambda x: lax.top_k(x, 10), (64, 1000))
    add("fft", jnp.fft.fft, ("complex64", 64, 1024))
    add("threefry", lambda: jax.random.uniform(jax.random.PRNGKey(0), (100_000,)))
    add("small_fma", lambda a, b, c: a * b + c, (8, 8), (8, 8), (8, 8))
    add("small_matmul", lambda a, b: jnp.maximum(a @ b, 0), (8, 8), (8, 8))
    add("concatenate", lambda a, b: jnp.concatenate([a, b], 1), (1000, 500), (1000, 523))
    add("pad", lambda a: jnp.pad(a, ((1, 1), (3, 3))), (1000, 1000))


def text_of(workload: Workload) -> str:
    """Return the StableHLO of a workload with its header."""
    arguments = []
    for argument in workload.arguments:
        dtype, shape = ("float32", argument)
        if argument and isinstance(argument[0], str):
            dtype, *shape = argument
        arguments.append((tuple(shape), dtype))
    jax.config.update("jax_enable_x64", any(dtype == "float64" for _, dtype in arguments))
    arguments = [jax.ShapeDtypeStruct(*argument) for argument in arguments]
    text = jax.jit(workload.function).lower(*arguments).as_text()
    for key in ("numpy", "below"):
        if value := getattr(workload, key):
            text = f"// {key}: {value}\n{text}"
    return text


def main() -> None:
    """Write one file per workload."""
    for family in (matmuls, elementwise, rows, images, models, others):
        family()
    FOLDER.mkdir(exist_ok=True)
    for name, workload in WORKLOADS.items():
        (FOLDER / f"{name}.mlir").write_text(text_of(workload))


if __name__ == "__main__":
    main()
