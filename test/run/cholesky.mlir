// cholesky: a = l * l^H, for each matrix of a batch.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<3x3xf32>, tensor<2x3x3xf64>, tensor<2x2xf64>, tensor<2x2xf64>,
    tensor<2x0x0xf32>) {
  // The specification's example.
  // CHECK{LITERAL}: result 0: tensor<3x3xf32> = [[1.0, 0.0, 0.0], [2.0, 4.0, 0.0], [3.0, 5.0, 6.0]]
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [2.0, 20.0, 26.0], [3.0, 26.0, 70.0]]> : tensor<3x3xf32>
  %result = "stablehlo.cholesky"(%a) { lower = true } : (tensor<3x3xf32>) -> tensor<3x3xf32>

  // The upper factor is read from and written to the upper triangle; the other is not read.
  // CHECK-NEXT{LITERAL}: result 1: tensor<2x3x3xf64> = [[[1.0, 2.0, 3.0], [0.0, 4.0, 5.0], [0.0, 0.0, 6.0]], [[2.0, 0.0, 1.0], [0.0, 3.0, 1.0], [0.0, 0.0, 1.0]]]
  %a_1 = stablehlo.constant dense<[[[1.0, 2.0, 3.0], [0x7FF8000000000000, 20.0, 26.0], [0.0, 0.0, 70.0]], [[4.0, 0.0, 2.0], [9.0, 9.0, 3.0], [9.0, 9.0, 3.0]]]> : tensor<2x3x3xf64>
  %upper_1 = stablehlo.cholesky %a_1 : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>

  // [[2, 0], [1 + i, 1]] times its adjoint.
  // CHECK-NEXT{LITERAL}: result 2: tensor<2x2xf64> = [[2.0, 0.0], [1.0, 1.0]]
  // CHECK-NEXT{LITERAL}: result 3: tensor<2x2xf64> = [[0.0, 0.0], [1.0, 0.0]]
  %a_2 = stablehlo.constant dense<[[(4.0, 0.0), (2.0, -2.0)], [(2.0, 2.0), (3.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %lower_2 = stablehlo.cholesky %a_2, lower = true : (tensor<2x2xcomplex<f64>>)
      -> tensor<2x2xcomplex<f64>>
  %factor_2 = stablehlo.real %lower_2 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
  %imaginary_2 = stablehlo.imag %lower_2 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>

  // CHECK-NEXT{LITERAL}: result 4: tensor<2x0x0xf32> = [[], []]
  %none_3 = stablehlo.constant dense<> : tensor<2x0x0xf32>
  %empty_3 = stablehlo.cholesky %none_3 : (tensor<2x0x0xf32>) -> tensor<2x0x0xf32>

  return %result, %upper_1, %factor_2, %imaginary_2, %empty_3
      : tensor<3x3xf32>, tensor<2x3x3xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x0x0xf32>
}
