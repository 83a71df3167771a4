// gather: slices read from computed places, clamped so that all of a slice is inside.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x3x2x2xi32>, tensor<4x2xi8>, tensor<2xi8>, tensor<2x3xf32>,
    tensor<2xf32>, tensor<2x2xi64>, tensor<2xi4>, tensor<i4>, tensor<0x2xi4>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x3x2x2xi32> = [[[[1, 2], [3, 4]], [[3, 4], [5, 6]], [[13, 14], [15, 16]]], [[[9, 10], [11, 12]], [[11, 12], [13, 14]], [[17, 18], [19, 20]]]]
  %operand = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6], [7, 8]], [[9, 10], [11, 12], [13, 14], [15, 16]], [[17, 18], [19, 20], [21, 22], [23, 24]]]> : tensor<3x4x2xi32>
  %start_indices = stablehlo.constant dense<[[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 2]]]> : tensor<2x3x2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3],
      collapsed_slice_dims = [0],
      start_index_map = [1, 0],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 2>,
    indices_are_sorted = false
  } : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>

  // Starts beyond both ends are clamped, unsigned ones at the high end.
  // CHECK-NEXT{LITERAL}: result 1: tensor<4x2xi8> = [[10, 11], [13, 14], [13, 14], [11, 12]]
  // CHECK-NEXT: result 2: tensor<2xi8> = [14, 10]
  %operand_1 = stablehlo.constant dense<[10, 11, 12, 13, 14]> : tensor<5xi8>
  %signed_1 = stablehlo.constant dense<[[-7], [3], [100], [1]]> : tensor<4x1xi32>
  %unsigned_1 = stablehlo.constant dense<[[255], [0]]> : tensor<2x1xui8>
  %slices_1 = "stablehlo.gather"(%operand_1, %signed_1) {
    dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 2>
  } : (tensor<5xi8>, tensor<4x1xi32>) -> tensor<4x2xi8>
  %last_1 = "stablehlo.gather"(%operand_1, %unsigned_1) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>
  } : (tensor<5xi8>, tensor<2x1xui8>) -> tensor<2xi8>

  // An index vector dimension past the last: each index is a scalar; elsewhere: first.
  // CHECK-NEXT{LITERAL}: result 3: tensor<2x3xf32> = [[5.0, 1.0, 5.0], [6.0, 2.0, 6.0]]
  // CHECK-NEXT: result 4: tensor<2xf32> = [6.0, 1.0]
  %operand_2 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %rows_2 = stablehlo.constant dense<[2, 0, 2]> : tensor<3xi64>
  %places_2 = stablehlo.constant dense<[[2, 0], [1, 0]]> : tensor<2x2xi64>
  %taken_2 = "stablehlo.gather"(%operand_2, %rows_2) {
    dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>
  } : (tensor<3x2xf32>, tensor<3xi64>) -> tensor<2x3xf32>
  %picked_2 = "stablehlo.gather"(%operand_2, %places_2) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0>,
    slice_sizes = array<i64: 1, 1>
  } : (tensor<3x2xf32>, tensor<2x2xi64>) -> tensor<2xf32>

  // Batching dimensions walk along in operand and indices.
  // CHECK-NEXT{LITERAL}: result 5: tensor<2x2xi64> = [[3, 4], [2, 6]]
  %operand_3 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %indices_3 = stablehlo.constant dense<[[[2], [0]], [[1], [9]]]> : tensor<2x2x1xi64>
  %result_3 = "stablehlo.gather"(%operand_3, %indices_3) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [1],
      operand_batching_dims = [0],
      start_indices_batching_dims = [1],
      start_index_map = [1],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>
  } : (tensor<2x3xi64>, tensor<2x2x1xi64>) -> tensor<2x2xi64>

  // No index at all; one slice; no slices; elements of four bits.
  // CHECK-NEXT: result 6: tensor<2xi4> = [-8, 7]
  // CHECK-NEXT: result 7: tensor<i4> = 7
  // CHECK-NEXT: result 8: tensor<0x2xi4> = []
  %operand_4 = stablehlo.constant dense<[-8, 7, 3]> : tensor<3xi4>
  %nothing_4 = stablehlo.constant dense<> : tensor<0xi32>
  %one_4 = stablehlo.constant dense<[1]> : tensor<1xi32>
  %none_4 = stablehlo.constant dense<> : tensor<0x1xi32>
  %whole_4 = "stablehlo.gather"(%operand_4, %nothing_4) {
    dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [], index_vector_dim = 0>,
    slice_sizes = array<i64: 2>
  } : (tensor<3xi4>, tensor<0xi32>) -> tensor<2xi4>
  %scalar_4 = "stablehlo.gather"(%operand_4, %one_4) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1>
  } : (tensor<3xi4>, tensor<1xi32>) -> tensor<i4>
  %empty_4 = "stablehlo.gather"(%operand_4, %none_4) {
    dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 2>
  } : (tensor<3xi4>, tensor<0x1xi32>) -> tensor<0x2xi4>

  return %result, %slices_1, %last_1, %taken_2, %picked_2, %result_3, %whole_4, %scalar_4,
      %empty_4
      : tensor<2x3x2x2xi32>, tensor<4x2xi8>, tensor<2xi8>, tensor<2x3xf32>, tensor<2xf32>,
        tensor<2x2xi64>, tensor<2xi4>, tensor<i4>, tensor<0x2xi4>
}
