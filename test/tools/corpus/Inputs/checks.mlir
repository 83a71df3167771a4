// Cases that pass, fail and are skipped; the values are the specification's.
func.func @abs() {
  %0 = stablehlo.constant dense<[-2, 0, 2]> : tensor<3xi32>
  %1 = stablehlo.abs %0 : tensor<3xi32>
  check.expect_eq_const %1, dense<[2, 0, 2]> : tensor<3xi32>
  "check.expect_eq_const"(%1) {value = dense<[2, 0, 2]> : tensor<3xi32>} : (tensor<3xi32>) -> ()
  func.return
}
func.func @several_lines() {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  check.expect_almost_eq_const %0, dense<[[1.0, 2.0],
                                          [3.0, 4.00009]]> : tensor<2x2xf32>
  check.expect_almost_eq %0, %0, tolerance = 0.0 : tensor<2x2xf32>
  func.return
}
func.func @wrong() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %0, dense<[1, 3]> : tensor<2xi32>
  func.return
}

// -----

func.func @nan() {
  %0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  check.expect_eq %0, %0 : tensor<f32>
  func.return
}
func.func @ulp() {
  %0 = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf32>
  %1 = stablehlo.constant dense<[0x3F800002, 0x3F7FFFFE]> : tensor<2xf32>
  check.expect_close %0, %1, max_ulp_difference = 2, min_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>
  func.return
}

// -----

func.func @called() -> tensor<i1> {
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  %1 = stablehlo.constant dense<1.00005> : tensor<2xf32>
  stablehlo.custom_call @check.expect_almost_eq(%0, %1) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %2 = stablehlo.custom_call @check.eq(%0, %1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<i1>
  return %2 : tensor<i1>
}

// -----

func.func @unsupported() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.custom_call @unknown_kernel(%0) : (tensor<i32>) -> tensor<i32>
  check.expect_eq %0, %1 : tensor<i32>
  func.return
}

// -----

// No checks: it must survive every serialization.
func.func @main(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.add %x, %x : tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

func.func @parallel() {
  %0 = "interpreter.run_parallel"() {programs = [[@abs]]} : () -> tensor<i32>
  func.return
}
