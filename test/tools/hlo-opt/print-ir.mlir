// The program before and after passes, on standard error.

// RUN: hlo-opt %s -o /dev/null --mlir-print-ir-before=cse --mlir-print-ir-after=cse,canonicalize \
// RUN:   --pass-pipeline='builtin.module(func.func(cse,canonicalize),canonicalize{max-iterations=3})' \
// RUN:   2>&1 | FileCheck %s
// CHECK:      // -----// IR Dump Before cse //----- //
// CHECK-NEXT: func.func @f
// CHECK:      // -----// IR Dump Before cse //----- //
// CHECK-NEXT: func.func @g
// CHECK:      // -----// IR Dump After cse //----- //
// CHECK-NEXT: func.func @f
// CHECK:      // -----// IR Dump After cse //----- //
// CHECK-NEXT: func.func @g
// CHECK:      // -----// IR Dump After canonicalize //----- //
// CHECK:      // -----// IR Dump After canonicalize //----- //
// CHECK:      // -----// IR Dump After canonicalize{max-iterations=3} //----- //
// CHECK-NEXT: module {

// RUN: hlo-opt %s -o /dev/null -cse --canonicalize -mlir-print-ir-after-all --mlir-print-ir-before-all 2>&1 \
// RUN:   | FileCheck --check-prefix=ALL %s
// ALL: IR Dump Before cse
// ALL: IR Dump After cse
// ALL: IR Dump Before canonicalize
// ALL: IR Dump After canonicalize

// Only what changed: cse does in @f, not in @g; the second time in neither.
// RUN: hlo-opt %s -o /dev/null -mlir-print-ir-after-change --pass-pipeline='builtin.module(func.func(cse,cse))' \
// RUN:   2>&1 | FileCheck --check-prefix=CHANGE %s
// CHANGE:      IR Dump After cse
// CHANGE-NEXT: func.func @f
// CHANGE-NOT:  IR Dump

// Only what failed, in the state that the pass left it in.
// RUN: not hlo-opt %s -mlir-print-ir-after-failure --cse --test-raise --load-pass-plugin=%S/Inputs/test_passes.py \
// RUN:   2>&1 | FileCheck --check-prefix=FAIL %s
// FAIL-NOT: IR Dump After cse
// FAIL:     IR Dump After test-raise Failed //----- //

// A function that its pass erased is not printed, and does not stop the rest.
// RUN: hlo-opt %s -mlir-print-ir-after-all --test-erase --cse --load-pass-plugin=%S/Inputs/test_passes.py \
// RUN:   2>&1 | FileCheck --check-prefix=ERASE %s
// ERASE-NOT: IR Dump After test-erase
// ERASE:     IR Dump After cse

// The whole program instead of the function that the pass runs on.
// RUN: hlo-opt %s -o /dev/null --mlir-print-ir-module-scope -mlir-print-ir-after=cse \
// RUN:   --pass-pipeline='builtin.module(func.func(cse))' 2>&1 | FileCheck --check-prefix=SCOPE %s
// SCOPE:      IR Dump After cse ('func.func' operation: @f) //----- //
// SCOPE-NEXT: module {
// SCOPE:      IR Dump After cse ('func.func' operation: @g) //----- //
// SCOPE-NEXT: module {

// The options of the printer apply.
// RUN: hlo-opt %s -o /dev/null --cse -mlir-print-ir-after-all -mlir-print-op-generic -mlir-print-debuginfo 2>&1 \
// RUN:   | FileCheck --check-prefix=STYLE %s
// STYLE: "builtin.module"() ({
// STYLE: loc("{{.*}}print-ir.mlir":

// A stage stands for its first or last pass.
// RUN: hlo-opt %s -o /dev/null --pipeline=cpu --stop-after=legalize \
// RUN:   --mlir-print-ir-before=simplify --mlir-print-ir-after=simplify 2>&1 | FileCheck --check-prefix=STAGE %s
// STAGE:     IR Dump Before canonicalize [simplify]
// STAGE:     IR Dump After cse [simplify]
// STAGE-NOT: IR Dump

// Files in folders that follow the nesting of operations.
// RUN: rm -rf %t.tree
// RUN: hlo-opt %s -o /dev/null --mlir-print-ir-before=cse -mlir-print-ir-after-all --mlir-print-ir-tree-dir=%t.tree \
// RUN:   --pass-pipeline='builtin.module(func.func(cse),canonicalize)' > %t.quiet 2>&1
// RUN: test ! -s %t.quiet
// RUN: FileCheck --check-prefix=FILE %s < %t.tree/builtin_module_no-symbol-name/func_func_f/0_cse.mlir
// RUN: ls %t.tree/builtin_module_no-symbol-name/func_func_f/0_cse_before.mlir
// RUN: ls %t.tree/builtin_module_no-symbol-name/func_func_g/0_cse.mlir
// RUN: ls %t.tree/builtin_module_no-symbol-name/1_canonicalize.mlir
// RUN: hlo-opt %s -o /dev/null -split-input-file --cse -mlir-print-ir-after-all --mlir-print-ir-tree-dir=%t.tree
// RUN: ls %t.tree/chunk_0/builtin_module_no-symbol-name/0_cse.mlir
// FILE:      // -----// IR Dump After cse //----- //
// FILE-NEXT: func.func @f

// RUN: not hlo-opt %s --cse --mlir-print-ir-after=csee 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// UNKNOWN: hlo-opt: error: unknown pass or stage 'csee'; did you mean 'cse'?

func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = stablehlo.add %a, %a : tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func @g(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
