// Operations that move elements: tensor operations, and linalg where an order changes.

// RUN: hlo-opt --hlo-legalize-to-linalg -split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @shapes
// CHECK:       linalg.transpose ins(%{{.*}} : tensor<2x3xf32>) outs(%{{.*}} : tensor<3x2xf32>) permutation = [1, 0]
// CHECK:       tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<2x3xf32> into tensor<6xf32>
// CHECK:       tensor.expand_shape %{{.*}} {{\[\[}}0, 1]{{.*}} : tensor<2x3xf32> into tensor<1x2x3xf32>
// CHECK:       tensor.extract_slice %{{.*}}[0, 1] [1, 2] [2, 1] : tensor<2x3xf32> to tensor<1x2xf32>
func.func @shapes(%a: tensor<2x3xf32>)
    -> (tensor<3x2xf32>, tensor<6xf32>, tensor<1x2x3xf32>, tensor<1x2xf32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<6xf32>
  %2 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<1x2x3xf32>
  %3 = stablehlo.slice %a [0:2:2, 1:3] : (tensor<2x3xf32>) -> tensor<1x2xf32>
  return %0, %1, %2, %3 : tensor<3x2xf32>, tensor<6xf32>, tensor<1x2x3xf32>, tensor<1x2xf32>
}

// -----

// Shapes that no grouping of dimensions connects go through one dimension.
// CHECK-LABEL: func.func @regroup
// CHECK:       tensor.collapse_shape %{{.*}} : tensor<2x3xf32> into tensor<6xf32>
// CHECK-NEXT:  tensor.expand_shape %{{.*}} : tensor<6xf32> into tensor<3x2xf32>
func.func @regroup(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// A broadcast reads its operand through a projection; extents of 1 are dropped first.
// CHECK-DAG: #[[$COL:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @broadcast
// CHECK:       %[[V:.*]] = tensor.collapse_shape %{{.*}} : tensor<4x1xf32> into tensor<4xf32>
// CHECK:       linalg.generic {indexing_maps = [#[[$COL]], #{{.*}}], {{.*}} ins(%[[V]] : tensor<4xf32>) outs(%{{.*}} : tensor<4x8xf32>)
func.func @broadcast(%a: tensor<4x1xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// Negative edges slice first; interior padding is a stride of the insertion.
// CHECK-LABEL: func.func @pad
// CHECK:       %[[FILLED:.*]] = linalg.fill
// CHECK:       %[[CUT:.*]] = tensor.extract_slice %{{.*}}[2] [5] [1] : tensor<8xf32> to tensor<5xf32>
// CHECK-NEXT:  tensor.insert_slice %[[CUT]] into %[[FILLED]][1] [5] [2] : tensor<5xf32> into tensor<10xf32>
func.func @pad(%a: tensor<8xf32>, %v: tensor<f32>) -> tensor<10xf32> {
  %0 = stablehlo.pad %a, %v, low = [-3], high = [-2], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @concatenate
// CHECK:       %[[E:.*]] = tensor.empty() : tensor<5x2xf32>
// CHECK-NEXT:  %[[ONE:.*]] = tensor.insert_slice %{{.*}} into %[[E]][0, 0] [2, 2] [1, 1]
// CHECK-NEXT:  tensor.insert_slice %{{.*}} into %[[ONE]][2, 0] [3, 2] [1, 1]
func.func @concatenate(%a: tensor<2x2xf32>, %b: tensor<3x2xf32>) -> tensor<5x2xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x2xf32>, tensor<3x2xf32>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}

// -----

// CHECK-DAG: #[[$BACK:.*]] = affine_map<(d0, d1) -> (d0, -d1 + 3)>
// CHECK-LABEL: func.func @reverse
// CHECK:       linalg.generic {indexing_maps = [#[[$BACK]],
func.func @reverse(%a: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.reverse %a, dims = [1] : tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// A start is clamped, as a signed number, before it is used.
// CHECK-LABEL: func.func @dynamic_slice
// CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG:   %[[LIMIT:.*]] = arith.constant 5 : index
// CHECK:       %[[I:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK-NEXT:  %[[LOW:.*]] = arith.maxsi %[[I]], %[[ZERO]]
// CHECK-NEXT:  %[[AT:.*]] = arith.minsi %[[LOW]], %[[LIMIT]]
// CHECK-NEXT:  tensor.extract_slice %{{.*}}[%[[AT]]] [3] [1] : tensor<8xf32> to tensor<3xf32>
func.func @dynamic_slice(%a: tensor<8xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [3] : (tensor<8xf32>, tensor<i32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic_update_slice
// CHECK:       %[[AT:.*]] = arith.minsi
// CHECK-NEXT:  tensor.insert_slice %{{.*}} into %{{.*}}[%[[AT]]] [3] [1] : tensor<3xf32> into tensor<8xf32>
func.func @dynamic_update_slice(%a: tensor<8xf32>, %u: tensor<3xf32>, %i: tensor<ui8>) -> tensor<8xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<8xf32>, tensor<3xf32>, tensor<ui8>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A gather computes a place for each result element, and reads there.
// CHECK-LABEL: func.func @gather
// CHECK:       linalg.generic
// CHECK:         tensor.extract %{{.*}} : tensor<3x1xi32>
// CHECK:         arith.maxsi
// CHECK:         arith.minsi
// CHECK:         tensor.extract %{{.*}} : tensor<8x4xf32>
func.func @gather(%a: tensor<8x4xf32>, %i: tensor<3x1xi32>) -> tensor<3x4xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 4>
  }> : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
