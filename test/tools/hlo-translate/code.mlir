// LLVM IR, machine code and the C header of one function.

// RUN: hlo-translate %s --mlir-to-llvmir | FileCheck --check-prefix=LLVMIR %s
// LLVMIR: define void @hlo_main(ptr noalias %0, ptr noalias %1, ptr noalias %2)
// LLVMIR: fadd <2 x float>

// RUN: hlo-translate %s --mlir-to-llvmir --function=other --symbol=entry | FileCheck --check-prefix=OTHER %s
// OTHER:     define void @entry(
// OTHER-NOT: fadd

// RUN: hlo-translate %s --emit=header | FileCheck --check-prefix=HEADER %s
// HEADER:      /* @main of {{.*}}code.mlir, compiled by hlo-opt {{.*}} */
// HEADER:      #define HLO_MAIN_SCRATCH_BYTES 0
// HEADER:      void hlo_main(
// HEADER-NEXT:     const float *arg0, /* tensor<2xf32> */
// HEADER-NEXT:     float *result0, /* tensor<2xf32> */
// HEADER-NEXT:     void *scratch);

// RUN: hlo-translate %s --emit=obj -o %t.o --header=%t.h && FileCheck --check-prefix=HEADER %s < %t.h
// RUN: %python -c "print(open(r'%t.o', 'rb').read(4) in (b'\x7fELF', b'\xcf\xfa\xed\xfe'))" | FileCheck --check-prefix=OBJECT %s
// OBJECT: True
// RUN: hlo-translate %s --emit=obj --opt-level=0 --function=other -o %t.0.o

// A program in the LLVM dialect is translated as it is.
// RUN: hlo-translate %S/Inputs/llvm.mlir --mlir-to-llvmir | FileCheck --check-prefix=DIALECT %s
// DIALECT:      define i32 @twice(i32 %0) {
// DIALECT-NEXT:   %2 = add i32 %0, %0
// RUN: not hlo-translate %S/Inputs/mixed.mlir --mlir-to-llvmir 2>&1 | FileCheck --check-prefix=MIXED %s
// MIXED:      mixed.mlir:2:8: error: 'arith.addi' is not supported: it is left after stage 'lower'
// MIXED-NEXT:   %0 = arith.addi %a, %a : i32
// MIXED-NEXT:        ^
// MIXED-NEXT: note: what may be left there: llvm, omp, builtin.module

func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @other(%a: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.multiply %a, %a : tensor<2xi32>
  return %0 : tensor<2xi32>
}
