"""Nothing is left behind by calls and executables, and calls at the same time do not meet."""

from __future__ import annotations

import gc
import threading

import numpy as np
import pytest

import hlo_opt
from hlo_opt.runtime.ffi import errors, state

from .calling import call_text, register


def resident_bytes() -> int:
    with open("/proc/self/statm") as stream:
        return int(stream.read().split()[1]) * 4096


@pytest.mark.parametrize("kind", ["native", "python"])
def test_ten_thousand_failing_calls_leave_nothing(library, kind):
    def python_failure(code, message):
        raise ValueError(message)

    name = "fail_with" if kind == "native" else register(python_failure)
    text = call_text(name, [], ["tensor<1000xf32>"], f'code = 3 : i32, message = "{"x" * 1000}"')
    exe = hlo_opt.compile(text)

    def fail(times: int) -> None:
        for _ in range(times):
            try:
                exe()
            except ValueError:
                pass
        gc.collect()

    fail(1000)
    objects, memory = len(gc.get_objects()), resident_bytes()
    fail(10_000)
    assert errors.count() == 0
    assert not state.runs
    assert len(gc.get_objects()) - objects < 100
    assert resident_bytes() - memory < 4 << 20


def test_executables_leave_nothing(library):
    name = register(lambda x: x)
    text = call_text(name, [np.float32(0)], ["tensor<f32>"])
    hlo_opt.compile(text)(1.0)
    gc.collect()
    before = len(state.sites)
    hlo_opt.compile(text)(1.0)
    gc.collect()
    assert len(state.sites) == before


def test_handlers_run_from_several_threads_at_once(library):
    """One executable; each thread sees its own operands, results, errors and attributes."""
    x = np.zeros((64, 64), np.float32)
    exe = hlo_opt.compile(call_text("axpy", [x, x], ["tensor<64x64xf32>"], "a = 3.0 : f32"))
    meet = threading.Barrier(4)
    inside = []

    def slow(v):
        meet.wait(10)  # all four calls are in the handler at the same time
        inside.append(1)
        if v % 2:
            raise ValueError(str(int(v)))
        return v * 2

    python = hlo_opt.compile(call_text(register(slow), [np.int32(0)], ["tensor<i32>"]))
    wrong = []

    def work(number: int) -> None:
        mine = np.full((64, 64), number, np.float32)
        for i in range(500):
            if not (exe(mine, mine + i) == 4 * number + i).all():
                wrong.append(number)
        try:
            if python(np.int32(number)) != 2 * number or number % 2:
                wrong.append(number)
        except ValueError as exc:
            if exc.message != f"ValueError: {number}":
                wrong.append(exc)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert len(inside) == 4
