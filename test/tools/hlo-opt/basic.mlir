// Input from a file, from standard input, and where the output goes.

// RUN: hlo-opt %s | FileCheck %s
// RUN: hlo-opt - < %s | FileCheck %s
// RUN: hlo-opt < %s | FileCheck %s
// RUN: hlo-opt -- %s | FileCheck %s
// RUN: hlo-opt %s -o %t && FileCheck %s < %t
// RUN: hlo-opt -o=%t.2 --cse=  %s && FileCheck --check-prefix=CSE %s < %t.2
// RUN: hlo-opt -cse %s | FileCheck --check-prefix=CSE %s

// A device is written to, not replaced; a file keeps its mode.
// RUN: hlo-opt %s -o /dev/null
// RUN: test -c /dev/null
// RUN: chmod 640 %t && hlo-opt %s -o %t && ls -l %t | FileCheck --check-prefix=MODE %s

// CHECK-LABEL: func.func @main
// CHECK-NEXT:    stablehlo.add
// CHECK-NEXT:    stablehlo.add
// CHECK-NEXT:    stablehlo.multiply

// CSE-LABEL: func.func @main
// CSE-NEXT:    stablehlo.add
// CSE-NEXT:    stablehlo.multiply

// MODE: -rw-r-----

func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = stablehlo.add %a, %a : tensor<4xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
