// case: one of several branches; any index out of range means the last.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<2xi64>, tensor<2xi64>, tensor<2xbf16>, tensor<2xbf16>,
    tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<i1>, tensor<complex<f32>>) {
  // The specification's example.
  // CHECK: result 0: tensor<2xi64> = [1, 1]
  // CHECK-NEXT: result 1: tensor<2xi64> = [1, 1]
  %index = stablehlo.constant dense<-1> : tensor<i32>
  %result_branch0 = stablehlo.constant dense<[0, 0]> : tensor<2xi64>
  %result_branch1 = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %result:2 = "stablehlo.case"(%index) ({
    "stablehlo.return"(%result_branch0, %result_branch0) : (tensor<2xi64>, tensor<2xi64>) -> ()
  }, {
    "stablehlo.return"(%result_branch1, %result_branch1) : (tensor<2xi64>, tensor<2xi64>) -> ()
  }) : (tensor<i32>) -> (tensor<2xi64>, tensor<2xi64>)

  // CHECK-NEXT: result 2: tensor<2xbf16> = [10, 10.5]
  // CHECK-NEXT: result 3: tensor<2xbf16> = [1, 2]
  // CHECK-NEXT: result 4: tensor<2xbf16> = [2, 4]
  // CHECK-NEXT: result 5: tensor<2xbf16> = [2, 4]
  // CHECK-NEXT: result 6: tensor<2xbf16> = [2, 4]
  %x_1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xbf16>
  %i0_1 = stablehlo.constant dense<0> : tensor<i32>
  %i1_1 = stablehlo.constant dense<1> : tensor<i32>
  %i2_1 = stablehlo.constant dense<2> : tensor<i32>
  %i3_1 = stablehlo.constant dense<3> : tensor<i32>
  %i4_1 = stablehlo.constant dense<-2147483648> : tensor<i32>
  %r0_1 = "stablehlo.case"(%i0_1) ({
    %t_1 = stablehlo.constant dense<[10.0, 10.5]> : tensor<2xbf16>
    stablehlo.return %t_1 : tensor<2xbf16>
  }, {
    stablehlo.return %x_1 : tensor<2xbf16>
  }, {
    %t_1 = stablehlo.add %x_1, %x_1 : tensor<2xbf16>
    stablehlo.return %t_1 : tensor<2xbf16>
  }) : (tensor<i32>) -> tensor<2xbf16>
  %r1_1 = "stablehlo.case"(%i1_1) ({
    %t_1 = stablehlo.constant dense<[10.0, 10.5]> : tensor<2xbf16>
    stablehlo.return %t_1 : tensor<2xbf16>
  }, {
    stablehlo.return %x_1 : tensor<2xbf16>
  }, {
    %t_1 = stablehlo.add %x_1, %x_1 : tensor<2xbf16>
    stablehlo.return %t_1 : tensor<2xbf16>
  }) : (tensor<i32>) -> tensor<2xbf16>
  %r2_1 = "stablehlo.case"(%i2_1) ({
    %t_1 = stablehlo.constant dense<[10.0, 10.5]> : tensor<2xbf16>
    stablehlo.return %t_1 : tensor<2xbf16>
  }, {
    stablehlo.return %x_1 : tensor<2xbf16>
  }, {
    %t_1 = stablehlo.add %x_1, %x_1 : tensor<2xbf16>
    stablehlo.return %t_1 : tensor<2xbf16>
  }) : (tensor<i32>) -> tensor<2xbf16>
  %r3_1 = "stablehlo.case"(%i3_1) ({
    %t_1 = stablehlo.constant dense<[10.0, 10.5]> : tensor<2xbf16>
    stablehlo.return %t_1 : tensor<2xbf16>
  }, {
    stablehlo.return %x_1 : tensor<2xbf16>
  }, {
    %t_1 = stablehlo.add %x_1, %x_1 : tensor<2xbf16>
    stablehlo.return %t_1 : tensor<2xbf16>
  }) : (tensor<i32>) -> tensor<2xbf16>
  %r4_1 = "stablehlo.case"(%i4_1) ({
    %t_1 = stablehlo.constant dense<[10.0, 10.5]> : tensor<2xbf16>
    stablehlo.return %t_1 : tensor<2xbf16>
  }, {
    stablehlo.return %x_1 : tensor<2xbf16>
  }, {
    %t_1 = stablehlo.add %x_1, %x_1 : tensor<2xbf16>
    stablehlo.return %t_1 : tensor<2xbf16>
  }) : (tensor<i32>) -> tensor<2xbf16>

  // A single branch is always the last; results of rank 0.
  // CHECK-NEXT: result 7: tensor<i1> = true
  // CHECK-NEXT: result 8: tensor<complex<f32>> = (1.0, 2.0)
  %index_2 = stablehlo.constant dense<7> : tensor<i32>
  %only_2:2 = "stablehlo.case"(%index_2) ({
    %t_2 = stablehlo.constant dense<true> : tensor<i1>
    %s_2 = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
    stablehlo.return %t_2, %s_2 : tensor<i1>, tensor<complex<f32>>
  }) : (tensor<i32>) -> (tensor<i1>, tensor<complex<f32>>)

  return %result#0, %result#1, %r0_1, %r1_1, %r2_1, %r3_1, %r4_1, %only_2#0, %only_2#1
      : tensor<2xi64>, tensor<2xi64>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>,
        tensor<2xbf16>, tensor<i1>, tensor<complex<f32>>
}
