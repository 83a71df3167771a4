"""What goes wrong in, before and because of custom calls."""

from __future__ import annotations

import numpy as np
import pytest

import hlo_opt
from hlo_opt import CustomCallError, DiagnosedError
from hlo_opt.passes.target import host

from .calling import call_text, register, run_call

on_x86 = pytest.mark.skipif(not host().has_mxcsr, reason="MXCSR is a register of x86")

# The codes of absl::Status, and what Python calls such a failure.
KINDS = {
    1: ("CANCELLED", RuntimeError),
    2: ("UNKNOWN", RuntimeError),
    3: ("INVALID_ARGUMENT", ValueError),
    4: ("DEADLINE_EXCEEDED", TimeoutError),
    5: ("NOT_FOUND", LookupError),
    6: ("ALREADY_EXISTS", FileExistsError),
    7: ("PERMISSION_DENIED", PermissionError),
    8: ("RESOURCE_EXHAUSTED", MemoryError),
    9: ("FAILED_PRECONDITION", RuntimeError),
    10: ("ABORTED", RuntimeError),
    11: ("OUT_OF_RANGE", IndexError),
    12: ("UNIMPLEMENTED", NotImplementedError),
    13: ("INTERNAL", RuntimeError),
    14: ("UNAVAILABLE", ConnectionError),
    15: ("DATA_LOSS", RuntimeError),
    16: ("UNAUTHENTICATED", RuntimeError),
}


@on_x86
@pytest.mark.parametrize("fails", [False, True])
def test_handlers_and_callers_compute_with_denormals_as_ever(fails):
    """Though compiled code takes them for zero."""
    tiny, seen = np.full(1, 1e-30, np.float32), []

    def handler(x):
        seen.append(tiny * np.float32(1e-10))
        if fails:
            raise ValueError("on purpose")
        return x

    run = hlo_opt.compile(
        call_text(register(handler), [tiny], ["tensor<1xf32>"]), flush_denormals=True
    )
    if fails:
        with pytest.raises(CustomCallError, match="on purpose"):
            run(tiny)
    else:
        run(tiny)
    assert seen[0] > 0
    assert tiny * np.float32(1e-10) > 0


@pytest.mark.parametrize("code", KINDS)
def test_every_code_is_an_exception(library, code):
    name, kind = KINDS[code]
    with pytest.raises(kind) as caught:
        run_call("fail_with", [], [], f'code = {code} : i32, message = "why"', SIDE_EFFECT)
    error = caught.value
    assert isinstance(error, CustomCallError)
    assert (error.code, error.target, error.message) == (name, "fail_with", "why")
    assert error.location.line == 3
    assert str(error) == f"<string>:3:3: error: custom call 'fail_with': {name}: why"


SIDE_EFFECT = "has_side_effect = true"


def test_an_unknown_code(library):
    with pytest.raises(CustomCallError, match="UNKNOWN: why"):
        run_call("fail_with", [], [], 'code = 99 : i32, message = "why"', SIDE_EFFECT)


def test_the_examples_of_the_document(library):
    run_call("always_success", [], [], "", SIDE_EFFECT)
    with pytest.raises(CustomCallError, match="INTERNAL: Oops!"):
        run_call("always_error", [], [], "", SIDE_EFFECT)


def test_the_executable_can_be_called_again(library):
    text = call_text("fail_if", [np.array(True)], ["tensor<i32>"])
    exe = hlo_opt.compile(text)
    first = exe(False)
    with pytest.raises(CustomCallError, match="ABORTED: asked to fail"):
        exe(True)
    assert exe(False) == first + 2


X = np.zeros((2, 3), np.float32)
AXPY = "a = 1.0 : f32"


