// Bytecode in both directions, and what is wrong with binary input.

// RUN: hlo-opt %s --emit-bytecode -o %t.bc
// RUN: hlo-opt %t.bc | FileCheck %s
// RUN: hlo-opt < %t.bc | FileCheck %s
// RUN: hlo-opt --emit-bytecode %s | hlo-opt - | FileCheck %s
// RUN: hlo-opt %t.bc --mlir-print-debuginfo | FileCheck --check-prefix=LOC %s

// CHECK: stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
// LOC:   loc("{{.*}}bytecode.mlir":

// A portable artifact is read as well.
// RUN: %python %S/Inputs/serialize.py %s %t.vhlo
// RUN: hlo-opt %t.vhlo | FileCheck %s

// Truncated files.
// RUN: head -c 60 %t.bc > %t.short
// RUN: not hlo-opt %t.short -o %t.out 2>&1 | FileCheck --check-prefix=SHORT %s
// SHORT-NOT: Traceback
// SHORT:     error: 
// RUN: head -c 60 %t.vhlo > %t.short.vhlo
// RUN: not hlo-opt %t.short.vhlo -o %t.out 2>&1 | FileCheck --check-prefix=SHORT %s
// RUN: not ls %t.out

// One program to a file of bytecode.
// RUN: not hlo-opt %s --emit-bytecode -split-input-file 2>&1 | FileCheck --check-prefix=SPLIT %s
// SPLIT: error: --emit-bytecode writes one program, --split-input-file reads several

func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
