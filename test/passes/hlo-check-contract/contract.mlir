// Contracts between stages, as a pass for pipelines that users put together.

// RUN: hlo-opt --pass-pipeline='builtin.module(hlo-check-contract{stage=legalize})' %s | FileCheck %s
// RUN: not hlo-opt --pass-pipeline='builtin.module(hlo-check-contract{stage=bufferize})' %s 2>&1 | FileCheck --check-prefix=BUFFERIZE %s
// RUN: not hlo-opt --pass-pipeline='builtin.module(hlo-check-contract{stage=fuse})' %s 2>&1 | FileCheck --check-prefix=STAGE %s

// CHECK: tensor.empty
// BUFFERIZE:      contract.mlir:[[#]]:8: error: 'tensor.empty' is not supported: it is left after stage 'bufferize'
// BUFFERIZE-NEXT:   %0 = tensor.empty() : tensor<4xf32>
// BUFFERIZE-NEXT:        ^
// BUFFERIZE-NEXT: note: what may be left there: arith, complex, linalg, math, memref, scf, ub, builtin.module, func.func, func.return
// STAGE: error: unknown stage 'fuse' (there are legalize, bufferize, plan, lower)

func.func @main() -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  return %0 : tensor<4xf32>
}
