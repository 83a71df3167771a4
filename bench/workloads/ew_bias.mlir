module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1023x1025xf32>, %arg1: tensor<1025xf32>) -> (tensor<1023x1025xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<1025xf32>) -> tensor<1x1025xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x1025xf32>) -> tensor<1023x1025xf32>
    %2 = stablehlo.add %arg0, %1 : tensor<1023x1025xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1023x1025xf32>
    %4 = stablehlo.maximum %2, %3 : tensor<1023x1025xf32>
    return %4 : tensor<1023x1025xf32>
  }
}
