// dynamic_update_slice: a slice replaced, whose start is clamped so that all of it is inside.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<4x4xi32>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>,
    tensor<2x3xi16>, tensor<2xf32>, tensor<2xf32>, tensor<i4>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<4x4xi32> = [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]]
  %operand = stablehlo.constant dense<[[1, 1, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1]]> : tensor<4x4xi32>
  %update = stablehlo.constant dense<[[1, 1], [1, 1]]> : tensor<2x2xi32>
  %start_indices0 = stablehlo.constant dense<-1> : tensor<i64>
  %start_indices1 = stablehlo.constant dense<3> : tensor<i64>
  %result = "stablehlo.dynamic_update_slice"(%operand, %update, %start_indices0, %start_indices1)
      : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i64>, tensor<i64>) -> tensor<4x4xi32>

  // The operand stays as it is.
  // CHECK-NEXT: result 1: tensor<6xi8> = [0, -1, -2, 3, 4, 5]
  // CHECK-NEXT: result 2: tensor<6xi8> = [0, 1, 2, 3, -1, -2]
  // CHECK-NEXT: result 3: tensor<6xi8> = [0, 1, 2, 3, 4, 5]
  %operand_1 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi8>
  %update_1 = stablehlo.constant dense<[-1, -2]> : tensor<2xi8>
  %inside_1 = stablehlo.constant dense<1> : tensor<ui32>
  %above_1 = stablehlo.constant dense<250> : tensor<ui8>
  %a_1 = stablehlo.dynamic_update_slice %operand_1, %update_1, %inside_1
      : (tensor<6xi8>, tensor<2xi8>, tensor<ui32>) -> tensor<6xi8>
  %b_1 = stablehlo.dynamic_update_slice %operand_1, %update_1, %above_1
      : (tensor<6xi8>, tensor<2xi8>, tensor<ui8>) -> tensor<6xi8>

  // A start that wraps around when offsets are added to it is clamped as it is.
  // CHECK-NEXT{LITERAL}: result 4: tensor<2x3xi16> = [[1, 2, 0], [4, 5, 0]]
  %operand_2 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi16>
  %update_2 = stablehlo.constant dense<[[0], [0]]> : tensor<2x1xi16>
  %row_2 = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %column_2 = stablehlo.constant dense<9223372036854775807> : tensor<i64>
  %result_2 = stablehlo.dynamic_update_slice %operand_2, %update_2, %row_2, %column_2
      : (tensor<2x3xi16>, tensor<2x1xi16>, tensor<i64>, tensor<i64>) -> tensor<2x3xi16>

  // Nothing, everything, and rank 0.
  // CHECK-NEXT: result 5: tensor<2xf32> = [1.5, 2.5]
  // CHECK-NEXT: result 6: tensor<2xf32> = [3.5, 4.5]
  // CHECK-NEXT: result 7: tensor<i4> = 2
  %operand_3 = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
  %none_3 = stablehlo.constant dense<> : tensor<0xf32>
  %all_3 = stablehlo.constant dense<[3.5, 4.5]> : tensor<2xf32>
  %start_3 = stablehlo.constant dense<1> : tensor<i32>
  %same_3 = stablehlo.dynamic_update_slice %operand_3, %none_3, %start_3
      : (tensor<2xf32>, tensor<0xf32>, tensor<i32>) -> tensor<2xf32>
  %other_3 = stablehlo.dynamic_update_slice %operand_3, %all_3, %start_3
      : (tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  %old_3 = stablehlo.constant dense<1> : tensor<i4>
  %new_3 = stablehlo.constant dense<2> : tensor<i4>
  %scalar_3 = stablehlo.dynamic_update_slice %old_3, %new_3 : (tensor<i4>, tensor<i4>) -> tensor<i4>

  return %result, %a_1, %b_1, %operand_1, %result_2, %same_3, %other_3, %scalar_3
      : tensor<4x4xi32>, tensor<6xi8>, tensor<6xi8>, tensor<6xi8>, tensor<2x3xi16>, tensor<2xf32>,
        tensor<2xf32>, tensor<i4>
}
