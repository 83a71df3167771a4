// Handlers with every kind of binding that the XLA FFI has, for the tests of custom calls.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;
using ffi::AnyBuffer;
using ffi::Error;
using ffi::ErrorCode;
using ffi::ErrorOr;
using ffi::Ffi;
using ffi::Result;

// --- errors -------------------------------------------------------------------------

XLA_FFI_DEFINE_HANDLER_SYMBOL(
    always_error, [] { return Error(ErrorCode::kInternal, "Oops!"); }, Ffi::Bind());
XLA_FFI_DEFINE_HANDLER_SYMBOL(always_success, [] { return Error::Success(); }, Ffi::Bind());

static Error FailWith(int32_t code, std::string_view message) {
  return Error(static_cast<ErrorCode>(code), std::string(message));
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(fail_with, FailWith,
                              Ffi::Bind().Attr<int32_t>("code").Attr<std::string_view>("message"));

// Fails when its operand says so; counts its calls in the result.
static Error FailIf(ffi::BufferR0<ffi::PRED> fail, Result<ffi::BufferR0<ffi::S32>> calls) {
  static std::atomic<int32_t> count{0};
  calls->typed_data()[0] = ++count;
  if (fail.typed_data()[0]) return Error(ErrorCode::kAborted, "asked to fail");
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(
    fail_if, FailIf, Ffi::Bind().Arg<ffi::BufferR0<ffi::PRED>>().Ret<ffi::BufferR0<ffi::S32>>());

// --- buffers ------------------------------------------------------------------------

// Reports data type, rank, extents, and the sum of the bytes of a buffer.
static Error Inspect(AnyBuffer x, Result<ffi::BufferR1<ffi::S64>> out) {
  int64_t* r = out->typed_data();
  r[0] = static_cast<int64_t>(x.element_type());
  r[1] = x.dimensions().size();
  r[2] = x.element_count();
  r[3] = 0;
  auto* bytes = static_cast<const uint8_t*>(x.untyped_data());
  for (size_t i = 0; i < x.size_bytes(); ++i) r[3] += bytes[i];
  for (size_t i = 0; i < x.dimensions().size(); ++i) r[4 + i] = x.dimensions()[i];
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(inspect_buffer, Inspect,
                              Ffi::Bind().Arg<AnyBuffer>().Ret<ffi::BufferR1<ffi::S64>>());

static Error Copy(AnyBuffer x, Result<AnyBuffer> out) {
  std::memmove(out->untyped_data(), x.untyped_data(), x.size_bytes());
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(copy_bytes, Copy, Ffi::Bind().Arg<AnyBuffer>().Ret<AnyBuffer>());

static Error Square(ffi::Buffer<ffi::F32> x, Result<ffi::Buffer<ffi::F32>> out) {
  for (size_t i = 0; i < x.element_count(); ++i)
    out->typed_data()[i] = x.typed_data()[i] * x.typed_data()[i];
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(
    square, Square, Ffi::Bind().Arg<ffi::Buffer<ffi::F32>>().Ret<ffi::Buffer<ffi::F32>>());

// a * x + y on matrices.
static Error Axpy(float a, ffi::BufferR2<ffi::F32> x, ffi::BufferR2<ffi::F32> y,
                  Result<ffi::BufferR2<ffi::F32>> out) {
  for (size_t i = 0; i < x.element_count(); ++i)
    out->typed_data()[i] = a * x.typed_data()[i] + y.typed_data()[i];
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(axpy, Axpy,
                              Ffi::Bind()
                                  .Attr<float>("a")
                                  .Arg<ffi::BufferR2<ffi::F32>>()
                                  .Arg<ffi::BufferR2<ffi::F32>>()
                                  .Ret<ffi::BufferR2<ffi::F32>>(),
                              {ffi::Traits::kCmdBufferCompatible});

// The seed document's A[i] = B[i % 128] + C[i].
static Error AddCyclic(ffi::BufferR1<ffi::F32> b, ffi::BufferR1<ffi::F32> c,
                       Result<ffi::BufferR1<ffi::F32>> a) {
  const size_t period = b.dimensions()[0], size = c.dimensions()[0];
  if (a->dimensions()[0] != static_cast<int64_t>(size))
    return Error(ErrorCode::kInvalidArgument, "unexpected dimensions");
  for (size_t i = 0; i < size; ++i)
    a->typed_data()[i] = b.typed_data()[i % period] + c.typed_data()[i];
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(do_custom_call, AddCyclic,
                              Ffi::Bind()
                                  .Arg<ffi::BufferR1<ffi::F32>>()
                                  .Arg<ffi::BufferR1<ffi::F32>>()
                                  .Ret<ffi::BufferR1<ffi::F32>>());

// Adds one to a buffer that is operand and result at once; the result tells whether it is.
static Error Increment(ffi::BufferR1<ffi::S32> x, Result<ffi::BufferR1<ffi::S32>> out,
                       Result<ffi::BufferR0<ffi::PRED>> same) {
  same->typed_data()[0] = x.untyped_data() == out->untyped_data();
  for (size_t i = 0; i < x.element_count(); ++i) out->typed_data()[i] = x.typed_data()[i] + 1;
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(increment, Increment,
                              Ffi::Bind()
                                  .Arg<ffi::BufferR1<ffi::S32>>()
                                  .Ret<ffi::BufferR1<ffi::S32>>()
                                  .Ret<ffi::BufferR0<ffi::PRED>>());

static Error WithToken(ffi::Token, ffi::BufferR0<ffi::F32> x, Result<ffi::Token>,
                       Result<ffi::BufferR0<ffi::F32>> out) {
  out->typed_data()[0] = x.typed_data()[0] + 1;
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(with_token, WithToken,
                              Ffi::Bind()
                                  .Arg<ffi::Token>()
                                  .Arg<ffi::BufferR0<ffi::F32>>()
                                  .Ret<ffi::Token>()
                                  .Ret<ffi::BufferR0<ffi::F32>>());

// --- variadic -----------------------------------------------------------------------

// Adds the first operand's first element to all the others.
static Error AddToAll(ffi::BufferR1<ffi::F32> first, ffi::RemainingArgs args,
                      Result<ffi::BufferR0<ffi::S64>> count, ffi::RemainingRets rets) {
  if (args.size() != rets.size())
    return Error(ErrorCode::kInvalidArgument, "operands and results do not match");
  count->typed_data()[0] = args.size();
  for (size_t i = 0; i < args.size(); ++i) {
    ErrorOr<AnyBuffer> arg = args.get<AnyBuffer>(i);
    ErrorOr<Result<AnyBuffer>> ret = rets.get<AnyBuffer>(i);
    if (!arg.has_value()) return arg.error();
    if (!ret.has_value()) return ret.error();
    for (size_t k = 0; k < arg->element_count(); ++k)
      (*ret)->typed_data<float>()[k] = arg->typed_data<float>()[k] + first.typed_data()[0];
  }
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(add_to_all, AddToAll,
                              Ffi::Bind()
                                  .Arg<ffi::BufferR1<ffi::F32>>()
                                  .RemainingArgs()
                                  .Ret<ffi::BufferR0<ffi::S64>>()
                                  .RemainingRets());

// --- attributes ---------------------------------------------------------------------

static Error Scalars(bool b, int8_t i8, int16_t i16, int32_t i32, int64_t i64, uint8_t u8,
                     uint16_t u16, uint32_t u32, uint64_t u64, float f32, double f64,
                     Result<ffi::BufferR1<ffi::F64>> out) {
  double values[] = {double(b),  double(i8),  double(i16), double(i32), double(i64), double(u8),
                     double(u16), double(u32), double(u64), double(f32), f64};
  std::copy(std::begin(values), std::end(values), out->typed_data());
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(scalar_attributes, Scalars,
                              Ffi::Bind()
                                  .Attr<bool>("b")
                                  .Attr<int8_t>("i8")
                                  .Attr<int16_t>("i16")
                                  .Attr<int32_t>("i32")
                                  .Attr<int64_t>("i64")
                                  .Attr<uint8_t>("u8")
                                  .Attr<uint16_t>("u16")
                                  .Attr<uint32_t>("u32")
                                  .Attr<uint64_t>("u64")
                                  .Attr<float>("f32")
                                  .Attr<double>("f64")
                                  .Ret<ffi::BufferR1<ffi::F64>>());

template <typename T>
static double Sum(ffi::Span<const T> values) {
  double total = 0;
  for (T value : values) total += value;
  return total + 1000 * values.size();
}

static Error Arrays(ffi::Span<const int8_t> i8, ffi::Span<const int32_t> i32,
                    ffi::Span<const int64_t> i64, ffi::Span<const uint32_t> u32,
                    ffi::Span<const float> f32, ffi::Span<const double> f64,
                    ffi::Span<const int64_t> empty, ffi::Span<const int64_t> list,
                    Result<ffi::BufferR1<ffi::F64>> out) {
  double values[] = {Sum(i8), Sum(i32), Sum(i64), Sum(u32), Sum(f32), Sum(f64), Sum(empty),
                     Sum(list)};
  std::copy(std::begin(values), std::end(values), out->typed_data());
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(array_attributes, Arrays,
                              Ffi::Bind()
                                  .Attr<ffi::Span<const int8_t>>("i8")
                                  .Attr<ffi::Span<const int32_t>>("i32")
                                  .Attr<ffi::Span<const int64_t>>("i64")
                                  .Attr<ffi::Span<const uint32_t>>("u32")
                                  .Attr<ffi::Span<const float>>("f32")
                                  .Attr<ffi::Span<const double>>("f64")
                                  .Attr<ffi::Span<const int64_t>>("empty")
                                  .Attr<ffi::Span<const int64_t>>("list")
                                  .Ret<ffi::BufferR1<ffi::F64>>());

static Error String(std::string_view text, Result<ffi::BufferR1<ffi::U8>> out) {
  if (text.size() != out->element_count())
    return Error(ErrorCode::kOutOfRange, "length " + std::to_string(text.size()));
  std::copy(text.begin(), text.end(), out->typed_data());
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(
    string_attribute, String,
    Ffi::Bind().Attr<std::string_view>("text").Ret<ffi::BufferR1<ffi::U8>>());

enum class Command : int32_t { kAdd = 0, kMul = 1 };
XLA_FFI_REGISTER_ENUM_ATTR_DECODING(Command);

static Error Apply(Command command, ffi::BufferR0<ffi::F32> x, ffi::BufferR0<ffi::F32> y,
                   Result<ffi::BufferR0<ffi::F32>> out) {
  const float a = x.typed_data()[0], b = y.typed_data()[0];
  out->typed_data()[0] = command == Command::kAdd ? a + b : a * b;
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(enum_attribute, Apply,
                              Ffi::Bind()
                                  .Attr<Command>("command")
                                  .Arg<ffi::BufferR0<ffi::F32>>()
                                  .Arg<ffi::BufferR0<ffi::F32>>()
                                  .Ret<ffi::BufferR0<ffi::F32>>());

struct Range {
  int64_t lo;
  int64_t hi;
};
XLA_FFI_REGISTER_STRUCT_ATTR_DECODING(Range, ffi::StructMember<int64_t>("lo"),
                                      ffi::StructMember<int64_t>("hi"));

static Error Clamp(Range range, ffi::BufferR1<ffi::S64> x, Result<ffi::BufferR1<ffi::S64>> out) {
  for (size_t i = 0; i < x.element_count(); ++i)
    out->typed_data()[i] = std::min(std::max(x.typed_data()[i], range.lo), range.hi);
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(struct_attribute, Clamp,
                              Ffi::Bind()
                                  .Attr<Range>("range")
                                  .Arg<ffi::BufferR1<ffi::S64>>()
                                  .Ret<ffi::BufferR1<ffi::S64>>());

// All attributes as a dictionary, decoded when they are needed.
static Error Attributes(ffi::Dictionary attrs, Result<ffi::BufferR1<ffi::S64>> out) {
  ErrorOr<int32_t> i32 = attrs.get<int32_t>("i32");
  if (i32.has_error()) return i32.error();
  ErrorOr<Range> range = attrs.get<Range>("range");
  if (range.has_error()) return range.error();
  ErrorOr<ffi::Dictionary> outer = attrs.get<ffi::Dictionary>("outer");
  if (outer.has_error()) return outer.error();
  ErrorOr<ffi::Dictionary> inner = outer->get<ffi::Dictionary>("inner");
  if (inner.has_error()) return inner.error();
  ErrorOr<std::string_view> text = inner->get<std::string_view>("text");
  if (text.has_error()) return text.error();
  int64_t* r = out->typed_data();
  r[0] = attrs.size();
  r[1] = *i32;
  r[2] = range->hi - range->lo;
  r[3] = text->size();
  r[4] = attrs.contains("absent");
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(all_attributes, Attributes,
                              Ffi::Bind().Attrs().Ret<ffi::BufferR1<ffi::S64>>());

// --- contexts -----------------------------------------------------------------------

static Error Contexts(ffi::RunId run, int32_t ordinal, ffi::ScratchAllocator scratch,
                      ffi::ThreadPool pool, Result<ffi::BufferR1<ffi::S64>> out) {
  int64_t* r = out->typed_data();
  r[0] = run.run_id;
  r[1] = ordinal;
  std::optional<void*> memory = scratch.Allocate(1000, 128);
  if (!memory) return Error(ErrorCode::kResourceExhausted, "no scratch memory");
  std::memset(*memory, 1, 1000);
  r[2] = reinterpret_cast<uintptr_t>(*memory) % 128;
  r[3] = pool.num_threads();
  std::atomic<int> done{0};
  for (int i = 0; i < 8; ++i) pool.Schedule([&done] { ++done; });
  while (done < 8) std::this_thread::yield();
  r[4] = done;
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(contexts, Contexts,
                              Ffi::Bind()
                                  .Ctx<ffi::RunId>()
                                  .Ctx<ffi::DeviceOrdinal>()
                                  .Ctx<ffi::ScratchAllocator>()
                                  .Ctx<ffi::ThreadPool>()
                                  .Ret<ffi::BufferR1<ffi::S64>>());

XLA_FFI_DEFINE_HANDLER_SYMBOL(
    wants_stream, [](void*) { return Error::Success(); },
    Ffi::Bind().Ctx<ffi::PlatformStream<void*>>());

struct Settings {
  static ffi::TypeId id;
  int64_t value;
};
ffi::TypeId Settings::id = {};
extern "C" ffi::TypeId* settings_type_id() { return &Settings::id; }

static Error UserData(Settings* settings, Result<ffi::BufferR0<ffi::S64>> out) {
  out->typed_data()[0] = settings->value;
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(
    user_data, UserData,
    Ffi::Bind().Ctx<ffi::UserData<Settings>>().Ret<ffi::BufferR0<ffi::S64>>());

// --- state and stages ---------------------------------------------------------------

static std::atomic<int64_t> alive{0};
extern "C" int64_t counters_alive() { return alive; }

template <int N>
struct Counter {
  static ffi::TypeId id;
  static ffi::TypeInfo info;
  int64_t value = 0;
  Counter() { ++alive; }
  ~Counter() { --alive; }
};
template <int N>
ffi::TypeId Counter<N>::id = {};
template <int N>
ffi::TypeInfo Counter<N>::info = ffi::MakeTypeInfo<Counter<N>>();

using Instantiated = Counter<0>;
using Prepared = Counter<1>;
extern "C" ffi::TypeId* instantiated_type_id() { return &Instantiated::id; }
extern "C" ffi::TypeInfo* instantiated_type_info() { return &Instantiated::info; }
extern "C" ffi::TypeId* prepared_type_id() { return &Prepared::id; }
extern "C" ffi::TypeInfo* prepared_type_info() { return &Prepared::info; }

static ErrorOr<std::unique_ptr<Instantiated>> Instantiate(int64_t start) {
  if (start < 0) return ffi::Unexpected(Error(ErrorCode::kOutOfRange, "negative start"));
  auto state = std::make_unique<Instantiated>();
  state->value = start;
  return state;
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(counter_instantiate, Instantiate,
                              Ffi::BindInstantiate().Attr<int64_t>("start"));

static ErrorOr<std::unique_ptr<Prepared>> Prepare(Instantiated* counter) {
  auto state = std::make_unique<Prepared>();
  state->value = 100 * ++counter->value;
  return state;
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(counter_prepare, Prepare,
                              Ffi::BindPrepare().Ctx<ffi::State<Instantiated>>());

static Error Initialize(Prepared* prepared) {
  prepared->value += 1;
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(counter_initialize, Initialize,
                              Ffi::BindInitialize().Ctx<ffi::Prepared<Prepared>>());

static Error Execute(Instantiated* counter, Prepared* prepared,
                     Result<ffi::BufferR1<ffi::S64>> out) {
  out->typed_data()[0] = counter->value;
  out->typed_data()[1] = prepared->value;
  return Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(counter_execute, Execute,
                              Ffi::Bind()
                                  .Ctx<ffi::State<Instantiated>>()
                                  .Ctx<ffi::Prepared<Prepared>>()
                                  .Ret<ffi::BufferR1<ffi::S64>>());

// --- asynchronous -------------------------------------------------------------------

static ffi::Future DoubleLater(int32_t milliseconds, std::string_view error,
                               ffi::Buffer<ffi::F32> x, Result<ffi::Buffer<ffi::F32>> out) {
  ffi::Promise promise;
  ffi::Future future(promise);
  std::thread([=, promise = std::move(promise), message = std::string(error)]() mutable {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    if (!message.empty()) {
      promise.SetError(Error(ErrorCode::kDataLoss, message));
      return;
    }
    for (size_t i = 0; i < x.element_count(); ++i)
      out->typed_data()[i] = 2 * x.typed_data()[i];
    promise.SetAvailable();
  }).detach();
  return future;
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(double_later, DoubleLater,
                              Ffi::Bind()
                                  .Attr<int32_t>("milliseconds")
                                  .Attr<std::string_view>("error")
                                  .Arg<ffi::Buffer<ffi::F32>>()
                                  .Ret<ffi::Buffer<ffi::F32>>());

// --- older interfaces ---------------------------------------------------------------

extern "C" void legacy_scale(float* out, const void** in) {
  *out = 3 * *static_cast<const float*>(in[0]);
}

// What XLA's own custom_call_status.cc does.
struct XlaCustomCallStatus_ {
  std::optional<std::string> message;
};

extern "C" void legacy_divide(void** out, const void** in, XlaCustomCallStatus_* status) {
  const int32_t a = *static_cast<const int32_t*>(in[0]), b = *static_cast<const int32_t*>(in[1]);
  if (b == 0) {
    status->message = "division by zero, which is a message that no short string holds";
    return;
  }
  *static_cast<int32_t*>(out[0]) = a / b;
  *static_cast<int32_t*>(out[1]) = a % b;
}

extern "C" void legacy_opaque(int32_t* out, const void**, const char* opaque, size_t length,
                              XlaCustomCallStatus_* status) {
  *out = length;
  if (std::string_view(opaque, length) == "fail") status->message = "told so";
}
