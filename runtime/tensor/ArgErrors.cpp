#include "tensor/ArgErrors.h"

#include "tensor/Error.h"
#include "value/Builtins.h"

namespace janus {
namespace {

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
  return p.name == "self" && !group.method ? "input" : std::string(p.name);
}

std::string givenType(Value v) {
  if (v.tag == JN_OBJECT && (isInstance(v, &jn_type_tuple) || isInstance(v, &jn_type_list))) {
    bool tuple = isInstance(v, &jn_type_tuple);
    int64_t size = tuple ? as<jn_tuple>(v)->size : as<jn_list>(v)->size;
    const Value *items = tuple ? as<jn_tuple>(v)->items : as<jn_list>(v)->items;
    std::string text = std::string(typeName(v));
    if (!tuple && size == 0)
      return text;
    text += tuple ? " of (" : " of [";
    for (int64_t i = 0; i < size; ++i)
      text += (i ? ", " : "") + std::string(typeName(items[i]));
    if (tuple && size == 1)
      text += ",";
    return text + (tuple ? ")" : "]");
  }
  return std::string(typeName(v));
}

std::string signatureText(const OverloadGroup &group, OpId op) {
  const Schema &schema = opInfo(op).schema;
  std::string text = "(";
  bool first = true, star = false;
  auto add = [&](const std::string &part) {
    if (!first)
      text += ", ";
    first = false;
    text += part;
  };
  auto addStar = [&] {
    if (!star)
      add("*");
    star = true;
  };
  for (size_t i = group.method ? 1 : 0; i < schema.params.size(); ++i) {
    const Param &p = schema.params[i];
    if (p.keywordOnly)
      addStar();
    std::string part = typeText(p) + " " + paramName(group, p);
    if (p.hasDefault)
      part += " = " + std::string(p.defaultText);
    add(part);
  }
  if (hasTrait(op, Trait::Out) && !group.method) {
    addStar();
    add("Tensor out = None");
  }
  if (hasTrait(op, Trait::Factory)) {
    addStar();
    add("torch.layout layout = None");
    add("bool pin_memory = False");
    add("bool requires_grad = False");
  }
  return text + ")";
}

Value raiseSingle(const OverloadGroup &group, const Mismatch &why, const Value *args,
                  size_t positional, const Value *keywords, const Value *keywordValues,
                  size_t keywordCount) {
  const Schema &schema = opInfo(group.ops[0]).schema;
  const char *name = group.name.c_str();
  size_t skip = group.method ? 1 : 0;
  switch (why.kind) {
  case MismatchKind::TooMany: {
    size_t max = schema.positional - skip, least = 0;
    for (size_t i = skip; i < schema.positional; ++i)
      least += !schema.params[i].hasDefault;
    size_t got = positional - skip;
    if (least == max)
      return raise(jn_exc_TypeError, "%s() takes %zu positional argument%s but %zu %s given", name,
                   max, max == 1 ? "" : "s", got, got == 1 ? "was" : "were");
    return raise(jn_exc_TypeError,
                 "%s() takes from %zu to %zu positional arguments but %zu were given", name, least,
                 max, got);
  }
  case MismatchKind::Missing: {
    std::string missing;
    size_t count = 0;
    for (size_t i = why.index; i < schema.params.size(); ++i) {
      const Param &p = schema.params[i];
      bool named = false;
      for (size_t k = 0; k < keywordCount; ++k)
        named |= utf8Of(keywords[k]) == paramName(group, p);
      if (p.hasDefault || named)
        continue;
      missing += (count++ ? ", " : "") + ("\"" + paramName(group, p) + "\"");
    }
    return raise(jn_exc_TypeError, "%s() missing %zu required positional argument%s: %s", name,
                 count, count == 1 ? "s" : "s", missing.c_str());
  }
  case MismatchKind::Type: {
    const Param &p = schema.params[why.index];
    std::string param = paramName(group, p);
    Value v = jn_none();
    if (why.index < positional) {
      v = args[why.index];
      int64_t size;
      (void)size;
      return raise(jn_exc_TypeError, "%s(): argument '%s' (position %zu) must be %s, not %s", name,
                   param.c_str(), why.index + 1 - skip, typeText(p).c_str(),
                   std::string(typeName(v)).c_str());
    }
    for (size_t k = 0; k < keywordCount; ++k)
      if (utf8Of(keywords[k]) == param ||
          schema.find(utf8Of(keywords[k])) == static_cast<int>(why.index))
        v = keywordValues[k];
    return raise(jn_exc_TypeError, "%s(): argument '%s' must be %s, not %s", name, param.c_str(),
                 typeText(p).c_str(), std::string(typeName(v)).c_str());
  }
  case MismatchKind::Unknown:
    return raise(jn_exc_TypeError, "%s() got an unexpected keyword argument '%S'", name,
                 &keywords[why.index]);
  case MismatchKind::Duplicate:
    return raise(jn_exc_TypeError, "%s() got multiple values for argument '%S'", name,
                 &keywords[why.index]);
  }
  return jn_error();
}

}  // namespace

Value raiseMismatch(const OverloadGroup &group, const std::vector<Mismatch> &reasons,
                    const Value *args, size_t positional, const Value *keywords,
                    const Value *keywordValues, size_t keywordCount) {
  if (group.ops.size() == 1)
    return raiseSingle(group, reasons[0], args, positional, keywords, keywordValues, keywordCount);
  std::string text = group.name + "() received an invalid combination of arguments - got (";
  bool first = true;
  for (size_t i = group.method ? 1 : 0; i < positional; ++i) {
    text += (first ? "" : ", ") + givenType(args[i]);
    first = false;
  }
  for (size_t k = 0; k < keywordCount; ++k) {
    text +=
        (first ? "" : ", ") + std::string(utf8Of(keywords[k])) + "=" + givenType(keywordValues[k]);
    first = false;
  }
  text += "), but expected one of:\n";
  for (OpId op : group.ops)
    text += " * " + signatureText(group, op) + "\n";
  return raise(jn_exc_TypeError, "%s", text.c_str());
}

}  // namespace janus
