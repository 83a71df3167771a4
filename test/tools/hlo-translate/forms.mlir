// From one form to another and back: nothing changes.

// RUN: hlo-translate %s -o %t.mlir && FileCheck %s < %t.mlir
// RUN: hlo-translate < %s | diff - %t.mlir
// CHECK:      module @example attributes {mhlo.num_partitions = 1 : i32} {
// CHECK-NEXT:   func.func @main(%arg0: tensor<2xf32>) -> (tensor<2xf32> {jax.result_info = "result"})
// CHECK-NEXT:     %cst = stablehlo.constant dense<[1.000000e+00, 0x7FC00000]>
// CHECK-NEXT:     stablehlo.add

// RUN: hlo-translate %s --emit-bytecode -o %t.bc && hlo-translate %t.bc | diff - %t.mlir
// RUN: hlo-translate %s --emit-bytecode | hlo-translate - | diff - %t.mlir
// RUN: hlo-translate %s --serialize --target=current -o %t.current && hlo-translate %t.current --deserialize | diff - %t.mlir
// RUN: hlo-translate %s --serialize --target=minimum | hlo-translate --deserialize | diff - %t.mlir
// RUN: hlo-translate %s --serialize --target=1.0.0 -o %t.artifact && hlo-translate %t.artifact | diff - %t.mlir
// RUN: hlo-translate %t.artifact --emit-bytecode | hlo-translate --serialize --target=1.0.0 | hlo-translate | diff - %t.mlir

// The same program gives the same bytes.
// RUN: hlo-translate %s --serialize --target=1.0.0 | diff - %t.artifact

// Locations are kept in the binary forms, unless they are not wanted.
// RUN: hlo-translate %s --emit-bytecode | hlo-opt --mlir-print-debuginfo | FileCheck --check-prefix=LOCATIONS %s
// RUN: hlo-translate %s --emit-bytecode --strip-debuginfo | hlo-opt --mlir-print-debuginfo | FileCheck --check-prefix=STRIPPED %s
// LOCATIONS: stablehlo.add {{.*}} loc({{#loc[0-9]+}}
// STRIPPED-NOT: .mlir":

// RUN: hlo-translate --print-stablehlo-version | FileCheck --check-prefix=VERSION %s
// VERSION: {{^[0-9]+\.[0-9]+\.[0-9]+$}}

module @example attributes {mhlo.num_partitions = 1 : i32} {
  func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
    %1 = stablehlo.add %a, %0 : tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
