func.func @dynamic(%n: index) {
  // expected-error@+1 {{buffer of type 'memref<?xf32>': dynamic shapes are not supported yet}}
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func @layout() {
  // expected-error@+1 {{buffer of type 'memref<4x4xf32, strided<[1, 4]>>': only row-major layouts are supported}}
  %a = memref.alloc() : memref<4x4xf32, strided<[1, 4]>>
  return
}

// -----

func.func @carried(%n: index, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  // expected-note@+1 {{the loop}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (memref<4xf32>) {
    // expected-error@+1 {{buffer allocated inside 'scf.for' and carried into its next iteration}}
    %b = memref.alloc() : memref<4xf32>
    memref.copy %x, %b : memref<4xf32> to memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  memref.copy %r, %out : memref<4xf32> to memref<4xf32>
  return
}
