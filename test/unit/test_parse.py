"""Reading programs: text, bytecode and portable artifacts, told apart by content."""

from __future__ import annotations

import io

import pytest

from hlo_opt.dialect.diagnostics import DiagnosedError
from hlo_opt.dialect.mlir import ir, stablehlo
from hlo_opt.dialect.parse import (
    Program,
    decode_program,
    is_portable_artifact,
    parse,
    parse_operation,
    read_program,
)

TEXT = """func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def bytecode() -> bytes:
    buffer = io.BytesIO()
    parse(TEXT).operation.write_bytecode(buffer)
    return buffer.getvalue()


def artifact() -> bytes:
    version = stablehlo.get_current_version()
    return stablehlo.serialize_portable_artifact_str(str(parse(TEXT)), version)


def message(program, **options) -> str:
    with pytest.raises(DiagnosedError) as caught:
        parse(program, **options)
    return str(caught.value)


def test_every_form_gives_the_same_module(tmp_path):
    expected = str(parse(TEXT))
    assert str(parse(bytecode())) == expected
    assert str(parse(artifact())) == expected
    assert str(parse(TEXT.encode())) == expected
    path = tmp_path / "program.mlir"
    path.write_text(TEXT)
    assert str(parse(path)) == expected
    assert str(parse(str(path))) == expected
    assert str(parse(Program("name", TEXT))) == expected
    module = parse(TEXT)
    assert parse(module) is module


def test_forms_are_told_apart_by_content():
    assert isinstance(decode_program(bytecode(), "f").content, bytes)
    assert is_portable_artifact(artifact())
    assert not is_portable_artifact(bytecode())
    assert decode_program(TEXT.encode(), "f").sources == {"f": TEXT}
    assert decode_program(bytecode(), "f").sources == {}


@pytest.mark.parametrize(
    "text",
    [
        '"chlo.square"(%a) : (tensor<4xf32>) -> tensor<4xf32>',
        "chlo.erf %a : tensor<4xf32> -> tensor<4xf32>",
        'stablehlo.abs %a {mhlo.sharding = "{replicated}"} : tensor<4xf32>',
    ],
)
def test_dialects_of_exports(text):
    parse(f"func.func @f(%a: tensor<4xf32>) {{\n  %0 = {text}\n  return\n}}")


def test_attributes_of_unknown_dialects_are_kept():
    text = """
    module attributes {mhlo.num_partitions = 2 : i32} {
      sdy.mesh @mesh = <["x"=2, "y"=4]>
      func.func @f(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) { return }
    }"""
    printed = str(parse(text))
    assert "mhlo.num_partitions = 2" in printed
    assert 'sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>' in printed
    assert 'mesh = #sdy.mesh<["x"=2, "y"=4]>' in printed
    assert str(parse(printed)) == printed


def test_a_mesh_of_one_device():
    """As JAX writes it for a callback."""
    mesh = "<[], device_ids=[0]>"
    more = "{stablehlo.mesh = {axes = [], device_ids = dense<0> : tensor<1xi64>}}"
    text = f"module {{\n  sdy.mesh @maximal_mesh_0 = {mesh} {more}\n}}"
    assert f"mesh = #sdy.mesh{mesh}" in str(parse(text))


def test_unregistered_operations_are_errors_unless_allowed():
    text = 'func.func @f() {\n  "no.such"() : () -> ()\n  return\n}'
    assert message(text).startswith("<string>:2:3: error: unregistered operation 'no.such'")
    assert '"no.such"()' in str(parse(text, allow_unregistered=True))
    assert "unregistered operation 'stablehlo.nope'" in message('"stablehlo.nope"() : () -> ()')


def test_errors_name_the_file():
    program = Program("x.mlir", TEXT.replace("%0 :", "%1 :"))
    assert message(program).startswith("x.mlir:3:10: error: use of undeclared SSA value")


@pytest.mark.parametrize("make", [bytecode, artifact])
def test_damaged_files_are_errors(make):
    data = make()
    for length in range(5, len(data), 29):
        with pytest.raises(DiagnosedError):
            parse(data[:length])


def test_names_that_are_not_utf_8_are_errors():
    """The bindings abort the process when they are asked for such a name."""
    text = r'"test.\FFx"() : () -> ()'
    assert message(text).startswith("error: a name may not be UTF-8: reading it ended in signal")
    named = parse('"test.__x"() : () -> ()', allow_unregistered=True)
    stream = io.BytesIO()
    named.operation.write_bytecode(stream)
    damaged = stream.getvalue().replace(b"__x", b"\xff_x")
    assert message(damaged).startswith("error: damaged bytecode: reading it ended in signal")
    # Other strings hold any byte.
    other = 'stablehlo.custom_call @"\\FF"() : () -> ()'
    assert other in str(parse(other))


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(DiagnosedError, match=r"cannot read '.*none': No such file or directory"):
        read_program(str(tmp_path / "none"))
    with pytest.raises(DiagnosedError, match="Is a directory"):
        read_program(str(tmp_path))
    with pytest.raises(DiagnosedError, match=r"cannot read 'no_such\.mlir'"):
        parse("no_such.mlir")
    with pytest.raises(DiagnosedError, match=r"neither MLIR text \(byte 0 is not UTF-8\)"):
        parse(b"\xff\xfe")
    with pytest.raises(DiagnosedError, match="NUL character in line 2"):
        parse("module {}\n\0")
    with pytest.raises(TypeError, match="not int"):
        parse(3)


def test_one_operation_without_a_module():
    op = parse_operation(Program("f", TEXT))
    assert op.name == "func.func"
    assert parse_operation(Program("f", bytecode())).name == "builtin.module"
    with pytest.raises(DiagnosedError, match="single top-level operation"):
        parse_operation(Program("f", TEXT + TEXT.replace("main", "other")))


def test_a_context_of_ones_own():
    from hlo_opt.dialect.context import make_context

    context = make_context()
    assert parse(TEXT, context=context).context == context
    assert isinstance(parse(TEXT), ir.Module)


def test_a_device_that_never_ends_is_not_read():
    with pytest.raises(DiagnosedError, match="cannot read '/dev/zero': a device, not a file"):
        read_program("/dev/zero")
    assert read_program("/dev/null").content == ""


def test_what_crashes_the_verifier_of_the_bindings_is_diagnosed():
    text = """
      func.func @main(%a: tensor<2x4xf32>) {
        %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64,
          split_count = 2 : i64, replica_groups = dense<> : tensor<0x0xi64>}
          : (tensor<2x4xf32>) -> tensor<4x2xf32>
        return
      }
    """
    with pytest.raises(DiagnosedError, match=r"'stablehlo.all_to_all' violates \(C8\)") as caught:
        parse(text)
    assert all(d.constraint for d in caught.value.diagnostics)
    # In pretty form or not, what is valid is read as ever.
    parse(text.replace("dense<> : tensor<0x0xi64>", "dense<[[0, 1]]> : tensor<1x2xi64>"))
