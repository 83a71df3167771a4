"""A host of XLA FFI in C, for programs that are compiled ahead of time.

The header of a program with custom calls has the structures of the interface,
made from the same table as everything else, and what handlers may ask for, as
inline functions: errors, memory, futures, run id, device ordinal; tasks for a
thread pool are run at once.  State, user data and streams there are not.
"""

from __future__ import annotations

from ...passes.custom_calls import abi
from .errors import CODES

_C_TYPES = {
    "ptr": "void *",
    "u64": "uint64_t ",
    "i64": "int64_t ",
    "i32": "int32_t ",
    "u32": "uint32_t ",
}
# In the order in which they use each other.
_STRUCTURES = (
    *("ByteSpan", "ApiVersion", "Args", "Attrs", "CallFrame", "Buffer", "Api"),
    *(name for name in abi.API_FUNCTIONS),
    *("Call", "Run", "Context"),
)


def _structure(name: str) -> str:
    fields = "".join(
        f"  {_C_TYPES.get(kind) or f'hlo_ffi_{kind} '}{field};\n"
        for field, kind in abi.STRUCTS[name]
    )
    return f"typedef struct hlo_ffi_{name} {{\n{fields}}} hlo_ffi_{name};\n"


_HOST = """
typedef void *hlo_ffi_Handler(void *call_frame);

typedef struct hlo_ffi_Failure {
  int32_t code;
  char *message;
} hlo_ffi_Failure;

typedef struct hlo_ffi_Future {
  volatile int32_t ready;
  void *error;
} hlo_ffi_Future;

static inline void *hlo_ffi_fail(int32_t code, const char *message, size_t length) {
  hlo_ffi_Failure *failure = (hlo_ffi_Failure *)malloc(sizeof *failure);
  if (!failure) abort();
  failure->code = code;
  failure->message = (char *)malloc(length + 1);
  if (!failure->message) abort();
  memcpy(failure->message, message, length);
  failure->message[length] = 0;
  return failure;
}

static inline void *hlo_ffi_none(void *args) {
  static const char message[] = "the host of this program does not have it";
  (void)args;
  return hlo_ffi_fail(%(UNIMPLEMENTED)d, message, sizeof message - 1);
}

static inline void *hlo_ffi_create_error(void *args) {
  hlo_ffi_Error_Create *a = (hlo_ffi_Error_Create *)args;
  const char *message = a->message ? (const char *)a->message : "";
  return hlo_ffi_fail(a->errc, message, strlen(message));
}

static inline void *hlo_ffi_get_message(void *args) {
  hlo_ffi_Error_GetMessage *a = (hlo_ffi_Error_GetMessage *)args;
  a->message = ((hlo_ffi_Failure *)a->error)->message;
  return NULL;
}

static inline void *hlo_ffi_destroy_error(void *args) {
  hlo_ffi_Failure *failure = (hlo_ffi_Failure *)((hlo_ffi_Error_Destroy *)args)->error;
  if (failure) free(failure->message);
  free(failure);
  return NULL;
}

static inline void *hlo_ffi_allocate(void *args) {
  hlo_ffi_DeviceMemory_Allocate *a = (hlo_ffi_DeviceMemory_Allocate *)args;
  static const char message[] = "out of memory";
  size_t alignment = a->alignment > 64 ? a->alignment : 64;
  if (posix_memalign(&a->data, alignment, a->size ? a->size : 1) == 0) return NULL;
  return hlo_ffi_fail(%(RESOURCE_EXHAUSTED)d, message, sizeof message - 1);
}

static inline void *hlo_ffi_free(void *args) {
  free(((hlo_ffi_DeviceMemory_Free *)args)->data);
  return NULL;
}

static inline void *hlo_ffi_schedule(void *args) {
  hlo_ffi_ThreadPool_Schedule *a = (hlo_ffi_ThreadPool_Schedule *)args;
  ((void (*)(void *))a->task)(a->data);
  return NULL;
}

static inline void *hlo_ffi_num_threads(void *args) {
  *(int64_t *)((hlo_ffi_ThreadPool_NumThreads *)args)->num_threads = 1;
  return NULL;
}

static inline void *hlo_ffi_create_future(void *args) {
  hlo_ffi_Future *future = (hlo_ffi_Future *)calloc(1, sizeof *future);
  if (!future) abort();
  ((hlo_ffi_Future_Create *)args)->future = future;
  return NULL;
}

static inline void hlo_ffi_complete(void *future, void *error) {
  ((hlo_ffi_Future *)future)->error = error;
  __atomic_store_n(&((hlo_ffi_Future *)future)->ready, 1, __ATOMIC_RELEASE);
}

static inline void *hlo_ffi_set_available(void *args) {
  hlo_ffi_complete(((hlo_ffi_Future_SetAvailable *)args)->future, NULL);
  return NULL;
}

static inline void *hlo_ffi_set_error(void *args) {
  hlo_ffi_Future_SetError *a = (hlo_ffi_Future_SetError *)args;
  hlo_ffi_complete(a->future, a->error);
  return NULL;
}

static inline void *hlo_ffi_wait(void *run, void *pending) {
  hlo_ffi_Future *future = (hlo_ffi_Future *)pending;
  void *error;
  (void)run;
  while (!__atomic_load_n(&future->ready, __ATOMIC_ACQUIRE)) sched_yield();
  error = future->error;
  free(future);
  return error;
}

static inline void *hlo_ffi_get_run_id(void *args) {
  hlo_ffi_RunId_Get *a = (hlo_ffi_RunId_Get *)args;
  a->run_id = ((hlo_ffi_Run *)((hlo_ffi_Context *)a->ctx)->run)->run_id;
  return NULL;
}

static inline void *hlo_ffi_get_device_ordinal(void *args) {
  hlo_ffi_DeviceOrdinal_Get *a = (hlo_ffi_DeviceOrdinal_Get *)args;
  a->device_ordinal =
      (int32_t)((hlo_ffi_Run *)((hlo_ffi_Context *)a->ctx)->run)->device_ordinal;
  return NULL;
}

/* A failed XlaCustomCallStatus is a std::optional<std::string> of libstdc++. */
static inline void *hlo_ffi_status_error(void *run, void *status) {
  char *message = *(char **)status;
  void *error = hlo_ffi_fail(%(INTERNAL)d, message, ((size_t *)status)[1]);
  (void)run;
  if (message != (char *)status + 16) free(message);
  return error;
}

static inline hlo_ffi_Api *hlo_ffi_api(void) {
  static hlo_ffi_Api api;
  if (api.struct_size) return &api;
  api.version.struct_size = %(version_size)d;
  api.version.major = %(major)d;
  api.version.minor = %(minor)d;
%(functions)s
  api.struct_size = %(api_size)d;
  return &api;
}

/* What a program with custom calls takes last; `calls` has its handlers, by position. */
static inline hlo_ffi_Run hlo_ffi_new_run(hlo_ffi_Call *calls) {
  hlo_ffi_Run run;
  memset(&run, 0, sizeof run);
  run.api = hlo_ffi_api();
  run.wait = (void *)hlo_ffi_wait;
  run.status_error = (void *)hlo_ffi_status_error;
  run.calls = calls;
  return run;
}

/* The message of the call that failed, NULL if none did; valid until the error is cleared. */
static inline const char *hlo_ffi_message(const hlo_ffi_Run *run) {
  return run->error ? ((hlo_ffi_Failure *)run->error)->message : NULL;
}

/* The code of the call that failed (XLA_FFI_Error_Code), 0 if none did. */
static inline int32_t hlo_ffi_code(const hlo_ffi_Run *run) {
  return run->error ? ((hlo_ffi_Failure *)run->error)->code : 0;
}

/* Free the error of a run, so that another can begin. */
static inline void hlo_ffi_clear(hlo_ffi_Run *run) {
  hlo_ffi_Error_Destroy args = {0, NULL, NULL};
  args.error = run->error;
  hlo_ffi_destroy_error(&args);
  run->error = NULL;
}
"""

