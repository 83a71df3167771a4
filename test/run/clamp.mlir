// clamp: minimum(maximum(operand, min), max).

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<3xi32>, tensor<3xui8>, tensor<3xi64>, tensor<4xf32>,
    tensor<3xcomplex<f32>>, tensor<3xi1>) {
  // The specification's example.
  // CHECK: result 0: tensor<3xi32> = [5, 13, 20]
  %min = stablehlo.constant dense<[5, 10, 15]> : tensor<3xi32>
  %operand = stablehlo.constant dense<[3, 13, 23]> : tensor<3xi32>
  %max = stablehlo.constant dense<[10, 15, 20]> : tensor<3xi32>
  %result = "stablehlo.clamp"(%min, %operand, %max)
      : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>

  // Scalar bounds; unsigned numbers.
  // CHECK-NEXT: result 1: tensor<3xui8> = [100, 150, 200]
  %min_1 = stablehlo.constant dense<100> : tensor<ui8>
  %operand_1 = stablehlo.constant dense<[50, 150, 250]> : tensor<3xui8>
  %max_1 = stablehlo.constant dense<200> : tensor<ui8>
  %result_1 = stablehlo.clamp %min_1, %operand_1, %max_1
      : (tensor<ui8>, tensor<3xui8>, tensor<ui8>) -> tensor<3xui8>

  // Bounds that cross: the upper one wins.
  // CHECK-NEXT: result 2: tensor<3xi64> = [3, 3, 3]
  %min_2 = stablehlo.constant dense<5> : tensor<i64>
  %operand_2 = stablehlo.constant dense<[0, 4, 9]> : tensor<3xi64>
  %max_2 = stablehlo.constant dense<3> : tensor<i64>
  %result_2 = stablehlo.clamp %min_2, %operand_2, %max_2
      : (tensor<i64>, tensor<3xi64>, tensor<i64>) -> tensor<3xi64>

  // NaN anywhere gives NaN, as maximum and minimum do.
  // CHECK-NEXT: result 3: tensor<4xf32> = [nan, nan, nan, 0.0]
  %min_3 = stablehlo.constant dense<[0.0, 0x7FC00000, 0.0, -0.0]> : tensor<4xf32>
  %operand_3 = stablehlo.constant dense<[0x7FC00000, 1.0, 1.0, 0.0]> : tensor<4xf32>
  %max_3 = stablehlo.constant dense<[1.0, 1.0, 0x7FC00000, 1.0]> : tensor<4xf32>
  %result_3 = stablehlo.clamp %min_3, %operand_3, %max_3 : tensor<4xf32>

  // Complex numbers are in lexicographic order.
  // CHECK-NEXT: result 4: tensor<3xcomplex<f32>> = [(1.0, 1.0), (1.0, 2.0), (2.0, 0.0)]
  %min_4 = stablehlo.constant dense<(1.0, 1.0)> : tensor<complex<f32>>
  %operand_4 = stablehlo.constant dense<[(0.0, 9.0), (1.0, 2.0), (3.0, 0.0)]> : tensor<3xcomplex<f32>>
  %max_4 = stablehlo.constant dense<(2.0, 0.0)> : tensor<complex<f32>>
  %result_4 = stablehlo.clamp %min_4, %operand_4, %max_4
      : (tensor<complex<f32>>, tensor<3xcomplex<f32>>, tensor<complex<f32>>)
      -> tensor<3xcomplex<f32>>

  // Booleans are 0 and 1.
  // CHECK-NEXT: result 5: tensor<3xi1> = [false, true, false]
  %min_5 = stablehlo.constant dense<[false, true, false]> : tensor<3xi1>
  %operand_5 = stablehlo.constant dense<[false, false, true]> : tensor<3xi1>
  %max_5 = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  %result_5 = stablehlo.clamp %min_5, %operand_5, %max_5 : tensor<3xi1>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<3xi32>, tensor<3xui8>, tensor<3xi64>, tensor<4xf32>, tensor<3xcomplex<f32>>, tensor<3xi1>
}
