// bitcast_convert: the same bits as another type.

// RUN: hlo-run %s | FileCheck %s

func.func @main() -> (tensor<4xui16>, tensor<2xui32>, tensor<2xi32>, tensor<2x2xui4>,
    tensor<2xi8>, tensor<2xcomplex<f32>>, tensor<complex<f64>>, tensor<ui32>, tensor<0xi32>) {
  // The specification's example: little-endian.
  // CHECK: result 0: tensor<4xui16> = [52719, 35243, 17767, 291]
  %operand = stablehlo.constant dense<0x0123456789ABCDEF> : tensor<f64>
  %result = "stablehlo.bitcast_convert"(%operand) : (tensor<f64>) -> tensor<4xf16>
  %bits = stablehlo.bitcast_convert %result : (tensor<4xf16>) -> tensor<4xui16>

  // And back; the last dimension holds the parts of one element.
  // CHECK-NEXT: result 1: tensor<2xui32> = [1450709556, 1]
  %operand_1 = stablehlo.constant dense<[[4660, 22136], [1, 0]]> : tensor<2x2xui16>
  %result_1 = stablehlo.bitcast_convert %operand_1 : (tensor<2x2xui16>) -> tensor<2xui32>

  // CHECK-NEXT: result 2: tensor<2xi32> = [1065353216, -2147483648]
  %operand_2 = stablehlo.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %result_2 = stablehlo.bitcast_convert %operand_2 : (tensor<2xf32>) -> tensor<2xi32>

  // Four bits.
  // CHECK-NEXT{LITERAL}: result 3: tensor<2x2xui4> = [[1, 2], [15, 15]]
  // CHECK-NEXT: result 4: tensor<2xi8> = [33, -1]
  %operand_3 = stablehlo.constant dense<[33, -1]> : tensor<2xi8>
  %halves_3 = stablehlo.bitcast_convert %operand_3 : (tensor<2xi8>) -> tensor<2x2xui4>
  %whole_3 = stablehlo.bitcast_convert %halves_3 : (tensor<2x2xui4>) -> tensor<2xi8>

  // Complex numbers are their real and imaginary parts: 0x3FF00000 is 1.875 in f32.
  // CHECK-NEXT: result 5: tensor<2xcomplex<f32>> = [(0.0, 1.875), (0.0, 2.0)]
  // CHECK-NEXT: result 6: tensor<complex<f64>> = (1.0, 2.0)
  %operand_4 = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f64>>
  %parts_4 = stablehlo.bitcast_convert %operand_4 : (tensor<complex<f64>>) -> tensor<2xcomplex<f32>>
  %whole_4 = stablehlo.bitcast_convert %parts_4 : (tensor<2xcomplex<f32>>) -> tensor<complex<f64>>

  // 1.5 is 0x3FC0 and -2 is 0xC000 in bf16.
  // CHECK-NEXT: result 7: tensor<ui32> = 3221241792
  %operand_5 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xbf16>
  %whole_5 = stablehlo.bitcast_convert %operand_5 : (tensor<2xbf16>) -> tensor<f32>
  %bits_5 = stablehlo.bitcast_convert %whole_5 : (tensor<f32>) -> tensor<ui32>

  // CHECK-NEXT: result 8: tensor<0xi32> = []
  %operand_6 = stablehlo.constant dense<> : tensor<0x2xi16>
  %whole_6 = stablehlo.bitcast_convert %operand_6 : (tensor<0x2xi16>) -> tensor<0xi32>

  return %bits, %result_1, %result_2, %halves_3, %whole_3, %parts_4, %whole_4, %bits_5, %whole_6
      : tensor<4xui16>, tensor<2xui32>, tensor<2xi32>, tensor<2x2xui4>, tensor<2xi8>,
        tensor<2xcomplex<f32>>, tensor<complex<f64>>, tensor<ui32>, tensor<0xi32>
}