@pytest.mark.parametrize(
    ("arguments", "results", "config", "message"),
    [
        ([X], ["tensor<2x3xf32>"], AXPY, "Wrong number of arguments: expected 2 but got 1"),
        ([X, X, X], ["tensor<2x3xf32>"], AXPY, "Wrong number of arguments: expected 2 but got 3"),
        ([X, X], ["tensor<f32>"] * 2, AXPY, "Wrong number of results: expected 1 but got 2"),
        ([X, X], ["tensor<2x3xf32>"], "", "Wrong number of attributes: expected 1 but got 0"),
        (
            [X, X],
            ["tensor<2x3xf32>"],
            "a = 1.0 : f32, b = 2 : i32",
            r"Wrong number of attributes: expected 1 but got 2 with name\(s\): a, b",
        ),
        ([X, X], ["tensor<2x3xf32>"], "b = 1.0 : f32", "Attribute name mismatch: b vs a"),
        (
            [X, X],
            ["tensor<2x3xf32>"],
            "a = 1.0 : f64",
            "Wrong scalar data type: expected F32 but got F64",
        ),
        (
            [X, X.astype(np.float64)],
            ["tensor<2x3xf32>"],
            AXPY,
            "Wrong buffer dtype: expected F32 but got F64",
        ),
        ([X, X[0]], ["tensor<2x3xf32>"], AXPY, "Wrong buffer rank: expected 2 but got 1"),
    ],
)
def test_a_signature_that_does_not_match(library, arguments, results, config, message):
    with pytest.raises(ValueError, match=message) as caught:
        run_call("axpy", arguments, results, config)
    assert caught.value.code == "INVALID_ARGUMENT"


def test_there_is_no_stream_on_the_host(library):
    with pytest.raises(CustomCallError, match="there is no stream on the host"):
        run_call("wants_stream", [], [], "", SIDE_EFFECT)


def test_a_python_exception_is_the_cause():
    def raises(x):
        raise ZeroDivisionError("by nought")

    name = register(raises)
    with pytest.raises(CustomCallError, match="UNKNOWN: ZeroDivisionError: by nought") as caught:
        run_call(name, [np.float32(1)], ["tensor<f32>"])
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert caught.value.target == name


