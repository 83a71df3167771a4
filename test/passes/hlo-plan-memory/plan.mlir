// Every buffer becomes a view of one scratch argument; test/unit/test_memory.py has the lifetimes.

// RUN: hlo-opt --hlo-plan-memory %s | FileCheck %s
// RUN: hlo-opt --pass-pipeline='builtin.module(hlo-plan-memory{share=false})' %s | FileCheck --check-prefix=OWN %s
// RUN: hlo-opt --hlo-plan-memory -split-input-file -verify-diagnostics %S/Inputs/errors.mlir

// CHECK-LABEL: func.func @main
// CHECK-SAME:    %[[S:arg[0-9]+]]: memref<128xi8>) attributes {hlo.scratch_bytes = 128 : i64}
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[C64:.*]] = arith.constant 64 : index
// CHECK:         %[[A:.*]] = memref.view %[[S]]{{\[}}%[[C0]]{{\]\[\]}} : memref<128xi8> to memref<4x4xf32>
// CHECK:         linalg.add {{.*}} outs(%[[A]] :
// CHECK:         %[[B:.*]] = memref.view %[[S]]{{\[}}%[[C64]]{{\]\[\]}} : memref<128xi8> to memref<4x4xf32>
// CHECK:         linalg.add ins(%[[A]], %[[A]] : {{.*}}) outs(%[[B]] :
// CHECK:         %[[C:.*]] = memref.view %[[S]]{{\[}}%[[C0]]{{\]\[\]}} : memref<128xi8> to memref<3xi1>
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.dealloc

// OWN: memref<192xi8>) attributes {hlo.scratch_bytes = 192 : i64}

// A function that needs no memory has the argument, too.
// CHECK-LABEL: func.func @nothing(%{{.*}}: memref<0xi8>) attributes {hlo.scratch_bytes = 0 : i64}

func.func @main(%in: memref<4x4xf32>, %out: memref<4x4xf32>) {
  %i = arith.constant 1 : index
  %t = arith.constant true
  %a = memref.alloc() : memref<4x4xf32>
  linalg.add ins(%in, %in : memref<4x4xf32>, memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  %b = memref.alloc() {alignment = 64 : i64} : memref<4x4xf32>
  linalg.add ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%b : memref<4x4xf32>)
  memref.dealloc %a : memref<4x4xf32>
  %c = memref.alloca() : memref<3xi1>
  memref.store %t, %c[%i] : memref<3xi1>
  memref.copy %b, %out : memref<4x4xf32> to memref<4x4xf32>
  return
}

func.func @nothing() {
  return
}
