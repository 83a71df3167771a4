module @jit_mixture attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1048576xf32>, %arg1: tensor<1048576xf32>) -> (tensor<1048576xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.exponential %arg0 : tensor<1048576xf32>
    %1 = stablehlo.tanh %arg1 : tensor<1048576xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<1048576xf32>
    %3 = stablehlo.add %2, %arg0 : tensor<1048576xf32>
    %4 = stablehlo.abs %3 : tensor<1048576xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1048576xf32>
    %6 = stablehlo.add %4, %5 : tensor<1048576xf32>
    %7 = stablehlo.log %6 : tensor<1048576xf32>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1048576xf32>
    %9 = stablehlo.multiply %7, %8 : tensor<1048576xf32>
    %10 = stablehlo.subtract %9, %arg1 : tensor<1048576xf32>
    %11 = stablehlo.maximum %10, %arg0 : tensor<1048576xf32>
    %12 = stablehlo.multiply %11, %11 : tensor<1048576xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1048576xf32>
    %14 = stablehlo.add %12, %13 : tensor<1048576xf32>
    %15 = stablehlo.rsqrt %14 : tensor<1048576xf32>
    %16 = stablehlo.multiply %15, %1 : tensor<1048576xf32>
    return %16 : tensor<1048576xf32>
  }
}
