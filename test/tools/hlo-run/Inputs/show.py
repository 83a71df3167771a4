"""Print the arrays of a .npy or .npz file."""

import sys

import numpy as np

loaded = np.load(sys.argv[1])
if isinstance(loaded, np.ndarray):
    print(loaded.dtype, loaded.tolist())
else:
    for name in loaded:
        print(name, loaded[name].dtype, loaded[name].tolist())
