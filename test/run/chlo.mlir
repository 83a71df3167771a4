// Functions of CHLO, which the program is decomposed from first.
// Values are from 40 digits, rounded.

// RUN: hlo-run %s --rtol=1e-12 --atol=1e-14 \
// RUN:   --expected='4xf64=0.27632639016823696,-0.5204998778130465,0.7111556336535151,0.999593047982555' \
// RUN:   --expected='4xf64=0.7236736098317631,1.5204998778130465,0.28884436634648486,0.0004069520174449589' \
// RUN:   --expected='4xf64=0.2253120550121781,-0.4769362762044699,0.8134198475976185,2.3267537655135246' \
// RUN:   --expected='4xf64=1.2880225246980774,-0.12078223763524522,7.534364236758733,359.1342053695754' \
// RUN:   --expected='4xf64=-4.2274535333762655,0.03648997397857652,1.9467574842460869,4.600161852738087' \
// RUN:   --expected='4xf64=0.2526123168081683,-0.5210953054937474,0.82231673193583,6.0502044810397875' \
// RUN:   --expected='4xf64=1.0314130998795732,1.1276259652063807,1.2946832846768448,6.132289479663686' \
// RUN:   --expected='4xf64=0.25268025514207865,-0.5235987755982989,0.848062078981481,1.5707963267948966' \
// RUN:   --expected='4xf64=1.318116071652818,2.0943951023931957,0.7227342478134157,3.141592653589793' \
// RUN:   --expected='4xf64=0.24497866312686414,-0.4636476090008061,0.6435011087932844,1.1902899496825317' \
// RUN:   --expected='4xf64=0.24746646154726346,-0.48121182505960347,0.6931471805599453,1.6472311463710958' \
// RUN:   --expected='4xf64=0.6931471805599453,1.566799236972411,2.6339157938496336,5.298292365610485' \
// RUN:   --expected='4xf64=0.25541281188299536,-0.5493061443340549,0.9729550745276566,0.0' \
// RUN:   --expected='4xf64=0.0625,0.25,0.5625,6.25' \
// RUN:   --expected='4xf64=0.09811262869736824,-0.1564208031848717,0.18988779330485503,0.20658464953126657' \
// RUN:   --expected='2xf64=4.934802200544679,-0.2362040516417274' \
// RUN:   --expected='2xf64=1.6449340668482264,128.54695896428436' \
// RUN:   --expected='2x3xf64=11.0,21.0,31.0,12.0,22.0,32.0' \
// RUN:   --expected='2x2xf64=5.0,5.0,8.0,4.0' \
// RUN:   --expected='2x2xi32=1,3,2,0'

