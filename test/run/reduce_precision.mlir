// reduce_precision: rounded to fewer bits, in the same type.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<6xf64>, tensor<4xf32>, tensor<4xf32>, tensor<5xbf16>,
    tensor<3xui16>, tensor<2xbf16>) {
  // The specification's example.
  // CHECK: result 0: tensor<6xf64> = [inf, nan, 0.0, 0.0, 65504.0, inf]
  %operand = stablehlo.constant dense<[0x7FF0000000000000, 0x7FFFFFFFFFFFFFFF, 0x0000000000000001, 0.0, 65519.0, 65520.0]> : tensor<6xf64>
  %output = "stablehlo.reduce_precision"(%operand) {
    exponent_bits = 5 : i32,
    mantissa_bits = 10 : i32
  } : (tensor<6xf64>) -> tensor<6xf64>

  // Ties go to even: 1 + 1/8 and 1 + 3/8 lie between quarters. Zeros keep their sign.
  // CHECK-NEXT: result 1: tensor<4xf32> = [1.0, 1.5, -1.5, -0.0]
  %operand_1 = stablehlo.constant dense<[1.125, 1.375, -1.375, -0.0]> : tensor<4xf32>
  %output_1 = stablehlo.reduce_precision %operand_1, format = e8m2 : tensor<4xf32>

  // No mantissa at all: powers of two.
  // CHECK-NEXT: result 2: tensor<4xf32> = [1.0, 2.0, 4.0, 4.0]
  %operand_2 = stablehlo.constant dense<[1.4, 1.6, 3.25, 5.0]> : tensor<4xf32>
  %output_2 = stablehlo.reduce_precision %operand_2, format = e8m0 : tensor<4xf32>

  // The smallest normal number of two exponent bits is 1; what is below becomes zero.
  // CHECK-NEXT: result 3: tensor<5xbf16> = [1, 0, -0, 3.90625, inf]
  %operand_3 = stablehlo.constant dense<[1.0, 0.875, -0.5, 3.9, 4.0]> : tensor<5xbf16>
  %output_3 = stablehlo.reduce_precision %operand_3, format = e2m7 : tensor<5xbf16>

  // Mantissa bits are those of the element type: a subnormal number, 2^-23, has too few of them.
  // CHECK-NEXT: result 4: tensor<3xui16> = [0, 512, 15360]
  %operand_4 = stablehlo.constant dense<[0x0002, 0x0200, 0x3C80]> : tensor<3xf16>
  %output_4 = stablehlo.reduce_precision %operand_4, format = e10m2 : tensor<3xf16>
  %bits_4 = stablehlo.bitcast_convert %output_4 : (tensor<3xf16>) -> tensor<3xui16>

  // bf16 in its own format stays as it is.
  // CHECK-NEXT: result 5: tensor<2xbf16> = [1, -3.14062]
  %operand_5 = stablehlo.constant dense<[1.0, -3.140625]> : tensor<2xbf16>
  %output_5 = stablehlo.reduce_precision %operand_5, format = e8m7 : tensor<2xbf16>

  return %output, %output_1, %output_2, %output_3, %bits_4, %output_5
      : tensor<6xf64>, tensor<4xf32>, tensor<4xf32>, tensor<5xbf16>, tensor<3xui16>, tensor<2xbf16>
}
