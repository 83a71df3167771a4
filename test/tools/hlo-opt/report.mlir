// --hlo-report=schedule says how each kernel is run.

// RUN: hlo-opt --pipeline=cpu --hlo-report=schedule %s -o %t 2>&1 | FileCheck %s

// CHECK:      target: {{.*}}, vectors of {{[0-9]+}} bits
// CHECK:      kernel_0:
// CHECK-NEXT:   3 nests together, a row of 256 at a time
// CHECK-NEXT:   fill [256]: one scalar
// CHECK-NEXT:   sum [256 x 512*]: vectors of {{[0-9]+}} along 512
// CHECK-NEXT:   elementwise [256 x 512]: vectors of {{[0-9]+}} along 512
// CHECK-NEXT:   touches 1024 KiB, 262144 operations
// CHECK:      main: {{[0-9]+}} bytes of scratch memory
func.func @main(%x: tensor<256x512xf32>) -> tensor<256x512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<256x512xf32>, tensor<f32>) -> tensor<256xf32>
  %all = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<256xf32>) -> tensor<256x512xf32>
  %quotient = stablehlo.divide %x, %all : tensor<256x512xf32>
  return %quotient : tensor<256x512xf32>
}
