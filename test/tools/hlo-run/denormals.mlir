// Denormals are numbers like others, unless they are to count as zero.

// REQUIRES: x86
// RUN: hlo-run %s --input=f32=1e-30 --input=f32=1e-10 | FileCheck %s
// RUN: hlo-run %s --input=f32=1e-30 --input=f32=1e-10 --flush-denormals | FileCheck --check-prefix=ZERO %s

// CHECK: result 0: tensor<f32> = 1e-40
// ZERO: result 0: tensor<f32> = 0
func.func @main(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