_C_FUNCTIONS = {
    "Error_Create": "create_error",
    "Error_GetMessage": "get_message",
    "Error_Destroy": "destroy_error",
    "DeviceMemory_Allocate": "allocate",
    "DeviceMemory_Free": "free",
    "ThreadPool_Schedule": "schedule",
    "ThreadPool_NumThreads": "num_threads",
    "Future_Create": "create_future",
    "Future_SetAvailable": "set_available",
    "Future_SetError": "set_error",
    "RunId_Get": "get_run_id",
    "DeviceOrdinal_Get": "get_device_ordinal",
}


def host_declarations() -> str:
    """Return the C (and C++) text, the same for every program, guarded against repetition."""
    major, minor = abi.VERSION
    functions = "\n".join(
        f"  api.{name} = (void *)hlo_ffi_{_C_FUNCTIONS.get(name, 'none')};"
        for name in abi.API_FUNCTIONS
    )
    values = {
        "version_size": abi.struct_size("ApiVersion"),
        "api_size": abi.struct_size("Api"),
        "major": major,
        "minor": minor,
        "functions": functions,
        **{code: CODES.index(code) for code in ("UNIMPLEMENTED", "RESOURCE_EXHAUSTED", "INTERNAL")},
    }
    structures = "\n".join(_structure(name) for name in _STRUCTURES)
    return (
        "#ifndef HLO_FFI_HOST\n#define HLO_FFI_HOST\n\n"
        "#include <sched.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
        f"{structures}{_HOST % values}\n#endif\n"
    )


def registration(symbol: str, targets: list[str]) -> str:
    """Return the C function that gives the calls of one program their handlers."""
    names = ", ".join(f'"{_escaped(target)}"' for target in targets)
    return f"""
#define {symbol.upper()}_CUSTOM_CALLS {len(targets)}

/* The targets of the custom calls, by position. */
static const char *const {symbol}_targets[] = {{{names}}};

/* Set the handler of all custom calls with this target; returns how many there are. */
static inline int {symbol}_register(hlo_ffi_Call *calls, const char *target, void *handler) {{
  int found = 0;
  for (int i = 0; i < {symbol.upper()}_CUSTOM_CALLS; i++) {{
    if (strcmp({symbol}_targets[i], target)) continue;
    calls[i].handler = handler;
    calls[i].site = NULL;
    found++;
  }}
  return found;
}}
"""


def _escaped(text: str) -> str:
    """Return the inside of a C string literal."""
    return "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}"
        for byte in text.encode()
    )
