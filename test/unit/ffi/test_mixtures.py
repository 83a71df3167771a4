"""Random programs that mix custom calls with other operations, loops and branches, in numpy too."""

from __future__ import annotations

import random

import numpy as np
import pytest

import hlo_opt

N = 6
T = f"tensor<{N}x{N}xi32>"
COLUMNS = "dense<[0, 1]> : tensor<2xindex>"
ROWS = "dense<[1, 0]> : tensor<2xindex>"


@pytest.fixture(scope="module", autouse=True)
def handlers():
    """Register handlers that look at their operands as late, and write as early, as they can."""

    def subtract(x, y, out):
        out[...] = -y
        out += x

    def swap(x, y, first, second):
        a, b = x.copy(), y.copy()
        first[...], second[...] = b, a

    def increment(x, out):
        out[...] = x + 1

    hlo_opt.register_ffi_target("mix.subtract", subtract)
    hlo_opt.register_ffi_target("mix.swap", swap)
    hlo_opt.register_ffi_target("mix.increment", increment)


class Program:
    """A program in the making: its text, and what each value is."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.count = 0
        generator = np.random.default_rng(seed)
        self.arguments = [generator.integers(-9, 9, (N, N)).astype(np.int32) for _ in range(2)]
        self.values = {"%a": self.arguments[0], "%b": self.arguments[1]}

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def pick(self) -> str:
        return self.random.choice(list(self.values)[-4:])

    def layouts(self, operands: int, results: int) -> str:
        if self.random.random() < 0.4:
            return ""
        chosen = [self.random.choice((COLUMNS, ROWS)) for _ in range(operands + results)]
        first, second = (", ".join(part) for part in (chosen[:operands], chosen[operands:]))
        return f", operand_layouts = [{first}], result_layouts = [{second}]"

    def call(self, target: str, operands: list[str], results: int, alias: bool = False) -> str:
        name = self.name()
        more = self.layouts(len(operands), results)
        if alias and self.random.random() < 0.7:
            layout = self.random.choice((COLUMNS, ROWS))
            more = (
                f", operand_layouts = [{layout}], result_layouts = [{layout}], "
                "output_operand_aliases = [#stablehlo.output_operand_alias<"
                "output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]"
            )
        self.lines.append(
            f"{name}:{results} = stablehlo.custom_call @{target}({', '.join(operands)}) "
            f"{{backend_config = {{}}, api_version = 4 : i32{more}}} : "
            f"({', '.join([T] * len(operands))}) -> ({', '.join([T] * results)})"
        )
        return name

    def step(self) -> None:
        """Add an operation."""
        kind = self.random.choice(
            ("add", "transpose", "subtract", "swap", "increment", "loop", "if")
        )
        x, y = self.pick(), self.pick()
        a, b = self.values[x], self.values[y]
        if kind == "add":
            name = self.name()
            self.lines.append(f"{name} = stablehlo.add {x}, {y} : {T}")
            self.values[name] = a + b
        elif kind == "transpose":
            name = self.name()
            self.lines.append(f"{name} = stablehlo.transpose {x}, dims = [1, 0] : ({T}) -> {T}")
            self.values[name] = a.T.copy()
        elif kind == "subtract":
            self.values[f"{self.call('mix.subtract', [x, y], 1)}#0"] = a - b
        elif kind == "swap":
            name = self.call("mix.swap", [x, y], 2)
            self.values[f"{name}#0"], self.values[f"{name}#1"] = b, a
        elif kind == "increment":
            self.values[f"{self.call('mix.increment', [x], 1, alias=True)}#0"] = a + 1
        elif kind == "loop":
            self.loop(x, y, a, b)
        else:
            self.branch(x, y, a, b)

    def loop(self, x: str, y: str, a, b) -> None:
        """Three times: (p, q) becomes (q - p, p + 1)."""
        name, p, q, i = self.name(), self.name(), self.name(), self.name()
        self.lines.append(
            f"{name}:3 = stablehlo.while({i} = %zero, {p} = {x}, {q} = {y}) : "
            f"tensor<i32>, {T}, {T} cond {{\n%c = stablehlo.compare LT, {i}, %three : "
            "(tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %c : tensor<i1>\n} do {"
        )
        difference = self.call("mix.subtract", [q, p], 1)
        more = self.call("mix.increment", [p], 1, alias=True)
        self.lines.append(
            f"%n = stablehlo.add {i}, %one : tensor<i32>\n"
            f"stablehlo.return %n, {difference}#0, {more}#0 : tensor<i32>, {T}, {T}\n}}"
        )
        for _ in range(3):
            a, b = b - a, a + 1
        self.values[f"{name}#1"], self.values[f"{name}#2"] = a, b

    def branch(self, x: str, y: str, a, b) -> None:
        """If the first element of a is positive: x + 1, else y - x."""
        name, s, r, c = (self.name() for _ in range(4))
        self.lines.append(
            f"{s} = stablehlo.slice {x} [0:1, 0:1] : ({T}) -> tensor<1x1xi32>\n"
            f"{r} = stablehlo.reshape {s} : (tensor<1x1xi32>) -> tensor<i32>\n"
            f"{c} = stablehlo.compare GT, {r}, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            f'{name} = "stablehlo.if"({c}) ({{'
        )
        more = self.call("mix.increment", [x], 1, alias=True)
        self.lines.append(f"stablehlo.return {more}#0 : {T}\n}}, {{")
        difference = self.call("mix.subtract", [y, x], 1)
        self.lines.append(f"stablehlo.return {difference}#0 : {T}\n}}) : (tensor<i1>) -> {T}")
        self.values[name] = a + 1 if a[0, 0] > 0 else b - a

    def text(self, returned: list[str]) -> str:
        body = "\n".join(self.lines)
        types = ", ".join([T] * len(returned))
        constants = "".join(
            f"%{name} = stablehlo.constant dense<{value}> : tensor<i32>\n"
            for name, value in (("zero", 0), ("one", 1), ("three", 3))
        )
        return (
            f"func.func @main(%a: {T}, %b: {T}) -> ({types}) {{\n{constants}{body}\n"
            f"return {', '.join(returned)} : {types}\n}}"
        )


@pytest.mark.parametrize("seed", range(60))
def test_random_programs(seed):
    program = Program(seed)
    for _ in range(program.random.randint(3, 12)):
        program.step()
    returned = [program.pick() for _ in range(3)]
    got = hlo_opt.compile(program.text(returned))(*program.arguments)
    for name, array in zip(returned, got, strict=True):
        np.testing.assert_array_equal(array, program.values[name], program.text(returned))
