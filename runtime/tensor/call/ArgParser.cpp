#include "tensor/call/ArgParser.h"

#include "janus/contract/Keywords.h"
#include "tensor/call/ArgErrors.h"
#include "tensor/call/OldSpellings.h"
#include "tensor/call/PackageNumbers.h"
#include "tensor/core/Error.h"
#include "tensor/core/Generator.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Devices.h"
#include "tensor/dispatch/OutArgument.h"
#include "tensor/dispatch/ProgramCall.h"
#include "tensor/object/TypeObjects.h"
#include "value/container/Sequence.h"
#include "value/number/Nan.h"
#include "value/number/Number.h"

#include <algorithm>
#include <vector>

namespace janus {
namespace {

constexpr size_t kMaxParams = 20;

bool isNumber(Value v) {
  return v.tag == JN_INT || v.tag == JN_FLOAT || v.tag == JN_BOOL ||
         (v.tag == JN_OBJECT && !isTensor(v) && (isInt(v) || isInstance(v, &jn_type_float)));
}
// A 0-dim tensor that may stand for a number.
bool isNumberTensor(Value v, bool integral) {
  if (v.tag != JN_OBJECT || !isTensor(v))
    return false;
  TensorObject *t = asTensor(v);
  return t->ndim == 0 && !(t->flags & kTensorRequiresGrad) && (!integral || !isInexact(t->dtype));
}
bool isIntValue(Value v) {
  return v.tag == JN_INT || isNumberTensor(v, true) ||
         (v.tag == JN_OBJECT && !isTensor(v) && isInt(v));
}
// Sizes and lists of dimensions take what has an index: tensors of one integer in any shape, and
// objects with `__index__`.
bool isIndexValue(Value v) {
  if (isIntValue(v))
    return true;
  if (v.tag != JN_OBJECT)
    return false;
  if (!isTensor(v)) {
    if (!v.o->type->unary[static_cast<size_t>(UnaryOp::Index)])
      return false;
    Ref index(toIndex(v));
    if (index.failed())
      clearError();
    return !index.failed();
  }
  TensorObject *t = asTensor(v);
  return isIntegral(t->dtype) && t->dtype != DType::Bool && t->numel == 1;
}
bool isListOf(Value v, bool (*accepts)(Value)) {
  int64_t size;
  const Value *items = itemsOf(v, &size);
  if (!items)
    return false;
  for (int64_t i = 0; i < size; ++i)
    if (!accepts(items[i]))
      return false;
  return true;
}
bool acceptsTensor(Value v) {
  return v.tag == JN_OBJECT && isTensor(v);
}
bool acceptsTensorOrNone(Value v) {
  return v.tag == JN_NONE || acceptsTensor(v);
}
bool acceptsFloat(Value v) {
  return isNumber(v) || isNumberTensor(v, false);
}
bool acceptsBool(Value v) {
  return v.tag == JN_BOOL;
}

// `dtype=float` means torch.float64.
bool isPythonNumberType(Value v) {
  return v.tag == JN_OBJECT && (v.o == &jn_type_float.head || v.o == &jn_type_int.head ||
                                v.o == &jn_type_bool.head || v.o == &jn_type_complex.head);
}

}  // namespace

std::optional<DType> typeNamed(Value v) {
  if (v.tag == JN_NONE)
    return std::nullopt;
  if (isDType(v))
    return asDType(v);
  return v.o == &jn_type_float.head     ? DType::F64
         : v.o == &jn_type_int.head     ? DType::I64
         : v.o == &jn_type_complex.head ? DType::C128
                                        : DType::Bool;
}

bool acceptsArgument(const Param &p, Value v, bool numberAsTensor) {
  if (v.tag == JN_NONE)
    return p.optional || p.defaultText == "None" || p.defaultText == "[]";
  switch (p.kind) {
  case ArgKind::Tensor: return acceptsTensor(v) || (numberAsTensor && boxing::isScalar(v));
  case ArgKind::TensorList:
    return isListOf(v, p.optionalElements ? acceptsTensorOrNone : acceptsTensor);
  case ArgKind::Int: return isIntValue(v);
  case ArgKind::IntList: return (p.listSize && isIndexValue(v)) || isListOf(v, isIndexValue);
  case ArgKind::Float: return acceptsFloat(v);
  case ArgKind::FloatList: return isListOf(v, acceptsFloat) || acceptsFloat(v);
  case ArgKind::Bool: return v.tag == JN_BOOL;
  case ArgKind::BoolList: return isListOf(v, acceptsBool);
  case ArgKind::Scalar: return boxing::isScalar(v) || isNumberTensor(v, false);
  case ArgKind::Str: return isStr(v);
  case ArgKind::DType: return isDType(v) || isPythonNumberType(v);
  case ArgKind::Device: return isExact(v, &jn_type_device) || isStr(v) || v.tag == JN_INT;
  case ArgKind::MemoryFormat: return isMemoryFormat(v);
  case ArgKind::Generator: return isExact(v, &jn_type_generator_rng);
  }
  return false;
}

namespace {

// Values the parser makes live here until the operation has run.
class Temporaries {
public:
  ~Temporaries() {
    for (size_t i = 0; i < count_; ++i)
      jn_decref(values_[i]);
  }
  Value keep(Value owned) {
    checked(owned);
    if (count_ < kMaxParams)
      values_[count_++] = owned;
    return owned;
  }

private:
  Value values_[kMaxParams];
  size_t count_ = 0;
};

}  // namespace

bool isExtraKeyword(std::string_view keyword, TensorOp op) {
  if (op == TensorOp::Count)
    return false;
  Trait traits = row(op).traits;
  if (keyword == "out")
    return takesOut(op);
  if (has(traits, Trait::Factory))
    return keyword == "requires_grad" || keyword == "pin_memory" || keyword == "layout";
  return false;
}

int parameterNamed(const OpInfo &info, Value keyword, bool method) {
  const auto &names = info.names;
  for (size_t i = method ? 1 : 0; i < names.size(); ++i)
    if (names[i].o == keyword.o)
      return static_cast<int>(i);
  std::string_view text = utf8Of(keyword);
  for (size_t i = method ? 1 : 0; i < names.size(); ++i)
    if (info.schema.params[i].name == text && text != "self")
      return static_cast<int>(i);
  std::string_view synonym = synonymOf(text);
  if (synonym.empty() || (method && synonym == "self"))
    return -1;
  return info.schema.find(synonym);
}

// The only positional list takes all ints.
bool takesSeparateInts(const OperationCall &call, const Schema &schema) {
  size_t first = call.group.method ? 1 : 0;
  return schema.positional == first + 1 && schema.params[first].kind == ArgKind::IntList &&
         call.positional > first && isIndexValue(call.args[first]);
}

namespace {

// Of several rows, those that take a tensor as one come before those that would take its number.
enum class TensorNumbers : bool { Refused, Taken };

bool standsForNumber(const Param &p, Value v) {
  switch (p.kind) {
  case ArgKind::Int:
  case ArgKind::IntList:
  case ArgKind::Float:
  case ArgKind::FloatList:
  case ArgKind::Scalar: return isTensor(v);
  default: return false;
  }
}

// Fills `out` with one borrowed value per parameter; false when the row does not fit.
bool match(const OperationCall &call, const OpInfo &info, TensorOp op, TensorNumbers numbers,
           Value *out) {
  const Schema &schema = info.schema;
  size_t n = schema.params.size();
  bool numberAsTensor = op != TensorOp::Count && hasTrait(op, Trait::NumberAsTensor);
  bool spread = takesSeparateInts(call, schema);
  auto accepts = [&](size_t i, Value v) {
    return acceptsArgument(schema.params[i], v, numberAsTensor && i == 0) &&
           (numbers == TensorNumbers::Taken || !standsForNumber(schema.params[i], v));
  };
  if (!spread && call.positional > schema.positional)
    return false;
  size_t given = spread ? schema.positional : call.positional;
  for (size_t i = 0; i < n; ++i) {
    if (i >= given) {
      out[i] = info.defaults[i];
    } else if (spread && i + 1 == given) {
      for (size_t k = i; k < call.positional; ++k)
        if (!isIndexValue(call.args[k]))
          return false;
      out[i] = jn_unbound();  // made by `finish`
    } else {
      if (!accepts(i, call.args[i]))
        return false;
      out[i] = call.args[i];
    }
  }
  uint64_t named = 0;
  for (size_t k = 0; k < call.keywordCount; ++k) {
    int found = parameterNamed(info, call.keywords[k], call.group.method);
    if (found < 0) {
      if (!call.group.method && isExtraKeyword(utf8Of(call.keywords[k]), op))
        continue;
      return false;
    }
    size_t i = static_cast<size_t>(found);
    if (i < given || named >> i & 1)
      return false;
    named |= uint64_t{1} << i;
    if (!accepts(i, call.keywordValues[k]))
      return false;
    out[i] = call.keywordValues[k];
  }
  for (size_t i = given; i < n; ++i)
    if (out[i].tag == JN_UNBOUND)
      return false;
  return true;
}

bool isLargeInt(Value v) {
  int64_t small;
  return v.tag == JN_OBJECT && !isTensor(v) && isInt(v) && !smallInt(v, &small);
}

// Ints of arguments have 64 bits. PyTorch's text for lists has the frames of its own stack behind
// the first line.
void requireSmallInts(const OperationCall &call, const Param &p, Value v) {
  if (p.kind == ArgKind::Int) {
    if (JN_UNLIKELY(isLargeInt(v)))
      failWith(jn_exc_ValueError, "Overflow when unpacking long long");
    return;
  }
  int64_t size = 0;
  const Value *items = itemsOf(v, &size);
  bool areSizes = !p.listSize && !p.name.starts_with("dim");
  for (int64_t i = 0; i < size; ++i) {
    if (JN_UNLIKELY(isLargeInt(items[i])))
      failWith(jn_exc_TypeError,
               "%s(): argument '%s' failed to unpack the object at pos %lld with error \"Overflow "
               "when unpacking long long\n\"",
               call.group.name.c_str(), std::string(p.name).c_str(), static_cast<long long>(i + 1));
    if (JN_UNLIKELY(areSizes && acceptsTensor(items[i]) &&
                    asTensor(items[i])->dtype == DType::Bool))
      fail("Expected scalar.isIntegral( false) to be true, but got false.  (Could this error "
           "message be improved?  If so, please report an enhancement request to PyTorch.)");
  }
}

// Turns accepted values into the forms that Dispatch.h describes.
void finish(const OperationCall &call, TensorOp op, Value *values, Temporaries &temporaries) {
  const Schema &schema = opInfo(op).schema;
  for (size_t i = 0; i < schema.params.size(); ++i) {
    Value v = values[i];
    switch (schema.params[i].kind) {
    case ArgKind::Tensor:
      if (JN_UNLIKELY(v.tag != JN_NONE && !acceptsTensor(v)))
        values[i] = temporaries.keep(makeWrapped(boxing::toScalar(v)).releaseValue());
      break;
    case ArgKind::IntList:
      if (v.tag == JN_UNBOUND) {  // sizes as separate arguments
        size_t count = call.positional - i;
        jn_tuple *t = newTuple(static_cast<int64_t>(count));
        for (size_t k = 0; k < count; ++k)
          t->items[k] = jn_own(call.args[i + k]);
        values[i] = temporaries.keep(jn_obj(t));
      } else if (JN_UNLIKELY(v.tag == JN_NONE) && schema.params[i].defaultText == "[]") {
        values[i] = opInfo(op).defaults[i];
      }
      requireSmallInts(call, schema.params[i], values[i]);
      break;
    case ArgKind::Int: requireSmallInts(call, schema.params[i], v); break;
    case ArgKind::DType:
      if (JN_UNLIKELY(v.tag == JN_OBJECT && !isDType(v)))
        values[i] = dtypeObject(*typeNamed(v));
      break;
    case ArgKind::Device:
      if (JN_UNLIKELY(v.tag != JN_NONE && !isExact(v, &jn_type_device))) {
        Device d;
        toDevice(v, &d);
        values[i] = temporaries.keep(makeDevice(d));
      } else if (JN_UNLIKELY(modeMask & kModeDevices) && v.tag == JN_NONE &&
                 !hasTrait(op, Trait::Likes) && defaultDevice().type != DeviceType::Cpu) {
        values[i] = temporaries.keep(makeDevice(defaultDevice()));
      }
      break;
    default: break;
    }
  }
}

Value extraArgument(const OperationCall &call, std::string_view name) {
  for (size_t k = 0; k < call.keywordCount; ++k)
    if (strLength(call.keywords[k]) == static_cast<int64_t>(name.size()) &&
        utf8Of(call.keywords[k]) == name)
      return call.keywordValues[k];
  return jn_unbound();
}

// A factory's result has the type of `out`; sums are computed in it.
void takeTypeOfOut(const OperationCall &call, Value out, TensorOp op, Value *values) {
  if (!isTensor(out) || !(hasTrait(op, Trait::Factory) || outType(op) == OutType::Asked))
    return;
  int at = opInfo(op).schema.find("dtype");
  if (at < 0)
    return;
  DType type = asTensor(out)->dtype;
  Value asked = extraArgument(call, "dtype");
  if (outType(op) == OutType::Asked && isDType(asked))
    return;
  if (isDType(asked) && asDType(asked) != type)
    fail("dtype %s does not match dtype of out parameter (%s)", scalarTypeName(asDType(asked)),
         scalarTypeName(type));
  values[at] = dtypeObject(type);
}

// Keywords of factories that are no parameters of their rows: their types, and that the tensor is
// dense.
void checkFactoryExtras(const OperationCall &call, Value requiresGrad) {
  auto check = [&](const char *name, Value v, bool isRight, const char *wanted) {
    if (v.tag == JN_UNBOUND || v.tag == JN_NONE || isRight)
      return;
    raise(jn_exc_TypeError, "%s(): argument '%s' must be %s, not %T", call.group.name.c_str(), name,
          wanted, &v);
    throw PendingError{};
  };
  Value pinned = extraArgument(call, "pin_memory"), layout = extraArgument(call, "layout");
  check("requires_grad", requiresGrad, requiresGrad.tag == JN_BOOL, "bool");
  check("pin_memory", pinned, pinned.tag == JN_BOOL, "bool");
  const bool isLayout = isExact(layout, &jn_type_layout);
  check("layout", layout, isLayout, "torch.layout");
  if (isLayout && layout.o != stridedLayout().o)
    failWith(jn_exc_NotImplementedError,
             "%s() makes strided tensors; sparse ones are made by torch.sparse_coo_tensor() and "
             "torch.sparse_csr_tensor()",
             call.group.name.c_str());
}

Value finishExtras(const OperationCall &call, Value out, TensorOp op, const Value *values,
                   Value owned) {
  Trait traits = row(op).traits;
  if (out.tag != JN_UNBOUND && out.tag != JN_NONE)
    return storeResults(call.group.name.c_str(), op, owned, out,
                        {values, opInfo(op).schema.params.size()});
  if (has(traits, Trait::Factory)) {
    Ref made(owned);
    Value wanted = extraArgument(call, "requires_grad");
    checkFactoryExtras(call, wanted);
    if (wanted.tag == JN_BOOL && wanted.i) {
      if (!isInexact(asTensor(owned)->dtype))
        return raise(jn_exc_RuntimeError,
                     "Only Tensors of floating point and complex dtype can require gradients");
      asTensor(owned)->flags |= kTensorRequiresGrad;
    }
    return made.release();
  }
  return owned;
}

// JN_UNBOUND when no row fits.
Value callFitting(const OperationCall &call, TensorNumbers numbers) {
  Value values[kMaxParams];
  for (TensorOp op : call.group.ops) {
    if (!match(call, opInfo(op), op, numbers, values))
      continue;
    Temporaries temporaries;
    finish(call, op, values, temporaries);
    if (JN_LIKELY(!call.keywordCount))
      return asNewObject(dispatchForProgram(op, values));
    Value out = extraArgument(call, "out");
    takeTypeOfOut(call, out, op, values);
    Value result = dispatchForProgram(op, values);
    return jn_is_error(result) ? result : finishExtras(call, out, op, values, result);
  }
  return jn_unbound();
}

// Taken by the row as it stands.
bool isPlain(ArgKind kind, Value v) {
  switch (kind) {
  case ArgKind::Tensor: return acceptsTensor(v);
  case ArgKind::Int: return v.tag == JN_INT;
  case ArgKind::Bool: return v.tag == JN_BOOL;
  case ArgKind::Float: return v.tag == JN_FLOAT;
  case ArgKind::Scalar: return v.tag == JN_FLOAT || v.tag == JN_INT;
  default: return false;
  }
}

// The call that most calls are: arguments by their places that need no conversion, and defaults.
// JN_UNBOUND for any other.
Value callPlain(const OperationCall &call, TensorOp op) {
  const OpInfo &info = opInfo(op);
  const std::vector<Param> &params = info.schema.params;
  const size_t given = call.positional;
  if (call.keywordCount || given > info.schema.positional)
    return jn_unbound();
  for (size_t i = 0; i < given; ++i)
    if (!isPlain(params[i].kind, call.args[i]))
      return jn_unbound();
  if (given == params.size())
    return asNewObject(dispatchForProgram(op, call.args));
  Value values[kMaxParams];
  std::copy(call.args, call.args + given, values);
  for (size_t i = given; i < params.size(); ++i) {
    values[i] = info.defaults[i];
    if (values[i].tag == JN_UNBOUND || params[i].kind == ArgKind::Device)
      return jn_unbound();
  }
  return asNewObject(dispatchForProgram(op, values));
}

Value callFitting(const OperationCall &call) {
  if (call.group.ops.size() == 1) {
    Value result = callPlain(call, call.group.ops[0]);
    return JN_LIKELY(result.tag != JN_UNBOUND) ? result : callFitting(call, TensorNumbers::Taken);
  }
  Value result = callFitting(call, TensorNumbers::Refused);
  return JN_LIKELY(result.tag != JN_UNBOUND) ? result : callFitting(call, TensorNumbers::Taken);
}

// Numbers of packages stand for Python's; they are asked for when nothing fits without them.
Value callWithPlainNumbers(const OperationCall &call) {
  size_t count = call.positional + call.keywordCount;
  if (std::none_of(call.args, call.args + count, holdsForeign))
    return jn_unbound();
  std::vector<Ref> held;
  std::vector<Value> args;
  for (size_t i = 0; i < count; ++i) {
    held.emplace_back(checked(withPlainNumbers(call.args[i])));
    args.push_back(held.back().get());
  }
  OperationCall plain = call;
  plain.args = args.data();
  plain.keywordValues = args.data() + call.positional;
  return callFitting(plain);
}

Value callAsSpelledToday(const OperationCall &call) {
  ModernCall modern;
  if (!readOldSpelling(call, &modern))
    return jn_unbound();
  OperationCall today = call;
  today.args = modern.args.data();
  today.positional = modern.args.size() - modern.keywords.size();
  today.keywordValues = today.args + today.positional;
  today.keywords = modern.keywords.data();
  today.keywordCount = modern.keywords.size();
  return callFitting(today);
}

Value callParsed(const OperationCall &call) {
  Value result = callFitting(call);
  if (JN_UNLIKELY(result.tag == JN_UNBOUND))
    result = callWithPlainNumbers(call);
  if (JN_UNLIKELY(result.tag == JN_UNBOUND))
    result = callAsSpelledToday(call);
  return JN_LIKELY(result.tag != JN_UNBOUND) ? result : raiseMismatch(call);
}

OperationCall callWith(const OverloadGroup &group, const Value *args, size_t count, Value kwnames) {
  size_t keywords = kwnames.tag == JN_OBJECT ? static_cast<size_t>(as<jn_tuple>(kwnames)->size) : 0;
  return {group,
          args,
          count - keywords,
          args + (count - keywords),
          keywords ? as<jn_tuple>(kwnames)->items : nullptr,
          keywords};
}

}  // namespace

NativeSignature::NativeSignature(std::string_view signature, bool method)
    : text_(signature), info_(makeInfo(parseSchema(text_))), group_{info_.schema.name, {}, method} {
}

bool NativeSignature::read(const Value *args, size_t count, Value kwnames, Value *values) const {
  OperationCall call = callWith(group_, args, count, kwnames);
  if (match(call, info_, TensorOp::Count, TensorNumbers::Taken, values))
    return true;
  raiseMismatch(call, info_);
  return false;
}

NativeOverloads::NativeOverloads(std::initializer_list<std::string_view> signatures)
    : texts_(signatures.begin(), signatures.end()) {
  for (const std::string &text : texts_)
    infos_.push_back(makeInfo(parseSchema(text)));
  group_ = {infos_[0].schema.name, {}, true};
}

int NativeOverloads::read(const Value *args, size_t count, Value kwnames, Value *values) const {
  OperationCall call = callWith(group_, args, count, kwnames);
  for (size_t i = 0; i < infos_.size(); ++i)
    if (match(call, infos_[i], TensorOp::Count, TensorNumbers::Taken, values))
      return static_cast<int>(i);
  raiseMismatch(call, infos_);
  return -1;
}

Value callOverloads(const OverloadGroup &group, const Value *args, size_t count, Value kwnames) {
  OperationCall call = callWith(group, args, count, kwnames);
  try {
    return callParsed(call);
  } catch (...) {
    return raiseCaught();
  }
}

}  // namespace janus
