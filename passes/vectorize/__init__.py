"""Vector code for loop nests on buffers: the parts of ``hlo-vectorize``.

`nest` reads a linalg operation as loops with linear accesses, `strategy`
decides on tiles and vectors, `tile` emits the loops, `lanes` the body.
"""
