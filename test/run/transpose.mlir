// transpose: dimensions in another order.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x3x2xi32>, tensor<3x2x2xi32>, tensor<2x2xi1>, tensor<2x2xi1>,
    tensor<complex<f32>>, tensor<2x0xf32>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x3x2xi32> = [[[1, 7], [3, 9], [5, 11]], [[2, 8], [4, 10], [6, 12]]]
  %operand = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %result = "stablehlo.transpose"(%operand) { permutation = array<i64: 2, 1, 0> }
      : (tensor<2x3x2xi32>) -> tensor<2x3x2xi32>

  // Result dimension i is operand dimension permutation[i]: not its inverse.
  // CHECK-NEXT{LITERAL}: result 1: tensor<3x2x2xi32> = [[[1, 7], [2, 8]], [[3, 9], [4, 10]], [[5, 11], [6, 12]]]
  %operand_1 = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]> : tensor<2x3x2xi32>
  %result_1 = stablehlo.transpose %operand_1, dims = [1, 2, 0] : (tensor<2x3x2xi32>)
      -> tensor<3x2x2xi32>

  // CHECK-NEXT{LITERAL}: result 2: tensor<2x2xi1> = [[true, false], [true, true]]
  // CHECK-NEXT{LITERAL}: result 3: tensor<2x2xi1> = [[true, true], [false, true]]
  %operand_2 = stablehlo.constant dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  %same_2 = stablehlo.transpose %operand_2, dims = [0, 1] : (tensor<2x2xi1>) -> tensor<2x2xi1>
  %result_2 = stablehlo.transpose %operand_2, dims = [1, 0] : (tensor<2x2xi1>) -> tensor<2x2xi1>

  // CHECK-NEXT: result 4: tensor<complex<f32>> = (1.0, 2.0)
  // CHECK-NEXT{LITERAL}: result 5: tensor<2x0xf32> = [[], []]
  %scalar_3 = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %same_3 = stablehlo.transpose %scalar_3, dims = [] : (tensor<complex<f32>>)
      -> tensor<complex<f32>>
  %none_3 = stablehlo.constant dense<> : tensor<0x2xf32>
  %turned_3 = stablehlo.transpose %none_3, dims = [1, 0] : (tensor<0x2xf32>) -> tensor<2x0xf32>

  return %result, %result_1, %same_2, %result_2, %same_3, %turned_3
      : tensor<2x3x2xi32>, tensor<3x2x2xi32>, tensor<2x2xi1>, tensor<2x2xi1>, tensor<complex<f32>>,
        tensor<2x0xf32>
}
