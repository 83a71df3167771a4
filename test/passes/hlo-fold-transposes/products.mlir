// A product whose result is only transposed writes it so.

// RUN: hlo-opt --hlo-fold-transposes %s | FileCheck %s

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#at = affine_map<(m, n, k) -> (k, m)>
#c = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#t = affine_map<(m, n) -> (n, m)>
#scalar = affine_map<(m, n) -> ()>

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d1, d0)>

// CHECK-LABEL: func.func @folded
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<12x8xf32>
// CHECK:         %[[FILL:.*]] = linalg.generic {{.*}} outs(%[[EMPTY]] : tensor<12x8xf32>)
// CHECK:         %[[RESULT:.*]] = linalg.generic {indexing_maps = [#[[A]], #[[B]], #[[C]]],
// CHECK-SAME:      outs(%[[FILL]] : tensor<12x8xf32>)
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[RESULT]]
func.func @folded(%a: tensor<16x8xf32>, %b: tensor<16x12xf32>) -> tensor<12x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x12xf32>
  %f = linalg.generic {indexing_maps = [#scalar, #id], iterator_types = ["parallel", "parallel"]}
      ins(%zero : f32) outs(%e : tensor<8x12xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<8x12xf32>
  %p = linalg.generic {indexing_maps = [#at, #b, #c],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x8xf32>, tensor<16x12xf32>) outs(%f : tensor<8x12xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %0 = arith.mulf %l, %r : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x12xf32>
  %g = tensor.empty() : tensor<12x8xf32>
  %r = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x12xf32>) outs(%g : tensor<12x8xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<12x8xf32>
  return %r : tensor<12x8xf32>
}

// To pack the first operand, which has few columns of many elements, is more work.
// CHECK-LABEL: func.func @deep
// CHECK-COUNT-3: linalg.generic
// CHECK:         return
func.func @deep(%a: tensor<8x4096xf32>, %b: tensor<4096x12xf32>) -> tensor<12x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x12xf32>
  %f = linalg.generic {indexing_maps = [#scalar, #id], iterator_types = ["parallel", "parallel"]}
      ins(%zero : f32) outs(%e : tensor<8x12xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<8x12xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<8x4096xf32>, tensor<4096x12xf32>) outs(%f : tensor<8x12xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %0 = arith.mulf %l, %r : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x12xf32>
  %g = tensor.empty() : tensor<12x8xf32>
  %r = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x12xf32>) outs(%g : tensor<12x8xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<12x8xf32>
  return %r : tensor<12x8xf32>
}

// What sets the initial value of each element in a way of its own is no constant.
// CHECK-LABEL: func.func @start
// CHECK-COUNT-3: linalg.generic
// CHECK:         return
func.func @start(%a: tensor<16x8xf32>, %b: tensor<16x12xf32>) -> tensor<12x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x12xf32>
  %f = linalg.generic {indexing_maps = [#scalar, #id], iterator_types = ["parallel", "parallel"]}
      ins(%zero : f32) outs(%e : tensor<8x12xf32>) {
  ^bb0(%x: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    linalg.yield %k : f32
  } -> tensor<8x12xf32>
  %p = linalg.generic {indexing_maps = [#at, #b, #c],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x8xf32>, tensor<16x12xf32>) outs(%f : tensor<8x12xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %0 = arith.mulf %l, %r : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x12xf32>
  %g = tensor.empty() : tensor<12x8xf32>
  %r = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x12xf32>) outs(%g : tensor<12x8xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<12x8xf32>
  return %r : tensor<12x8xf32>
}

// A product that is needed as it is, too, is left alone.
// CHECK-LABEL: func.func @needed
// CHECK-COUNT-3: linalg.generic
// CHECK:         return
func.func @needed(%a: tensor<16x8xf32>, %b: tensor<16x12xf32>)
    -> (tensor<12x8xf32>, tensor<8x12xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x12xf32>
  %f = linalg.generic {indexing_maps = [#scalar, #id], iterator_types = ["parallel", "parallel"]}
      ins(%zero : f32) outs(%e : tensor<8x12xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<8x12xf32>
  %p = linalg.generic {indexing_maps = [#at, #b, #c],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x8xf32>, tensor<16x12xf32>) outs(%f : tensor<8x12xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %0 = arith.mulf %l, %r : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x12xf32>
  %g = tensor.empty() : tensor<12x8xf32>
  %r = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x12xf32>) outs(%g : tensor<12x8xf32>) {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<12x8xf32>
  return %r, %p : tensor<12x8xf32>, tensor<8x12xf32>
}
