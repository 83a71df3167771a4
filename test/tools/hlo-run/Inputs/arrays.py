"""Write the arrays of inputs.mlir and checks.mlir, in every form, to a directory."""

import pathlib
import sys

import numpy as np

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
a = np.arange(1, 7, dtype=np.float32).reshape(2, 3)
b = np.array([10, 20, 30], np.float32)
np.save(folder / "a.npy", a)
np.save(folder / "b.npy", b)
(folder / "a.bin").write_bytes(a.tobytes())
np.savez(folder / "ordered.npz", x=a, y=b)
np.savez(folder / "named.npz", out0=a + b, in1=b, in0=a)
np.savez(folder / "wrong.npz", out0=a + b + np.array([0, 0, 1], np.float32), in1=b, in0=a)
(folder / "text.npy").write_text("not an array")
(folder / "short.npy").write_bytes((folder / "a.npy").read_bytes()[:130])
