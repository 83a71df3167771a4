"""Writing programs, and naming the source file in locations."""

from __future__ import annotations

from hlo_opt.dialect.parse import parse
from hlo_opt.dialect.printing import PrintOptions, bytecode, name_source

TEXT = """func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %a : tensor<4xf32> loc(fused<"m">["n", callsite("c" at "x.py":1:2)])
  return %0 : tensor<4xf32>
}"""


def test_text_ends_in_one_newline():
    op = parse(TEXT).operation
    assert PrintOptions().text(op).endswith(b"}\n")
    assert PrintOptions().text(op.regions[0].blocks[0].operations[0].operation).endswith(b"}\n")


def test_bytecode_reads_back():
    module = parse(TEXT)
    assert str(parse(bytecode(module.operation))) == str(module)


def test_name_source_changes_only_the_anonymous_file():
    op = parse(TEXT).operation
    name_source(op, "dir/f.mlir")
    text = PrintOptions(debuginfo=True, local_scope=True).text(op).decode()
    assert '"-"' not in text
    assert '%arg0: tensor<4xf32> loc("dir/f.mlir":1:14)' in text
    assert 'loc(fused<"m">["n", callsite("c" at "x.py":1:2)])' in text
    assert 'return %0 : tensor<4xf32> loc("dir/f.mlir":3:3)' in text


def test_name_source_reaches_inside_locations():
    op = parse(
        'func.func @f() {\n  return loc(fused["a"("-":1:1), callsite("-":2:2 at "b"("-":3:3))])\n}'
    ).operation
    name_source(op, "f")
    text = PrintOptions(debuginfo=True, local_scope=True).text(op).decode()
    assert 'loc(fused["a"("f":1:1), callsite("f":2:2 at "b"("f":3:3))])' in text
