// A reduction over rows, its initial value and what uses its result run row by row; a buffer that
// only they use becomes one row of it when they are vectorized.

// RUN: hlo-opt --hlo-group-loops %s | FileCheck %s
// RUN: hlo-opt --hlo-group-loops --hlo-outline-kernels --hlo-vectorize %s | FileCheck --check-prefix=ROW %s

// CHECK:      memref.alloca_scope {
// CHECK-NEXT:   memref.alloc() : memref<64xf32>
// CHECK-COUNT-3: linalg.generic
// CHECK:      } {hlo.rows = 1 : i64}
// CHECK-NOT:  linalg.generic

// ROW:      func.func @rows
// ROW:        %[[BUFFER:.*]] = memref.alloc() : memref<1xf32>
// ROW:        call @kernel_0(%arg0, %arg1, %[[BUFFER]])
// ROW:      scf.for %{{.*}} = %c0 to %c64 step %c1
#all = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#scalar = affine_map<(d0) -> ()>
#id = affine_map<(d0) -> (d0)>
func.func @rows(%x: memref<64x128xf32>, %y: memref<64x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<64xf32>
  linalg.generic {indexing_maps = [#scalar, #id], iterator_types = ["parallel"]}
      ins(%zero : f32) outs(%sum : memref<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x128xf32>) outs(%sum : memref<64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %out, %a : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : memref<64x128xf32>, memref<64xf32>) outs(%y : memref<64x128xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  }
  return
}
