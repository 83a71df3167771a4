// dynamic_slice: a slice whose start is computed, and clamped so that all of it is inside.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xi32>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<2xi8>,
    tensor<2xi8>, tensor<2xf32>, tensor<0xf32>, tensor<i1>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x2xi32> = [[1, 1], [1, 1]]
  %operand = stablehlo.constant dense<[[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]]> : tensor<4x4xi32>
  %start_indices0 = stablehlo.constant dense<-1> : tensor<i64>
  %start_indices1 = stablehlo.constant dense<3> : tensor<i64>
  %result = "stablehlo.dynamic_slice"(%operand, %start_indices0, %start_indices1) {
    slice_sizes = array<i64: 2, 2>
  } : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>

  // Starts of any integer type; unsigned ones are never below zero.
  // CHECK-NEXT: result 1: tensor<3xi8> = [2, 3, 4]
  // CHECK-NEXT: result 2: tensor<3xi8> = [0, 1, 2]
  // CHECK-NEXT: result 3: tensor<3xi8> = [3, 4, 5]
  // CHECK-NEXT: result 4: tensor<2xi8> = [4, 5]
  // CHECK-NEXT: result 5: tensor<2xi8> = [4, 5]
  %operand_1 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi8>
  %inside_1 = stablehlo.constant dense<2> : tensor<i16>
  %below_1 = stablehlo.constant dense<-128> : tensor<i8>
  %above_1 = stablehlo.constant dense<255> : tensor<ui8>
  %far_1 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %narrow_1 = stablehlo.constant dense<15> : tensor<ui4>
  %a_1 = stablehlo.dynamic_slice %operand_1, %inside_1, sizes = [3] : (tensor<6xi8>, tensor<i16>)
      -> tensor<3xi8>
  %b_1 = stablehlo.dynamic_slice %operand_1, %below_1, sizes = [3] : (tensor<6xi8>, tensor<i8>)
      -> tensor<3xi8>
  %d_1 = stablehlo.dynamic_slice %operand_1, %above_1, sizes = [3] : (tensor<6xi8>, tensor<ui8>)
      -> tensor<3xi8>
  %e_1 = stablehlo.dynamic_slice %operand_1, %far_1, sizes = [2] : (tensor<6xi8>, tensor<ui64>)
      -> tensor<2xi8>
  %f_1 = stablehlo.dynamic_slice %operand_1, %narrow_1, sizes = [2] : (tensor<6xi8>, tensor<ui4>)
      -> tensor<2xi8>

  // The whole tensor, nothing of it, and rank 0.
  // CHECK-NEXT: result 6: tensor<2xf32> = [1.5, 2.5]
  // CHECK-NEXT: result 7: tensor<0xf32> = []
  // CHECK-NEXT: result 8: tensor<i1> = true
  %operand_2 = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
  %start_2 = stablehlo.constant dense<1> : tensor<i32>
  %whole_2 = stablehlo.dynamic_slice %operand_2, %start_2, sizes = [2]
      : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  %none_2 = stablehlo.dynamic_slice %operand_2, %start_2, sizes = [0]
      : (tensor<2xf32>, tensor<i32>) -> tensor<0xf32>
  %scalar_2 = stablehlo.constant dense<true> : tensor<i1>
  %same_2 = stablehlo.dynamic_slice %scalar_2, sizes = [] : (tensor<i1>) -> tensor<i1>

  return %result, %a_1, %b_1, %d_1, %e_1, %f_1, %whole_2, %none_2, %same_2
      : tensor<2x2xi32>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<2xi8>, tensor<2xi8>,
        tensor<2xf32>, tensor<0xf32>, tensor<i1>
}
