// What cannot be bufferized, at its place.

// RUN: hlo-opt --hlo-bufferize -split-input-file -verify-diagnostics %s

// expected-error@+1 {{argument 0 is 'tensor<?xf32>': dynamic shapes are not supported yet}}
func.func @dynamic(%a: tensor<?xf32>) {
  return
}

// -----

// expected-error@+1 {{argument 1 is 'tensor<*xf32>': only ranked tensors are supported}}
func.func @unranked(%a: f32, %b: tensor<*xf32>) {
  return
}

// -----

// expected-error@+1 {{a function with branches between blocks is not supported}}
func.func @blocks() {
  return
^never:
  return
}

// -----

func.func @leftover(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+2 {{'stablehlo.add' is not supported: it is left after stage 'legalize'}}
  // expected-note@unknown {{what may be left there: arith, complex, linalg, math, scf, tensor, ub, bufferization.alloc_tensor}}
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @f(tensor<4xf32>) -> tensor<4xf32>
func.func @call(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+2 {{'func.call' is not supported: it is left after stage 'legalize' (calls are inlined before; a recursive call is not supported)}}
  // expected-note@unknown {{what may be left there}}
  %0 = func.call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
