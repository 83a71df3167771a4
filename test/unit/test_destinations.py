"""Random programs of loops, branches and tensors, compared with their meaning in Python.

A tensor is a value: whatever bufferization and the memory plan do, a program
computes what it does when every operation makes a new array.
"""

from __future__ import annotations

import random

import numpy as np
import pytest
from from_linalg import compile_linalg

SIZE = 5
TENSOR = f"tensor<{SIZE}xi32>"


class Program:
    """Writes a function of tensors and the same function in Python side by side."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.count = 0

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def function(self) -> tuple[str, object]:
        """Return the text of ``@main`` with two arguments and two results, and its meaning."""
        lines, run = self.block(["%a", "%b"], depth=0, length=3)
        names, yields = self.pick(run.names, 2)
        text = "\n".join(
            [
                f"func.func @main(%a: {TENSOR}, %b: {TENSOR}) -> ({TENSOR}, {TENSOR}) {{",
                *(f"%c{i} = arith.constant {i} : index" for i in range(SIZE)),
                "%one = arith.constant 1 : i32",
                *lines,
                f"return {yields} : {TENSOR}, {TENSOR}",
                "}",
            ]
        )

        def meaning(a, b):
            values = {"%a": a, "%b": b}
            run(values)
            return [values[n] for n in names]

        return text, meaning

    def pick(self, names: list[str], count: int) -> tuple[list[str], str]:
        chosen = [self.random.choice(names[-6:]) for _ in range(count)]
        return chosen, ", ".join(chosen)

    def block(self, names: list[str], depth: int, length: int):
        names = list(names)
        lines, steps = [], []
        kinds = ["add", "insert", "reverse", "shift", "reshape", "constant", "select", "add"]
        if depth < 3:
            kinds += ["for", "for", "while", "if", "switch"]
        for _ in range(length):
            kind = self.random.choice(kinds)
            made, text, step = getattr(self, f"make_{kind}")(names, depth)
            names += made
            lines += text
            steps.append(step)

        def run(values):
            for step in steps:
                step(values)

        run.names = names
        return lines, run

    def make_add(self, names, depth):
        (x, y), _ = self.pick(names, 2)
        out, empty = self.name(), self.name()
        lines = [
            f"{empty} = tensor.empty() : {TENSOR}",
            f"{out} = linalg.add ins({x}, {y} : {TENSOR}, {TENSOR}) outs({empty} : {TENSOR})"
            f" -> {TENSOR}",
        ]
        return [out], lines, lambda v: v.update({out: v[x] + v[y]})

    def make_insert(self, names, depth):
        (x, y), _ = self.pick(names, 2)
        i, j = self.random.randrange(SIZE), self.random.randrange(SIZE)
        element, sum, out = self.name(), self.name(), self.name()
        lines = [
            f"{element} = tensor.extract {x}[%c{i}] : {TENSOR}",
            f"{sum} = arith.addi {element}, %one : i32",
            f"{out} = tensor.insert {sum} into {y}[%c{j}] : {TENSOR}",
        ]

        def step(v):
            copy = v[y].copy()
            copy[j] = v[x][i] + np.int32(1)
            v[out] = copy

        return [out], lines, step

    def make_reverse(self, names, depth):
        """A permutation of elements: not in place, unlike an elementwise operation."""
        (x,), _ = self.pick(names, 1)
        out, empty = self.name(), self.name()
        last = SIZE - 1
        lines = [
            f"{empty} = tensor.empty() : {TENSOR}",
            f"{out} = linalg.generic {{indexing_maps = [affine_map<(d0) -> ({last} - d0)>,"
            f" affine_map<(d0) -> (d0)>], iterator_types = ['parallel']}}".replace("'", '"')
            + f" ins({x} : {TENSOR}) outs({empty} : {TENSOR}) {{",
            "^bb0(%in: i32, %out: i32):",
            "linalg.yield %in : i32",
            f"}} -> {TENSOR}",
        ]
        return [out], lines, lambda v: v.update({out: v[x][::-1]})

    def make_shift(self, names, depth):
        """A slice of one tensor put into another one, maybe the same: they may overlap."""
        (x, y), _ = self.pick(names, 2)
        count = self.random.randint(1, SIZE - 1)
        source, target = (self.random.randint(0, SIZE - count) for _ in range(2))
        part, out = self.name(), self.name()
        small = f"tensor<{count}xi32>"
        lines = [
            f"{part} = tensor.extract_slice {x}[{source}] [{count}] [1] : {TENSOR} to {small}",
            f"{out} = tensor.insert_slice {part} into {y}[{target}] [{count}] [1]"
            f" : {small} into {TENSOR}",
        ]

        def step(v):
            copy = v[y].copy()
            copy[target : target + count] = v[x][source : source + count]
            v[out] = copy

        return [out], lines, step

    def make_reshape(self, names, depth):
        """There and back, with an update in between."""
        (x,), _ = self.pick(names, 1)
        wide, changed, out = self.name(), self.name(), self.name()
        i = self.random.randrange(SIZE)
        matrix = f"tensor<1x{SIZE}xi32>"
        lines = [
            f"{wide} = tensor.expand_shape {x} [[0, 1]] output_shape [1, {SIZE}]"
            f" : {TENSOR} into {matrix}",
            f"{changed} = tensor.insert %one into {wide}[%c0, %c{i}] : {matrix}",
            f"{out} = tensor.collapse_shape {changed} [[0, 1]] : {matrix} into {TENSOR}",
        ]

        def step(v):
            copy = v[x].copy()
            copy[i] = 1
            v[out] = copy

        return [out], lines, step

    def make_constant(self, names, depth):
        out = self.name()
        value = np.array([self.random.randint(-3, 3) for _ in range(SIZE)], np.int32)
        lines = [f"{out} = arith.constant dense<{value.tolist()}> : {TENSOR}"]
        return [out], lines, lambda v: v.update({out: value})

    def make_select(self, names, depth):
        (x, y, tested), _ = self.pick(names, 3)
        element, flag, out = self.name(), self.name(), self.name()
        lines = [
            f"{element} = tensor.extract {tested}[%c1] : {TENSOR}",
            f"{flag} = arith.cmpi slt, {element}, %one : i32",
            f"{out} = arith.select {flag}, {x}, {y} : {TENSOR}",
        ]
        return [out], lines, lambda v: v.update({out: v[x] if v[tested][1] < 1 else v[y]})

    def make_for(self, names, depth):
        count = self.random.randint(1, 3)
        trips = self.random.randint(0, 4)
        inits, _ = self.pick(names, count)
        carried = [self.name() for _ in inits]
        body, run = self.block(names + carried, depth + 1, self.random.randint(0, 3))
        next, yields = self.pick(run.names, count)
        out = self.name()
        results = [f"{out}#{i}" for i in range(count)]
        types = ", ".join([TENSOR] * count)
        pairs = ", ".join(f"{c} = {i}" for c, i in zip(carried, inits, strict=True))
        lines = [
            f"{out}:{count} = scf.for %i{self.count} = %c0 to %c{trips} step %c1"
            f" iter_args({pairs}) -> ({types}) {{",
            *body,
            f"scf.yield {yields} : {types}",
            "}",
        ]

        def step(v):
            state = [v[i] for i in inits]
            for _ in range(trips):
                v.update(zip(carried, state, strict=True))
                run(v)
                state = [v[n] for n in next]
            v.update(zip(results, state, strict=True))

        return results, lines, step

    def make_while(self, names, depth):
        """Counts in the first element of a carried tensor, so that the condition reads one."""
        count = self.random.randint(1, 2)
        trips = self.random.randint(0, 3)
        inits, _ = self.pick(names, count)
        before, after = [[self.name() for _ in inits] for _ in range(2)]
        body, run = self.block(names + after, depth + 1, self.random.randint(0, 3))
        next, yields = self.pick(run.names, count)
        out, n = self.name(), self.count
        results = [f"{out}#{i}" for i in range(count)]
        types = ", ".join([TENSOR] * count)
        pairs = ", ".join(f"{c} = {i}" for c, i in zip(before, inits, strict=True))
        lines = [
            f"%w{n}, {out}:{count} = scf.while (%k{n} = %c0, {pairs})"
            f" : (index, {types}) -> (index, {types}) {{",
            f"%q{n} = arith.cmpi slt, %k{n}, %c{trips} : index",
            f"scf.condition(%q{n}) %k{n}, {', '.join(before)} : index, {types}",
            "} do {",
            f"^bb0(%m{n}: index, {', '.join(f'{a}: {TENSOR}' for a in after)}):",
            *body,
            f"%p{n} = arith.addi %m{n}, %c1 : index",
            f"scf.yield %p{n}, {yields} : index, {types}",
            "}",
        ]

        def step(v):
            state = [v[i] for i in inits]
            for _ in range(trips):
                v.update(zip(after, state, strict=True))
                run(v)
                state = [v[x] for x in next]
            v.update(zip(results, state, strict=True))

        return results, lines, step

    def make_if(self, names, depth):
        return self.make_branches(names, depth, 2)

    def make_switch(self, names, depth):
        return self.make_branches(names, depth, 3)

    def make_branches(self, names, depth, ways):
        """``scf.if`` for two ways, else ``scf.index_switch``, on an element of a tensor."""
        count = self.random.randint(1, 2)
        (tested,), _ = self.pick(names, 1)
        branches = [self.block(names, depth + 1, self.random.randint(0, 2)) for _ in range(ways)]
        picks = [self.pick(run.names, count) for _, run in branches]
        out = self.name()
        n = self.count
        results = [f"{out}#{i}" for i in range(count)]
        types = ", ".join([TENSOR] * count)
        bodies = [
            [*lines, f"scf.yield {yields} : {types}", "}"]
            for (lines, _), (_, yields) in zip(branches, picks, strict=True)
        ]
        lines = [f"%e{n} = tensor.extract {tested}[%c0] : {TENSOR}"]
        if ways == 2:
            lines += [
                f"%q{n} = arith.cmpi slt, %e{n}, %one : i32",
                f"{out}:{count} = scf.if %q{n} -> ({types}) {{",
                *bodies[0],
                "else {",
                *bodies[1],
            ]
        else:
            lines += [
                f"%q{n} = arith.index_cast %e{n} : i32 to index",
                f"{out}:{count} = scf.index_switch %q{n} -> {types}",
                *(x for i, body in enumerate(bodies[:-1]) for x in (f"case {i} {{", *body)),
                "default {",
                *bodies[-1],
            ]

        def step(v):
            value = int(v[tested][0])
            if ways == 2:
                taken = int(value >= 1)
            else:
                taken = value if 0 <= value < ways - 1 else ways - 1
            branches[taken][1](v)
            v.update({r: v[n] for r, n in zip(results, picks[taken][0], strict=True)})

        return results, lines, step


PIPELINES = {
    "as written": "hlo-bufferize,hlo-plan-memory,hlo-lower-to-llvm",
    "own bytes for each buffer": "hlo-bufferize,hlo-plan-memory{share=false},hlo-lower-to-llvm",
    # Canonicalization reorders what while loops carry and removes what they do not need.
    "canonical": "canonicalize,cse,hlo-bufferize,hlo-plan-memory,hlo-lower-to-llvm",
}


@pytest.mark.parametrize("name", PIPELINES)
@pytest.mark.parametrize("start", range(0, 100, 20))
def test_random_programs(name, start):
    for seed in range(start, start + 20):
        text, meaning = Program(seed).function()
        rng = np.random.default_rng(seed)
        a, b = rng.integers(-3, 4, (2, SIZE), dtype=np.int32)
        with np.errstate(over="ignore"):
            expected = meaning(a, b)
        before = a.copy(), b.copy()
        got = compile_linalg(text, PIPELINES[name])(a, b)
        for g, e in zip(got, expected, strict=True):
            np.testing.assert_array_equal(g, e, err_msg=f"seed {seed}\n{text}")
        np.testing.assert_array_equal((a, b), before, err_msg=f"input written: seed {seed}")
