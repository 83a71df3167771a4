module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1x8x512x64xf32>, %arg1: tensor<1x8x512x64xf32>, %arg2: tensor<1x8x512x64xf32>) -> (tensor<1x8x512x64xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<512x512xi1>
    %1 = call @tril(%0) : (tensor<512x512xi1>) -> tensor<512x512xi1>
    %2 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x8x512x64xf32>, tensor<1x8x512x64xf32>) -> tensor<1x8x512x512xf32>
    %cst = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x8x512x512xf32>
    %4 = stablehlo.multiply %2, %3 : tensor<1x8x512x512xf32>
    %cst_0 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %5 = call @_where(%1, %4, %cst_0) : (tensor<512x512xi1>, tensor<1x8x512x512xf32>, tensor<f32>) -> tensor<1x8x512x512xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %6 = stablehlo.reduce(%5 init: %cst_1) applies stablehlo.maximum across dimensions = [3] : (tensor<1x8x512x512xf32>, tensor<f32>) -> tensor<1x8x512xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<1x8x512xf32>) -> tensor<1x8x512x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2, 3] : (tensor<1x8x512x1xf32>) -> tensor<1x8x512x512xf32>
    %9 = stablehlo.subtract %5, %8 : tensor<1x8x512x512xf32>
    %10 = stablehlo.exponential %9 : tensor<1x8x512x512xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [3] : (tensor<1x8x512x512xf32>, tensor<f32>) -> tensor<1x8x512xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<1x8x512xf32>) -> tensor<1x8x512x1xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2, 3] : (tensor<1x8x512x1xf32>) -> tensor<1x8x512x512xf32>
    %14 = stablehlo.divide %10, %13 : tensor<1x8x512x512xf32>
    %15 = stablehlo.dot_general %14, %arg2, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x8x512x512xf32>, tensor<1x8x512x64xf32>) -> tensor<1x8x512x64xf32>
    return %15 : tensor<1x8x512x64xf32>
  }
  func.func private @tril(%arg0: tensor<512x512xi1>) -> tensor<512x512xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<512x512xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<512x512xi32>
    %2 = stablehlo.add %0, %1 : tensor<512x512xi32>
    %3 = stablehlo.iota dim = 1 : tensor<512x512xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<512x512xi32>, tensor<512x512xi32>) -> tensor<512x512xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<512x512xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<512x512xi1>, tensor<512x512xi1>
    return %6 : tensor<512x512xi1>
  }
  func.func private @_where(%arg0: tensor<512x512xi1>, %arg1: tensor<1x8x512x512xf32>, %arg2: tensor<f32>) -> tensor<1x8x512x512xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<512x512xi1>) -> tensor<1x8x512x512xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x8x512x512xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<1x8x512x512xi1>, tensor<1x8x512x512xf32>
    return %3 : tensor<1x8x512x512xf32>
  }
}
