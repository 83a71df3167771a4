// einsum and torch_index_select, which the specification has deprecated.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xi32>) {
  // CHECK{LITERAL}: result 0: tensor<2x2xf32> = [[7.0, 8.0], [16.0, 17.0]]
  // CHECK-NEXT{LITERAL}: result 1: tensor<2x2xf32> = [[7.0, 16.0], [8.0, 17.0]]
  %lhs = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %rhs = stablehlo.constant dense<[[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]> : tensor<3x2xf32>
  %product = "stablehlo.einsum"(%lhs, %rhs) { einsum_config = "ij,jk->ik" }
      : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %turned = "stablehlo.einsum"(%lhs, %rhs) { einsum_config = "ij,jk->ki" }
      : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>

  // CHECK-NEXT{LITERAL}: result 2: tensor<2x2xi32> = [[3, 1], [6, 4]]
  %operand_1 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %index_1 = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
  %result_1 = "stablehlo.torch_index_select"(%operand_1, %index_1) {
    dim = 1 : i64, batch_dims = 0 : i64
  } : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<2x2xi32>

  return %product, %turned, %result_1 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xi32>
}
