"""Vector code for loop nests on buffers: the parts of ``hlo-vectorize``.

`nest` reads a linalg operation as loops with linear accesses, `strategy`
decides on tiles and vectors, `tile` emits the loops, `lanes` the body.  Large matrix
products go another way: `packed` decides, `packing` copies the operands, `packed_loops`
has the loops, `microkernel` what is inside them, in the terms of `arithmetic`.
"""
