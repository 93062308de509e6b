#include "Codegen/Json/Json.h"

#include "IR/Literals.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/raw_ostream.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace janus::codegen {
namespace {

using namespace ir;
using Json = nlohmann::ordered_json;

// A text, or `{"hex": ...}` for bytes that are not UTF-8.
Json textOrHex(llvm::StringRef text) {
  auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  if (llvm::isLegalUTF8String(&begin, end))
    return text.str();
  return {{"hex", llvm::toHex(text, true)}};
}

// A number; a text where JSON has no such number.
Json number(double value) {
  if (std::isfinite(value))
    return value;
  std::string text;
  llvm::raw_string_ostream out(text);
  printFloat(out, value);
  return text;
}

// Integers that a reader with 64-bit floats would change are texts.
Json integer(int64_t value) {
  constexpr int64_t kExact = int64_t(1) << 53;
  if (value >= -kExact && value <= kExact)
    return value;
  return std::to_string(value);
}

template <class IdT>
Json indices(llvm::ArrayRef<IdT> ids) {
  Json list = Json::array();
  for (IdT id : ids)
    list.push_back(id.index);
  return list;
}

Json span(Span span) {
  return Json::array({span.begin, span.end});
}

class Writer {
public:
  explicit Writer(const Module &module) : module_(module) {}
  Json write();

private:
  Json constant(const Constant &constant);
  static Json place(const ProgramPlace &place);
  Json functionHeader(const Function &function);
  Json slot(const Slot &slot);
  Json region(const Function &function, RegionId region);
  Json op(const Function &function, OpId op);
  Json value(const Function &function, ValueId value);
  Json attribute(const Attribute &attribute);

