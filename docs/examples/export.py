"""Export the example programs from JAX: ``python export.py`` beside this file (extra ``jax``).

Each gives NAME.mlir, as ``jax.jit(...).lower(...)`` prints it, and NAME.npz with
arguments ``in0, in1, …`` and XLA's results ``out0, out1, …``.
"""

from __future__ import annotations

from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np


def attention(x, wq, wk, wv):
    """Causal attention with two heads."""
    tokens, width = x.shape
    q, k, v = ((x @ w).reshape(tokens, 2, width // 2) for w in (wq, wk, wv))
    scores = jnp.einsum("qhd,khd->hqk", q, k) / np.sqrt(width // 2)
    scores = jnp.where(jnp.tril(jnp.ones((tokens, tokens), bool)), scores, -jnp.inf)
    return jnp.einsum("hqk,khd->qhd", jax.nn.softmax(scores), v).reshape(tokens, width)


def power_iteration(matrix):
    """The largest eigenvalue of a symmetric matrix and its eigenvector, in a while loop."""

    def step(state):
        vector, _, count = state
        image = matrix @ vector
        norm = jnp.linalg.norm(image)
        return image / norm, norm, count + 1

    start = (jnp.ones(matrix.shape[0]), jnp.float32(0), 0)
    return jax.lax.while_loop(lambda state: state[2] < 100, step, start)[:2]


def quantized_scores(x, w, scale):
    """int8 product, rescaled, and its three largest columns."""
    product = jax.lax.dot(x, w, preferred_element_type=jnp.int32)
    values, index = jax.lax.top_k(product.astype(jnp.float32) * scale, 3)
    return values.astype(jnp.bfloat16), index


def arguments(rng: np.random.Generator) -> dict[str, list[np.ndarray]]:
    """Return the arguments of each example."""
    normal = lambda *shape: rng.standard_normal(shape).astype(np.float32)  # noqa: E731
    square = normal(8, 8)
    return {
        "attention": [normal(6, 8), *(normal(8, 8) for _ in range(3))],
        "power_iteration": [square @ square.T],
        "quantized_scores": [
            rng.integers(-128, 128, (4, 16)).astype(np.int8),
            rng.integers(-128, 128, (16, 10)).astype(np.int8),
            rng.uniform(0.001, 0.01, 10).astype(np.float32),
        ],
    }


def main() -> None:
    """Write every example beside this file."""
    for name, values in arguments(np.random.default_rng(0)).items():
        lowered = jax.jit(globals()[name]).lower(*values)
        results = jax.tree.leaves(lowered.compile()(*values))
        target = Path(__file__).with_name(name)
        target.with_suffix(".mlir").write_text(lowered.as_text())
        arrays = {f"in{i}": value for i, value in enumerate(values)}
        for i, result in enumerate(results):
            # numpy's own file format has no bf16: widened, exactly.
            wide = result.astype(jnp.float32) if result.dtype == jnp.bfloat16 else result
            arrays[f"out{i}"] = np.asarray(wide)
        np.savez(target.with_suffix(".npz"), **arrays)


if __name__ == "__main__":
    main()
