"""Sorts of which only the first elements are used, against numpy's stable sort."""

from __future__ import annotations

import numpy as np
import pytest

import hlo_opt


@pytest.mark.parametrize("dimension", [0, 1])
@pytest.mark.parametrize("direction", ["GT", "LT"])
@pytest.mark.parametrize("first", [1, 2, 3, 7])
@pytest.mark.parametrize("more", [0, 1, 15, 16, 17, 31, 32, 100])
def test_first_of_lines(more, first, direction, dimension):
    """Few elements differ, so that most are equal to the last one found."""
    extent = 16 * first + more
    shape = (extent, 5) if dimension == 0 else (5, extent)
    x = np.random.default_rng(extent).integers(-9, 9, shape).astype(np.float32)
    x[(0, 4) if dimension == 0 else (4, 0)] = np.inf
    if direction == "GT":
        x.sort(dimension)  # each element is found
    kept = (first, 5) if dimension == 0 else (5, first)
    full, places = (f"tensor<{shape[0]}x{shape[1]}x{t}>" for t in ("f32", "i32"))
    part, where = (f"tensor<{kept[0]}x{kept[1]}x{t}>" for t in ("f32", "i32"))
    program = f"""func.func @main(%x: {full}) -> ({part}, {where}) {{
      %i = stablehlo.iota dim = {dimension} : {places}
      %0:2 = "stablehlo.sort"(%x, %i) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
        %p = stablehlo.compare {direction}, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      }}) : ({full}, {places}) -> ({full}, {places})
      %v = stablehlo.slice %0#0 [0:{kept[0]}, 0:{kept[1]}] : ({full}) -> {part}
      %w = stablehlo.slice %0#1 [0:{kept[0]}, 0:{kept[1]}] : ({places}) -> {where}
      return %v, %w : {part}, {where}
    }}"""
    order = np.argsort(-x if direction == "GT" else x, dimension, kind="stable")
    order = order.take(range(first), dimension)
    values, found = hlo_opt.compile(program)(x)
    np.testing.assert_array_equal(found, order)
    np.testing.assert_array_equal(values, np.take_along_axis(x, order, dimension))
