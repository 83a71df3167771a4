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

// Complex elements are taken apart, and put together again.

// CHECK-LABEL: func.func @complex
// CHECK-NOT:   hlo.scalar
// CHECK:       llvm.load {{.*}} vector<16xf32>
// CHECK-NEXT:  [[RE:%.+]] = vector.shuffle {{.*}} [0, 2, 4, 6, 8, 10, 12, 14]
// CHECK-NEXT:  [[IM:%.+]] = vector.shuffle {{.*}} [1, 3, 5, 7, 9, 11, 13, 15]
// CHECK:       arith.negf [[IM]] : vector<8xf32>
// CHECK:       vector.shuffle [[RE]], {{.*}} [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15]
// CHECK:       llvm.store {{.*}} vector<16xf32>
// CHECK-NOT:   linalg.generic
#v = affine_map<(d0) -> (d0)>
func.func @complex(%x: memref<8xcomplex<f32>>, %y: memref<8xcomplex<f32>>) {
  linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%x : memref<8xcomplex<f32>>) outs(%y : memref<8xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %out: complex<f32>):
    %r = complex.re %a : complex<f32>
    %i = complex.im %a : complex<f32>
    %n = arith.negf %i : f32
    %c = complex.create %r, %n : complex<f32>
    linalg.yield %c : complex<f32>
  }
  return
}

// -----

// What needs a whole complex number stays as it is, for scalar loops.

// CHECK-LABEL: func.func @whole
// CHECK-SAME:  hlo.scalar
// CHECK:       linalg.generic
#v = affine_map<(d0) -> (d0)>
func.func @whole(%x: memref<8xcomplex<f32>>, %y: memref<8xf32>) {
  linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]}
      ins(%x : memref<8xcomplex<f32>>) outs(%y : memref<8xf32>) {
  ^bb0(%a: complex<f32>, %out: f32):
    %r = complex.abs %a : complex<f32>
    linalg.yield %r : f32
  }
  return
}
