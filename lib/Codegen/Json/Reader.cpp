#include "Codegen/Json/Json.h"

#include "IR/Literals.h"
#include "Support/JsonFault.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <nlohmann/json.hpp>

namespace janus::codegen {
namespace {

using namespace ir;
using Json = nlohmann::ordered_json;  // attributes keep their order

// The error in a document; caught in fromJson, as the library's own exceptions are.
struct Malformed {
  std::string what;
};

[[noreturn]] void malformed(const llvm::Twine &what) {
  throw Malformed{what.str()};
}

// A value of the document, the longer ones cut off.
std::string shown(const Json &json) {
  constexpr size_t kMost = 40;
  std::string text = json.dump();
  return "`" + (text.size() > kMost ? text.substr(0, kMost) + "..." : text) + "`";
}

const Json &member(const Json &json, const char *name) {
  if (!json.is_object())
    malformed("expected an object with the field `" + llvm::Twine(name) + "`, found " +
              shown(json));
  auto found = json.find(name);
  if (found == json.end())
    malformed("lacks the field `" + llvm::Twine(name) + "`: " + shown(json));
  return *found;
}

const Json &list(const Json &json) {
  if (!json.is_array())
    malformed("expected a list, found " + shown(json));
  return json;
}

std::string text(const Json &json) {
  if (!json.is_string())
    malformed("expected a text, found " + shown(json));
  return json.get<std::string>();
}

std::vector<std::string> texts(const Json &json) {
  std::vector<std::string> all;
  for (const Json &each : list(json))
    all.push_back(text(each));
  return all;
}

bool truth(const Json &json) {
  if (!json.is_boolean())
    malformed("expected true or false, found " + shown(json));
  return json.get<bool>();
}

std::string bytes(const Json &json) {
  if (json.is_string())
    return json.get<std::string>();
  std::string hex = text(member(json, "hex")), text;
  if (!llvm::tryGetFromHex(hex, text))
    malformed("`" + hex + "` is not hexadecimal");
  return text;
}

double number(const Json &json) {
  if (json.is_number())
    return json.get<double>();
  std::string text = codegen::text(json);
  llvm::StringRef rest = text;
  double value;
  if (!parseFloat(rest, &value) || !rest.empty())
    malformed("`" + text + "` is not a number");
  return value;
}

// A number of the document, at most `limit`.
uint32_t index(const Json &json, size_t limit) {
  if (!json.is_number_unsigned() || json.get<uint64_t>() >= limit)
    malformed("`" + json.dump() + "` is out of range");
  return json.get<uint32_t>();
}

int64_t integer(const Json &json) {
  if (json.is_number_integer())
    return json.get<int64_t>();
  std::string text = codegen::text(json);
  int64_t value;
  if (llvm::StringRef(text).getAsInteger(10, value))
    malformed("`" + text + "` is not a 64-bit integer");
  return value;
}

std::vector<int64_t> integers(const Json &json) {
  std::vector<int64_t> all;
  for (const Json &each : list(json))
    all.push_back(integer(each));
  return all;
}

constexpr size_t kAnyNumber = size_t(1) << 31;

class Reader {
public:
  explicit Reader(SourceManager &sources) : sources_(sources) {}
  Module read(const Json &json);

private:
  Constant constant(const Json &json);
  void function(const Json &json, FunctionId id);
  void header(const Json &json, Function &function);
  Slot slot(const Json &json);
  void region(const Json &json, RegionId region);
  void op(const Json &json, RegionId region);
  void define(const Json &json, ValueId value);
  Attribute attribute(const Json &json);
  TypeId type(const Json &json);
  Span span(const Json &json);
  Function &function() { return module_.function(function_); }

