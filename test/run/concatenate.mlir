// concatenate: tensors one after another along one dimension.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<4x2xi64>, tensor<2x5xbf16>, tensor<2xi1>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<4x2xi64> = [[1, 2], [3, 4], [5, 6], [7, 8]]
  %input0 = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %input1 = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi64>
  %result = "stablehlo.concatenate"(%input0, %input1) { dimension = 0 : i64 }
      : (tensor<3x2xi64>, tensor<1x2xi64>) -> tensor<4x2xi64>

  // Several along the last dimension, one of them empty, one a splat and one twice.
  // CHECK-NEXT{LITERAL}: result 1: tensor<2x5xbf16> = [[1, 2, 9, 1, 2], [3, 4, 9, 3, 4]]
  %a_1 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xbf16>
  %none_1 = stablehlo.constant dense<> : tensor<2x0xbf16>
  %b_1 = stablehlo.constant dense<9.0> : tensor<2x1xbf16>
  %result_1 = stablehlo.concatenate %a_1, %none_1, %b_1, %a_1, dim = 1
      : (tensor<2x2xbf16>, tensor<2x0xbf16>, tensor<2x1xbf16>, tensor<2x2xbf16>)
      -> tensor<2x5xbf16>

  // CHECK-NEXT: result 2: tensor<2xi1> = [true, false]
  %a_2 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result_2 = stablehlo.concatenate %a_2, dim = 0 : (tensor<2xi1>) -> tensor<2xi1>

  return %result, %result_1, %result_2 : tensor<4x2xi64>, tensor<2x5xbf16>, tensor<2xi1>
}
