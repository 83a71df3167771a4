// A product, what is done with each element of it and the product that needs the result run by
// blocks of rows; the buffers between them move inside.

// RUN: hlo-opt --hlo-group-loops --hlo-block-rows %s | FileCheck %s
// RUN: hlo-opt --hlo-group-loops --hlo-block-rows --hlo-outline-kernels --hlo-vectorize %s | FileCheck --check-prefix=CODE %s

// CHECK-LABEL: func.func @chain
// CHECK:         memref.alloca_scope {
// CHECK-NEXT:      memref.alloc() : memref<2048x2048xf32>
// CHECK-NEXT:      memref.alloc() : memref<2048x2048xf32>
// CHECK-COUNT-3:   linalg.generic
// CHECK:         } {hlo.block_rows = {{[0-9]+}} : i64, hlo.rows = 1 : i64}

// What is needed elsewhere, too, stays outside; if that is all, there is nothing to gain.
// CHECK-LABEL: func.func @needed
// CHECK-NOT:     hlo.block_rows

// CODE-LABEL:  func.func @chain
// CODE-NOT:      memref<2048x2048xf32>
// CODE:        func.func @needed
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
func.func @chain(%a: memref<2048x8xf32>, %b: memref<8x2048xf32>, %c: memref<2048x8xf32>,
                 %d: memref<2048x8xf32>) {
  %x = memref.alloc() : memref<2048x2048xf32>
  %y = memref.alloc() : memref<2048x2048xf32>
  linalg.generic {indexing_maps = [#a, #b, #c],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<2048x8xf32>, memref<8x2048xf32>) outs(%x : memref<2048x2048xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %0 = arith.mulf %l, %r : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2048x2048xf32>) outs(%y : memref<2048x2048xf32>) {
  ^bb0(%l: f32, %out: f32):
    %0 = math.absf %l : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#a, #b, #c],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %c : memref<2048x2048xf32>, memref<2048x8xf32>) outs(%d : memref<2048x8xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %0 = arith.mulf %l, %r : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

func.func @needed(%a: memref<2048x8xf32>, %b: memref<8x2048xf32>, %c: memref<2048x8xf32>,
                  %d: memref<2048x8xf32>, %x: memref<2048x2048xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<2048x8xf32>, memref<8x2048xf32>) outs(%x : memref<2048x2048xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %0 = arith.mulf %l, %r : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#a, #b, #c],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %c : memref<2048x2048xf32>, memref<2048x8xf32>) outs(%d : memref<2048x8xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %0 = arith.mulf %l, %r : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
