// What cannot be legalized is an error at its place, with the reason.

// RUN: hlo-opt --hlo-legalize-to-linalg -split-input-file -verify-diagnostics %s

func.func @unsupported(%a: tensor<2xi64>, %token: !stablehlo.token) -> !stablehlo.token {
  // expected-error@+1 {{cannot legalize 'stablehlo.outfeed' to linalg: the operation is not supported (docs/operations.md lists those that are)}}
  %0 = "stablehlo.outfeed"(%a, %token) <{outfeed_config = ""}> : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

// Also inside a region.
func.func @inside(%a: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    // expected-error@+1 {{cannot legalize 'chlo.erf' to linalg: the operation is not supported}}
    %1 = chlo.erf %a : tensor<4xf32> -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @shards(%a: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{cannot legalize 'stablehlo.custom_call' to linalg: custom call target 'SPMDFullToShardShape' returns what it gets on one device, and tensor<4xf32> is not tensor<2xf32>}}
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%a) : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// expected-error@+1 {{cannot legalize type 'tensor<?xf32>': only static shapes are supported}}
func.func @dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// expected-error@+1 {{cannot legalize type 'tensor<*xf32>': only ranked tensors are supported}}
func.func @unranked(%a: tensor<*xf32>) {
  return
}

// -----

func.func @recursive(%a: tensor<f32>) -> tensor<f32> {
  %0 = func.call @again(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @again(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{cannot legalize 'func.call' to linalg: the call is recursive (@recursive -> @again -> @again)}}
  %0 = func.call @again(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @declared(%a: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{cannot legalize 'func.call' to linalg: function @elsewhere has 0 blocks, and exactly 1 is supported}}
  %0 = func.call @elsewhere(%a) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @elsewhere(tensor<f32>) -> tensor<f32>

// -----

// expected-error@+1 {{cannot legalize function @blocks: it has 2 blocks, and exactly 1 is supported}}
func.func @blocks(%a: tensor<f32>) -> tensor<f32> {
  cf.br ^next(%a : tensor<f32>)
^next(%b: tensor<f32>):
  return %b : tensor<f32>
}

// -----

func.func @complex_remainder(%a: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  // expected-error@+1 {{cannot legalize 'stablehlo.remainder' to linalg: the remainder of complex numbers is not defined}}
  %0 = stablehlo.remainder %a, %a : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// -----

func.func @complex_order(%a: tensor<2xcomplex<f32>>) -> tensor<2xi1> {
  // expected-error@+1 {{cannot legalize 'stablehlo.compare' to linalg: complex numbers compare EQ or NE, not LT}}
  %0 = stablehlo.compare LT, %a, %a, FLOAT : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @another_process(%a: tensor<2xi64>) -> tensor<4xi64> {
  // expected-error@+1 {{cannot legalize 'stablehlo.all_gather' to linalg: 'replica_groups' names process 1, and a program is run as one process, 0}}
  %0 = "stablehlo.all_gather"(%a) <{
    all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<2xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func @state(%a: tensor<3xui64>) -> tensor<4xui32> {
  // expected-error@+1 {{cannot legalize 'stablehlo.rng_bit_generator' to linalg: the state of THREE_FRY has 2 words, not 3}}
  %0, %1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return %1 : tensor<4xui32>
}