  const Module &module_;
};

Json Writer::write() {
  Json module;
  module["format"] = "janus graph";
  module["version"] = kGraphFormatVersion;
  module["name"] = module_.name;
  module["file"] = textOrHex(module_.file);
  if (module_.isPackage)
    module["package"] = true;
  if (module_.body)
    module["body"] = module_.body.index;
  module["constants"] = Json::array();
  for (ConstId id : module_.constants())
    module["constants"].push_back(constant(module_.constant(id)));
  if (module_.places().size() != 0) {
    module["places"] = Json::array();
    for (PlaceId id : module_.places())
      module["places"].push_back(place(module_.place(id)));
  }
  module["functions"] = Json::array();
  for (FunctionId id : module_.functions()) {
    const Function &function = module_.function(id);
    Json object = functionHeader(function);
    object["body"] = region(function, function.body);
    module["functions"].push_back(std::move(object));
  }
  module["source"] = textOrHex(module_.source);
  return module;
}

Json Writer::place(const ProgramPlace &place) {
  Json object = {{"line", textOrHex(place.line)}};
  if (place.caller)
    object["caller"] = place.caller.index;
  return object;
}

Json Writer::constant(const Constant &constant) {
  using Kind = Constant::Kind;
  switch (constant.kind) {
  case Kind::None: return {{"kind", "none"}};
  case Kind::True: return {{"kind", "bool"}, {"value", true}};
  case Kind::False: return {{"kind", "bool"}, {"value", false}};
  case Kind::Ellipsis: return {{"kind", "ellipsis"}};
  case Kind::Int: return {{"kind", "int"}, {"value", integer(constant.integer)}};
  case Kind::BigInt: return {{"kind", "int"}, {"value", constant.text}};
  case Kind::Float: return {{"kind", "float"}, {"value", number(constant.number)}};
  case Kind::Complex:
    if (isImaginary(constant))
      return {{"kind", "complex"}, {"value", number(constant.number)}};
    return {{"kind", "complex"},
            {"value", Json::array({number(constant.real), number(constant.number)})}};
  case Kind::Str: return {{"kind", "str"}, {"value", textOrHex(constant.text)}};
  case Kind::Bytes:
    return {{"kind", "bytes"}, {"value", {{"hex", llvm::toHex(constant.text, true)}}}};
  case Kind::Tuple: return {{"kind", "tuple"}, {"items", indices<ConstId>(constant.items)}};
  case Kind::FrozenSet: return {{"kind", "frozenset"}, {"items", indices<ConstId>(constant.items)}};
  }
  return nullptr;
}

Json Writer::functionHeader(const Function &function) {
  Json object;
  object["name"] = function.name;
  object["qualname"] = function.qualname;
  if (function.hasDocstring)
    object["doc"] = textOrHex(function.docstring);
  Json flags = Json::array();
  for (auto [flag, text] : {std::pair(kFnVarArgs, "varargs"),
                            {kFnVarKw, "varkw"},
                            {kFnGenerator, "generator"},
                            {kFnCoroutine, "coroutine"},
                            {kFnAsyncGenerator, "async_generator"},
                            {kFnClassBody, "class_body"},
                            {kFnModuleBody, "module_body"},
                            {kFnGraph, "graph"},
                            {kFnInPython, "in_python"}})
    if (function.flags & flag)
      flags.push_back(text);
  if (!flags.empty())
    object["flags"] = std::move(flags);
  object["parameters"] = function.parameters;
  object["posonly"] = function.positionalOnly;
  object["positional"] = function.positional;
  object["kwonly"] = function.keywordOnly;
  if (!function.freeNames.empty())
    object["free"] = function.freeNames;
  if (function.span.valid())
    object["span"] = span(function.span);
  object["slots"] = Json::array();
  for (const Slot &each : function.slots)
    object["slots"].push_back(slot(each));
  return object;
}

Json Writer::slot(const Slot &slot) {
  Json object;
  object["name"] = slot.name;
  object["kind"] = slot.kind == SlotKind::Local  ? "local"
                   : slot.kind == SlotKind::Cell ? "cell"
                                                 : "free";
  if (slot.freeIndex >= 0)
    object["index"] = slot.freeIndex;
  if (slot.parameter >= 0)
    object["parameter"] = slot.parameter;
  if (slot.type)
    object["type"] = module_.types.text(slot.type);
  return object;
}

Json Writer::value(const Function &function, ValueId value) {
  Json object = {{"id", value.index}, {"type", module_.types.text(function.value(value).type)}};
  if (llvm::StringRef variable = function.nameOf(value); !variable.empty())
    object["name"] = variable.str();
  return object;
}

Json Writer::region(const Function &function, RegionId id) {
  Json object;
  const Region &region = function.region(id);
  if (!region.arguments.empty()) {
    object["arguments"] = Json::array();
    for (ValueId argument : region.arguments)
      object["arguments"].push_back(value(function, argument));
  }
  object["ops"] = Json::array();
  for (OpId each : region.ops)
    object["ops"].push_back(op(function, each));
  return object;
}

Json Writer::op(const Function &function, OpId id) {
  const Op &op = function.op(id);
  Json object;
  object["op"] = info(op.opcode).name.str();
  if (!op.operands.empty())
    object["operands"] = indices<ValueId>(op.operands);
  if (!op.results.empty()) {
    object["results"] = Json::array();
    for (ValueId result : op.results)
      object["results"].push_back(value(function, result));
  }
  if (!op.attributes.empty()) {
    Json attributes = Json::object();
    for (const AttributeSpec &spec : attributeSpecs(op.opcode))
      if (const Attribute *value = function.attribute(id, spec.name))
        attributes[spec.name.str()] = attribute(*value);
    object["attributes"] = std::move(attributes);
  }
  if (op.span.valid())
    object["span"] = span(op.span);
  if (op.place)
    object["place"] = op.place.index;
  if (!op.regions.empty()) {
    object["regions"] = Json::array();
    for (RegionId each : op.regions)
      object["regions"].push_back(region(function, each));
  }
  return object;
}

Json Writer::attribute(const Attribute &attribute) {
  if (auto *value = std::get_if<int64_t>(&attribute))
    return integer(*value);
  if (auto *value = std::get_if<double>(&attribute))
    return {{"float", number(*value)}};
  if (auto *value = std::get_if<bool>(&attribute))
    return *value;
  if (auto *value = std::get_if<std::string>(&attribute))
    return {{"text", textOrHex(*value)}};
  if (auto *value = std::get_if<std::vector<std::string>>(&attribute))
    return {{"texts", *value}};
  if (auto *value = std::get_if<std::vector<int64_t>>(&attribute))
    return {{"ints", *value}};
  if (auto *value = std::get_if<ConstId>(&attribute))
    return {{"constant", value->index}};
  if (auto *value = std::get_if<FunctionId>(&attribute))
    return {{"function", value->index}};
  if (auto *value = std::get_if<SlotId>(&attribute))
    return {{"slot", value->index}};
  if (auto *value = std::get_if<std::vector<SlotId>>(&attribute))
    return {{"slots", indices<SlotId>(*value)}};
  return {{"type", module_.types.text(std::get<TypeId>(attribute))}};
}

// Lists under these keys have an entry a line, so that each operation is one line.
bool isLongList(llvm::StringRef key) {
  return key == "constants" || key == "functions" || key == "ops" || key == "regions";
}

void layOut(llvm::raw_ostream &out, const Json &json, unsigned depth);

void layOutList(llvm::raw_ostream &out, const Json &list, unsigned depth) {
  out << '[';
  for (size_t i = 0; i < list.size(); ++i) {
    out << (i ? ",\n" : "\n");
    out.indent(depth + 1);
    layOut(out, list[i], depth + 1);
  }
  out << ']';
}

void layOut(llvm::raw_ostream &out, const Json &json, unsigned depth) {
  if (!json.is_object()) {
    out << json.dump();
    return;
  }
  out << '{';
  bool first = true;
  for (auto item = json.begin(); item != json.end(); ++item) {
    out << (first ? "" : depth == 0 ? ",\n " : ", ") << Json(item.key()).dump() << ": ";
    first = false;
    if (item->is_array() && isLongList(item.key()))
      layOutList(out, *item, depth + 1);
    else
      layOut(out, *item, depth);
  }
  out << '}';
}

}  // namespace

std::string toJson(const ir::Module &module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  layOut(out, Writer(module).write(), 0);
  out << '\n';
  return text;
}

}  // namespace janus::codegen
