// complex: numbers from their real and imaginary parts.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2xcomplex<f64>>, tensor<complex<f32>>) {
  // The specification's example.
  // CHECK: result 0: tensor<2xcomplex<f64>> = [(1.0, 2.0), (3.0, 4.0)]
  %lhs = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf64>
  %rhs = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf64>
  %result = "stablehlo.complex"(%lhs, %rhs) : (tensor<2xf64>, tensor<2xf64>)
      -> tensor<2xcomplex<f64>>

  // CHECK-NEXT: result 1: tensor<complex<f32>> = (-0.0, nan)
  %lhs_1 = stablehlo.constant dense<-0.0> : tensor<f32>
  %rhs_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %result_1 = stablehlo.complex %lhs_1, %rhs_1 : tensor<complex<f32>>

  return %result, %result_1 : tensor<2xcomplex<f64>>, tensor<complex<f32>>
}
