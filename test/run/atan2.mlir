// atan2: the angle of the point (rhs, lhs).

// RUN: hlo-run %s --output=- --max-ulp=2 \
// RUN:   --expected='3xf64=0.0,1.5707963267948966,-1.5707963267948966' \
// RUN:   --expected='5xf32=0.7853982,2.3561945,-2.819842,-1.3258177,3.1415927' \
// RUN:   --expected='2xbf16=0.322266,-1.8125' \
// RUN:   --expected='6xf32=3.1415927,-3.1415927,0.0,-0.0,0.7853982,nan' \
// RUN:   | FileCheck %s

func.func @main() -> (tensor<3xf64>, tensor<5xf32>, tensor<2xbf16>, tensor<6xf32>) {
  // The specification's example.
  %lhs = stablehlo.constant dense<[0.0, 1.0, -1.0]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf64>
  %result = "stablehlo.atan2"(%lhs, %rhs) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>

  // All quadrants, exact values rounded.
  %lhs_1 = stablehlo.constant dense<[1.0, 1.0, -1.0, -2.0, 1.0e-30]> : tensor<5xf32>
  %rhs_1 = stablehlo.constant dense<[1.0, -1.0, -3.0, 0.5, -1.0e30]> : tensor<5xf32>
  %result_1 = stablehlo.atan2 %lhs_1, %rhs_1 : tensor<5xf32>

  %lhs_2 = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xbf16>
  %rhs_2 = stablehlo.constant dense<[3.0, -0.5]> : tensor<2xbf16>
  %result_2 = stablehlo.atan2 %lhs_2, %rhs_2 : tensor<2xbf16>

  // IEEE-754's atan2 tells zeros by their signs.
  // CHECK: result 3: tensor<6xf32> = [3.1415927, -3.1415927, 0.0, -0.0, 0.7853982, nan]
  %lhs_3 = stablehlo.constant dense<[0.0, -0.0, 0.0, -0.0, 0x7F800000, 0x7FC00000]> : tensor<6xf32>
  %rhs_3 = stablehlo.constant dense<[-0.0, -0.0, 1.0, 1.0, 0x7F800000, 1.0]> : tensor<6xf32>
  %result_3 = stablehlo.atan2 %lhs_3, %rhs_3 : tensor<6xf32>

  return %result, %result_1, %result_2, %result_3
      : tensor<3xf64>, tensor<5xf32>, tensor<2xbf16>, tensor<6xf32>
}
