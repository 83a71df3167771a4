// real: the real parts.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2xf32>, tensor<2xf64>, tensor<0xf64>) {
  // The specification's example.
  // CHECK: result 0: tensor<2xf32> = [1.0, 3.0]
  %operand = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %result = "stablehlo.real"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xf32>

  // Real numbers have an imaginary part of zero.
  // CHECK-NEXT: result 1: tensor<2xf64> = [1.5, -2.0]
  %operand_1 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xf64>
  %result_1 = stablehlo.real %operand_1 : (tensor<2xf64>) -> tensor<2xf64>

  // CHECK-NEXT: result 2: tensor<0xf64> = []
  %operand_2 = stablehlo.constant dense<> : tensor<0xcomplex<f64>>
  %result_2 = stablehlo.real %operand_2 : (tensor<0xcomplex<f64>>) -> tensor<0xf64>

  return %result, %result_1, %result_2 : tensor<2xf32>, tensor<2xf64>, tensor<0xf64>
}
