// Storage types: signatures, and arithmetic on what is stored.

// RUN: hlo-opt --hlo-legalize-to-linalg -split-input-file %s | FileCheck %s

// Unsigned integers become signless ones, and operations say how to read them.
// CHECK-LABEL: func.func @unsigned
// CHECK-SAME:    (%{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi1>, tensor<4xi32>, tensor<4xf32>)
// CHECK:         arith.divui
// CHECK:         arith.cmpi ult
// CHECK:         arith.maxui
// CHECK:         arith.uitofp
func.func @unsigned(%a: tensor<4xui32>, %b: tensor<4xui32>)
    -> (tensor<4xui32>, tensor<4xi1>, tensor<4xui32>, tensor<4xf32>) {
  %0 = stablehlo.divide %a, %b : tensor<4xui32>
  %1 = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  %2 = stablehlo.maximum %a, %b : tensor<4xui32>
  %3 = stablehlo.convert %a : (tensor<4xui32>) -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xui32>, tensor<4xi1>, tensor<4xui32>, tensor<4xf32>
}

// -----

// The same operations on signed integers.
// CHECK-LABEL: func.func @signed
// CHECK:         arith.divsi
// CHECK:         arith.cmpi slt
// CHECK:         arith.maxsi
// CHECK:         arith.sitofp
func.func @signed(%a: tensor<4xi32>, %b: tensor<4xi32>)
    -> (tensor<4xi32>, tensor<4xi1>, tensor<4xi32>, tensor<4xf32>) {
  %0 = stablehlo.divide %a, %b : tensor<4xi32>
  %1 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %2 = stablehlo.maximum %a, %b : tensor<4xi32>
  %3 = stablehlo.convert %a : (tensor<4xi32>) -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xi1>, tensor<4xi32>, tensor<4xf32>
}

// -----

// Four bits live in a byte; arithmetic is on four bits.
// CHECK-LABEL: func.func @narrow
// CHECK-SAME:    (%{{.*}}: tensor<4xi8>) -> tensor<4xi8>
// CHECK:       ^bb0(%[[X:[a-z]+]]: i8, %{{.*}}: i8):
// CHECK:         %[[L:.*]] = arith.trunci %[[X]] : i8 to i4
// CHECK:         %[[S:.*]] = arith.addi %{{.*}}, %{{.*}} : i4
// CHECK-NEXT:    %[[R:.*]] = arith.extui %[[S]] : i4 to i8
// CHECK-NEXT:    linalg.yield %[[R]] : i8
func.func @narrow(%a: tensor<4xi4>) -> tensor<4xi4> {
  %0 = stablehlo.add %a, %a : tensor<4xi4>
  return %0 : tensor<4xi4>
}

// -----

// bf16 lives in 16 bits; arithmetic is in f32.
// CHECK-LABEL: func.func @bfloat
// CHECK-SAME:    (%{{.*}}: tensor<4xi16>) -> tensor<4xi16>
// CHECK:         arith.shli %{{.*}} : i32
// CHECK:         arith.bitcast %{{.*}} : i32 to f32
// CHECK:         arith.mulf %{{.*}} : f32
// CHECK:         arith.bitcast %{{.*}} : f32 to i32
// CHECK:         arith.trunci %{{.*}} : i32 to i16
func.func @bfloat(%a: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = stablehlo.multiply %a, %a : tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// f16 is the machine's own.
// CHECK-LABEL: func.func @half
// CHECK-SAME:    (%{{.*}}: tensor<4xf16>) -> tensor<4xf16>
// CHECK:         arith.extf %{{.*}} : f16 to f32
// CHECK:         arith.truncf %{{.*}} : f32 to f16
func.func @half(%a: tensor<4xf16>) -> tensor<4xf16> {
  %0 = stablehlo.sqrt %a : tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// What only moves elements does not convert them.
// CHECK-LABEL: func.func @moved
// CHECK-SAME:    (%{{.*}}: tensor<2x3xi8>) -> tensor<3x2xi8>
// CHECK:       linalg.transpose ins(%{{.*}} : tensor<2x3xi8>)
// CHECK-NOT:   arith.trunci
func.func @moved(%a: tensor<2x3xf8E4M3FN>) -> tensor<3x2xf8E4M3FN> {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf8E4M3FN>) -> tensor<3x2xf8E4M3FN>
  return %0 : tensor<3x2xf8E4M3FN>
}

// -----

// Complex numbers stay complex here; a later pass takes them apart.
// CHECK-LABEL: func.func @complex
// CHECK-SAME:    (%{{.*}}: tensor<4xcomplex<f32>>) -> tensor<4xf32>
// CHECK:         complex.mul %{{.*}} : complex<f32>
// CHECK:         complex.re %{{.*}} : complex<f32>
func.func @complex(%a: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %a, %a : tensor<4xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Constants are those of the storage type: 255 is -1, and 1.5 in bf16 is 0x3FC0.
// CHECK-LABEL: func.func @constants
// CHECK-DAG:   arith.constant dense<[-1, 7]> : tensor<2xi8>
// CHECK-DAG:   arith.constant 16320 : i16
func.func @constants() -> (tensor<2xui8>, tensor<2xbf16>) {
  %0 = stablehlo.constant dense<[255, 7]> : tensor<2xui8>
  %1 = stablehlo.constant dense<1.5> : tensor<2xbf16>
  return %0, %1 : tensor<2xui8>, tensor<2xbf16>
}
