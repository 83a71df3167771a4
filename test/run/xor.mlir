// xor: bit by bit; on booleans, logical XOR.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2x2xi32>, tensor<4xi1>, tensor<2xui8>, tensor<i64>, tensor<2xi4>) {
  // The specification's examples.
  // CHECK{LITERAL}: result 0: tensor<2x2xi32> = [[4, 4], [4, 12]]
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = "stablehlo.xor"(%lhs, %rhs) : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>

  // CHECK-NEXT: result 1: tensor<4xi1> = [false, true, true, false]
  %lhs_1 = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %rhs_1 = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %result_1 = stablehlo.xor %lhs_1, %rhs_1 : tensor<4xi1>

  // CHECK-NEXT: result 2: tensor<2xui8> = [15, 255]
  %lhs_2 = stablehlo.constant dense<[255, 85]> : tensor<2xui8>
  %rhs_2 = stablehlo.constant dense<[240, 170]> : tensor<2xui8>
  %result_2 = stablehlo.xor %lhs_2, %rhs_2 : tensor<2xui8>

  // CHECK-NEXT: result 3: tensor<i64> = -81985529216486896
  %lhs_3 = stablehlo.constant dense<-1> : tensor<i64>
  %rhs_3 = stablehlo.constant dense<81985529216486895> : tensor<i64>
  %result_3 = stablehlo.xor %lhs_3, %rhs_3 : tensor<i64>

  // CHECK-NEXT: result 4: tensor<2xi4> = [7, 2]
  %lhs_4 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %rhs_4 = stablehlo.constant dense<[-1, 5]> : tensor<2xi4>
  %result_4 = stablehlo.xor %lhs_4, %rhs_4 : tensor<2xi4>

  return %result, %result_1, %result_2, %result_3, %result_4
      : tensor<2x2xi32>, tensor<4xi1>, tensor<2xui8>, tensor<i64>, tensor<2xi4>
}
