// scatter: updates combined into computed places; what lies outside is skipped.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<3x4x2xi64>, tensor<4xi32>, tensor<2xi16>, tensor<2xi16>,
    tensor<3xf32>, tensor<3xf32>, tensor<2x3xi64>, tensor<2xui8>, tensor<2xbf16>, tensor<2xi4>,
    tensor<i32>) {
  // The specification's example; its last window is outside.
  // CHECK{LITERAL}: result 0: tensor<3x4x2xi64> = [[[1, 2], [5, 6], [7, 8], [7, 8]], [[10, 11], [12, 13], [14, 15], [16, 17]], [[18, 19], [20, 21], [21, 22], [23, 24]]]
  %input = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6], [7, 8]], [[9, 10], [11, 12], [13, 14], [15, 16]], [[17, 18], [19, 20], [21, 22], [23, 24]]]> : tensor<3x4x2xi64>
  %scatter_indices = stablehlo.constant dense<[[[0, 2], [1, 0], [2, 1]], [[0, 1], [1, 0], [0, 9]]]> : tensor<2x3x2xi64>
  %update = stablehlo.constant dense<1> : tensor<2x3x2x2xi64>
  %result = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%arg0: tensor<i64>, %arg1: tensor<i64>):
    %sum = "stablehlo.add"(%arg0, %arg1) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "stablehlo.return"(%sum) : (tensor<i64>) -> ()
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [2, 3],
      inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [1, 0],
      index_vector_dim = 2>,
    indices_are_sorted = false,
    unique_indices = false
  } : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>

  // Each element on its own is inside or not: of windows at both ends, the parts inside count.
  // CHECK-NEXT: result 1: tensor<4xi32> = [2, 0, 5, 9]
  %input_1 = stablehlo.constant dense<[0, 0, 0, 0]> : tensor<4xi32>
  %indices_1 = stablehlo.constant dense<[[-1], [3], [2], [-9], [4]]> : tensor<5x1xi32>
  %updates_1 = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8], [9, 9]]> : tensor<5x2xi32>
  %result_1 = "stablehlo.scatter"(%input_1, %indices_1, %updates_1) ({
  ^bb0(%old_1: tensor<i32>, %new_1: tensor<i32>):
    %r_1 = stablehlo.add %old_1, %new_1 : tensor<i32>
    stablehlo.return %r_1 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<4xi32>, tensor<5x1xi32>, tensor<5x2xi32>) -> tensor<4xi32>

  // Unsigned indices are not negative ones; extreme ones are outside too.
  // CHECK-NEXT: result 2: tensor<2xi16> = [1, 8]
  // CHECK-NEXT: result 3: tensor<2xi16> = [1, 1]
  %input_2 = stablehlo.constant dense<[1, 1]> : tensor<2xi16>
  %unsigned_2 = stablehlo.constant dense<[[255], [1]]> : tensor<2x1xui8>
  %extreme_2 = stablehlo.constant dense<[[-9223372036854775808], [9223372036854775807]]> : tensor<2x1xi64>
  %updates_2 = stablehlo.constant dense<[5, 7]> : tensor<2xi16>
  %a_2 = "stablehlo.scatter"(%input_2, %unsigned_2, %updates_2) ({
  ^bb0(%old_2: tensor<i16>, %new_2: tensor<i16>):
    %r_2 = stablehlo.add %old_2, %new_2 : tensor<i16>
    stablehlo.return %r_2 : tensor<i16>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<2xi16>, tensor<2x1xui8>, tensor<2xi16>) -> tensor<2xi16>
  %b_2 = "stablehlo.scatter"(%input_2, %extreme_2, %updates_2) ({
  ^bb0(%old_2: tensor<i16>, %new_2: tensor<i16>):
    %r_2 = stablehlo.add %old_2, %new_2 : tensor<i16>
    stablehlo.return %r_2 : tensor<i16>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<2xi16>, tensor<2x1xi64>, tensor<2xi16>) -> tensor<2xi16>

  // A body that returns the update: with equal indices, the last one stays.
  // CHECK-NEXT: result 4: tensor<3xf32> = [20.0, 2.0, 30.0]
  // CHECK-NEXT: result 5: tensor<3xf32> = [1.0, 2.0, 3.0]
  %input_3 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %indices_3 = stablehlo.constant dense<[2, 0, 2]> : tensor<3xi64>
  %updates_3 = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %result_3 = "stablehlo.scatter"(%input_3, %indices_3, %updates_3) ({
  ^bb0(%old_3: tensor<f32>, %new_3: tensor<f32>):
    stablehlo.return %new_3 : tensor<f32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<3xf32>, tensor<3xi64>, tensor<3xf32>) -> tensor<3xf32>

  // Batching dimensions.
  // CHECK-NEXT{LITERAL}: result 6: tensor<2x3xi64> = [[1, 32, 13], [24, 5, 6]]
  %input_4 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %indices_4 = stablehlo.constant dense<[[2, 0], [1, 9]]> : tensor<2x2xi64>
  %updates_4 = stablehlo.constant dense<[[10, 20], [30, 40]]> : tensor<2x2xi64>
  %result_4 = "stablehlo.scatter"(%input_4, %indices_4, %updates_4) ({
  ^bb0(%old_4: tensor<i64>, %new_4: tensor<i64>):
    %r_4 = stablehlo.add %old_4, %new_4 : tensor<i64>
    stablehlo.return %r_4 : tensor<i64>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [1],
      input_batching_dims = [0],
      scatter_indices_batching_dims = [1],
      scatter_dims_to_operand_dims = [1],
      index_vector_dim = 2>
  } : (tensor<2x3xi64>, tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x3xi64>

  // Several inputs; a body with both: the larger of one, the sum of the other.
  // CHECK-NEXT: result 7: tensor<2xui8> = [5, 200]
  // CHECK-NEXT: result 8: tensor<2xbf16> = [3.5, 3.5]
  %first_5 = stablehlo.constant dense<[5, 5]> : tensor<2xui8>
  %second_5 = stablehlo.constant dense<[0.5, 0.5]> : tensor<2xbf16>
  %indices_5 = stablehlo.constant dense<[1, 1, 0]> : tensor<3xi32>
  %bytes_5 = stablehlo.constant dense<[200, 100, 1]> : tensor<3xui8>
  %floats_5 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>
  %both_5:2 = "stablehlo.scatter"(%first_5, %second_5, %indices_5, %bytes_5, %floats_5) ({
  ^bb0(%a_5: tensor<ui8>, %x_5: tensor<bf16>, %b_5: tensor<ui8>, %y_5: tensor<bf16>):
    %max_5 = stablehlo.maximum %a_5, %b_5 : tensor<ui8>
    %sum_5 = stablehlo.add %x_5, %y_5 : tensor<bf16>
    stablehlo.return %max_5, %sum_5 : tensor<ui8>, tensor<bf16>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<2xui8>, tensor<2xbf16>, tensor<3xi32>, tensor<3xui8>, tensor<3xbf16>)
      -> (tensor<2xui8>, tensor<2xbf16>)

  // No updates; rank 0.
  // CHECK-NEXT: result 9: tensor<2xi4> = [1, 2]
  // CHECK-NEXT: result 10: tensor<i32> = 12
  %input_6 = stablehlo.constant dense<[1, 2]> : tensor<2xi4>
  %indices_6 = stablehlo.constant dense<> : tensor<0x1xi32>
  %updates_6 = stablehlo.constant dense<> : tensor<0xi4>
  %same_6 = "stablehlo.scatter"(%input_6, %indices_6, %updates_6) ({
  ^bb0(%old_6: tensor<i4>, %new_6: tensor<i4>):
    %r_6 = stablehlo.add %old_6, %new_6 : tensor<i4>
    stablehlo.return %r_6 : tensor<i4>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  } : (tensor<2xi4>, tensor<0x1xi32>, tensor<0xi4>) -> tensor<2xi4>
  %scalar_6 = stablehlo.constant dense<5> : tensor<i32>
  %nowhere_6 = stablehlo.constant dense<> : tensor<0xi32>
  %more_6 = stablehlo.constant dense<7> : tensor<i32>
  %sum_6 = "stablehlo.scatter"(%scalar_6, %nowhere_6, %more_6) ({
  ^bb0(%old_6: tensor<i32>, %new_6: tensor<i32>):
    %r_6 = stablehlo.add %old_6, %new_6 : tensor<i32>
    stablehlo.return %r_6 : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<index_vector_dim = 0>
  } : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<i32>

  return %result, %result_1, %a_2, %b_2, %result_3, %input_3, %result_4, %both_5#0, %both_5#1,
      %same_6, %sum_6
      : tensor<3x4x2xi64>, tensor<4xi32>, tensor<2xi16>, tensor<2xi16>, tensor<3xf32>, tensor<3xf32>,
        tensor<2x3xi64>, tensor<2xui8>, tensor<2xbf16>, tensor<2xi4>, tensor<i32>
}
