"""Portable artifacts: versions, round trips, and what they cannot hold."""

from __future__ import annotations

import pytest

from hlo_opt.dialect.diagnostics import DiagnosedError
from hlo_opt.dialect.mlir import stablehlo
from hlo_opt.dialect.parse import is_portable_artifact, parse
from hlo_opt.runtime.portable import resolve_version, serialize

ADD = """func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""


def test_versions():
    assert resolve_version("1.0.0") == "1.0.0"
    assert resolve_version("current") == stablehlo.get_current_version()
    assert resolve_version("minimum") == stablehlo.get_minimum_version()
    for text in ("", "1", "1.0", "v1.0.0", "latest", "1.0.0.0", "1.0.-1"):
        with pytest.raises(DiagnosedError, match=r"expected a version such as '1\.0\.0'"):
            resolve_version(text)
    for text in ("0.0.1", "99.0.0", "999999999.0.0"):
        with pytest.raises(DiagnosedError, match=rf"StableHLO {text} is not supported \("):
            resolve_version(text)


@pytest.mark.parametrize("version", ["current", "minimum", "1.0.0"])
def test_round_trip(version):
    module = parse(ADD)
    artifact = serialize(module, version)
    assert is_portable_artifact(artifact)
    assert str(parse(artifact)) == str(module)


def test_operations_of_other_dialects():
    module = parse(
        "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
        "  %0 = chlo.erf %a : tensor<2xf32> -> tensor<2xf32>\n"
        "  return %0 : tensor<2xf32>\n}"
    )
    before = str(module)
    with pytest.raises(DiagnosedError, match=r"'chlo\.erf' cannot be in a") as e:
        serialize(module, "current")
    assert e.value.diagnostics[0].location.line == 2
    assert str(module) == before
    artifact = serialize(module, "current", allow_other_dialects=True)
    assert str(parse(artifact)) == before


def test_attributes_of_other_dialects():
    """What JAX programs carry, at the places where they carry it."""
    for attribute, place in (
        ("sdy.sharding", '#sdy.sharding<@mesh, [{"x"}]>'),
        ("x.nested", "{y = [#sdy.none]}"),
    ):
        for program in (
            ADD.replace("%a: tensor<2xf32>", f"%a: tensor<2xf32> {{{attribute} = {place}}}"),
            ADD.replace("%a, %a", f"%a, %a {{{attribute} = {place}}}"),
        ):
            with pytest.raises(DiagnosedError, match="of dialect 'sdy' cannot be in a"):
                serialize(parse(program), "current")
            artifact = serialize(parse(program), "current", allow_other_dialects=True)
            assert str(parse(artifact)) == str(parse(program))


def test_attributes_that_are_allowed():
    program = ADD.replace("%a, %a", '%a, %a {mhlo.frontend_attributes = {a = "#sdy.none"}}')
    program += """
      func.func @complex() -> tensor<complex<f32>> {
        %0 = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
        return %0 : tensor<complex<f32>>
      }"""
    assert str(parse(serialize(parse(program), "1.0.0"))) == str(parse(program))


def test_what_an_old_version_lacks():
    """f8E3M4 came with StableHLO 1.7; a failure leaves the module as it was."""
    module = parse(
        "func.func @main(%a: tensor<2xf8E3M4>) -> tensor<2xf8E3M4> {\n"
        "  return %a : tensor<2xf8E3M4>\n}"
    )
    before = str(module)
    for _ in range(2):
        with pytest.raises(DiagnosedError, match=r"StableHLO 1\.0\.0 does not have what"):
            serialize(module, "1.0.0")
    assert str(module) == before
    assert str(parse(serialize(module, "current"))) == before
