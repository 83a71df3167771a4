"""Values for arguments and expected results, from files."""

from __future__ import annotations

import io

import ml_dtypes
import numpy as np
import pytest

from hlo_opt.dialect.diagnostics import DiagnosedError
from hlo_opt.dialect.types import ELEMENT_TYPES
from hlo_opt.runtime.signature import TensorSpec
from hlo_opt.runtime.values import fit, random_value, read_values, retype, to_file


def spec(element: str, *shape: int) -> TensorSpec:
    sizes = "".join(f"{s}x" for s in shape)
    return TensorSpec("%arg0", f"tensor<{sizes}{element}>", shape, ELEMENT_TYPES[element])


@pytest.fixture
def archive(tmp_path):
    def write(**arrays):
        path = tmp_path / "values.npz"
        np.savez(path, **{k: np.array(v) for k, v in arrays.items()})
        return f"@{path}"

    return write


def test_npy(tmp_path):
    path = tmp_path / "x.npy"
    np.save(path, np.arange(3))
    (array,) = read_values([f"@{path}"], "in")
    np.testing.assert_array_equal(array, [0, 1, 2])


def test_npz_by_role(archive):
    names = {f"in{i}": i for i in range(11)} | {"out0": 100, "out1": 101}
    path = archive(**names)
    assert [int(a) for a in read_values([path], "in")] == list(range(11))
    assert [int(a) for a in read_values([path], "out")] == [100, 101]


def test_npz_in_order(archive):
    path = archive(weights=1, bias=2)
    assert [int(a) for a in read_values([path], "in")] == [1, 2]
    assert [int(a) for a in read_values([path], "out")] == [1, 2]


def test_values_are_taken_one_after_the_other(archive):
    path = archive(in0=1, in1=2)
    arrays = read_values(["i32=0", path, "i32=3"], "in")
    assert [int(a) for a in arrays] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("names", "role", "missing"),
    [
        (["in0", "in2"], "in", "in1"),
        (["in1"], "in", "in0"),
        (["in0"], "out", "out0"),
        (["out0"], "in", "in0"),
    ],
)
def test_npz_with_a_gap(archive, names, role, missing):
    path = archive(**dict.fromkeys(names, 0))
    with pytest.raises(DiagnosedError, match=rf"has no array '{missing}' \(it has {names[0]}"):
        read_values([path], role)


def test_raw_bytes(tmp_path):
    path = tmp_path / "x.bin"
    path.write_bytes(np.arange(6, dtype=np.float32).tobytes())
    (array,) = read_values([f"2x3xf32=@{path}"], "in")
    np.testing.assert_array_equal(array, np.arange(6).reshape(2, 3))
    with pytest.raises(DiagnosedError, match=r"2xf32 takes 8 bytes, but '.*' has 24"):
        read_values([f"2xf32=@{path}"], "in")


def test_files_that_are_none(tmp_path):
    text = tmp_path / "x.npy"
    text.write_text("hello")
    with pytest.raises(DiagnosedError, match=r"'.*x\.npy' is neither a \.npy nor a \.npz file"):
        read_values([f"@{text}"], "in")
    with pytest.raises(DiagnosedError, match=r"cannot read '.*none\.npy': No such file"):
        read_values([f"@{tmp_path}/none.npy"], "in")
    with pytest.raises(DiagnosedError, match=r"cannot read '.*': Is a directory"):
        read_values([f"@{tmp_path}"], "in")
    cut = tmp_path / "cut.npy"
    np.save(cut, np.arange(100))
    cut.write_bytes(cut.read_bytes()[:200])
    with pytest.raises(DiagnosedError, match=r"'.*cut\.npy' cannot be read: "):
        read_values([f"@{cut}"], "in")
    zipped = tmp_path / "cut.npz"
    np.savez(zipped, a=np.arange(100))
    zipped.write_bytes(zipped.read_bytes()[:300])
    with pytest.raises(DiagnosedError, match=r"'.*cut\.npz' cannot be read: "):
        read_values([f"@{zipped}"], "in")
    objects = tmp_path / "objects.npy"
    np.save(objects, np.array([{}, None]), allow_pickle=True)
    with pytest.raises(DiagnosedError, match="it holds Python objects"):
        read_values([f"@{objects}"], "in")


def test_narrow_types_come_from_wider_ones_if_exact():
    wide = np.array([1.5, np.nan, np.inf], np.float32)
    narrow = fit(wide, spec("bf16", 3))
    assert narrow.dtype == ml_dtypes.bfloat16
    np.testing.assert_array_equal(narrow.astype(np.float32), wide)
    assert fit(np.array([-8, 7]), spec("i4", 2)).dtype == ml_dtypes.int4
    with pytest.raises(DiagnosedError, match=r"%arg0: 1.1 at \[1\] is not a value of bf16"):
        fit(np.array([1, 1.1]), spec("bf16", 2))
    with pytest.raises(DiagnosedError, match=r"%arg0: 8 at \[0\] is not a value of i4"):
        fit(np.array([8]), spec("i4", 1))


def test_other_types_are_left_to_the_caller():
    for array, element in (
        (np.zeros(1), "f32"),
        (np.zeros(1, np.int64), "i32"),
        (np.zeros(1, np.int32), "bf16"),
        (np.zeros(1, np.float32), "i4"),
    ):
        assert fit(array, spec(element, 1)) is array


def test_files_keep_narrow_types():
    """numpy saves a dtype that it does not know as bare bytes."""
    array = np.array([1.5, -2], ml_dtypes.bfloat16)
    stream = io.BytesIO()
    np.save(stream, array)
    stream.seek(0)
    loaded = np.load(stream)
    np.testing.assert_array_equal(fit(loaded, spec("bf16", 2)), array)
    np.testing.assert_array_equal(retype(loaded, spec("bf16", 2)), array)
    wide = array.astype(np.float32)
    assert retype(wide, spec("bf16", 2)) is wide


@pytest.mark.parametrize("element", ELEMENT_TYPES)
def test_random_values(element):
    one, again, other = (
        random_value(spec(element, 40), np.random.default_rng(seed)) for seed in (1, 1, 2)
    )
    row = ELEMENT_TYPES[element]
    assert one.dtype == row.dtype
    assert one.shape == (40,)
    np.testing.assert_array_equal(one, again)
    assert one.tobytes() != other.tobytes()
    if row.is_integer:
        low, high = int(one.astype(int).min()), int(one.astype(int).max())
        assert (low < 0) == (row.kind == "int")
        assert low >= -10
        assert high <= 10
    assert random_value(spec(element), np.random.default_rng(1)).shape == ()


def test_results_become_files():
    arrays = [np.array([1.5], ml_dtypes.bfloat16), np.array([-8], ml_dtypes.int4), np.ones(2)]
    loaded = np.load(io.BytesIO(to_file(arrays, "x.npz")))
    assert [(k, loaded[k].dtype) for k in loaded] == [
        ("out0", np.float32),
        ("out1", np.int8),
        ("out2", np.float64),
    ]
    assert np.load(io.BytesIO(to_file(arrays[2:], "x.npy"))).tolist() == [1, 1]
    with pytest.raises(DiagnosedError, match=r"'x\.npy' takes one result, and there are 3"):
        to_file(arrays, "x.npy")
