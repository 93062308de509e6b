#include "IR/Printer.h"

#include "IR/Literals.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

namespace janus::ir {
namespace {

// Makes names unique in the order they come. One that has a `#` always gets a number, so that the
// parser knows which `#` is the printer's.
class Uniquer {
public:
  std::string add(llvm::StringRef name) {
    unsigned count = counts_[name]++;
    return count || name.contains('#') ? (name + "#" + llvm::Twine(count)).str() : name.str();
  }

private:
  llvm::StringMap<unsigned> counts_;
};

class FunctionPrinter {
public:
  FunctionPrinter(llvm::raw_ostream &out, const Module &module, const Function &function,
                  const IdVector<FunctionId, std::string> &symbols, const PrintOptions &options)
      : out_(out), module_(module), function_(function), symbols_(symbols), options_(options),
        slots_(slotSymbols(function)), names_(function.valueCount()) {}

  void print(llvm::StringRef symbol);

private:
  void printHeader(llvm::StringRef symbol);
  void printSlots();
  void printRegion(RegionId region, unsigned depth);
  void printArguments(const Region &region);
  void printOp(OpId op, unsigned depth);
  void printOpRegions(const Op &op, unsigned depth);
  void printAttributes(OpId op, const AttributeSpec *leading);
  void printAttribute(const Attribute &value);
  void printLocation(Span span);
  void printPlace(PlaceId place);
  // `5`, or `loss.5` of a value that a variable holds.
  void giveName(ValueId value) {
    llvm::StringRef variable = function_.nameOf(value);
    names_[value] = (variable + (variable.empty() ? "" : ".") + llvm::Twine(nextName_++)).str();
  }

  llvm::raw_ostream &out_;
  const Module &module_;
  const Function &function_;
  const IdVector<FunctionId, std::string> &symbols_;
  const PrintOptions &options_;
  IdVector<SlotId, std::string> slots_;
  IdVector<ValueId, std::string> names_;
  unsigned nextName_ = 0;