  SourceManager &sources_;
  Module module_;
  FileId file_;
  FunctionId function_;
  llvm::DenseMap<uint32_t, ValueId> values_;  // by the document's numbers
};

Module Reader::read(const Json &json) {
  if (!json.is_object() || json.value("format", "") != "janus graph")
    malformed("this is not a graph of janusc");
  if (member(json, "version") != kGraphFormatVersion)
    malformed("the graph has version " + member(json, "version").dump() + ", expected " +
              llvm::Twine(kGraphFormatVersion));
  module_.name = text(member(json, "name"));
  module_.file = bytes(member(json, "file"));
  module_.isPackage = json.value("package", false);
  module_.source = bytes(member(json, "source"));
  file_ = sources_.addBuffer(module_.file, module_.source);
  for (const Json &each : list(member(json, "constants"))) {
    ConstId expected(module_.constants().size());
    if (module_.addConstant(constant(each)) != expected)
      malformed("constant " + llvm::Twine(expected.index) + " is there twice");
  }
  if (json.contains("places"))
    for (const Json &each : list(json["places"])) {
      PlaceId expected(module_.places().size()), caller;
      if (each.contains("caller"))
        caller = PlaceId(index(each["caller"], expected.index));
      if (module_.addPlace(bytes(member(each, "line")), caller) != expected)
        malformed("place " + llvm::Twine(expected.index) + " is there twice");
    }
  const Json &functions = list(member(json, "functions"));
  for (const Json &each : functions)
    module_.addFunction(text(member(each, "name")));
  if (json.contains("body"))
    module_.body = FunctionId(index(json["body"], functions.size()));
  for (FunctionId id : module_.functions())
    function(functions[id.index], id);
  return std::move(module_);
}

Constant Reader::constant(const Json &json) {
  using Kind = Constant::Kind;
  std::string kind = text(member(json, "kind"));
  Constant constant;
  if (kind == "none") {
    constant.kind = Kind::None;
  } else if (kind == "bool") {
    constant.kind = truth(member(json, "value")) ? Kind::True : Kind::False;
  } else if (kind == "ellipsis") {
    constant.kind = Kind::Ellipsis;
  } else if (kind == "int") {
    constant.kind = Kind::BigInt;  // an Int when it fits
    const Json &value = member(json, "value");
    constant.text = value.is_string() ? value.get<std::string>() : std::to_string(integer(value));
    llvm::StringRef digits = constant.text;
    digits.consume_front("-");
    if (digits.empty() || !llvm::all_of(digits, llvm::isDigit))
      malformed("`" + constant.text + "` is not an integer");
  } else if (kind == "float" || kind == "complex") {
    constant.kind = kind == "float" ? Kind::Float : Kind::Complex;
    const Json &value = member(json, "value");
    bool hasBoth = kind == "complex" && value.is_array();
    if (hasBoth && value.size() != 2)
      malformed("a complex number has two parts");
    if (hasBoth)
      constant.real = number(value[0]);
    constant.number = number(hasBoth ? value[1] : value);
  } else if (kind == "str" || kind == "bytes") {
    constant.kind = kind == "str" ? Kind::Str : Kind::Bytes;
    constant.text = bytes(member(json, "value"));
  } else if (kind == "tuple" || kind == "frozenset") {
    constant.kind = kind == "tuple" ? Kind::Tuple : Kind::FrozenSet;
    for (const Json &item : list(member(json, "items")))
      constant.items.push_back(ConstId(index(item, module_.constants().size())));
  } else {
    malformed("there is no kind of constant `" + kind + "`");
  }
  return constant;
}

TypeId Reader::type(const Json &json) {
  TypeId type;
  std::string text = codegen::text(json);
  if (!module_.types.parse(text, &type))
    malformed("`" + text + "` is not a type");
  return type;
}

Span Reader::span(const Json &json) {
  if (json.size() != 2)
    malformed("a span has a begin and an end");
  Span span{file_, index(json[0], kAnyNumber), index(json[1], kAnyNumber)};
  if (span.begin > span.end || span.end > module_.source.size())
    malformed("span " + json.dump() + " is not in the source");
  return span;
}

void Reader::header(const Json &json, Function &function) {
  function.qualname = text(member(json, "qualname"));
  if (json.contains("doc")) {
    function.hasDocstring = true;
    function.docstring = bytes(json["doc"]);
  }
  if (json.contains("flags"))
    for (const Json &flag : list(json["flags"]))
      function.flags |= llvm::StringSwitch<uint32_t>(text(flag))
                            .Case("varargs", kFnVarArgs)
                            .Case("varkw", kFnVarKw)
                            .Case("generator", kFnGenerator)
                            .Case("coroutine", kFnCoroutine)
                            .Case("async_generator", kFnAsyncGenerator)
                            .Case("class_body", kFnClassBody)
                            .Case("module_body", kFnModuleBody)
                            .Case("graph", kFnGraph)
                            .Case("in_python", kFnInPython)
                            .Default(0);
  function.parameters = texts(member(json, "parameters"));
  function.positionalOnly = index(member(json, "posonly"), kAnyNumber);
  function.positional = index(member(json, "positional"), kAnyNumber);
  function.keywordOnly = index(member(json, "kwonly"), kAnyNumber);
  if (json.contains("free"))
    function.freeNames = texts(json["free"]);
  if (json.contains("span"))
    function.span = span(json["span"]);
}

Slot Reader::slot(const Json &json) {
  Slot slot;
  slot.name = text(member(json, "name"));
  std::string kind = text(member(json, "kind"));
  if (kind != "local" && kind != "cell" && kind != "free")
    malformed("there is no kind of slot `" + kind + "`");
  slot.kind = kind == "local" ? SlotKind::Local : kind == "cell" ? SlotKind::Cell : SlotKind::Free;
  if (json.contains("index"))
    slot.freeIndex = index(json["index"], kAnyNumber);
  if (json.contains("parameter"))
    slot.parameter = index(json["parameter"], kAnyNumber);
  if (json.contains("type"))
    slot.type = type(json["type"]);
  return slot;
}

void Reader::function(const Json &json, FunctionId id) {
  function_ = id;
  values_.clear();
  try {
    header(json, function());
    for (const Json &each : list(member(json, "slots")))
      function().slots.push_back(slot(each));
    function().body = function().addRegion(OpId());
    region(member(json, "body"), function().body);
  } catch (const Malformed &error) {
    const Function &at = function();
    malformed("function `" + (at.qualname.empty() ? at.name : at.qualname) + "`: " + error.what);
  }
}

void Reader::define(const Json &json, ValueId value) {
  if (!values_.try_emplace(index(member(json, "id"), kAnyNumber), value).second)
    malformed("value " + member(json, "id").dump() + " is defined twice");
  if (json.contains("name"))
    function().setName(value, text(json["name"]));
}

void Reader::region(const Json &json, RegionId region) {
  if (json.contains("arguments"))
    for (const Json &argument : list(json["arguments"]))
      define(argument, function().addArgument(region, type(member(argument, "type"))));
  for (const Json &each : list(member(json, "ops")))
    op(each, region);
}

void Reader::op(const Json &json, RegionId region) {
  std::string name = text(member(json, "op"));
  Opcode opcode;
  if (!lookup(name, &opcode))
    malformed("no operation is called `" + name + "`");
  OpId op = function().makeOp(opcode, Span::none(), {}, {});
  if (json.contains("operands"))
    for (const Json &operand : list(json["operands"])) {
      auto known = values_.find(index(operand, kAnyNumber));
      if (known == values_.end())
        malformed("value " + operand.dump() + " is used before it is defined");
      function().op(op).operands.push_back(known->second);
    }
  if (json.contains("results"))
    for (const Json &result : list(json["results"]))
      define(result, function().addResult(op, type(member(result, "type"))));
  if (json.contains("attributes"))
    for (auto &[key, value] : json["attributes"].items())
      function().setAttribute(op, key, attribute(value));
  if (json.contains("span"))
    function().op(op).span = span(json["span"]);
  if (json.contains("place"))
    function().op(op).place = PlaceId(index(json["place"], module_.places().size()));
  function().append(region, op);
  if (json.contains("regions"))
    for (const Json &each : list(json["regions"]))
      this->region(each, function().addRegion(op));
}

Attribute Reader::attribute(const Json &json) {
  if (json.is_boolean())
    return json.get<bool>();
  if (!json.is_object())
    return integer(json);
  if (json.size() != 1)
    malformed("an attribute has one value");
  const std::string &kind = json.begin().key();
  const Json &value = json.begin().value();
  if (kind == "float")
    return number(value);
  if (kind == "text")
    return bytes(value);
  if (kind == "texts")
    return texts(value);
  if (kind == "ints")
    return integers(value);
  if (kind == "constant")
    return ConstId(index(value, module_.constants().size()));
  if (kind == "function")
    return FunctionId(index(value, module_.functions().size()));
  if (kind == "slot")
    return SlotId(index(value, function().slots.size()));
  if (kind == "slots") {
    std::vector<SlotId> slots;
    for (const Json &slot : list(value))
      slots.push_back(SlotId(index(slot, function().slots.size())));
    return slots;
  }
  if (kind == "type")
    return type(value);
  malformed("there is no kind of attribute `" + kind + "`");
}

}  // namespace

std::optional<ir::Module> fromJson(llvm::StringRef text, SourceManager &sources,
                                   std::string *error) {
  try {
    return Reader(sources).read(Json::parse(text.begin(), text.end()));
  } catch (const Malformed &problem) {
    *error = problem.what;
  } catch (const Json::parse_error &problem) {  // counts from 1
    *error = jsonFault(text, problem.byte == 0 ? 0 : problem.byte - 1);
  } catch (const Json::exception &) {
    *error = "a value is of another kind than its place asks for";
  }
  return std::nullopt;
}

std::string jsonPath(const ir::Module &module, ir::FunctionId id, ir::OpId op) {
  const Function &function = module.function(id);
  std::string inside;
  while (op) {
    const Region &region = function.region(function.op(op).parent);
    size_t place = llvm::find(region.ops, op) - region.ops.begin();
    inside = ".ops[" + std::to_string(place) + "]" + inside;
    op = region.parent;
    if (!op)
      inside = ".body" + inside;
    else
      for (size_t i = 0; i < function.op(op).regions.size(); ++i)
        if (&function.region(function.op(op).regions[i]) == &region)
          inside = ".regions[" + std::to_string(i) + "]" + inside;
  }
  return "functions[" + std::to_string(id.index) + "]" + inside;
}

}  // namespace janus::codegen
