module @jit_lstm attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x8x64xf32>, %arg1: tensor<64x512xf32>, %arg2: tensor<128x512xf32>, %arg3: tensor<512xf32>) -> (tensor<32x8x128xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x128xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<32x8x128xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:8 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %arg1, %iterArg_2 = %arg2, %iterArg_3 = %arg3, %iterArg_4 = %c, %iterArg_5 = %0, %iterArg_6 = %0, %iterArg_7 = %1) : tensor<32x8x64xf32>, tensor<64x512xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<i32>, tensor<8x128xf32>, tensor<8x128xf32>, tensor<32x8x128xf32>
    cond {
      %c_8 = stablehlo.constant dense<32> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg_4, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_4) : (tensor<32x8x64xf32>, tensor<i32>) -> tensor<8x64xf32>
      %4:3 = func.call @closed_call(%iterArg_1, %iterArg_2, %iterArg_3, %iterArg_5, %iterArg_6, %3) : (tensor<64x512xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x64xf32>) -> (tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>)
      %5 = func.call @dynamic_update_index_in_dim(%iterArg_7, %4#2, %iterArg_4) : (tensor<32x8x128xf32>, tensor<8x128xf32>, tensor<i32>) -> tensor<32x8x128xf32>
      %c_8 = stablehlo.constant dense<1> : tensor<i32>
      %6 = stablehlo.add %iterArg_4, %c_8 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_1, %iterArg_2, %iterArg_3, %6, %4#0, %4#1, %5 : tensor<32x8x64xf32>, tensor<64x512xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<i32>, tensor<8x128xf32>, tensor<8x128xf32>, tensor<32x8x128xf32>
    }
    return %2#7 : tensor<32x8x128xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<32x8x64xf32>, %arg1: tensor<i32>) -> tensor<8x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 8, 64] : (tensor<32x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x64xf32>) -> tensor<8x64xf32>
    return %1 : tensor<8x64xf32>
  }
  func.func private @closed_call(%arg0: tensor<64x512xf32>, %arg1: tensor<128x512xf32>, %arg2: tensor<512xf32>, %arg3: tensor<8x128xf32>, %arg4: tensor<8x128xf32>, %arg5: tensor<8x64xf32>) -> (tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>) {
    %0 = stablehlo.dot_general %arg5, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x64xf32>, tensor<64x512xf32>) -> tensor<8x512xf32>
    %1 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x128xf32>, tensor<128x512xf32>) -> tensor<8x512xf32>
    %2 = stablehlo.add %0, %1 : tensor<8x512xf32>
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x512xf32>
    %4 = stablehlo.multiply %2, %3 : tensor<8x512xf32>
    %5 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<512xf32>) -> tensor<1x512xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x512xf32>) -> tensor<8x512xf32>
    %7 = stablehlo.add %4, %6 : tensor<8x512xf32>
    %8 = stablehlo.slice %7 [0:8, 0:128] : (tensor<8x512xf32>) -> tensor<8x128xf32>
    %9 = stablehlo.slice %7 [0:8, 128:256] : (tensor<8x512xf32>) -> tensor<8x128xf32>
    %10 = stablehlo.slice %7 [0:8, 256:384] : (tensor<8x512xf32>) -> tensor<8x128xf32>
    %11 = stablehlo.slice %7 [0:8, 384:512] : (tensor<8x512xf32>) -> tensor<8x128xf32>
    %12 = stablehlo.negate %9 : tensor<8x128xf32>
    %13 = stablehlo.exponential %12 : tensor<8x128xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x128xf32>
    %15 = stablehlo.add %14, %13 : tensor<8x128xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x128xf32>
    %17 = stablehlo.divide %16, %15 : tensor<8x128xf32>
    %18 = stablehlo.multiply %17, %arg4 : tensor<8x128xf32>
    %19 = stablehlo.negate %8 : tensor<8x128xf32>
    %20 = stablehlo.exponential %19 : tensor<8x128xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x128xf32>
    %22 = stablehlo.add %21, %20 : tensor<8x128xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x128xf32>
    %24 = stablehlo.divide %23, %22 : tensor<8x128xf32>
    %25 = stablehlo.tanh %10 : tensor<8x128xf32>
    %26 = stablehlo.multiply %24, %25 : tensor<8x128xf32>
    %27 = stablehlo.add %18, %26 : tensor<8x128xf32>
    %28 = stablehlo.negate %11 : tensor<8x128xf32>
    %29 = stablehlo.exponential %28 : tensor<8x128xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x128xf32>
    %31 = stablehlo.add %30, %29 : tensor<8x128xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x128xf32>
    %33 = stablehlo.divide %32, %31 : tensor<8x128xf32>
    %34 = stablehlo.tanh %27 : tensor<8x128xf32>
    %35 = stablehlo.multiply %33, %34 : tensor<8x128xf32>
    return %35, %27, %35 : tensor<8x128xf32>, tensor<8x128xf32>, tensor<8x128xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<32x8x128xf32>, %arg1: tensor<8x128xf32>, %arg2: tensor<i32>) -> tensor<32x8x128xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<8x128xf32>) -> tensor<1x8x128xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<32x8x128xf32>, tensor<1x8x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x8x128xf32>
    return %1 : tensor<32x8x128xf32>
  }
}
