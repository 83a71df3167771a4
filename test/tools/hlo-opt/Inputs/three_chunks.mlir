func.func @same(%a: tensor<1xf32>) -> tensor<1xf32> {
  return %a : tensor<1xf32>
}
// -----
func.func @same(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %missing : tensor<2xf32>
}

// ----

// -----

func.func @same(%a: tensor<3xf32>) -> tensor<3xf32> {
  return %a : tensor<3xf32>
}
