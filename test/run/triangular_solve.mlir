// triangular_solve: systems of equations with a triangular matrix.

// RUN: hlo-run %s --rtol=1e-12 --atol=1e-12 \
// RUN:   --expected='3x3xf32=2.0,0.0,0.0,0.0,2.0,0.0,0.0,0.0,2.0' \
// RUN:   --expected='3x3xf64=2.0,0.0,4.0,-0.0,8.0,-10.0,-10.0,-30.0,30.0' \
// RUN:   --expected='3x3xf64=6.0,4.0,32.0,-26.0,-42.0,-62.0,6.0,10.0,12.0' \
// RUN:   --expected='3x3xf64=2.0,0.0,4.0,0.0,2.0,-2.5,-5.0,-3.0531133177191805e-16,-3.749999999999999' \
// RUN:   --expected='3x3xf64=-16.5,-31.5,-28.0,-2.75,-4.25,-8.0,3.0,5.0,6.0' \
// RUN:   --expected='3x3xf64=66.0,104.0,152.0,-44.0,-72.0,-98.0,6.0,10.0,12.0' \
// RUN:   --expected='3x3xf64=2.0,0.0,4.0,-1.850371707708594e-16,8.000000000000002,-10.000000000000002,-1.999999999999999,-54.000000000000014,76.00000000000001' \
// RUN:   --expected='3x3xf64=0.0,-4.0,5.0,-5.0,-8.0,-12.5,3.0,5.0,6.0' \
// RUN:   --expected='3x3xf64=2.0,0.0,4.0,-0.0,2.0,-2.5,-1.0,-3.0,8.0' \
// RUN:   --expected='3x3xf64=10.0,-20.0,4.0,-16.0,18.0,-2.0,10.0,-50.0,12.0' \
// RUN:   --expected='3x3xf64=2.0,-4.0,8.0,4.0,-0.0,-34.0,6.0,-2.0,-26.0' \
// RUN:   --expected='3x3xf64=-9.0,-2.5,2.0,5.5,3.25,-1.0,-32.0,-5.0,6.0' \
// RUN:   --expected='3x3xf64=2.0,-1.0,-3.5,4.0,0.0,-17.0,6.0,-0.5,-16.75' \
// RUN:   --expected='3x3xf64=1.9999999999999991,-4.0,28.000000000000004,3.9999999999999996,1.1842378929335002e-15,-18.000000000000007,6.0,-2.000000000000001,4.000000000000008' \
// RUN:   --expected='3x3xf64=50.0,-32.0,4.0,-36.0,24.0,-2.0,130.0,-86.0,12.0' \
// RUN:   --expected='3x3xf64=2.0,-1.0,2.0,4.0,-0.0,-9.0,6.0,-0.5,-4.0' \
// RUN:   --expected='3x3xf64=2.0,-4.0,2.0,0.0,4.0,-1.0,1.0,-9.5,6.0' \
// RUN:   --expected='1x1xcomplex<f64>=(1.0,1.0)'

func.func @main() -> (tensor<3x3xf32>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>,
    tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>,
    tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>,
    tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<1x1xcomplex<f64>>) {
  // The specification's example.
  %a = stablehlo.constant dense<[[1.0, 0.0, 0.0], [2.0, 4.0, 0.0], [3.0, 5.0, 6.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[2.0, 0.0, 0.0], [4.0, 8.0, 0.0], [6.0, 10.0, 12.0]]> : tensor<3x3xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) {
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>

  // Every combination of side, triangle, diagonal and transposition; values from numpy.linalg.
  %a_1 = stablehlo.constant dense<[[1.0, 2.0, 4.0], [2.0, 4.0, 8.0], [8.0, 5.0, 2.0]]> : tensor<3x3xf64>
  %b_1 = stablehlo.constant dense<[[2.0, 0.0, 4.0], [4.0, 8.0, -2.0], [6.0, 10.0, 12.0]]> : tensor<3x3xf64>
  %x0_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = true,
    lower = true,
    unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x1_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = true,
    lower = true,
    unit_diagonal = true,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x2_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x3_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x4_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = true,
    lower = false,
    unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x5_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = true,
    lower = false,
    unit_diagonal = true,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x6_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = true,
    lower = false,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x7_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = true,
    lower = false,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x8_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = false,
    lower = true,
    unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x9_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = false,
    lower = true,
    unit_diagonal = true,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x10_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = false,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x11_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = false,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x12_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = false,
    lower = false,
    unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x13_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = false,
    lower = false,
    unit_diagonal = true,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x14_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = false,
    lower = false,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %x15_1 = "stablehlo.triangular_solve"(%a_1, %b_1) {
    left_side = false,
    lower = false,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  } : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>

  // The adjoint is conjugated: (1 - i) x = 2 has the solution 1 + i.
  %a_2 = stablehlo.constant dense<[[(1.0, 1.0)]]> : tensor<1x1xcomplex<f64>>
  %b_2 = stablehlo.constant dense<[[(2.0, 0.0)]]> : tensor<1x1xcomplex<f64>>
  %x_2 = "stablehlo.triangular_solve"(%a_2, %b_2) {
    left_side = true,
    lower = true,
    unit_diagonal = false,
    transpose_a = #stablehlo<transpose ADJOINT>
  } : (tensor<1x1xcomplex<f64>>, tensor<1x1xcomplex<f64>>) -> tensor<1x1xcomplex<f64>>

  return %result, %x0_1, %x1_1, %x2_1, %x3_1, %x4_1, %x5_1, %x6_1, %x7_1, %x8_1, %x9_1, %x10_1,
      %x11_1, %x12_1, %x13_1, %x14_1, %x15_1, %x_2
      : tensor<3x3xf32>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>,
        tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>,
        tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>, tensor<3x3xf64>,
        tensor<3x3xf64>, tensor<3x3xf64>, tensor<1x1xcomplex<f64>>
}
