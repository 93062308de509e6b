#include "tensor/call/ArgErrors.h"

#include "tensor/core/Error.h"
#include "tensor/core/Generator.h"
#include "tensor/dispatch/OutArgument.h"
#include "tensor/object/TypeObjects.h"
#include "value/builtin/Builtins.h"
#include "value/container/Sequence.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace janus {
namespace {

// Types of torch's own are named with their module.
std::string typeOf(Value v) {
  bool isTorchs = isDType(v) || isMemoryFormat(v) || isExact(v, &jn_type_device) ||
                  isExact(v, &jn_type_generator_rng);
  return (isTorchs ? "torch." : "") + typeName(v);
}

// How torch spells a parameter's type in its messages.
std::string typeText(const Param &p) {
  switch (p.kind) {
  case ArgKind::Tensor: return "Tensor";
  case ArgKind::TensorList: return "tuple of Tensors";
  case ArgKind::Int: return "int";
  case ArgKind::IntList: return "tuple of ints";
  case ArgKind::Float: return "float";
  case ArgKind::FloatList: return "tuple of floats";
  case ArgKind::Bool: return "bool";
  case ArgKind::BoolList: return "tuple of bools";
  case ArgKind::Scalar: return "Number";
  case ArgKind::Str: return "str";
  case ArgKind::DType: return "torch.dtype";
  case ArgKind::Device: return "torch.device";
  case ArgKind::MemoryFormat: return "torch.memory_format";
  case ArgKind::Generator: return "torch.Generator";
  }
  return "";
}

std::string paramName(const OverloadGroup &group, const Param &p) {
  bool input = p.name == "self" && !group.method && p.kind == ArgKind::Tensor;
  return input ? "input" : std::string(p.name);
}

// Rows whose numbers torch's own signature takes as tensors: it lists them with the row for
// tensors.
constexpr TensorOp kUnlisted[] = {
    TensorOp::AddScalar,     TensorOp::AddScalar_,    TensorOp::SubScalar, TensorOp::SubScalar_,
    TensorOp::MulScalar,     TensorOp::MulScalar_,    TensorOp::DivScalar, TensorOp::DivScalar_,
    TensorOp::DivScalarMode, TensorOp::DivScalarMode_};
// Names that torch has a second signature for, an old one that it does not list.
constexpr std::string_view kDeprecated[] = {
    "add",    "add_",  "sub",    "sub_", "addcmul", "addcmul_", "addcdiv", "addcdiv_", "addmm",
    "addmm_", "addmv", "addmv_", "addr", "addr_",   "addbmm",   "addbmm_", "baddbmm",  "baddbmm_"};

// One parameter as a signature shows it, in torch's order.
struct Shown {
  std::string type, name, defaultText;  // no default: empty
  ArgKind kind;
  bool keywordOnly;
};

// A signature as messages list it. `out`: how many results the keyword takes.
struct Listed {
  const OpInfo &info;
  size_t out;
  bool isFactory;
};

std::vector<Shown> parametersOf(const OverloadGroup &group, const Listed &listed) {
  const Schema &schema = listed.info.schema;
  bool factory = listed.isFactory;
  std::vector<Shown> shown, options;
  for (size_t i = group.method ? 1 : 0; i < schema.params.size(); ++i) {
    const Param &p = schema.params[i];
    bool option =
        factory && p.keywordOnly && (p.kind == ArgKind::DType || p.kind == ArgKind::Device);
    std::string text = std::string(p.hasDefault ? p.defaultText : "");
    if (p.kind == ArgKind::Str)
      std::replace(text.begin(), text.end(), '\'', '"');
    if (text.size() > 2 && text[0] == '[') {  // {-2,-1}
      std::erase(text, ' ');
      text.front() = '{', text.back() = '}';
    }
    (option ? options : shown)
        .push_back({typeText(p), paramName(group, p), text, p.kind, p.keywordOnly});
  }
  if (listed.out && !group.method)
    shown.push_back(
        {listed.out > 1 ? "tuple of Tensors" : "Tensor", "out", "None", ArgKind::Tensor, true});
  if (!factory)
    return shown;
  for (const Shown &option : options) {
    if (option.kind == ArgKind::Device)
      shown.push_back({"torch.layout", "layout", "None", ArgKind::MemoryFormat, true});
    shown.push_back(option);
  }
  shown.push_back({"bool", "pin_memory", "False", ArgKind::Bool, true});
  shown.push_back({"bool", "requires_grad", "False", ArgKind::Bool, true});
  return shown;
}

// The signatures that torch lists for a name, where the rows are others.
struct TorchsList {
  std::string_view name, signatures;
};
constexpr TorchsList kLists[] = {
#define JANUS_LISTED(name, signatures) {name, signatures},
#include "janus/contract/ListedSignatures.def"
};

const TorchsList *torchsList(const OverloadGroup &group) {
  auto named = [](const std::string &name) {
    return std::ranges::find(kLists, name, &TorchsList::name);
  };
  const auto *own = group.method ? named("." + group.name) : std::end(kLists);
  const auto *found = own == std::end(kLists) ? named(group.name) : own;
  return found == std::end(kLists) ? nullptr : found;
}

// `!(Tensor self)`; kept for good, as rows are.
Listed readListed(std::string_view text) {
  size_t begin = text.find('(');
  std::string_view marks = text.substr(0, begin);
  auto *schema = new std::string(text.substr(begin));  // names in the schema are parts of it
  *schema += " -> Tensor";
  return {*new OpInfo(makeInfo(parseSchema(*schema))),
          static_cast<size_t>(std::ranges::count(marks, '!')), marks.find('#') != marks.npos};
}

const std::vector<Listed> &readList(const TorchsList &list) {
  static std::array<std::vector<Listed>, std::size(kLists)> read;
  std::vector<Listed> &signatures = read[static_cast<size_t>(&list - kLists)];
  if (!signatures.empty())
    return signatures;
  for (std::string_view rest = list.signatures; !rest.empty();) {
    size_t end = std::min(rest.find('|'), rest.size());
    signatures.push_back(readListed(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return signatures;
}

std::string signatureText(const std::vector<Shown> &parameters) {
  std::string text = "(";
  bool star = false;
  for (const Shown &p : parameters) {
    if (text.size() > 1)
      text += ", ";
    if (p.keywordOnly && !star)
      text += "*, ";
    star |= p.keywordOnly;
    text += p.type + " " + p.name;
    if (!p.defaultText.empty())
      text += " = " + p.defaultText;
  }
  return text + ")";
}

// "tuple of (int, str)": where each argument is looked at.
std::string detailedType(Value v) {
  int64_t size;
  const Value *items = itemsOf(v, &size);
  if (!items)
    return typeOf(v);
  bool tuple = isInstance(v, &jn_type_tuple);
  std::string text = typeOf(v) + (tuple ? " of (" : " of [");
  for (int64_t i = 0; i < size; ++i)
    text += (i ? ", " : "") + typeOf(items[i]);
  if (tuple && size == 1)
    text += ",";
  return text + (tuple ? ")" : "]");
}

// Whether the value's type is the one that the signature names.
bool isOfNamedType(const Shown &p, Value v) {
  std::string type = typeOf(v);
  return p.type == type || (p.kind == ArgKind::Float && type == "int");
}

// Keywords in the order in which torch's messages have them: that of a hash table.
std::vector<size_t> keywordOrder(const OperationCall &call) {
  std::unordered_map<std::string, size_t> table;
  for (size_t k = 0; k < call.keywordCount; ++k)
    table.emplace(utf8Of(call.keywords[k]), k);
  std::vector<size_t> order;
  for (const auto &[name, k] : table)
    order.push_back(k);
  return order;
}

// "(Tensor, bogus=int)"; torch leaves the last comma where there are keywords alone.
template <class Describe>
std::string argumentsText(const OperationCall &call, const Describe &describe) {
  std::string text = "(";
  size_t first = call.group.method ? 1 : 0;
  for (size_t i = first; i < call.positional; ++i)
    text += describe(i - first, call.args[i], std::string()) + ", ";
  for (size_t k : keywordOrder(call))
    text += describe(call.positional - first + k, call.keywordValues[k],
                     std::string(utf8Of(call.keywords[k])) + "=") +
            ", ";
  if (call.positional > first)
    text.resize(text.size() - 2);
  return text + ")";
}

std::string givenTypes(const OperationCall &call) {
  return argumentsText(
      call, [](size_t, Value v, const std::string &keyword) { return keyword + typeOf(v); });
}

// The parameter at a place, where the star has a place, too; null for that, and behind the last.
const Shown *atPlace(const std::vector<Shown> &parameters, size_t place) {
  auto star = static_cast<size_t>(std::ranges::find(parameters, true, &Shown::keywordOnly) -
                                  parameters.begin());
  if (place >= star)
    place = place == star ? parameters.size() : place - 1;
  return place < parameters.size() ? &parameters[place] : nullptr;
}

// Why a signature with as many parameters as there are arguments does not fit.
std::string reasonText(const OperationCall &call, const std::vector<Shown> &parameters) {
  size_t first = call.group.method ? 1 : 0;
  // torch counts the star as one, too, and nothing as one
  size_t shown = parameters.empty() ? 1 : parameters.size() + parameters.back().keywordOnly;
  if (call.positional - first + call.keywordCount != shown)
    return "";
  std::string unknown;
  for (size_t k : keywordOrder(call)) {
    std::string_view keyword = utf8Of(call.keywords[k]);
    if (std::none_of(parameters.begin() + static_cast<std::ptrdiff_t>(
                                              std::min(call.positional - first, parameters.size())),
                     parameters.end(), [&](const Shown &p) { return p.name == keyword; }))
      unknown += (unknown.empty() ? "" : ", ") + std::string(keyword);
  }
  const std::string begin = "      didn't match because some of the ";
  if (!unknown.empty())
    return begin + "keywords were incorrect: " + unknown + "\n";
  return begin + "arguments have invalid types: " +
         argumentsText(call,
                       [&](size_t place, Value v, const std::string &keyword) {
                         const Shown *p = atPlace(parameters, place);
                         for (const Shown &each : parameters)
                           if (!keyword.empty() && each.name + "=" == keyword)
                             p = &each;
                         return p && isOfNamedType(*p, v) ? keyword + typeOf(v)
                                                          : "!" + keyword + detailedType(v) + "!";
                       }) +
         "\n";
}

// The first item says whether it is a list of ints; true when another was refused.
bool raiseForInts(const OperationCall &call, const Param &p, const Value *items, int64_t size) {
  for (int64_t i = 1; p.kind == ArgKind::IntList && i < size && items[0].tag == JN_INT; ++i) {
    if (items[i].tag == JN_INT || isTensor(items[i]))
      continue;
    raise(jn_exc_TypeError,
          "%s(): argument '%s' failed to unpack the object at pos %lld with error \"type must be "
          "%s,but got %T\"",
          call.group.name.c_str(), paramName(call.group, p).c_str(), static_cast<long long>(i + 1),
          typeText(p).c_str(), &items[i]);
    return true;
  }
  return false;
}

Value raiseType(const OperationCall &call, const Param &p, size_t place, Value v, bool named) {
  const char *name = call.group.name.c_str();
  std::string param = paramName(call.group, p), wanted = typeText(p);
  if (!named && v.tag == JN_INT &&  // separate ints
      raiseForInts(call, p, call.args + place, static_cast<int64_t>(call.positional - place)))
    return jn_error();
  if (named)
    return raise(jn_exc_TypeError, "%s(): argument '%s' must be %s, not %s", name, param.c_str(),
                 wanted.c_str(), typeOf(v).c_str());
  int64_t size = 0;
  const Value *items = p.kind == ArgKind::IntList ? itemsOf(v, &size) : nullptr;
  if (size > 0)
    return raise(jn_exc_TypeError,
                 "%s(): argument '%s' (position %zu) must be %s, but found element of type %T at "
                 "pos 0",
                 name, param.c_str(), place + (call.group.method ? 0 : 1), wanted.c_str(),
                 &items[0]);
  return raise(jn_exc_TypeError, "%s(): argument '%s' (position %zu) must be %s, not %s", name,
               param.c_str(), place + (call.group.method ? 0 : 1), wanted.c_str(),
               typeOf(v).c_str());
}

// torch counts what is required by name alone among the least, too.
Value raiseTooMany(const OperationCall &call, const Schema &schema) {
  size_t skip = call.group.method ? 1 : 0, max = schema.positional - skip, least = 0;
  for (size_t i = skip; i < schema.params.size(); ++i)
    least += !schema.params[i].hasDefault;
  const char *name = call.group.name.c_str();
  size_t got = call.positional - skip;
  if (least == max)
    return raise(jn_exc_TypeError, "%s() takes %zu positional argument%s but %zu %s given", name,
                 max, max == 1 ? "" : "s", got, got == 1 ? "was" : "were");
  return raise(jn_exc_TypeError,
               "%s() takes from %zu to %zu positional arguments but %zu were given", name, least,
               max, got);
}

// The value that a call names for a parameter; null where it names none.
const Value *namedValue(const OperationCall &call, const OpInfo &info, size_t i) {
  for (size_t k = 0; k < call.keywordCount; ++k)
    if (parameterNamed(info, call.keywords[k], call.group.method) == static_cast<int>(i))
      return &call.keywordValues[k];
  return nullptr;
}

Value raiseMissing(const OperationCall &call, const OpInfo &info, size_t from) {
  std::string missing;
  size_t count = 0;
  for (size_t i = from; i < info.schema.params.size(); ++i) {
    const Param &p = info.schema.params[i];
    if (!p.hasDefault && !namedValue(call, info, i))
      missing += (count++ ? ", \"" : "\"") + paramName(call.group, p) + "\"";
  }
  // torch's plural is where others have the singular
  return raise(jn_exc_TypeError, "%s() missing %zu required positional argument%s: %s",
               call.group.name.c_str(), count, count == 1 ? "s" : "", missing.c_str());
}

bool takesNumber(TensorOp op) {
  return op != TensorOp::Count && hasTrait(op, Trait::NumberAsTensor);
}

// What is wrong with the call of one signature: the first parameter that does not fit, before
// keywords that are none.
Value raiseSingle(const OperationCall &call, const OpInfo &info, TensorOp op) {
  const Schema &schema = info.schema;
  const char *name = call.group.name.c_str();
  bool spread = takesSeparateInts(call, schema);
  if (!spread && call.positional > schema.positional)
    return raiseTooMany(call, schema);
  size_t given = spread ? schema.positional : call.positional;
  for (size_t i = 0; i < schema.params.size(); ++i) {
    const Param &p = schema.params[i];
    const Value *named = i < given ? nullptr : namedValue(call, info, i);
    if (i >= given && !named) {
      if (!p.hasDefault)
        return raiseMissing(call, info, i);
      continue;
    }
    Value v = named ? *named : call.args[i];
    bool separate = spread && i + 1 == given && call.positional > given;
    if (separate || !acceptsArgument(p, v, i == 0 && takesNumber(op)))
      return raiseType(call, p, i, v, named != nullptr);
  }
  for (size_t k = 0; k < call.keywordCount; ++k) {
    int found = parameterNamed(info, call.keywords[k], call.group.method);
    if (found < 0 && isExtraKeyword(utf8Of(call.keywords[k]), op))
      continue;
    bool twice = found >= 0 &&
                 (static_cast<size_t>(found) < given ||
                  namedValue(call, info, static_cast<size_t>(found)) != &call.keywordValues[k]);
    if (twice)
      return raise(jn_exc_TypeError, "%s() got multiple values for argument '%S'", name,
                   &call.keywords[k]);
    if (found < 0)
      return raise(jn_exc_TypeError, "%s() got an unexpected keyword argument '%S'", name,
                   &call.keywords[k]);
  }
  return raise(jn_exc_TypeError, "%s() got arguments that do not fit", name);
}

// A list with something in it that is no tensor, or no int, is refused for what is in it.
bool raiseForItem(const OperationCall &call, TensorOp op) {
  const OpInfo &info = opInfo(op);
  for (size_t i = 0; i < info.schema.params.size(); ++i) {
    const Param &p = info.schema.params[i];
    const Value *v = i < call.positional ? &call.args[i] : namedValue(call, info, i);
    int64_t size;
    const Value *items = v ? itemsOf(*v, &size) : nullptr;
    if (items && raiseForInts(call, p, items, size))
      return true;
    for (int64_t k = 0; items && p.kind == ArgKind::TensorList && k < size; ++k) {
      if (isTensor(items[k]) || (p.optionalElements && items[k].tag == JN_NONE))
        continue;
      raise(jn_exc_TypeError, "expected Tensor as element %lld in argument %zu, but got %T",
            static_cast<long long>(k), i, &items[k]);
      return true;
    }
  }
  return false;
}

// Ends of a range may be tensors without dimensions.
bool raiseForEnds(const OperationCall &call, TensorOp op) {
  if ((op != TensorOp::LinSpace && op != TensorOp::LogSpace) || call.positional < 3)
    return false;
  std::string ends;
  for (size_t i = 0; i < std::min<size_t>(call.positional, 2); ++i)
    if (isTensor(call.args[i]) && asTensor(call.args[i])->ndim != 0)
      ends += std::string(ends.empty() ? "" : " and ") + (i ? "end" : "start") + " with " +
              std::to_string(asTensor(call.args[i])->ndim) + " dimension(s)";
  if (ends.empty())
    return false;
  raise(jn_exc_RuntimeError, "%s only supports 0-dimensional start and end tensors, but got %s.",
        call.group.name.c_str(), ends.c_str());
  return true;
}

// Signatures that messages list, and those of them that take as many arguments as a call has.
class Listing {
public:
  explicit Listing(const OperationCall &call) : call_(call) {}

  // `op`: the row whose keywords and numbers the call may give.
  void add(const Listed &signature, TensorOp op) {
    std::vector<Shown> parameters = parametersOf(call_.group, signature);
    size_t arguments = call_.positional - (call_.group.method ? 1 : 0) + call_.keywordCount;
    auto least = std::count_if(parameters.begin(), parameters.end(),
                               [](const Shown &p) { return p.defaultText.empty(); });
    if (arguments >= static_cast<size_t>(least) && arguments <= parameters.size())
      plausible_.push_back(listed_.size());
    listed_.push_back({signature.info, op, std::move(parameters)});
  }

  // `isWhole`: torch has no signature beside these.
  Value raiseMismatch(bool isWhole) const {
    if (listed_.size() == 1 && isWhole)
      return raiseSingle(call_, listed_[0].info, listed_[0].op);
    if (plausible_.size() == 1)
      return raiseSingle(call_, listed_[plausible_[0]].info, listed_[plausible_[0]].op);
    std::string text = call_.group.name + "() received an invalid combination of arguments - got " +
                       givenTypes(call_);
    if (listed_.size() == 1) {
      text += ", but expected " + signatureText(listed_[0].parameters);
      return raise(jn_exc_TypeError, "%s", text.c_str());
    }
    text += ", but expected one of:\n";
    for (const Signature &signature : listed_)
      text += " * " + signatureText(signature.parameters) + "\n" +
              reasonText(call_, signature.parameters);
    return raise(jn_exc_TypeError, "%s", text.c_str());
  }

private:
  struct Signature {
    const OpInfo &info;
    TensorOp op;
    std::vector<Shown> parameters;
  };
  const OperationCall &call_;
  std::vector<Signature> listed_;
  std::vector<size_t> plausible_;
};

}  // namespace

Value raiseMismatch(const OperationCall &call) {
  const OverloadGroup &group = call.group;
  const TorchsList *torchs = torchsList(group);
  Listing listing(call);
  for (TensorOp op : group.ops) {
    if (raiseForItem(call, op) || raiseForEnds(call, op))
      return jn_error();
    if (!torchs && std::find(std::begin(kUnlisted), std::end(kUnlisted), op) == std::end(kUnlisted))
      listing.add({opInfo(op),
                   takesOut(op) ? std::max<size_t>(opInfo(op).schema.results.size(), 1) : 0,
                   hasTrait(op, Trait::Factory)},
                  op);
  }
  if (torchs)
    for (const Listed &signature : readList(*torchs))
      if (!group.method || signature.info.schema.params[0].kind == ArgKind::Tensor)
        listing.add(signature, group.ops[0]);
  return listing.raiseMismatch(std::find(std::begin(kDeprecated), std::end(kDeprecated),
                                         group.name) == std::end(kDeprecated));
}

Value raiseMismatch(const OperationCall &call, const OpInfo &signature) {
  return raiseSingle(call, signature, TensorOp::Count);
}

Value raiseMismatch(const OperationCall &call, const std::vector<OpInfo> &signatures) {
  Listing listing(call);
  for (const OpInfo &signature : signatures)
    listing.add({signature, 0, false}, TensorOp::Count);
  return listing.raiseMismatch(true);
}

}  // namespace janus