  void printValue(ValueId value) {
    if (value.valid() && names_.contains(value) && !names_[value].empty())
      printName(out_, '%', names_[value]);
    else
      out_ << "%<undefined>";
  }
  void printValues(llvm::ArrayRef<ValueId> values) {
    llvm::interleave(
        values, [&](ValueId value) { printValue(value); }, [&] { out_ << ", "; });
  }
};

void FunctionPrinter::print(llvm::StringRef symbol) {
  printHeader(symbol);
  out_ << " {\n";
  if (function_.body)
    printRegion(function_.body, 1);
  out_ << "}\n";
}

void FunctionPrinter::printHeader(llvm::StringRef symbol) {
  printName(out_ << "func ", '@', symbol);
  Uniquer uniquer;
  llvm::ArrayRef<ValueId> arguments;
  if (function_.body)
    arguments = function_.region(function_.body).arguments;
  out_ << '(';
  for (size_t i = 0; i < arguments.size(); ++i) {
    names_[arguments[i]] = uniquer.add(
        i < function_.parameters.size() ? llvm::StringRef(function_.parameters[i]) : "<extra>");
    out_ << (i ? ", " : "");
    printValue(arguments[i]);
    out_ << ": " << module_.types.text(function_.value(arguments[i]).type);
  }
  out_ << ')';

  if (function_.positional || function_.keywordOnly ||
      (function_.flags & (kFnVarArgs | kFnVarKw))) {
    llvm::ListSeparator comma;
    out_ << " params(";
    if (function_.positionalOnly)
      out_ << comma << "posonly=" << function_.positionalOnly;
    if (function_.positional)
      out_ << comma << "positional=" << function_.positional;
    if (function_.keywordOnly)
      out_ << comma << "kwonly=" << function_.keywordOnly;
    if (function_.flags & kFnVarArgs)
      out_ << comma << "varargs";
    if (function_.flags & kFnVarKw)
      out_ << comma << "varkw";
    out_ << ')';
  }
  if (function_.flags & kFnGenerator)
    out_ << " generator";
  if (function_.flags & kFnCoroutine)
    out_ << " coroutine";
  if (function_.flags & kFnAsyncGenerator)
    out_ << " async_generator";
  if (function_.flags & kFnClassBody)
    out_ << " class_body";
  if (function_.flags & kFnModuleBody)
    out_ << " module_body";
  if (function_.flags & kFnGraph)
    out_ << " graph";
  if (function_.flags & kFnInPython)
    out_ << " in_python";
  printSlots();
  if (!function_.freeNames.empty()) {
    out_ << " free(";
    llvm::interleaveComma(function_.freeNames, out_,
                          [&](const std::string &name) { printQuoted(out_, name); });
    out_ << ')';
  }
  if (function_.name != lastComponent(function_.qualname))
    printQuoted(out_ << " name ", function_.name);
  if (function_.hasDocstring)
    printQuoted(out_ << " doc ", function_.docstring);
  printLocation(function_.span);
}

void FunctionPrinter::printSlots() {
  if (function_.slots.empty())
    return;
  llvm::ListSeparator comma;
  out_ << " slots(";
  for (SlotId id : function_.slots.ids()) {
    const Slot &slot = function_.slots[id];
    out_ << comma;
    if (isBareName(slots_[id]))
      out_ << slots_[id];
    else
      printQuoted(out_, slots_[id]);
    out_ << ": ";
    switch (slot.kind) {
    case SlotKind::Local: out_ << "local"; break;
    case SlotKind::Cell: out_ << "cell"; break;
    case SlotKind::Free: out_ << "free " << slot.freeIndex; break;
    }
    if (slot.parameter >= 0)
      out_ << " param " << slot.parameter;
    if (slot.type)
      out_ << " of " << module_.types.text(slot.type);
  }
  out_ << ')';
}

void FunctionPrinter::printArguments(const Region &region) {
  if (region.arguments.empty())
    return;
  out_ << '(';
  for (size_t i = 0; i < region.arguments.size(); ++i) {
    ValueId argument = region.arguments[i];
    giveName(argument);
    out_ << (i ? ", " : "");
    printValue(argument);
    out_ << ": " << module_.types.text(function_.value(argument).type);
  }
  out_ << ')';
}

void FunctionPrinter::printRegion(RegionId region, unsigned depth) {
  for (OpId op : function_.region(region).ops)
    printOp(op, depth);
}

void FunctionPrinter::printOp(OpId id, unsigned depth) {
  const Op &op = function_.op(id);
  out_.indent(2 * depth);
  for (ValueId result : op.results)
    giveName(result);
  if (!op.results.empty()) {
    printValues(op.results);
    out_ << " = ";
  }
  out_ << info(op.opcode).name;
  llvm::ArrayRef<AttributeSpec> specs = attributeSpecs(op.opcode);
  const AttributeSpec *leading = !specs.empty() && !specs[0].optional ? &specs[0] : nullptr;
  if (leading)
    if (const Attribute *value = function_.attribute(id, leading->name)) {
      out_ << ' ';
      printAttribute(*value);
    }
  if (!op.operands.empty()) {
    out_ << ' ';
    printValues(op.operands);
  }
  printAttributes(id, leading);
  if (!op.results.empty()) {
    out_ << " : ";
    llvm::interleaveComma(op.results, out_, [&](ValueId result) {
      out_ << module_.types.text(function_.value(result).type);
    });
  }
  printLocation(op.span);
  printPlace(op.place);
  printOpRegions(op, depth);
  out_ << '\n';
}

void FunctionPrinter::printOpRegions(const Op &op, unsigned depth) {
  llvm::ArrayRef<llvm::StringRef> labels = regionLabels(op.opcode);
  for (size_t i = 0; i < op.regions.size(); ++i) {
    const Region &region = function_.region(op.regions[i]);
    if (i > 0 && region.ops.empty() && region.arguments.empty())
      continue;
    out_ << ' ' << (i < labels.size() ? labels[i] : llvm::StringRef("extra"));
    printArguments(region);
    out_ << " {\n";
    printRegion(op.regions[i], depth + 1);
    out_.indent(2 * depth) << '}';
  }
}

void FunctionPrinter::printAttributes(OpId id, const AttributeSpec *leading) {
  llvm::ListSeparator comma;
  const Op &op = function_.op(id);
  bool any = false;
  auto printOne = [&](llvm::StringRef name, const Attribute &value) {
    out_ << (any ? "" : " {") << comma;
    out_ << name << '=';
    any = true;
    printAttribute(value);
  };
  // In the order of the row; what it does not declare comes last.
  for (const AttributeSpec &spec : attributeSpecs(op.opcode))
    if (const Attribute *value = function_.attribute(id, spec.name))
      if (&spec != leading && (spec.kind != AttributeSpec::Kind::Place || options_.locations))
        printOne(spec.name, *value);
  for (const NamedAttribute &attribute : op.attributes)
    if (llvm::none_of(attributeSpecs(op.opcode),
                      [&](const AttributeSpec &spec) { return spec.name == attribute.name; }))
      printOne(attribute.name, attribute.value);
  if (any)
    out_ << '}';
}

void FunctionPrinter::printAttribute(const Attribute &value) {
  auto list = [&](const auto &items, auto &&printItem) {
    out_ << '[';
    llvm::interleaveComma(items, out_, printItem);
    out_ << ']';
  };
  auto slot = [&](SlotId id) {
    if (function_.slots.contains(id))
      printName(out_, '$', slots_[id]);
    else
      out_ << "$<unknown>";
  };
  if (auto *number = std::get_if<int64_t>(&value))
    out_ << *number;
  else if (auto *real = std::get_if<double>(&value))
    printFloat(out_, *real);
  else if (auto *truth = std::get_if<bool>(&value))
    out_ << (*truth ? "true" : "false");
  else if (auto *text = std::get_if<std::string>(&value))
    printQuoted(out_, *text);
  else if (auto *texts = std::get_if<std::vector<std::string>>(&value))
    list(*texts, [&](const std::string &text) { printQuoted(out_, text); });
  else if (auto *numbers = std::get_if<std::vector<int64_t>>(&value))
    list(*numbers, [&](int64_t number) { out_ << number; });
  else if (auto *constant = std::get_if<ConstId>(&value))
    printConstant(out_, module_, *constant);
  else if (auto *function = std::get_if<FunctionId>(&value))
    printName(out_, '@', symbols_.contains(*function) ? symbols_[*function] : "<unknown>");
  else if (auto *oneSlot = std::get_if<SlotId>(&value))
    slot(*oneSlot);
  else if (auto *slots = std::get_if<std::vector<SlotId>>(&value))
    list(*slots, slot);
  else if (auto *type = std::get_if<TypeId>(&value))
    out_ << module_.types.text(*type);
}

void FunctionPrinter::printLocation(Span span) {
  if (!options_.locations || !span.valid())
    return;
  LineColumn begin = options_.locations->lineColumn(span.file, span.begin);
  LineColumn end = options_.locations->lineColumn(span.file, span.end);
  out_ << " loc(" << begin.line << ':' << begin.column << '-' << end.line << ':' << end.column
       << ')';
}

void FunctionPrinter::printPlace(PlaceId place) {
  if (!options_.places || !place)
    return;
  out_ << " at(";
  for (PlaceId each = place; each; each = module_.place(each).caller)
    printQuoted(out_ << (each == place ? "" : " < "), module_.place(each).line);
  out_ << ')';
}

void printModuleLine(llvm::raw_ostream &out, const Module &module) {
  printQuoted(out << "module ", module.name);
  printQuoted(out << " file ", module.file);
  out << (module.isPackage ? " package\n" : "\n");
}

}  // namespace

void printConstant(llvm::raw_ostream &out, const Module &module, ConstId id) {
  using Kind = Constant::Kind;
  const Constant &constant = module.constant(id);
  auto items = [&] {
    llvm::interleaveComma(constant.items, out,
                          [&](ConstId item) { printConstant(out, module, item); });
  };
  switch (constant.kind) {
  case Kind::None: out << "None"; return;
  case Kind::True: out << "True"; return;
  case Kind::False: out << "False"; return;
  case Kind::Ellipsis: out << "..."; return;
  case Kind::Int: out << constant.integer; return;
  case Kind::BigInt: out << constant.text; return;
  case Kind::Float: printFloat(out, constant.number); return;
  case Kind::Complex:
    if (isImaginary(constant)) {
      printFloat(out, constant.number);
      out << 'j';
    } else {
      printFloat(out << "complex(", constant.real);
      printFloat(out << ", ", constant.number);
      out << ')';
    }
    return;
  case Kind::Str: printQuoted(out, constant.text); return;
  case Kind::Bytes: printQuoted(out << 'b', constant.text); return;
  case Kind::Tuple:
    out << '(';
    items();
    out << (constant.items.size() == 1 ? ",)" : ")");
    return;
  case Kind::FrozenSet:
    out << "frozenset(";
    items();
    out << ')';
    return;
  }
}

IdVector<FunctionId, std::string> functionSymbols(const Module &module) {
  Uniquer uniquer;
  IdVector<FunctionId, std::string> symbols;
  for (FunctionId id : module.functions())
    symbols.push_back(uniquer.add(module.function(id).qualname));
  return symbols;
}

IdVector<SlotId, std::string> slotSymbols(const Function &function) {
  Uniquer uniquer;
  IdVector<SlotId, std::string> symbols;
  for (const Slot &slot : function.slots)
    symbols.push_back(uniquer.add(slot.name));
  return symbols;
}

void print(llvm::raw_ostream &out, const Module &module, const PrintOptions &options) {
  IdVector<FunctionId, std::string> symbols = functionSymbols(module);
  printModuleLine(out, module);
  for (FunctionId id : module.functions()) {
    out << '\n';
    FunctionPrinter(out, module, module.function(id), symbols, options).print(symbols[id]);
  }
}

void print(llvm::raw_ostream &out, const Module &module, FunctionId function,
           const PrintOptions &options) {
  IdVector<FunctionId, std::string> symbols = functionSymbols(module);
  FunctionPrinter(out, module, module.function(function), symbols, options)
      .print(symbols[function]);
}

std::string toText(const Module &module, const PrintOptions &options) {
  std::string text;
  llvm::raw_string_ostream out(text);
  print(out, module, options);
  return text;
}

}  // namespace janus::ir
