"""IREE's llvm-cpu backend for this machine, on arrays that are on the device already."""

from __future__ import annotations

import time
from pathlib import Path

import iree.compiler
import iree.runtime
import numpy as np

FLAGS = ["--iree-llvmcpu-target-cpu=host"]
_config = None


def start(threads: int) -> None:
    """Create the device: in the calling thread, or with a pool of threads."""
    global _config
    if threads > 1:
        iree.runtime.flags.parse_flags(f"--task_topology_group_count={threads}")
    _config = iree.runtime.Config("local-sync" if threads == 1 else "local-task")


def prepare(path: Path, inputs, threads: int):
    """Compile; see `bench.engines`."""
    begin = time.perf_counter()
    code = iree.compiler.compile_str(
        path.read_text(), target_backends=["llvm-cpu"], input_type="stablehlo", extra_args=FLAGS
    )
    seconds = time.perf_counter() - begin
    module = iree.runtime.VmModule.copy_buffer(_config.vm_instance, code)
    context = iree.runtime.SystemContext(config=_config)
    context.add_vm_module(module)
    function = context.modules[module.name]["main"]
    arguments = [_on_device(x) for x in inputs]

    def run():
        results = function(*arguments)
        return results if isinstance(results, (list, tuple)) else (results,)

    return run, seconds


def _on_device(array: np.ndarray):
    if array.dtype.name != "bfloat16":
        return iree.runtime.asdevicearray(_config.device, array)
    types = iree.runtime.MemoryType, iree.runtime.BufferUsage
    view = _config.device.allocator.allocate_buffer_copy(
        memory_type=types[0].DEVICE_LOCAL | types[0].HOST_VISIBLE,
        allowed_usage=types[1].DEFAULT | types[1].MAPPING,
        device=_config.device,
        buffer=array.view(np.uint16),
        element_type=iree.runtime.HalElementType.BFLOAT_16,
    )
    return iree.runtime.DeviceArray(_config.device, view)
