// optimization_barrier: the operands as they are.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<f32>, tensor<f32>, tensor<1x2xui4>, tensor<2xcomplex<f32>>) {
  // The specification's example.
  // CHECK: result 0: tensor<f32> = 0.0
  // CHECK-NEXT: result 1: tensor<f32> = 1.0
  %operand0 = stablehlo.constant dense<0.0> : tensor<f32>
  %operand1 = stablehlo.constant dense<1.0> : tensor<f32>
  %results:2 = "stablehlo.optimization_barrier"(%operand0, %operand1) : (tensor<f32>, tensor<f32>)
      -> (tensor<f32>, tensor<f32>)

  // CHECK-NEXT{LITERAL}: result 2: tensor<1x2xui4> = [[1, 2]]
  // CHECK-NEXT: result 3: tensor<2xcomplex<f32>> = [(1.0, 2.0), (1.0, 2.0)]
  %operand_1 = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xui4>
  %result_1 = stablehlo.optimization_barrier %operand_1 : tensor<1x2xui4>
  %splat_1 = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  %same_1 = stablehlo.optimization_barrier %splat_1 : tensor<2xcomplex<f32>>

  return %results#0, %results#1, %result_1, %same_1
      : tensor<f32>, tensor<f32>, tensor<1x2xui4>, tensor<2xcomplex<f32>>
}