func.func @main() -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>,
    tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>,
    tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<2xf64>, tensor<2xf64>,
    tensor<2x3xf64>, tensor<2x2xf64>, tensor<2x2xi32>) {
  %x = stablehlo.constant dense<[0.25, -0.5, 0.75, 2.5]> : tensor<4xf64>
  %y = chlo.erf %x : tensor<4xf64> -> tensor<4xf64>

  %x_1 = stablehlo.constant dense<[0.25, -0.5, 0.75, 2.5]> : tensor<4xf64>
  %y_1 = chlo.erfc %x_1 : tensor<4xf64> -> tensor<4xf64>

  %x_2 = stablehlo.constant dense<[0.25, -0.5, 0.75, 0.999]> : tensor<4xf64>
  %y_2 = chlo.erf_inv %x_2 : tensor<4xf64> -> tensor<4xf64>

  %x_3 = stablehlo.constant dense<[0.25, 1.5, 7.5, 100.0]> : tensor<4xf64>
  %y_3 = chlo.lgamma %x_3 : tensor<4xf64> -> tensor<4xf64>

  %x_4 = stablehlo.constant dense<[0.25, 1.5, 7.5, 100.0]> : tensor<4xf64>
  %y_4 = chlo.digamma %x_4 : tensor<4xf64> -> tensor<4xf64>

  %x_5 = stablehlo.constant dense<[0.25, -0.5, 0.75, 2.5]> : tensor<4xf64>
  %y_5 = chlo.sinh %x_5 : tensor<4xf64> -> tensor<4xf64>

  %x_6 = stablehlo.constant dense<[0.25, -0.5, 0.75, 2.5]> : tensor<4xf64>
  %y_6 = chlo.cosh %x_6 : tensor<4xf64> -> tensor<4xf64>

  %x_7 = stablehlo.constant dense<[0.25, -0.5, 0.75, 1.0]> : tensor<4xf64>
  %y_7 = chlo.asin %x_7 : tensor<4xf64> -> tensor<4xf64>

  %x_8 = stablehlo.constant dense<[0.25, -0.5, 0.75, -1.0]> : tensor<4xf64>
  %y_8 = chlo.acos %x_8 : tensor<4xf64> -> tensor<4xf64>

  %x_9 = stablehlo.constant dense<[0.25, -0.5, 0.75, 2.5]> : tensor<4xf64>
  %y_9 = chlo.atan %x_9 : tensor<4xf64> -> tensor<4xf64>

  %x_10 = stablehlo.constant dense<[0.25, -0.5, 0.75, 2.5]> : tensor<4xf64>
  %y_10 = chlo.asinh %x_10 : tensor<4xf64> -> tensor<4xf64>

  %x_11 = stablehlo.constant dense<[1.25, 2.5, 7.0, 100.0]> : tensor<4xf64>
  %y_11 = chlo.acosh %x_11 : tensor<4xf64> -> tensor<4xf64>

  %x_12 = stablehlo.constant dense<[0.25, -0.5, 0.75, 0.0]> : tensor<4xf64>
  %y_12 = chlo.atanh %x_12 : tensor<4xf64> -> tensor<4xf64>

  %x_13 = stablehlo.constant dense<[0.25, -0.5, 0.75, 2.5]> : tensor<4xf64>
  %y_13 = chlo.square %x_13 : tensor<4xf64> -> tensor<4xf64>

  %x_14 = stablehlo.constant dense<[0.25, -0.5, 0.75, 2.5]> : tensor<4xf64>
  %y_14 = chlo.bessel_i1e %x_14 : tensor<4xf64> -> tensor<4xf64>

  // Two operands: polygamma's first is the order; zeta is Hurwitz's.
  %n_15 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %x_15 = stablehlo.constant dense<[0.5, 2.5]> : tensor<2xf64>
  %p_15 = chlo.polygamma %n_15, %x_15 : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>
  %s_15 = stablehlo.constant dense<[2.0, 3.5]> : tensor<2xf64>
  %q_15 = stablehlo.constant dense<[1.0, 0.25]> : tensor<2xf64>
  %z_15 = chlo.zeta %s_15, %q_15 : tensor<2xf64>, tensor<2xf64> -> tensor<2xf64>

  // Shapes are broadcast as numpy does.
  %a_16 = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf64>
  %b_16 = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf64>
  %sum_16 = chlo.broadcast_add %a_16, %b_16 : (tensor<2x1xf64>, tensor<3xf64>) -> tensor<2x3xf64>

  // The largest elements and their places, equal ones in their order.
  %v_17 = stablehlo.constant dense<[[1.0, 5.0, 3.0, 5.0], [4.0, 2.0, 8.0, 0.0]]> : tensor<2x4xf64>
  %top_17, %at_17 = chlo.top_k(%v_17, k = 2) : tensor<2x4xf64> -> (tensor<2x2xf64>, tensor<2x2xi32>)

  return %y, %y_1, %y_2, %y_3, %y_4, %y_5, %y_6, %y_7, %y_8, %y_9, %y_10, %y_11, %y_12, %y_13,
      %y_14, %p_15, %z_15, %sum_16, %top_17, %at_17
      : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>,
        tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>,
        tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<2xf64>,
        tensor<2xf64>, tensor<2x3xf64>, tensor<2x2xf64>, tensor<2x2xi32>
}
