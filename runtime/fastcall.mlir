// A builtin function of CPython (METH_FASTCALL | METH_KEYWORDS) that runs compiled code on arrays;
// `fastcall.py` fills in the names that begin with a dollar sign. %self is an array of 64-bit words:
// the numbers of arguments and results, the code, the function that does all in Python, scratch
// memory, a flag that a call sets while it runs; then for each argument its dtype, rank and sizes,
// for each result its dtype, rank, bytes and sizes.
llvm.func @call(%self: !llvm.ptr, %args: !llvm.ptr, %n: i64, %names: !llvm.ptr) -> !llvm.ptr {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c2 = llvm.mlir.constant(2 : i64) : i64
  %zero32 = llvm.mlir.constant(0 : i32) : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %array_type = llvm.mlir.constant($array_type : i64) : i64
  %wanted = llvm.mlir.constant($flags : i32) : i32
  %self_data = llvm.getelementptr %self[$data] : (!llvm.ptr) -> !llvm.ptr, i8
  %d = llvm.load %self_data : !llvm.ptr -> !llvm.ptr
  %count = llvm.load %d : !llvm.ptr -> i64
  %d1 = llvm.getelementptr %d[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %results = llvm.load %d1 : !llvm.ptr -> i64
  %d2 = llvm.getelementptr %d[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %code = llvm.load %d2 : !llvm.ptr -> !llvm.ptr
  %d3 = llvm.getelementptr %d[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %d4 = llvm.getelementptr %d[4] : (!llvm.ptr) -> !llvm.ptr, i64
  %busy = llvm.getelementptr %d[5] : (!llvm.ptr) -> !llvm.ptr, i64
  %first = llvm.getelementptr %d[$head] : (!llvm.ptr) -> !llvm.ptr, i64
  %arrays = llvm.add %count, %results : i64
  %slots = llvm.add %arrays, %c2 : i64
  %values = llvm.alloca %slots x i64 : (i64) -> !llvm.ptr
  %packed = llvm.alloca %slots x i64 : (i64) -> !llvm.ptr
  %made = llvm.alloca %slots x i64 : (i64) -> !llvm.ptr
  %same_count = llvm.icmp "eq" %n, %count : i64
  %no_names = llvm.icmp "eq" %names, %null : !llvm.ptr
  %fits = llvm.and %same_count, %no_names : i1
  llvm.cond_br %fits, ^argument(%c0, %first : i64, !llvm.ptr), ^slow

^argument(%i: i64, %row: !llvm.ptr):
  %more = llvm.icmp "slt" %i, %count : i64
  llvm.cond_br %more, ^check, ^take

^check:
  %arg_at = llvm.getelementptr %args[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %a = llvm.load %arg_at : !llvm.ptr -> !llvm.ptr
  %type_at = llvm.getelementptr %a[$type] : (!llvm.ptr) -> !llvm.ptr, i8
  %type = llvm.load %type_at : !llvm.ptr -> i64
  %is_array = llvm.icmp "eq" %type, %array_type : i64
  llvm.cond_br %is_array, ^fields, ^slow

^fields:
  %dtype_at = llvm.getelementptr %a[$dtype] : (!llvm.ptr) -> !llvm.ptr, i8
  %dtype = llvm.load %dtype_at : !llvm.ptr -> i64
  %row_dtype = llvm.load %row : !llvm.ptr -> i64
  %same_dtype = llvm.icmp "eq" %dtype, %row_dtype : i64
  %rank_at = llvm.getelementptr %a[$rank] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank32 = llvm.load %rank_at : !llvm.ptr -> i32
  %rank = llvm.sext %rank32 : i32 to i64
  %row_rank_at = llvm.getelementptr %row[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %row_rank = llvm.load %row_rank_at : !llvm.ptr -> i64
  %same_rank = llvm.icmp "eq" %rank, %row_rank : i64
  %flags_at = llvm.getelementptr %a[$flag] : (!llvm.ptr) -> !llvm.ptr, i8
  %flags = llvm.load %flags_at : !llvm.ptr -> i32
  %kept = llvm.and %flags, %wanted : i32
  %same_flags = llvm.icmp "eq" %kept, %wanted : i32
  %same_1 = llvm.and %same_dtype, %same_rank : i1
  %same = llvm.and %same_1, %same_flags : i1
  %shape_at = llvm.getelementptr %a[$shape] : (!llvm.ptr) -> !llvm.ptr, i8
  %shape = llvm.load %shape_at : !llvm.ptr -> !llvm.ptr
  %row_shape = llvm.getelementptr %row[2] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.cond_br %same, ^size(%c0 : i64), ^slow

^size(%k: i64):
  %more_sizes = llvm.icmp "slt" %k, %row_rank : i64
  llvm.cond_br %more_sizes, ^compare, ^next

^compare:
  %size_at = llvm.getelementptr %shape[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %size = llvm.load %size_at : !llvm.ptr -> i64
  %row_size_at = llvm.getelementptr %row_shape[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %row_size = llvm.load %row_size_at : !llvm.ptr -> i64
  %same_size = llvm.icmp "eq" %size, %row_size : i64
  %k1 = llvm.add %k, %c1 : i64
  llvm.cond_br %same_size, ^size(%k1 : i64), ^slow

^next:
  %data_at = llvm.getelementptr %a[$data] : (!llvm.ptr) -> !llvm.ptr, i8
  %data = llvm.load %data_at : !llvm.ptr -> i64
  %value_at = llvm.getelementptr %values[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %data, %value_at : i64, !llvm.ptr
  %i1 = llvm.add %i, %c1 : i64
  %row1 = llvm.getelementptr %row_shape[%row_rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.br ^argument(%i1, %row1 : i64, !llvm.ptr)

^take:
  %was = llvm.atomicrmw xchg %busy, %c1 acq_rel : !llvm.ptr, i64
  %free = llvm.icmp "eq" %was, %c0 : i64
  llvm.cond_br %free, ^result(%c0, %row : i64, !llvm.ptr), ^slow

^result(%j: i64, %out: !llvm.ptr):
  %more_results = llvm.icmp "slt" %j, %results : i64
  llvm.cond_br %more_results, ^allocate, ^pack(%c0 : i64)

^allocate:
  %out_dtype = llvm.load %out : !llvm.ptr -> !llvm.ptr
  %out_rank_at = llvm.getelementptr %out[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %out_rank = llvm.load %out_rank_at : !llvm.ptr -> i64
  %out_rank32 = llvm.trunc %out_rank : i64 to i32
  %bytes_at = llvm.getelementptr %out[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %out_shape = llvm.getelementptr %out[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %type_address = llvm.inttoptr %array_type : i64 to !llvm.ptr
  %byte_address = llvm.mlir.constant($byte : i64) : i64
  %byte = llvm.inttoptr %byte_address : i64 to !llvm.ptr
  %incref_address = llvm.mlir.constant($incref : i64) : i64
  %incref = llvm.inttoptr %incref_address : i64 to !llvm.ptr
  llvm.call %incref(%byte) : !llvm.ptr, (!llvm.ptr) -> ()
  %new_address = llvm.mlir.constant($new : i64) : i64
  %new = llvm.inttoptr %new_address : i64 to !llvm.ptr
  %rank_1 = llvm.mlir.constant(1 : i32) : i32
  // The bytes of a result, with as many more as it takes to align them.
  %raw = llvm.call %new(%type_address, %byte, %rank_1, %bytes_at, %null, %null, %zero32, %null) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
  %no_raw = llvm.icmp "eq" %raw, %null : !llvm.ptr
  llvm.cond_br %no_raw, ^drop(%c0 : i64), ^view

^view:
  %raw_data_at = llvm.getelementptr %raw[$data] : (!llvm.ptr) -> !llvm.ptr, i8
  %raw_data = llvm.load %raw_data_at : !llvm.ptr -> i64
  %align_less_1 = llvm.mlir.constant(63 : i64) : i64
  %align_mask = llvm.mlir.constant(-64 : i64) : i64
  %raised = llvm.add %raw_data, %align_less_1 : i64
  %start_address = llvm.and %raised, %align_mask : i64
  %start = llvm.inttoptr %start_address : i64 to !llvm.ptr
  %writable = llvm.mlir.constant($writable : i32) : i32
  llvm.call %incref(%out_dtype) : !llvm.ptr, (!llvm.ptr) -> ()
  %o = llvm.call %new(%type_address, %out_dtype, %out_rank32, %out_shape, %null, %start, %writable, %null) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
  %failed = llvm.icmp "eq" %o, %null : !llvm.ptr
  llvm.cond_br %failed, ^unview, ^own

^unview:
  %decref_raw_address = llvm.mlir.constant($decref : i64) : i64
  %decref_raw = llvm.inttoptr %decref_raw_address : i64 to !llvm.ptr
  llvm.call %decref_raw(%raw) : !llvm.ptr, (!llvm.ptr) -> ()
  llvm.br ^drop(%c0 : i64)

^own:
  %base_address = llvm.mlir.constant($set_base : i64) : i64
  %set_base = llvm.inttoptr %base_address : i64 to !llvm.ptr
  %base_status = llvm.call %set_base(%o, %raw) : !llvm.ptr, (!llvm.ptr, !llvm.ptr) -> i32
  %has_base = llvm.icmp "eq" %base_status, %zero32 : i32
  llvm.cond_br %has_base, ^keep, ^unown

^unown:  // the bytes are gone: whether it succeeds or not, setting the base takes them
  %decref_o_address = llvm.mlir.constant($decref : i64) : i64
  %decref_o = llvm.inttoptr %decref_o_address : i64 to !llvm.ptr
  llvm.call %decref_o(%o) : !llvm.ptr, (!llvm.ptr) -> ()
  llvm.br ^drop(%c0 : i64)

^keep:
  %made_at = llvm.getelementptr %made[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %o, %made_at : !llvm.ptr, !llvm.ptr
  %o_data_at = llvm.getelementptr %o[$data] : (!llvm.ptr) -> !llvm.ptr, i8
  %o_data = llvm.load %o_data_at : !llvm.ptr -> i64
  %place = llvm.add %count, %j : i64
  %o_value_at = llvm.getelementptr %values[%place] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %o_data, %o_value_at : i64, !llvm.ptr
  %j1 = llvm.add %j, %c1 : i64
  %out1 = llvm.getelementptr %out_shape[%out_rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.br ^result(%j1, %out1 : i64, !llvm.ptr)

^pack(%p: i64):
  %more_slots = llvm.icmp "slt" %p, %slots : i64
  llvm.cond_br %more_slots, ^slot, ^run

^slot:
  %slot_at = llvm.getelementptr %packed[%p] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %slot_value = llvm.getelementptr %values[%p] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %slot_value, %slot_at : !llvm.ptr, !llvm.ptr
  %p1 = llvm.add %p, %c1 : i64
  llvm.br ^pack(%p1 : i64)

^run:
  %scratch = llvm.load %d4 : !llvm.ptr -> i64
  %scratch_at = llvm.getelementptr %values[%arrays] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %scratch, %scratch_at : i64, !llvm.ptr
  %handlers = llvm.add %arrays, %c1 : i64
  %handlers_at = llvm.getelementptr %values[%handlers] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %c0, %handlers_at : i64, !llvm.ptr
  %save_address = llvm.mlir.constant($save : i64) : i64
  %save = llvm.inttoptr %save_address : i64 to !llvm.ptr
  %thread = llvm.call %save() : !llvm.ptr, () -> !llvm.ptr
  llvm.call %code(%packed) : !llvm.ptr, (!llvm.ptr) -> ()
  llvm.store %c0, %busy atomic release {alignment = 8 : i64} : i64, !llvm.ptr
  %restore_address = llvm.mlir.constant($restore : i64) : i64
  %restore = llvm.inttoptr %restore_address : i64 to !llvm.ptr
  llvm.call %restore(%thread) : !llvm.ptr, (!llvm.ptr) -> ()
  %single = llvm.icmp "eq" %results, %c1 : i64
  llvm.cond_br %single, ^one, ^many

^one:
  %only = llvm.load %made : !llvm.ptr -> !llvm.ptr
  llvm.return %only : !llvm.ptr

^many:
  %tuple_address = llvm.mlir.constant($tuple : i64) : i64
  %tuple_new = llvm.inttoptr %tuple_address : i64 to !llvm.ptr
  %tuple = llvm.call %tuple_new(%results) : !llvm.ptr, (i64) -> !llvm.ptr
  %no_tuple = llvm.icmp "eq" %tuple, %null : !llvm.ptr
  llvm.cond_br %no_tuple, ^fail(%c0, %results : i64, i64), ^item(%c0 : i64)

^item(%m: i64):
  %more_items = llvm.icmp "slt" %m, %results : i64
  llvm.cond_br %more_items, ^set, ^whole

^set:
  %item_at = llvm.getelementptr %made[%m] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %item = llvm.load %item_at : !llvm.ptr -> !llvm.ptr
  %set_address = llvm.mlir.constant($set_item : i64) : i64
  %set_item = llvm.inttoptr %set_address : i64 to !llvm.ptr
  %ignored = llvm.call %set_item(%tuple, %m, %item) : !llvm.ptr, (!llvm.ptr, i64, !llvm.ptr) -> i32
  %m1 = llvm.add %m, %c1 : i64
  llvm.br ^item(%m1 : i64)

^whole:
  llvm.return %tuple : !llvm.ptr

^drop(%q: i64):
  llvm.store %c0, %busy atomic release {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.br ^fail(%q, %j : i64, i64)

^fail(%r: i64, %end: i64):
  %more_made = llvm.icmp "slt" %r, %end : i64
  llvm.cond_br %more_made, ^release, ^error

^release:
  %dropped_at = llvm.getelementptr %made[%r] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %dropped = llvm.load %dropped_at : !llvm.ptr -> !llvm.ptr
  %decref_address = llvm.mlir.constant($decref : i64) : i64
  %decref = llvm.inttoptr %decref_address : i64 to !llvm.ptr
  llvm.call %decref(%dropped) : !llvm.ptr, (!llvm.ptr) -> ()
  %r1 = llvm.add %r, %c1 : i64
  llvm.br ^fail(%r1, %end : i64, i64)

^error:
  llvm.return %null : !llvm.ptr

^slow:
  %python = llvm.load %d3 : !llvm.ptr -> !llvm.ptr
  %vectorcall_address = llvm.mlir.constant($vectorcall : i64) : i64
  %vectorcall = llvm.inttoptr %vectorcall_address : i64 to !llvm.ptr
  %done = llvm.call %vectorcall(%python, %args, %n, %names) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> !llvm.ptr
  llvm.return %done : !llvm.ptr
}
llvm.func @address() -> i64 {
  %f = llvm.mlir.addressof @call : !llvm.ptr
  %a = llvm.ptrtoint %f : !llvm.ptr to i64
  llvm.return %a : i64
}
