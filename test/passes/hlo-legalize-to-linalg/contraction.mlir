// Contractions: named operations where there are some, generic ones elsewhere.

// RUN: hlo-opt --hlo-legalize-to-linalg -split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @named
// CHECK:       %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:       %[[FILLED:.*]] = linalg.fill ins(%[[ZERO]] : f32) {{.*}} -> tensor<4x16xf32>
// CHECK:       linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<8x16xf32>) outs(%[[FILLED]] : tensor<4x16xf32>)
// CHECK:       linalg.matvec
// CHECK:       linalg.vecmat
func.func @named(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %v: tensor<8xf32>)
    -> (tensor<4x16xf32>, tensor<4xf32>, tensor<16xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0]
      : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  %2 = stablehlo.dot_general %v, %b, contracting_dims = [0] x [0]
      : (tensor<8xf32>, tensor<8x16xf32>) -> tensor<16xf32>
  return %0, %1, %2 : tensor<4x16xf32>, tensor<4xf32>, tensor<16xf32>
}

// -----

// CHECK-LABEL: func.func @batched
// CHECK:       linalg.batch_matmul
// CHECK:       linalg.batch_matvec
func.func @batched(%a: tensor<2x4x8xi32>, %b: tensor<2x8x16xi32>, %v: tensor<2x8xi32>)
    -> (tensor<2x4x16xi32>, tensor<2x4xi32>) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<2x4x8xi32>, tensor<2x8x16xi32>) -> tensor<2x4x16xi32>
  %1 = stablehlo.dot_general %a, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<2x4x8xi32>, tensor<2x8xi32>) -> tensor<2x4xi32>
  return %0, %1 : tensor<2x4x16xi32>, tensor<2x4xi32>
}

// -----

// A transposed operand is read in place.
// CHECK-DAG: #[[$LHS:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$RHS:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @transposed
// CHECK-NOT:   linalg.transpose
// CHECK:       linalg.generic {indexing_maps = [#[[$LHS]], #[[$RHS]], #[[$OUT]]], iterator_types = ["parallel", "parallel", "reduction"]}
func.func @transposed(%a: tensor<4x8xf32>, %b: tensor<16x8xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1]
      : (tensor<4x8xf32>, tensor<16x8xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// bf16: the sum is f32, and rounded after it.
// CHECK-LABEL: func.func @narrow
// CHECK:       linalg.fill {{.*}} -> tensor<4x4xf32>
// CHECK:       %[[SUM:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x8xi16>, tensor<8x4xi16>) outs(%{{.*}} : tensor<4x4xf32>)
// CHECK:       linalg.generic {{.*}} ins(%[[SUM]] : tensor<4x4xf32>) outs(%{{.*}} : tensor<4x4xi16>)
func.func @narrow(%a: tensor<4x8xbf16>, %b: tensor<8x4xbf16>) -> tensor<4x4xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<4x8xbf16>, tensor<8x4xbf16>) -> tensor<4x4xbf16>
  return %0 : tensor<4x4xbf16>
}

// -----

// Strides and the kernel's dilation are in the map.  Along the dilated dimension, even results meet
// one tap of the kernel and odd results the other: zeros between elements are not multiplied.
// CHECK-DAG: #[[$IMAGE:.*]] = affine_map<({{.*}}) -> (d0, d1, d2, d6, d4 * 2 + d7 * 3, d5 + d8)>
// CHECK-LABEL: func.func @convolution
// CHECK:       tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 1, 0] [1, 2, 6, 6] [1, 1, 1, 1] : tensor<1x2x6x6xf32> into tensor<1x2x8x6xf32>
// CHECK:       linalg.generic {indexing_maps = [#[[$IMAGE]],{{.*}} ins({{.*}}tensor<1x1x1x2x8x5xf32>, tensor<1x1x4x2x2x1xf32>)
// CHECK:       tensor.insert_slice {{.*}}[0, 0, 0, 0, 0, 0] [1, 1, 1, 4, 3, 5] [1, 1, 1, 1, 1, 2]
// CHECK:       linalg.generic {indexing_maps = [#[[$IMAGE]],{{.*}} ins({{.*}}tensor<1x1x1x2x8x5xf32>, tensor<1x1x4x2x2x1xf32>)
// CHECK:       tensor.insert_slice {{.*}}[0, 0, 0, 0, 0, 1] [1, 1, 1, 4, 3, 5] [1, 1, 1, 1, 1, 2]
func.func @convolution(%image: tensor<1x2x6x6xf32>, %kernel: tensor<4x2x2x2xf32>) -> tensor<1x4x3x10xf32> {
  %0 = stablehlo.convolution(%image, %kernel)
      dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
      window = {stride = [2, 1], pad = [[1, 1], [0, 0]], lhs_dilate = [1, 2], rhs_dilate = [3, 1]}
      {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
      : (tensor<1x2x6x6xf32>, tensor<4x2x2x2xf32>) -> tensor<1x4x3x10xf32>
  return %0 : tensor<1x4x3x10xf32>
}

// -----

// Where elements are used often, features are the last dimension, and narrow floats are widened once.
// CHECK-LABEL: func.func @features_last
// CHECK:       linalg.transpose {{.*}} permutation = [0, 2, 3, 1]
// CHECK:       linalg.transpose {{.*}} permutation = [2, 3, 1, 0]
// CHECK:       %[[SUM:.*]] = linalg.generic {{.*}} ins({{.*}}tensor<1x1x8x8x1x16xf32>, tensor<3x3x16x1x1x32xf32>)
// CHECK:       %[[RESULT:.*]] = tensor.collapse_shape %[[SUM]]
// CHECK:       linalg.transpose ins(%[[RESULT]] : {{.*}}) {{.*}} permutation = [0, 3, 1, 2]
func.func @features_last(%image: tensor<1x16x8x8xbf16>, %kernel: tensor<32x16x3x3xbf16>) -> tensor<1x32x6x6xbf16> {
  %0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
      window = {} {feature_group_count = 1 : i64, batch_group_count = 1 : i64}
      : (tensor<1x16x8x8xbf16>, tensor<32x16x3x3xbf16>) -> tensor<1x32x6x6xbf16>
  return %0 : tensor<1x32x6x6xbf16>
}
