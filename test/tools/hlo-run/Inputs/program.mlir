// The program of bad-input.test: one good function, and some that cannot be run.

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.add %a, %b : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @unknown(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.custom_call @nobody_has_this(%a) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

func.func @dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}

func.func @huge() -> tensor<9999999x9999999xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<9999999x9999999xf32>
  return %0 : tensor<9999999x9999999xf32>
}

func.func @large() -> tensor<10000000x1000000xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<10000000x1000000xf32>
  return %0 : tensor<10000000x1000000xf32>
}
