// Steps of a polynomial may be rounded once; what the program itself adds may not.

// RUN: hlo-opt --hlo-legalize-chlo %s | FileCheck %s
// RUN: hlo-opt --pipeline=cpu --stop-after=legalize %s | FileCheck %s --check-prefix=ARITH

// CHECK-LABEL: func.func @erf
// CHECK: [[OWN:%.+]] = stablehlo.multiply %arg0, %cst : tensor<4xf32>
// CHECK-NEXT: stablehlo.add [[OWN]], %cst : tensor<4xf32>
// CHECK: [[P:%.+]] = stablehlo.multiply {{.+}} {hlo.contract} : tensor<4xf32>
// CHECK: stablehlo.add [[P]], %cst_{{[0-9]+}} {hlo.contract} : tensor<4xf32>

// ARITH-LABEL: func.func @erf
// ARITH: arith.mulf {{%[a-z_0-9]+}}, {{%[a-z_0-9]+}} : f32
// ARITH: arith.addf {{%[a-z_0-9]+}}, {{%[a-z_0-9]+}} : f32
// ARITH: arith.mulf {{.+}} fastmath<contract> : f32
func.func @erf(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.3> : tensor<4xf32>
  %0 = stablehlo.multiply %x, %c : tensor<4xf32>
  %1 = stablehlo.add %0, %c : tensor<4xf32>
  %2 = chlo.erf %1 : tensor<4xf32> -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @plain
// CHECK-NOT: {hlo.
func.func @plain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.3> : tensor<4xf32>
  %0 = stablehlo.multiply %x, %c : tensor<4xf32>
  %1 = stablehlo.add %0, %c : tensor<4xf32>
  return %1 : tensor<4xf32>
}
