// Vectors along the contiguous loop; what is left over is a vector of its own.

// RUN: hlo-opt --hlo-vectorize -split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @elementwise
// CHECK:       scf.for
// CHECK:         vector.load {{.*}} vector<[[LANES:[0-9]+]]xf32>
// CHECK:         arith.addf {{.*}} vector<[[LANES]]xf32>
// CHECK:         vector.store
// CHECK:       vector.load {{.*}} vector<{{[0-9]+}}xf32>
// CHECK-NOT:   linalg.generic
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @elementwise(%x: memref<100x77xf32>, %y: memref<100x77xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<100x77xf32>) outs(%y : memref<100x77xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Products are fused with their sum; rows of results stay in registers.

// CHECK-LABEL: func.func @product
// CHECK:       scf.for {{.*}} iter_args
// CHECK:         vector.broadcast
// CHECK:         math.fma
// CHECK-NOT:   arith.mulf
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @product(%x: memref<32x32xf32>, %y: memref<32x32xf32>, %z: memref<32x32xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : memref<32x32xf32>, memref<32x32xf32>) outs(%z : memref<32x32xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Complex elements stay as they are, for scalar loops.

// CHECK-LABEL: func.func @complex
// CHECK-SAME:  hlo.scalar
// CHECK:       linalg.generic
#v = affine_map<(d0) -> (d0)>
func.func @complex(%x: memref<8xcomplex<f32>>, %y: memref<8xf32>) {
  linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%x : memref<8xcomplex<f32>>) outs(%y : memref<8xf32>) {
  ^bb0(%a: complex<f32>, %out: f32):
    %r = complex.re %a : complex<f32>
    linalg.yield %r : f32
  }
  return
}
