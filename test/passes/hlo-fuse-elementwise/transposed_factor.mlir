// The transposition of a matrix moves into a large product, which packs its operands anyway;
// into a small one it does not.

// RUN: hlo-opt %s --pipeline=cpu --stop-after=schedule | FileCheck %s

// CHECK:     #[[TRANSPOSED:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-LABEL: func.func @large
// CHECK-NOT:   tensor.empty() : tensor<256x300xf32>
// CHECK:       linalg.generic {indexing_maps = [{{.*}}, #[[TRANSPOSED]], {{.*}}"reduction"{{.*}} ins(%arg0, %arg1
func.func @large(%a: tensor<270x256xf32>, %b: tensor<300x256xf32>) -> tensor<270x300xf32> {
  %0 = stablehlo.transpose %b, dims = [1, 0] : (tensor<300x256xf32>) -> tensor<256x300xf32>
  %1 = stablehlo.dot_general %a, %0, contracting_dims = [1] x [0]
    : (tensor<270x256xf32>, tensor<256x300xf32>) -> tensor<270x300xf32>
  return %1 : tensor<270x300xf32>
}

// CHECK-LABEL: func.func @small
// CHECK:       tensor.empty() : tensor<25x300xf32>
func.func @small(%a: tensor<270x25xf32>, %b: tensor<300x25xf32>) -> tensor<270x300xf32> {
  %0 = stablehlo.transpose %b, dims = [1, 0] : (tensor<300x25xf32>) -> tensor<25x300xf32>
  %1 = stablehlo.dot_general %a, %0, contracting_dims = [1] x [0]
    : (tensor<270x25xf32>, tensor<25x300xf32>) -> tensor<270x300xf32>
  return %1 : tensor<270x300xf32>
}
