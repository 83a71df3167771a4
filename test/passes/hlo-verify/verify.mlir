// What the bindings' own verifier accepts, and the specification does not.

// RUN: hlo-opt %s -split-input-file -verify-diagnostics --hlo-verify

func.func @state(%a: tensor<3xui64>) {
  // expected-error@+3 {{'stablehlo.rng_bit_generator' violates (C2)}}
  // expected-note@+2 {{left side is 3, right side is [2]}}
  // expected-note@+1 {{initial_state is tensor<3xui64>, rng_algorithm is THREE_FRY}}
  %0, %1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

// A size that is not known violates nothing; one that is wrong whatever it is, does.
func.func @dynamic(%a: tensor<?x4xf32>, %b: tensor<?x4xf32, #stablehlo.bounds<2, ?>>, %i: tensor<1xi64>, %z: tensor<i64>) {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 4>} : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<4xf32>
  // expected-error@+3 {{'stablehlo.dynamic_slice' violates (C4): 0 <= slice_sizes <= shape(operand)}}
  // expected-note@+2 {{left side is [3, 4], right side is [?<=2, 4]}}
  // expected-note@+1 {{slice_sizes is [3, 4], operand is tensor<?x4xf32, #stablehlo.bounds<2, ?>>}}
  %1 = stablehlo.dynamic_slice %b, %z, %z, sizes = [3, 4] : (tensor<?x4xf32, #stablehlo.bounds<2, ?>>, tensor<i64>, tensor<i64>) -> tensor<3x4xf32>
  return
}
