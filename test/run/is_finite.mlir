// is_finite: neither infinite nor NaN.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<7xi1>, tensor<3xi1>, tensor<3xi1>) {
  // The specification's example.
  // CHECK: result 0: tensor<7xi1> = [false, false, false, true, true, true, true]
  %x = stablehlo.constant dense<[0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, -10.0, -0.0, 0.0, 10.0]> : tensor<7xf64>
  %y = "stablehlo.is_finite"(%x) : (tensor<7xf64>) -> tensor<7xi1>

  // CHECK-NEXT: result 1: tensor<3xi1> = [false, true, false]
  %x_1 = stablehlo.constant dense<[0x7C00, 0x7BFF, 0x7E00]> : tensor<3xf16>
  %y_1 = stablehlo.is_finite %x_1 : (tensor<3xf16>) -> tensor<3xi1>

  // f8E4M3FN has NaN but no infinity.
  // CHECK-NEXT: result 2: tensor<3xi1> = [false, true, false]
  %x_2 = stablehlo.constant dense<[0x7F, 0x7E, 0xFF]> : tensor<3xf8E4M3FN>
  %y_2 = stablehlo.is_finite %x_2 : (tensor<3xf8E4M3FN>) -> tensor<3xi1>

  return %y, %y_1, %y_2 : tensor<7xi1>, tensor<3xi1>, tensor<3xi1>
}
