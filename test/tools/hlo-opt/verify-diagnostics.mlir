// Every severity, place and form of an expectation; each is met.

// RUN: hlo-opt %s -split-input-file -verify-diagnostics --constraint-diagnostics=false --load-pass-plugin=%S/Inputs/test_passes.py --test-diagnose --allow-unregistered-dialect
// RUN: hlo-opt %s -split-input-file --verify-diagnostics=all --constraint-diagnostics=false --load-pass-plugin=%S/Inputs/test_passes.py --test-diagnose --allow-unregistered-dialect

func.func @severities() {
  "test.op"() {test.warning = "take care"} : () -> () // expected-warning {{take care}}
  // expected-remark@+1 {{by the way}}
  "test.op"() {test.remark = "by the way"} : () -> ()
  "test.op"() {test.remark = "and then"} : () -> ()
  // expected-remark@-1 {{and then}}
  // expected-error @+2 {{wrong}}
  // expected-note @+1 {{because of this}}
  "test.op"() {test.error = "all wrong here", test.note = "because of this"} : () -> ()
  return
}

// -----

// Neighbours: lines that hold expectations do not count.
func.func @neighbours() {
  // expected-remark @below {{one}}
  // expected-warning @below {{two}}
  "test.op"() {test.remark = "one", test.warning = "two"} : () -> ()
  "test.op"() {test.remark = "three", test.warning = "four"} : () -> ()
  // expected-remark @above {{three}}
  // expected-warning @above {{four}}
  return
}

// -----

// One expectation may be met more than once, and several may share a diagnostic's line.
func.func @often() {
  // expected-remark @+1 {{twice}}
  "test.op"() {test.remark = "twice"} : () -> () "test.op"() {test.remark = "twice"} : () -> ()
  return
}

// -----

// Regular expressions stand between double braces; all else is literal.
func.func @patterns() {
  // expected-remark-re @+1 {{found {{[0-9]+}} (of {{a|b}}) {{$}}}}
  "test.op"() {test.remark = "found 12 (of b) "} : () -> ()
  // expected-remark-re @+1 {{no pattern (at all)}}
  "test.op"() {test.remark = "no pattern (at all)"} : () -> ()
  return
}

// -----

// The parser's errors count too.
func.func @parser() {
  // expected-error @+1 {{use of undeclared SSA value name}}
  "test.op"(%missing) : (i32) -> ()
  return
}

// -----

// As do the verifier's.
func.func @verifier(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{op all non-scalar operands/results must have the same shape}}
  %0 = "stablehlo.abs"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return %a : tensor<2xf32>
}
