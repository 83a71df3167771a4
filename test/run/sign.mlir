// sign: -1, 0 or 1; zeros and NaN stay as they are.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<5xf64>, tensor<3xf32>, tensor<3xi8>, tensor<4xi2>, tensor<2xbf16>,
    tensor<2xcomplex<f64>>) {
  // The specification's example.
  // CHECK: result 0: tensor<5xf64> = [nan, -1.0, -0.0, 0.0, 1.0]
  %operand = stablehlo.constant dense<[0x7FFFFFFFFFFFFFFF, -10.0, -0.0, 0.0, 10.0]> : tensor<5xf64>
  %result = "stablehlo.sign"(%operand) : (tensor<5xf64>) -> tensor<5xf64>

  // CHECK-NEXT: result 1: tensor<3xf32> = [-1.0, 1.0, 1.0]
  %operand_1 = stablehlo.constant dense<[0xFF800000, 0x7F800000, 1.0e-45]> : tensor<3xf32>
  %result_1 = stablehlo.sign %operand_1 : tensor<3xf32>

  // CHECK-NEXT: result 2: tensor<3xi8> = [-1, 0, 1]
  %operand_2 = stablehlo.constant dense<[-128, 0, 127]> : tensor<3xi8>
  %result_2 = stablehlo.sign %operand_2 : tensor<3xi8>

  // CHECK-NEXT: result 3: tensor<4xi2> = [-1, -1, 0, 1]
  %operand_3 = stablehlo.constant dense<[-2, -1, 0, 1]> : tensor<4xi2>
  %result_3 = stablehlo.sign %operand_3 : tensor<4xi2>

  // CHECK-NEXT: result 4: tensor<2xbf16> = [-1, -0]
  %operand_4 = stablehlo.constant dense<[-3.0, -0.0]> : tensor<2xbf16>
  %result_4 = stablehlo.sign %operand_4 : tensor<2xbf16>

  // Complex numbers: x / |x|, and 0 for 0.
  // CHECK-NEXT: result 5: tensor<2xcomplex<f64>> = [(0.6, -0.8), (0.0, 0.0)]
  %operand_5 = stablehlo.constant dense<[(3.0, -4.0), (0.0, 0.0)]> : tensor<2xcomplex<f64>>
  %result_5 = stablehlo.sign %operand_5 : tensor<2xcomplex<f64>>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<5xf64>, tensor<3xf32>, tensor<3xi8>, tensor<4xi2>, tensor<2xbf16>, tensor<2xcomplex<f64>>
}
