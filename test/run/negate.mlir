// negate: the opposite of each element.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2xi32>, tensor<1xcomplex<f32>>, tensor<2xi8>, tensor<4xui8>,
    tensor<4xf32>, tensor<3xf8E4M3FNUZ>) {
  // The specification's examples.
  // CHECK: result 0: tensor<2xi32> = [0, 2]
  %operand = stablehlo.constant dense<[0, -2]> : tensor<2xi32>
  %result = "stablehlo.negate"(%operand) : (tensor<2xi32>) -> tensor<2xi32>

  // CHECK-NEXT: result 1: tensor<1xcomplex<f32>> = [(-2.5, -0.0)]
  %operand_1 = stablehlo.constant dense<[(2.5, 0.0)]> : tensor<1xcomplex<f32>>
  %result_1 = "stablehlo.negate"(%operand_1) : (tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>>

  // Integers wrap: the most negative one is its own opposite.
  // CHECK-NEXT: result 2: tensor<2xi8> = [-128, -127]
  %operand_2 = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  %result_2 = stablehlo.negate %operand_2 : tensor<2xi8>

  // "For unsigned integer types: bitcast to signed integer type, integer negation, bitcast back."
  // CHECK-NEXT: result 3: tensor<4xui8> = [0, 255, 1, 128]
  %operand_3 = stablehlo.constant dense<[0, 1, 255, 128]> : tensor<4xui8>
  %result_3 = stablehlo.negate %operand_3 : tensor<4xui8>

  // IEEE-754's negation flips the sign, of zeros too.
  // CHECK-NEXT: result 4: tensor<4xf32> = [-0.0, 0.0, -inf, 1.5]
  %operand_4 = stablehlo.constant dense<[0.0, -0.0, 0x7F800000, -1.5]> : tensor<4xf32>
  %result_4 = stablehlo.negate %operand_4 : tensor<4xf32>

  // f8E4M3FNUZ has no negative zero.
  // CHECK-NEXT: result 5: tensor<3xf8E4M3FNUZ> = [0, 2, -240]
  %operand_5 = stablehlo.constant dense<[0.0, -2.0, 240.0]> : tensor<3xf8E4M3FNUZ>
  %result_5 = stablehlo.negate %operand_5 : tensor<3xf8E4M3FNUZ>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5
      : tensor<2xi32>, tensor<1xcomplex<f32>>, tensor<2xi8>, tensor<4xui8>, tensor<4xf32>,
        tensor<3xf8E4M3FNUZ>
}
