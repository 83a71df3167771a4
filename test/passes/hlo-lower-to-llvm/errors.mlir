// An operation that nothing lowers is an error at its place, before the translation that would crash on it.

// RUN: hlo-opt --hlo-lower-to-llvm -split-input-file -verify-diagnostics %s

func.func @leftover() {
  // expected-error@+2 {{'gpu.barrier' is not supported: it is left after stage 'lower'}}
  // expected-note@unknown {{what may be left there: llvm, omp, builtin.module}}
  "gpu.barrier"() : () -> ()
  return
}
