// abs: the magnitude of each element.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<3xi32>, tensor<4xi8>, tensor<4xi4>, tensor<5xf32>, tensor<3xbf16>,
    tensor<3xf8E4M3FN>, tensor<3xf32>, tensor<i64>, tensor<0x3xf32>) {
  // The specification's example.
  // CHECK: result 0: tensor<3xi32> = [2, 0, 2]
  %operand = stablehlo.constant dense<[-2, 0, 2]> : tensor<3xi32>
  %result = "stablehlo.abs"(%operand) : (tensor<3xi32>) -> tensor<3xi32>

  // The most negative number has no counterpart and wraps.
  // CHECK-NEXT: result 1: tensor<4xi8> = [-128, 127, 127, 1]
  %operand_1 = stablehlo.constant dense<[-128, -127, 127, 1]> : tensor<4xi8>
  %result_1 = stablehlo.abs %operand_1 : tensor<4xi8>

  // CHECK-NEXT: result 2: tensor<4xi4> = [-8, 7, 7, 0]
  %operand_2 = stablehlo.constant dense<[-8, -7, 7, 0]> : tensor<4xi4>
  %result_2 = stablehlo.abs %operand_2 : tensor<4xi4>

  // IEEE-754's abs clears the sign, of zeros and infinities too.
  // CHECK-NEXT: result 3: tensor<5xf32> = [0.0, 1.5, inf, nan, 0.0]
  %operand_3 = stablehlo.constant dense<[-0.0, -1.5, 0xFF800000, 0x7FC00000, 0.0]> : tensor<5xf32>
  %result_3 = stablehlo.abs %operand_3 : tensor<5xf32>

  // CHECK-NEXT: result 4: tensor<3xbf16> = [0, 2.5, inf]
  %operand_4 = stablehlo.constant dense<[-0.0, -2.5, 0xFF80]> : tensor<3xbf16>
  %result_4 = stablehlo.abs %operand_4 : tensor<3xbf16>

  // CHECK-NEXT: result 5: tensor<3xf8E4M3FN> = [0, 448, nan]
  %operand_5 = stablehlo.constant dense<[-0.0, -448.0, 0xFF]> : tensor<3xf8E4M3FN>
  %result_5 = stablehlo.abs %operand_5 : tensor<3xf8E4M3FN>

  // A complex number's modulus is real; 3-4-5 triangles are exact, and squares may not overflow.
  // CHECK-NEXT: result 6: tensor<3xf32> = [5.0, 1.3e+31, inf]
  %operand_6 = stablehlo.constant dense<[(3.0, -4.0), (-5.0e30, 12.0e30), (0xFF800000, 0x7FC00000)]> : tensor<3xcomplex<f32>>
  %result_6 = stablehlo.abs %operand_6 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>

  // Rank 0 and no elements.
  // CHECK-NEXT: result 7: tensor<i64> = 7
  // CHECK-NEXT: result 8: tensor<0x3xf32> = []
  %scalar_7 = stablehlo.constant dense<-7> : tensor<i64>
  %none_7 = stablehlo.constant dense<> : tensor<0x3xf32>
  %result_7 = stablehlo.abs %scalar_7 : tensor<i64>
  %empty_7 = stablehlo.abs %none_7 : tensor<0x3xf32>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5, %result_6, %result_7,
      %empty_7
      : tensor<3xi32>, tensor<4xi8>, tensor<4xi4>, tensor<5xf32>, tensor<3xbf16>, tensor<3xf8E4M3FN>,
        tensor<3xf32>, tensor<i64>, tensor<0x3xf32>
}