def test_an_interrupt_is_raised_as_it_is():
    def interrupted(x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_call(register(interrupted), [np.float32(1)], ["tensor<f32>"])


def test_the_kind_of_a_python_exception_is_kept():
    def raises(x):
        raise IndexError("too far")

    with pytest.raises(IndexError, match="OUT_OF_RANGE: IndexError: too far"):
        run_call(register(raises), [np.float32(1)], ["tensor<f32>"])


def test_nothing_runs_after_a_failed_call():
    """Neither what follows in a loop, nor what follows that loop, in a function of its own."""
    seen = []

    def note(i):
        seen.append(int(i))
        if i == 3:
            raise ValueError("three")

    name = register(note)
    text = f"""
    func.func @main(%n: tensor<i32>) -> tensor<i32> {{
      %0 = call @count(%n) : (tensor<i32>) -> tensor<i32>
      stablehlo.custom_call @{name}(%n) {{backend_config = {{}}, api_version = 4 : i32,
        has_side_effect = true}} : (tensor<i32>) -> ()
      return %0 : tensor<i32>
    }}
    func.func private @count(%n: tensor<i32>) -> tensor<i32> {{
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %0 = stablehlo.while(%i = %zero) : tensor<i32>
      cond {{
        %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      }} do {{
        stablehlo.custom_call @{name}(%i) {{backend_config = {{}}, api_version = 4 : i32,
          has_side_effect = true}} : (tensor<i32>) -> ()
        %1 = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %1 : tensor<i32>
      }}
      return %0 : tensor<i32>
    }}"""
    exe = hlo_opt.compile(text)
    with pytest.raises(ValueError, match="three") as caught:
        exe(np.int32(10))
    assert seen == [0, 1, 2, 3]
    assert caught.value.location.line == 16
    seen.clear()
    assert exe(np.int32(2)) == 2
    assert seen == [0, 1, 2]


def test_calls_in_branches():
    seen = []
    name = register(lambda x: seen.append(float(x)))
    text = f"""
    func.func @main(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {{
      %0 = "stablehlo.if"(%p) ({{
        stablehlo.custom_call @{name}(%x) {{backend_config = {{}}, api_version = 4 : i32,
          has_side_effect = true}} : (tensor<f32>) -> ()
        stablehlo.return %x : tensor<f32>
      }}, {{
        %1 = stablehlo.negate %x : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }}) : (tensor<i1>) -> tensor<f32>
      return %0 : tensor<f32>
    }}"""
    exe = hlo_opt.compile(text)
    assert (exe(True, 2.0), exe(False, 3.0)) == (2, -3)
    assert seen == [2]


# --- compile time -------------------------------------------------------------------


def test_an_unknown_target_names_those_that_are_close():
    hlo_opt.register_ffi_target("test.similar_target", lambda: None)
    with pytest.raises(DiagnosedError) as caught:
        hlo_opt.compile(
            call_text("test.similar_targte", [], []).replace("api", SIDE_EFFECT + ", api")
        )
    assert str(caught.value) == (
        "<string>:3:3: error: custom call target 'test.similar_targte' is not registered "
        "(did you mean 'test.similar_target'?)"
    )


def test_a_target_of_another_platform():
    hlo_opt.register_ffi_target("test.gpu_only", lambda: None, platform="CUDA")
    text = call_text("test.gpu_only", [], ["tensor<f32>"])
    with pytest.raises(DiagnosedError, match="note: it is registered for gpu only"):
        hlo_opt.compile(text)


def test_versions_that_do_not_fit(library):
    text = call_text("axpy", [X, X], ["tensor<2x3xf32>"], AXPY)
    old = text.replace(f"backend_config = {{{AXPY}}}, api_version = 4", "api_version = 2")
    with pytest.raises(DiagnosedError, match=r"an older interface \(api_version 2\), and"):
        hlo_opt.compile(old)
    new = call_text("legacy_scale", [np.float32(1)], ["tensor<f32>"])
    with pytest.raises(DiagnosedError, match=r"for an older interface \(api_version=0\)"):
        hlo_opt.compile(new)
    none = old.replace("api_version = 2", "api_version = 0")
    with pytest.raises(DiagnosedError, match="custom call with api_version 0, which is none of"):
        hlo_opt.compile(none)


def test_attributes_that_cannot_be_passed():
    name = register(lambda **attributes: None)
    for config, message in (
        ("a = [1 : i32, 2 : i64]", "attribute 'a' is an array with elements of several types"),
        ('d = {a = ["x"]}', "attribute 'd.a' is \"x\", which cannot be an element of an array"),
        ("a = f32", "attribute 'a' is f32, which XLA FFI cannot pass"),
        ("a = 1 : i7", "attribute 'a' is 1 : i7, which XLA FFI cannot pass"),
    ):
        with pytest.raises(DiagnosedError, match=message):
            run_call(name, [], ["tensor<f32>"], config)


def test_element_types_that_the_interface_does_not_have():
    x = np.zeros(2, hlo_opt.dialect.types.ELEMENT_TYPES["f6E2M3FN"].dtype)
    name = register(lambda x: x)
    with pytest.raises(DiagnosedError, match="has elements that XLA FFI does not know"):
        run_call(name, [x], ["tensor<2xf6E2M3FN>"])


def test_calls_where_elements_are_computed():
    name = register(lambda a, b: a + b)
    text = f"""
    func.func @main(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {{
      %0 = stablehlo.reduce(%x init: %z) across dimensions = [0]
        : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
        reducer(%a: tensor<f32>, %b: tensor<f32>) {{
          %1 = stablehlo.custom_call @{name}(%a, %b) {{
            backend_config = {{}}, api_version = 4 : i32
          }} : (tensor<f32>, tensor<f32>) -> tensor<f32>
          stablehlo.return %1 : tensor<f32>
        }}
      return %0 : tensor<f32>
    }}"""
    with pytest.raises(DiagnosedError, match=r"<string>:6:16: .*a region that computes elements"):
        hlo_opt.compile(text)
