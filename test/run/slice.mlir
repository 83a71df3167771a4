// slice: elements from start to limit, with strides.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xi64>, tensor<2x3xi16>, tensor<1x1xi16>, tensor<0x7xi16>,
    tensor<f16>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x2xi64> = [[1, 1], [1, 1]]
  %operand = stablehlo.constant dense<[[0, 0, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]]> : tensor<3x4xi64>
  %result = "stablehlo.slice"(%operand) {
    start_indices = array<i64: 1, 2>,
    limit_indices = array<i64: 3, 4>,
    strides = array<i64: 1, 1>
  } : (tensor<3x4xi64>) -> tensor<2x2xi64>

  // Strides that do not divide the extent, and that exceed it.
  // CHECK-NEXT{LITERAL}: result 1: tensor<2x3xi16> = [[1, 3, 5], [11, 13, 15]]
  // CHECK-NEXT{LITERAL}: result 2: tensor<1x1xi16> = [[12]]
  // CHECK-NEXT: result 3: tensor<0x7xi16> = []
  %operand_1 = stablehlo.constant dense<[[0, 1, 2, 3, 4, 5, 6], [10, 11, 12, 13, 14, 15, 16]]> : tensor<2x7xi16>
  %strided_1 = stablehlo.slice %operand_1 [0:2, 1:6:2] : (tensor<2x7xi16>) -> tensor<2x3xi16>
  %far_1 = stablehlo.slice %operand_1 [1:2:5, 2:7:9] : (tensor<2x7xi16>) -> tensor<1x1xi16>
  %none_1 = stablehlo.slice %operand_1 [2:2, 0:7] : (tensor<2x7xi16>) -> tensor<0x7xi16>

  // CHECK-NEXT: result 4: tensor<f16> = 3.5
  %scalar_2 = stablehlo.constant dense<3.5> : tensor<f16>
  %same_2 = "stablehlo.slice"(%scalar_2) {
    start_indices = array<i64>, limit_indices = array<i64>, strides = array<i64>
  } : (tensor<f16>) -> tensor<f16>

  return %result, %strided_1, %far_1, %none_1, %same_2
      : tensor<2x2xi64>, tensor<2x3xi16>, tensor<1x1xi16>, tensor<0x7xi16>, tensor<f16>
}
