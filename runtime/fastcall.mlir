// A builtin function of CPython (METH_FASTCALL | METH_KEYWORDS) that runs compiled code on arrays;
// `fastcall.py` fills in the names that begin with a dollar sign. %self is an array of 64-bit words:
// the numbers of arguments and results, the code, the function that does all in Python, scratch
// memory, a flag that a call sets while it runs, whether it keeps the interpreter's lock; then for each argument and each result a row: its
// dtype, rank, bytes and sizes.
llvm.func @call(%self: !llvm.ptr, %args: !llvm.ptr, %n: i64, %names: !llvm.ptr) -> !llvm.ptr {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c2 = llvm.mlir.constant(2 : i64) : i64
  %null = llvm.mlir.zero : !llvm.ptr
  %dense = llvm.mlir.constant($flags : i32) : i32
  %writable = llvm.mlir.constant($writable : i32) : i32
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
  // Of each array, where it starts and ends; the packed parameters; the arrays of results.
  %values = llvm.alloca %slots x i64 : (i64) -> !llvm.ptr
  %ends = llvm.alloca %slots x i64 : (i64) -> !llvm.ptr
  %packed = llvm.alloca %slots x i64 : (i64) -> !llvm.ptr
  %made = llvm.alloca %slots x i64 : (i64) -> !llvm.ptr
  %same_count = llvm.icmp "eq" %n, %count : i64
  llvm.cond_br %same_count, ^argument(%c0, %first : i64, !llvm.ptr), ^slow

^argument(%i: i64, %row: !llvm.ptr):
  %more = llvm.icmp "slt" %i, %count : i64
  llvm.cond_br %more, ^check, ^keywords

^check:
  %arg_at = llvm.getelementptr %args[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %a = llvm.load %arg_at : !llvm.ptr -> !llvm.ptr
  %next_row = llvm.call @checked(%a, %row, %dense, %values, %ends, %i) : (!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
  %is_wrong = llvm.icmp "eq" %next_row, %null : !llvm.ptr
  %i1 = llvm.add %i, %c1 : i64
  llvm.cond_br %is_wrong, ^slow, ^argument(%i1, %next_row : i64, !llvm.ptr)

^keywords:
  %no_names = llvm.icmp "eq" %names, %null : !llvm.ptr
  llvm.cond_br %no_names, ^take, ^out

^out:  // the only keyword: one array, or a tuple or list of as many as there are results
  %out_at = llvm.getelementptr %args[%count] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %items = llvm.call @items_of_out(%names, %out_at, %results) : (!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
  %no_items = llvm.icmp "eq" %items, %null : !llvm.ptr
  llvm.cond_br %no_items, ^slow, ^given(%c0, %row : i64, !llvm.ptr)

^given(%g: i64, %given_row: !llvm.ptr):
  %more_given = llvm.icmp "slt" %g, %results : i64
  llvm.cond_br %more_given, ^check_given, ^take

^check_given:
  %given_at = llvm.getelementptr %items[%g] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %given = llvm.load %given_at : !llvm.ptr -> !llvm.ptr
  %given_place = llvm.add %count, %g : i64
  %next_given = llvm.call @checked(%given, %given_row, %writable, %values, %ends, %given_place) : (!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
  %given_made_at = llvm.getelementptr %made[%g] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %given, %given_made_at : !llvm.ptr, !llvm.ptr
  %is_wrong_given = llvm.icmp "eq" %next_given, %null : !llvm.ptr
  %g1 = llvm.add %g, %c1 : i64
  llvm.cond_br %is_wrong_given, ^slow, ^apart(%c0 : i64)

^apart(%o: i64):  // from every array that has been checked before
  %more_others = llvm.icmp "slt" %o, %given_place : i64
  llvm.cond_br %more_others, ^compare_ends, ^given(%g1, %next_given : i64, !llvm.ptr)

^compare_ends:
  %shares = llvm.call @share_memory(%values, %ends, %given_place, %o) : (!llvm.ptr, !llvm.ptr, i64, i64) -> i1
  %o1 = llvm.add %o, %c1 : i64
  llvm.cond_br %shares, ^slow, ^apart(%o1 : i64)

^take:
  %was = llvm.atomicrmw xchg %busy, %c1 acq_rel : !llvm.ptr, i64
  %free = llvm.icmp "eq" %was, %c0 : i64
  llvm.cond_br %free, ^result(%c0, %row : i64, !llvm.ptr), ^slow

^result(%j: i64, %result_row: !llvm.ptr):
  %more_results = llvm.icmp "slt" %j, %results : i64
  llvm.cond_br %more_results, ^array, ^pack(%c0 : i64)

^array:
  %made_at = llvm.getelementptr %made[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %j1 = llvm.add %j, %c1 : i64
  llvm.cond_br %no_names, ^make, ^keep

^keep:
  %kept = llvm.load %made_at : !llvm.ptr -> !llvm.ptr
  llvm.call @incref(%kept) : (!llvm.ptr) -> ()
  llvm.br ^result(%j1, %result_row : i64, !llvm.ptr)

^make:
  %new = llvm.call @new_array(%result_row) : (!llvm.ptr) -> !llvm.ptr
  llvm.store %new, %made_at : !llvm.ptr, !llvm.ptr
  %failed = llvm.icmp "eq" %new, %null : !llvm.ptr
  llvm.cond_br %failed, ^give_back, ^place

^place:
  %new_data_at = llvm.getelementptr %new[$data] : (!llvm.ptr) -> !llvm.ptr, i8
  %new_data = llvm.load %new_data_at : !llvm.ptr -> i64
  %place = llvm.add %count, %j : i64
  %value_at = llvm.getelementptr %values[%place] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %new_data, %value_at : i64, !llvm.ptr
  %rank_at = llvm.getelementptr %result_row[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %rank = llvm.load %rank_at : !llvm.ptr -> i64
  %sizes = llvm.getelementptr %result_row[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %next_result = llvm.getelementptr %sizes[%rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.br ^result(%j1, %next_result : i64, !llvm.ptr)

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
  %d6 = llvm.getelementptr %d[6] : (!llvm.ptr) -> !llvm.ptr, i64
  %keep_lock = llvm.load %d6 : !llvm.ptr -> i64
  %is_long = llvm.icmp "eq" %keep_lock, %c0 : i64
  llvm.cond_br %is_long, ^long, ^brief

^long:
  %save_address = llvm.mlir.constant($save : i64) : i64
  %save = llvm.inttoptr %save_address : i64 to !llvm.ptr
  %thread = llvm.call %save() : !llvm.ptr, () -> !llvm.ptr
  llvm.call %code(%packed) : !llvm.ptr, (!llvm.ptr) -> ()
  llvm.store %c0, %busy atomic release {alignment = 8 : i64} : i64, !llvm.ptr
  %restore_address = llvm.mlir.constant($restore : i64) : i64
  %restore = llvm.inttoptr %restore_address : i64 to !llvm.ptr
  llvm.call %restore(%thread) : !llvm.ptr, (!llvm.ptr) -> ()
  llvm.br ^return

^brief:
  llvm.call %code(%packed) : !llvm.ptr, (!llvm.ptr) -> ()
  llvm.store %c0, %busy atomic release {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.br ^return

^return:
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

^give_back:
  llvm.store %c0, %busy atomic release {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.br ^fail(%c0, %j : i64, i64)

^fail(%r: i64, %end: i64):
  %more_made = llvm.icmp "slt" %r, %end : i64
  llvm.cond_br %more_made, ^release, ^error

^release:
  %dropped_at = llvm.getelementptr %made[%r] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %dropped = llvm.load %dropped_at : !llvm.ptr -> !llvm.ptr
  llvm.call @decref(%dropped) : (!llvm.ptr) -> ()
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

// Notes where the array %a starts and ends as number %i, and returns the row after %row; null if it
// is not an array of the row's dtype and sizes that has all of %wanted flags.
llvm.func internal @checked(%a: !llvm.ptr, %row: !llvm.ptr, %wanted: i32, %values: !llvm.ptr, %ends: !llvm.ptr, %i: i64) -> !llvm.ptr attributes {always_inline} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %array_type = llvm.mlir.constant($array_type : i64) : i64
  %type_at = llvm.getelementptr %a[$type] : (!llvm.ptr) -> !llvm.ptr, i8
  %type = llvm.load %type_at : !llvm.ptr -> i64
  %is_array = llvm.icmp "eq" %type, %array_type : i64
  llvm.cond_br %is_array, ^fields, ^other

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
  %sizes = llvm.getelementptr %row[3] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.cond_br %same, ^size(%c0 : i64), ^other

^size(%k: i64):
  %more_sizes = llvm.icmp "slt" %k, %row_rank : i64
  llvm.cond_br %more_sizes, ^compare, ^fits

^compare:
  %size_at = llvm.getelementptr %shape[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %size = llvm.load %size_at : !llvm.ptr -> i64
  %row_size_at = llvm.getelementptr %sizes[%k] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %row_size = llvm.load %row_size_at : !llvm.ptr -> i64
  %same_size = llvm.icmp "eq" %size, %row_size : i64
  %k1 = llvm.add %k, %c1 : i64
  llvm.cond_br %same_size, ^size(%k1 : i64), ^other

^fits:
  %data_at = llvm.getelementptr %a[$data] : (!llvm.ptr) -> !llvm.ptr, i8
  %data = llvm.load %data_at : !llvm.ptr -> i64
  %value_at = llvm.getelementptr %values[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %data, %value_at : i64, !llvm.ptr
  %bytes_at = llvm.getelementptr %row[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %bytes = llvm.load %bytes_at : !llvm.ptr -> i64
  %end = llvm.add %data, %bytes : i64
  %end_at = llvm.getelementptr %ends[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %end, %end_at : i64, !llvm.ptr
  %next = llvm.getelementptr %sizes[%row_rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.return %next : !llvm.ptr

^other:
  %null = llvm.mlir.zero : !llvm.ptr
  llvm.return %null : !llvm.ptr
}

// Tells whether two dense arrays have bytes in common.
llvm.func internal @share_memory(%values: !llvm.ptr, %ends: !llvm.ptr, %i: i64, %j: i64) -> i1 attributes {always_inline} {
  %start_i_at = llvm.getelementptr %values[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %start_i = llvm.load %start_i_at : !llvm.ptr -> i64
  %end_i_at = llvm.getelementptr %ends[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %end_i = llvm.load %end_i_at : !llvm.ptr -> i64
  %start_j_at = llvm.getelementptr %values[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %start_j = llvm.load %start_j_at : !llvm.ptr -> i64
  %end_j_at = llvm.getelementptr %ends[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %end_j = llvm.load %end_j_at : !llvm.ptr -> i64
  %before = llvm.icmp "ult" %start_i, %end_j : i64
  %behind = llvm.icmp "ult" %start_j, %end_i : i64
  %both = llvm.and %before, %behind : i1
  llvm.return %both : i1
}

// Returns where the %results arrays are that the keyword `out`, the value at %out_at, gives; null if
// there is another keyword, or what it gives is not as many arrays.
llvm.func internal @items_of_out(%names: !llvm.ptr, %out_at: !llvm.ptr, %results: i64) -> !llvm.ptr {
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %null = llvm.mlir.zero : !llvm.ptr
  %names_size_at = llvm.getelementptr %names[$size] : (!llvm.ptr) -> !llvm.ptr, i8
  %names_size = llvm.load %names_size_at : !llvm.ptr -> i64
  %one_name = llvm.icmp "eq" %names_size, %c1 : i64
  llvm.cond_br %one_name, ^name, ^other

^name:
  %name_at = llvm.getelementptr %names[$items] : (!llvm.ptr) -> !llvm.ptr, i8
  %name = llvm.load %name_at : !llvm.ptr -> i64
  %out_name = llvm.mlir.constant($out : i64) : i64
  %is_out = llvm.icmp "eq" %name, %out_name : i64
  llvm.cond_br %is_out, ^value, ^other

^value:
  %value = llvm.load %out_at : !llvm.ptr -> !llvm.ptr
  %type_at = llvm.getelementptr %value[$type] : (!llvm.ptr) -> !llvm.ptr, i8
  %type = llvm.load %type_at : !llvm.ptr -> i64
  %array_type = llvm.mlir.constant($array_type : i64) : i64
  %is_array = llvm.icmp "eq" %type, %array_type : i64
  llvm.cond_br %is_array, ^single, ^sequence

^single:
  %one_result = llvm.icmp "eq" %results, %c1 : i64
  llvm.cond_br %one_result, ^return(%out_at : !llvm.ptr), ^other

^sequence:
  %tuple_type = llvm.mlir.constant($tuple_type : i64) : i64
  %is_tuple = llvm.icmp "eq" %type, %tuple_type : i64
  %list_type = llvm.mlir.constant($list_type : i64) : i64
  %is_list = llvm.icmp "eq" %type, %list_type : i64
  %is_either = llvm.or %is_tuple, %is_list : i1
  llvm.cond_br %is_either, ^length, ^other

^length:
  %length_at = llvm.getelementptr %value[$size] : (!llvm.ptr) -> !llvm.ptr, i8
  %length = llvm.load %length_at : !llvm.ptr -> i64
  %as_many = llvm.icmp "eq" %length, %results : i64
  %inside = llvm.getelementptr %value[$items] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.cond_br %as_many, ^kind, ^other

^kind:
  llvm.cond_br %is_tuple, ^return(%inside : !llvm.ptr), ^list

^list:
  %elsewhere = llvm.load %inside : !llvm.ptr -> !llvm.ptr
  llvm.br ^return(%elsewhere : !llvm.ptr)

^return(%items: !llvm.ptr):
  llvm.return %items : !llvm.ptr

^other:
  llvm.return %null : !llvm.ptr
}

// Returns a new array for a result, null with an exception if there is no memory.
llvm.func internal @new_array(%row: !llvm.ptr) -> !llvm.ptr {
  %small = llvm.mlir.constant($small : i64) : i64
  %more = llvm.mlir.constant($alignment : i64) : i64
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %zero32 = llvm.mlir.constant(0 : i32) : i32
  %rank_1 = llvm.mlir.constant(1 : i32) : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %dtype = llvm.load %row : !llvm.ptr -> !llvm.ptr
  %rank_at = llvm.getelementptr %row[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %rank = llvm.load %rank_at : !llvm.ptr -> i64
  %rank32 = llvm.trunc %rank : i64 to i32
  %bytes_at = llvm.getelementptr %row[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %bytes = llvm.load %bytes_at : !llvm.ptr -> i64
  %shape = llvm.getelementptr %row[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %is_small = llvm.icmp "slt" %bytes, %small : i64
  llvm.cond_br %is_small, ^own, ^aligned

^own:
  %own = llvm.call @new(%dtype, %rank32, %shape, %null, %zero32) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i32) -> !llvm.ptr
  llvm.return %own : !llvm.ptr

^aligned:  // a view of bytes, with as many more as it takes to align it
  %total_at = llvm.alloca %c1 x i64 : (i64) -> !llvm.ptr
  %total = llvm.add %bytes, %more : i64
  llvm.store %total, %total_at : i64, !llvm.ptr
  %byte_address = llvm.mlir.constant($byte : i64) : i64
  %byte = llvm.inttoptr %byte_address : i64 to !llvm.ptr
  %raw = llvm.call @new(%byte, %rank_1, %total_at, %null, %zero32) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i32) -> !llvm.ptr
  %no_raw = llvm.icmp "eq" %raw, %null : !llvm.ptr
  llvm.cond_br %no_raw, ^none, ^view

^view:
  %raw_data_at = llvm.getelementptr %raw[$data] : (!llvm.ptr) -> !llvm.ptr, i8
  %raw_data = llvm.load %raw_data_at : !llvm.ptr -> i64
  %past = llvm.add %raw_data, %more : i64
  %mask = llvm.sub %c0, %more : i64
  %start_address = llvm.and %past, %mask : i64
  %start = llvm.inttoptr %start_address : i64 to !llvm.ptr
  %writable = llvm.mlir.constant($writable : i32) : i32
  %view = llvm.call @new(%dtype, %rank32, %shape, %start, %writable) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i32) -> !llvm.ptr
  %no_view = llvm.icmp "eq" %view, %null : !llvm.ptr
  llvm.cond_br %no_view, ^drop(%raw : !llvm.ptr), ^base

^base:  // whether it succeeds or not, setting the base takes the bytes
  %base_address = llvm.mlir.constant($set_base : i64) : i64
  %set_base = llvm.inttoptr %base_address : i64 to !llvm.ptr
  %status = llvm.call %set_base(%view, %raw) : !llvm.ptr, (!llvm.ptr, !llvm.ptr) -> i32
  %has_base = llvm.icmp "eq" %status, %zero32 : i32
  llvm.cond_br %has_base, ^done, ^drop(%view : !llvm.ptr)

^done:
  llvm.return %view : !llvm.ptr

^drop(%half: !llvm.ptr):
  llvm.call @decref(%half) : (!llvm.ptr) -> ()
  llvm.br ^none

^none:
  llvm.return %null : !llvm.ptr
}

// PyArray_NewFromDescr, for which a dtype is a reference that it takes.
llvm.func internal @new(%dtype: !llvm.ptr, %rank: i32, %shape: !llvm.ptr, %data: !llvm.ptr, %flags: i32) -> !llvm.ptr attributes {always_inline} {
  %null = llvm.mlir.zero : !llvm.ptr
  %type_address = llvm.mlir.constant($array_type : i64) : i64
  %type = llvm.inttoptr %type_address : i64 to !llvm.ptr
  %new_address = llvm.mlir.constant($new : i64) : i64
  %new = llvm.inttoptr %new_address : i64 to !llvm.ptr
  llvm.call @incref(%dtype) : (!llvm.ptr) -> ()
  %array = llvm.call %new(%type, %dtype, %rank, %shape, %null, %data, %flags, %null) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
  llvm.return %array : !llvm.ptr
}

llvm.func internal @incref(%object: !llvm.ptr) attributes {always_inline} {
  %address = llvm.mlir.constant($incref : i64) : i64
  %incref = llvm.inttoptr %address : i64 to !llvm.ptr
  llvm.call %incref(%object) : !llvm.ptr, (!llvm.ptr) -> ()
  llvm.return
}

llvm.func internal @decref(%object: !llvm.ptr) attributes {always_inline} {
  %address = llvm.mlir.constant($decref : i64) : i64
  %decref = llvm.inttoptr %address : i64 to !llvm.ptr
  llvm.call %decref(%object) : !llvm.ptr, (!llvm.ptr) -> ()
  llvm.return
}

llvm.func @address() -> i64 {
  %f = llvm.mlir.addressof @call : !llvm.ptr
  %a = llvm.ptrtoint %f : !llvm.ptr to i64
  llvm.return %a : i64
}
