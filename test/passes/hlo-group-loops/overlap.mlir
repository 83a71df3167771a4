// Rows that are read further than they are written are not independent: two loops along the same
// dimension go further together than each.

// RUN: hlo-opt --hlo-group-loops %s | FileCheck %s

// CHECK-NOT: hlo.rows
#w = affine_map<(r, i, c) -> (2 * r + i, c)>
#id = affine_map<(r, i, c) -> (r, i, c)>
#far = affine_map<(r, i, k, c) -> (2 * r + i + k, c)>
#out = affine_map<(r, i, k, c) -> (r, i, k, c)>
func.func @overlap(%x: memref<8x2x32xf32>, %y: memref<8x2x2x32xf32>) {
  %m = memref.alloc() : memref<17x32xf32>
  linalg.generic {indexing_maps = [#id, #w], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<8x2x32xf32>) outs(%m : memref<17x32xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [#far, #out],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%m : memref<17x32xf32>) outs(%y : memref<8x2x2x32xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  }
  return
}
