// Invalid programs, in pretty and in generic form: the diagnostics name the constraint, and the
// values that break it.

// RUN: hlo-opt %s -split-input-file -verify-diagnostics --hlo-verify

func.func @dot_general(%a: tensor<4x8xf32>, %b: tensor<3x5xf32>) {
  // expected-error@+3 {{'stablehlo.dot_general' violates (C10): dim(lhs, lhs_contracting_dimensions...) = dim(rhs, rhs_contracting_dimensions...)}}
  // expected-note@+2 {{left side is [8], right side is [3]}}
  // expected-note@+1 {{lhs is tensor<4x8xf32>, lhs_contracting_dimensions is [1], rhs is tensor<3x5xf32>, rhs_contracting_dimensions is [0]}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @dot_general_generic(%a: tensor<4x8xf32>, %b: tensor<3x5xf32>) {
  // expected-error@+3 {{'stablehlo.dot_general' violates (C10)}}
  // expected-note@+2 {{left side is [8], right side is [3]}}
  // expected-note@+1 {{lhs is tensor<4x8xf32>}}
  %0 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<4x8xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather(%a: tensor<3x4xf32>, %i: tensor<5x1xi64>) {
  // expected-error@+3 {{'stablehlo.gather' violates (C21): 0 <= slice_sizes <= shape(operand)}}
  // expected-note@+2 {{left side is [1, 5], right side is [3, 4]}}
  // expected-note@+1 {{slice_sizes is [1, 5], operand is tensor<3x4xf32>}}
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<3x4xf32>, tensor<5x1xi64>) -> tensor<5x5xf32>
  return
}

// -----

func.func @convolution(%a: tensor<2x6x6x4xf32>, %w: tensor<3x3x2x8xf32>) {
  // expected-error@+2 {{'stablehlo.convolution' violates (C23): feature_group_count = 1 or batch_group_count = 1}}
  // expected-note@+1 {{feature_group_count is 2, batch_group_count is 2}}
  %0 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<2x6x6x4xf32>, tensor<3x3x2x8xf32>) -> tensor<1x4x4x8xf32>
  return
}

// -----

func.func @convolution_generic(%a: tensor<2x6x6x4xf32>, %w: tensor<3x3x2x8xf32>) {
  // expected-error@+2 {{'stablehlo.convolution' violates (C23)}}
  // expected-note@+1 {{feature_group_count is 2, batch_group_count is 2}}
  %0 = "stablehlo.convolution"(%a, %w) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<2x6x6x4xf32>, tensor<3x3x2x8xf32>) -> tensor<1x4x4x8xf32>
  return
}

// -----

func.func @reduce_window(%a: tensor<4x5xf32>, %z: tensor<f32>) {
  // expected-error@+3 {{'stablehlo.reduce_window' violates (C11): 0 < window_dilations}}
  // expected-note@+2 {{left side is 0, right side is [1, -1]}}
  // expected-note@+1 {{window_dilations is [1, -1]}}
  %0 = "stablehlo.reduce_window"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 2, 1>, window_dilations = array<i64: 1, -1>} : (tensor<4x5xf32>, tensor<f32>) -> tensor<3x5xf32>
  return
}

// -----

func.func @all_gather(%a: tensor<2x3xf32>) {
  // expected-error@+2 {{'stablehlo.all_gather' violates (C2): is_unique(replica_groups)}}
  // expected-note@+1 {{replica_groups is [[0, 1], [1, 2]]}}
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @send(%a: tensor<2xf32>, %t: !stablehlo.token) {
  // expected-error@+3 {{'stablehlo.send' violates (C1): dim(source_target_pairs, 1) = 2}}
  // expected-note@+2 {{left side is 3, right side is 2}}
  // expected-note@+1 {{source_target_pairs is [[0, 1, 2]]}}
  %0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @collective_permute(%a: tensor<2xf32>) {
    // expected-error@+3 {{'stablehlo.collective_permute' violates (C4): 0 <= source_target_pairs < N, where N is num_replicas or num_partitions}}
    // expected-note@+2 {{left side is [[0, 5]], right side is 2}}
    // expected-note@+1 {{source_target_pairs is [[0, 5]]}}
    %0 = "stablehlo.collective_permute"(%a) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 5]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
}

// -----

!axis_0 = tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
!axis_1 = tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>

func.func @quantized_add(%a: !axis_0, %b: !axis_0) {
  // expected-error@+5 {{'stablehlo.add' violates (C6): If the operation uses quantized tensors and is_per_axis_quantized(lhs), then quantization_dimension(lhs) = quantization_dimension(result)}}
  // expected-note@+4 {{left side is 0, right side is 1}}
  // expected-note@+3 {{lhs is tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>}}
  // expected-error@+2 {{'stablehlo.add' violates (C7)}}
  // expected-note@+1 {{rhs is tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>}}
  %0 = stablehlo.add %a, %b : (!axis_0, !axis_0) -> !axis_1
  return
}

// -----

func.func @while_body(%a: tensor<i32>) {
  // expected-error@+3 {{'stablehlo.while' violates (C2): type(body) = (T...) -> (T...)}}
  // expected-note@+2 {{left side is (tensor<i32>) -> (tensor<i64>), right side is (tensor<i32>) -> (tensor<i32>)}}
  // expected-note@+1 {{operand is [tensor<i32>]}}
  %0 = stablehlo.while(%x = %a) : tensor<i32>
    cond {
      %c = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %y = stablehlo.convert %x : (tensor<i32>) -> tensor<i64>
      stablehlo.return %y : tensor<i64>
    }
  return
}

// -----

func.func @while_body_generic(%a: tensor<i32>) {
  // expected-error@+3 {{'stablehlo.while' violates (C2)}}
  // expected-note@+2 {{left side is (tensor<i32>) -> (tensor<i64>)}}
  // expected-note@+1 {{operand is [tensor<i32>]}}
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<i32>):
    %c = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%x: tensor<i32>):
    %y = "stablehlo.convert"(%x) : (tensor<i32>) -> tensor<i64>
    "stablehlo.return"(%y) : (tensor<i64>) -> ()
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

// expected-error@+3 {{quantized element type '!quant.uniform<i8:f32, 0.0>' violates (C5): 0 < scales}}
// expected-note@+2 {{left side is 0, right side is [0.0]}}
// expected-note@+1 {{scales is [0.0]}}
func.func @zero_scale(%a: tensor<2x!quant.uniform<i8:f32, 0.0>>) {
  return
}

// -----

// expected-error@+3 {{quantized tensor type 'tensor<3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>' violates (C13): dim(self, quantization_dimension) = size(scales)}}
// expected-note@+2 {{left side is 3, right side is 2}}
// expected-note@+1 {{quantization_dimension is 0, scales is [0.5, 0.25]}}
func.func @scales_for_axis(%a: tensor<3x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) {
  return
}
