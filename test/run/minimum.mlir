// minimum: the smaller of two elements; on booleans, logical AND.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xi32>, tensor<4xi1>, tensor<2xi8>, tensor<2xui8>, tensor<2xui4>,
    tensor<5xf32>, tensor<3xcomplex<f32>>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<2x2xi32> = [[1, 2], [3, 4]]
  %lhs = stablehlo.constant dense<[[1, 2], [7, 8]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [3, 4]]> : tensor<2x2xi32>
  %result = "stablehlo.minimum"(%lhs, %rhs) : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>

  // "For booleans: logical AND."
  // CHECK-NEXT: result 1: tensor<4xi1> = [false, false, false, true]
  %lhs_1 = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs_1 = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result_1 = stablehlo.minimum %lhs_1, %rhs_1 : tensor<4xi1>

  // Signed and unsigned numbers with the same bits order differently.
  // CHECK-NEXT: result 2: tensor<2xi8> = [-1, -128]
  %lhs_2 = stablehlo.constant dense<[-1, 5]> : tensor<2xi8>
  %rhs_2 = stablehlo.constant dense<[1, -128]> : tensor<2xi8>
  %result_2 = stablehlo.minimum %lhs_2, %rhs_2 : tensor<2xi8>

  // CHECK-NEXT: result 3: tensor<2xui8> = [1, 5]
  %lhs_3 = stablehlo.constant dense<[255, 5]> : tensor<2xui8>
  %rhs_3 = stablehlo.constant dense<[1, 128]> : tensor<2xui8>
  %result_3 = stablehlo.minimum %lhs_3, %rhs_3 : tensor<2xui8>

  // CHECK-NEXT: result 4: tensor<2xui4> = [1, 1]
  %lhs_4 = stablehlo.constant dense<[15, 1]> : tensor<2xui4>
  %rhs_4 = stablehlo.constant dense<[1, 8]> : tensor<2xui4>
  %result_4 = stablehlo.minimum %lhs_4, %rhs_4 : tensor<2xui4>

  // [nan, nan, -0.0, -0.0, -inf]-754's operation: NaN wins on either side, and -0 is below +0.
  // CHECK-NEXT: result 5: tensor<5xf32> = [nan, nan, -0.0, -0.0, -inf]
  %lhs_5 = stablehlo.constant dense<[0x7FC00000, 1.0, -0.0, 0.0, 0xFF800000]> : tensor<5xf32>
  %rhs_5 = stablehlo.constant dense<[1.0, 0x7FC00000, 0.0, -0.0, 0x7F800000]> : tensor<5xf32>
  %result_5 = stablehlo.minimum %lhs_5, %rhs_5 : tensor<5xf32>

  // "For complex numbers: lexicographic": the imaginary parts decide between equal real parts.
  // CHECK-NEXT: result 6: tensor<3xcomplex<f32>> = [(1.0, 5.0), (2.0, 1.0), (1.0, -9.0)]
  %lhs_6 = stablehlo.constant dense<[(1.0, 5.0), (2.0, 1.0), (1.0, 9.0)]> : tensor<3xcomplex<f32>>
  %rhs_6 = stablehlo.constant dense<[(2.0, 0.0), (2.0, 3.0), (1.0, -9.0)]> : tensor<3xcomplex<f32>>
  %result_6 = stablehlo.minimum %lhs_6, %rhs_6 : tensor<3xcomplex<f32>>

  return %result, %result_1, %result_2, %result_3, %result_4, %result_5, %result_6
      : tensor<2x2xi32>, tensor<4xi1>, tensor<2xi8>, tensor<2xui8>, tensor<2xui4>, tensor<5xf32>,
        tensor<3xcomplex<f32>>
}
