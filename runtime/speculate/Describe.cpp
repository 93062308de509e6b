#include "speculate/Describe.h"

#include "speculate/ObjectNames.h"
#include "tensor/core/Tensor.h"
#include "value/container/Dict.h"
#include "value/container/Set.h"
#include "value/number/Number.h"
#include "value/object/Types.h"
#include "value/text/Str.h"

#include "janus/contract/DType.h"

namespace janus::speculate {
namespace {

std::string describeTensor(const TensorObject *t) {
  std::string text(kDTypes[static_cast<size_t>(t->dtype)].name);
  text += " (";
  for (uint32_t i = 0; i < t->ndim; ++i)
    text += (i ? ", " : "") + std::to_string(t->sizes[i]);
  text += t->ndim == 1 ? ",)" : ")";
  if (!(t->flags & kTensorContiguous))
    text += ", not contiguous";
  return mayRequireGrad(t) ? text + ", with gradient" : text;
}

std::string quoted(std::string_view text) {
  constexpr size_t kShown = 40;
  std::string out = "\"";
  out += text.substr(0, kShown);
  return out + (text.size() > kShown ? "...\"" : "\"");
}

}  // namespace

std::string describeNumber(Value v) {
  switch (v.tag) {
  case JN_INT: return std::to_string(v.i);
  case JN_BOOL: return v.i ? "True" : "False";
  case JN_FLOAT: return reprDouble(v.f);
  default: return "";
  }
}

std::string describeValue(Value v) {
  if (std::string number = describeNumber(v); !number.empty())
    return number;
  if (v.tag == JN_NONE)
    return "None";
  if (v.tag != JN_OBJECT)
    return "nothing";
  if (isTensor(v))
    return describeTensor(asTensor(v));
  if (isStr(v))
    return quoted(utf8Of(v));
  if (isType(v))
    return "the class " + className(as<Type>(v));
  if (v.o->type == &jn_type_function)
    return "the function " + codeName(as<jn_function>(v));
  if (isInstance(v, &jn_type_module))
    return "the module " + moduleName(as<jn_module>(v));
  if (std::string name = nativeName(v.o); !name.empty())
    return name;
  std::string type = className(classOf(v));
  if (isInstance(v, &jn_type_list))
    return type + " of " + std::to_string(as<jn_list>(v)->size);
  if (isInstance(v, &jn_type_tuple))
    return type + " of " + std::to_string(as<jn_tuple>(v)->size);
  if (isInstance(v, &jn_type_dict))
    return type + " of " + std::to_string(as<jn_dict>(v)->count);
  return "an instance of " + type;
}

}  // namespace janus::speculate
