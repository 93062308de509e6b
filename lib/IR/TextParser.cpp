#include "IR/TextParser.h"

#include "IR/Literals.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

namespace janus::ir {
namespace {

// The name before the `#1` that made it unique.
llvm::StringRef withoutNumber(llvm::StringRef symbol) {
  return symbol.take_front(symbol.rfind('#'));
}

class Parser {
public:
  Parser(llvm::StringRef text, const ParseOptions &options)
      : text_(text), rest_(text), counted_(text.take_front(0)), options_(options) {}

  bool parseModule();
  Module takeModule() { return std::move(module_); }
  const std::string &error() const { return error_; }

private:
  void declareFunctions();
  bool parseFunction();
  bool parseParameters();
  bool parseParamsClause();
  bool parseSlots();
  bool parseSlot();
  bool parseHeaderClause(bool *done);
  bool parseRegion(RegionId region);
  bool parseArguments(RegionId region);
  bool parseOp(RegionId region);
  bool parseOpRegions(OpId op);
  bool parseOperands(llvm::SmallVectorImpl<ValueId> *operands);
  bool parseAttributes(OpId op);
  bool parseAttribute(AttributeSpec::Kind kind, Attribute *out);
  bool parseConstant(ConstId *out);
  bool parseItems(Constant *constant);
  bool parseType(TypeId *out);
  bool parseSlotUse(SlotId *out);
  bool parseValue(ValueId *out);
  void define(llvm::StringRef symbol, ValueId value);
  bool parseLocation(Span *out);
  bool parsePlace(uint32_t *offset);
  bool parseProgramPlace(PlaceId *out);
  template <class T, class ParseItem>
  bool parseList(std::vector<T> *out, ParseItem &&parseItem);

  Function &function() { return module_.function(functionId_); }

  // Characters. Spaces, line ends and `//` comments separate tokens.
  void skip();
  bool onSameLine();
  bool peek(llvm::StringRef token) { return skip(), rest_.startswith(token); }
  bool consume(llvm::StringRef token) { return skip(), rest_.consume_front(token); }
  bool expect(llvm::StringRef token) { return consume(token) || fail("expected `" + token + "`"); }
  llvm::StringRef word();
  bool consumeWord(llvm::StringRef wanted);
  template <class T>
  bool number(T *out) {
    skip();
    return !rest_.consumeInteger(10, *out) || fail("expected a number");
  }
  bool quoted(std::string *out) {
    skip();
    return parseQuoted(rest_, out) || fail("expected a text in quotes");
  }
  bool fail(const llvm::Twine &message);
  uint32_t line();

  llvm::StringRef text_, rest_;
  llvm::StringRef counted_;  // the text up to where lines have been counted
  uint32_t line_ = 1;
  const ParseOptions &options_;
  std::string error_;
  Module module_;
  FunctionId functionId_;
  llvm::StringMap<FunctionId> functions_;
  llvm::StringMap<SlotId> slots_;
  llvm::StringMap<ValueId> values_;
};

bool Parser::fail(const llvm::Twine &message) {
  if (!error_.empty())
    return false;
  llvm::StringRef before = text_.take_front(rest_.data() - text_.data());
  size_t line = before.count('\n') + 1;
  size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  error_ = (llvm::Twine(line) + ":" + llvm::Twine(column) + ": " + message).str();
  return false;
}

// The line of the next token. It is asked for in the order of the text.
uint32_t Parser::line() {
  skip();
  llvm::StringRef before = text_.take_front(rest_.data() - text_.data());
  line_ += before.drop_front(counted_.size()).count('\n');
  counted_ = before;
  return line_;
}

void Parser::skip() {
  while (true) {
    rest_ = rest_.ltrim();
    if (!rest_.startswith("//"))
      return;
    rest_ = rest_.drop_until([](char c) { return c == '\n'; });
  }
}

// True when a token follows before the end of the line.
bool Parser::onSameLine() {
  rest_ = rest_.ltrim(" \t");
  return !rest_.empty() && rest_.front() != '\n' && !rest_.startswith("//");
}

llvm::StringRef Parser::word() {
  skip();
  llvm::StringRef taken =
      rest_.take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
  rest_ = rest_.drop_front(taken.size());
  return taken;
}

bool Parser::consumeWord(llvm::StringRef wanted) {
  skip();
  llvm::StringRef before = rest_;
  if (word() == wanted)
    return true;
  rest_ = before;
  return false;
}

bool Parser::parseModule() {
  if (!consumeWord("module"))
    return fail("expected `module`");
  if (!quoted(&module_.name))
    return false;
  if (consumeWord("file") && !quoted(&module_.file))
    return false;
  module_.isPackage = consumeWord("package");
  declareFunctions();
  if (!error_.empty())
    return false;
  for (skip(); !rest_.empty(); skip())
    if (!parseFunction())
      return false;
  return true;
}

// Functions in the order of the text, so that they may be called before they are defined. Quoted
// texts have no line ends: a line that begins with `func @` is a definition.
void Parser::declareFunctions() {
  llvm::StringRef saved = rest_;
  while (!rest_.empty()) {
    std::string symbol;
    if (rest_.consume_front("func @")) {
      if (!parseName(rest_, &symbol)) {
        fail("expected a name");
        return;
      }
      auto [entry, inserted] = functions_.try_emplace(symbol);
      if (!inserted) {
        fail("function `@" + llvm::Twine(symbol) + "` is defined twice");
        return;
      }
      entry->getValue() = module_.addFunction(lastComponent(withoutNumber(symbol)).str());
      module_.function(entry->getValue()).qualname = withoutNumber(symbol).str();
    }
    rest_ = rest_.drop_until([](char c) { return c == '\n'; });
    rest_.consume_front("\n");
  }
  rest_ = saved;
}

bool Parser::parseFunction() {
  std::string symbol;
  if (!consumeWord("func") || !consume("@") || !parseName(rest_, &symbol))
    return fail("expected `func @name`");
  auto known = functions_.find(symbol);
  if (known == functions_.end())
    return fail("`func` must stand at the start of a line");
  functionId_ = known->getValue();
  if (options_.lines)
    options_.lines->functions[functionId_] = line();
  slots_.clear();
  values_.clear();
  function().body = function().addRegion(OpId());
  if (!parseParameters())
    return false;
  for (bool done = false; !done;)
    if (!parseHeaderClause(&done))
      return false;
  if (function().flags & kFnModuleBody)
    module_.body = functionId_;
  return expect("{") && parseRegion(function().body);
}

bool Parser::parseParameters() {
  if (!expect("("))
    return false;
  if (consume(")"))
    return true;
  do {
    std::string name;
    TypeId type;
    if (!expect("%") || !(parseName(rest_, &name) || fail("expected a name")) || !expect(":") ||
        !parseType(&type))
      return false;
    ValueId argument = function().addArgument(function().body, type);
    values_[name] = argument;
    function().parameters.push_back(withoutNumber(name).str());
  } while (consume(","));
  return expect(")");
}

bool Parser::parseHeaderClause(bool *done) {
  Function &function = this->function();
  if (consumeWord("params"))
    return parseParamsClause();
  if (consumeWord("slots"))
    return parseSlots();
  if (consumeWord("free")) {
    if (!expect("("))
      return false;
    do {
      function.freeNames.emplace_back();
      if (!quoted(&function.freeNames.back()))
        return false;
    } while (consume(","));
    return expect(")");
  }
  if (consumeWord("name"))
    return quoted(&function.name);
  if (consumeWord("doc"))
    return function.hasDocstring = true, quoted(&function.docstring);
  if (peek("loc("))
    return parseLocation(&function.span);
  if (consumeWord("generator"))
    return function.flags |= kFnGenerator, true;
  if (consumeWord("coroutine"))
    return function.flags |= kFnCoroutine, true;
  if (consumeWord("async_generator"))
    return function.flags |= kFnAsyncGenerator, true;
  if (consumeWord("class_body"))
    return function.flags |= kFnClassBody, true;
  if (consumeWord("module_body"))
    return function.flags |= kFnModuleBody, true;
  if (consumeWord("graph"))
    return function.flags |= kFnGraph, true;
  if (consumeWord("in_python"))
    return function.flags |= kFnInPython, true;
  *done = true;
  return true;
}

bool Parser::parseParamsClause() {
  Function &function = this->function();
  if (!expect("("))
    return false;
  do {
    llvm::StringRef what = word();
    uint32_t *count = what == "posonly"      ? &function.positionalOnly
                      : what == "positional" ? &function.positional
                      : what == "kwonly"     ? &function.keywordOnly
                                             : nullptr;
    if (count) {
      if (!expect("=") || !number(count))
        return false;
    } else if (what == "varargs") {
      function.flags |= kFnVarArgs;
    } else if (what == "varkw") {
      function.flags |= kFnVarKw;
    } else {
      return fail("unknown kind of parameter");
    }
  } while (consume(","));
  return expect(")");
}

bool Parser::parseSlots() {
  if (!expect("("))
    return false;
  do
    if (!parseSlot())
      return false;
  while (consume(","));
  return expect(")");
}

bool Parser::parseSlot() {
  Slot slot;
  std::string symbol;
  skip();
  if (!parseName(rest_, &symbol))
    return fail("expected the name of a slot");
  slot.name = withoutNumber(symbol).str();
  if (!expect(":"))
    return false;
  llvm::StringRef kind = word();
  if (kind == "free") {
    slot.kind = SlotKind::Free;
    if (!number(&slot.freeIndex))
      return false;
  } else if (kind == "cell") {
    slot.kind = SlotKind::Cell;
  } else if (kind != "local") {
    return fail("expected `local`, `cell` or `free`");
  }
  if (consumeWord("param") && !number(&slot.parameter))
    return false;
  if (consumeWord("of") && !parseType(&slot.type))
    return false;
  if (!slots_.try_emplace(symbol, function().slots.push_back(slot)).second)
    return fail("slot `" + llvm::Twine(symbol) + "` is declared twice");
  return true;
}

bool Parser::parseRegion(RegionId region) {
  while (!consume("}")) {
    if (rest_.empty())
      return fail("expected `}`");
    if (!parseOp(region))
      return false;
  }
  return true;
}

bool Parser::parseArguments(RegionId region) {
  if (!consume("("))
    return true;
  do {
    std::string name;
    TypeId type;
    if (!expect("%") || !(parseName(rest_, &name) || fail("expected a name")) || !expect(":") ||
        !parseType(&type))
      return false;
    define(name, function().addArgument(region, type));
  } while (consume(","));
  return expect(")");
}

bool Parser::parseOp(RegionId region) {
  uint32_t first = line();
  llvm::SmallVector<std::string, 2> results;
  if (peek("%")) {
    do {
      results.emplace_back();
      if (!expect("%") || !(parseName(rest_, &results.back()) || fail("expected a name")))
        return false;
    } while (consume(","));
    if (!expect("="))
      return false;
  }
  Opcode opcode;
  llvm::StringRef beforeName = rest_, name = word();
  if (!lookup(name, &opcode)) {
    rest_ = beforeName;
    return fail(name.empty() ? llvm::Twine("expected an operation")
                             : "no operation is called `" + name + "`");
  }
  OpId op = function().makeOp(opcode, Span::none(), {}, {});
  if (options_.lines)
    options_.lines->ops[{functionId_, op}] = first;
  llvm::ArrayRef<AttributeSpec> specs = attributeSpecs(opcode);
  if (!specs.empty() && !specs[0].optional) {
    Attribute value;
    if (!parseAttribute(specs[0].kind, &value))
      return false;
    function().setAttribute(op, specs[0].name, std::move(value));
  }
  llvm::SmallVector<ValueId, 4> operands;
  if (!parseOperands(&operands))
    return false;
  function().op(op).operands.append(operands.begin(), operands.end());
  if (onSameLine() && consume("{") && !parseAttributes(op))
    return false;
  if (!results.empty()) {
    if (!expect(":"))
      return false;
    for (size_t i = 0; i < results.size(); ++i) {
      TypeId type;
      if ((i && !expect(",")) || !parseType(&type))
        return false;
      define(results[i], function().addResult(op, type));
    }
  }
  if (onSameLine() && peek("loc(") && !parseLocation(&function().op(op).span))
    return false;
  if (onSameLine() && peek("at(") && !parseProgramPlace(&function().op(op).place))
    return false;
  function().append(region, op);
  return parseOpRegions(op);
}

bool Parser::parseOpRegions(OpId op) {
  llvm::ArrayRef<llvm::StringRef> labels = regionLabels(function().op(op).opcode);
  for (llvm::StringRef label : labels) {
    RegionId region = function().addRegion(op);
    if (consumeWord(label) && (!parseArguments(region) || !expect("{") || !parseRegion(region)))
      return false;
  }
  return true;
}

bool Parser::parseOperands(llvm::SmallVectorImpl<ValueId> *operands) {
  if (!onSameLine() || rest_.front() != '%')
    return true;
  do {
    ValueId value;
    if (!parseValue(&value))
      return false;
    operands->push_back(value);
  } while (onSameLine() && consume(","));
  return true;
}

// `%loss.5` is of the variable `loss`.
void Parser::define(llvm::StringRef symbol, ValueId value) {
  values_[symbol] = value;
  auto [variable, number] = symbol.rsplit('.');
  if (!number.empty() && llvm::all_of(number, llvm::isDigit))
    function().setName(value, variable);
}

bool Parser::parseValue(ValueId *out) {
  std::string name;
  if (!expect("%") || !(parseName(rest_, &name) || fail("expected a name")))
    return false;
  auto known = values_.find(name);
  if (known == values_.end())
    return fail("`%" + llvm::Twine(name) + "` is not defined here");
  *out = known->getValue();
  return true;
}

bool Parser::parseAttributes(OpId op) {
  llvm::ArrayRef<AttributeSpec> specs = attributeSpecs(function().op(op).opcode);
  do {
    llvm::StringRef name = word();
    const AttributeSpec *spec =
        llvm::find_if(specs, [&](const AttributeSpec &each) { return each.name == name; });
    if (spec == specs.end())
      return fail("the operation has no attribute `" + name + "`");
    Attribute value;
    if (!expect("=") || !parseAttribute(spec->kind, &value))
      return false;
    function().setAttribute(op, name, std::move(value));
  } while (consume(","));
  return expect("}");
}

template <class T, class ParseItem>
bool Parser::parseList(std::vector<T> *out, ParseItem &&parseItem) {
  if (!expect("["))
    return false;
  if (consume("]"))
    return true;
  do {
    T item;
    if (!parseItem(&item))
      return false;
    out->push_back(std::move(item));
  } while (consume(","));
  return expect("]");
}

bool Parser::parseAttribute(AttributeSpec::Kind kind, Attribute *out) {
  using Kind = AttributeSpec::Kind;
  auto keep = [&](auto value, auto &&parseIt) {
    if (!parseIt(&value))
      return false;
    *out = std::move(value);
    return true;
  };
  auto parseInt = [&](int64_t *value) { return number(value); };
  auto parseText = [&](std::string *value) { return quoted(value); };
  auto parseSlot = [&](SlotId *value) { return parseSlotUse(value); };
  switch (kind) {
  case Kind::Int:
  case Kind::Place: return keep(int64_t(0), parseInt);
  case Kind::Float:
    skip();
    return keep(0.0, [&](double *value) { return parseFloat(rest_, value); }) ||
           fail("expected a float");
  case Kind::Bool:
    *out = consumeWord("true");
    return std::get<bool>(*out) || consumeWord("false") || fail("expected `true` or `false`");
  case Kind::Str: return keep(std::string(), parseText);
  case Kind::Strs:
    return keep(std::vector<std::string>(),
                [&](auto *value) { return parseList(value, parseText); });
  case Kind::Ints:
    return keep(std::vector<int64_t>(), [&](auto *value) { return parseList(value, parseInt); });
  case Kind::Const: return keep(ConstId(), [&](ConstId *value) { return parseConstant(value); });
  case Kind::Func: {
    std::string symbol;
    if (!expect("@") || !(parseName(rest_, &symbol) || fail("expected a name")))
      return false;
    auto known = functions_.find(symbol);
    if (known == functions_.end())
      return fail("no function is called `@" + llvm::Twine(symbol) + "`");
    *out = known->getValue();
    return true;
  }
  case Kind::Slot: return keep(SlotId(), parseSlot);
  case Kind::Slots:
    return keep(std::vector<SlotId>(), [&](auto *value) { return parseList(value, parseSlot); });
  case Kind::Type: return keep(TypeId(), [&](TypeId *value) { return parseType(value); });
  }
  return false;
}

bool Parser::parseSlotUse(SlotId *out) {
  std::string symbol;
  if (!expect("$") || !(parseName(rest_, &symbol) || fail("expected a name")))
    return false;
  auto known = slots_.find(symbol);
  if (known == slots_.end())
    return fail("no slot is called `$" + llvm::Twine(symbol) + "`");
  *out = known->getValue();
  return true;
}

bool Parser::parseType(TypeId *out) {
  skip();
  return module_.types.parsePrefix(rest_, out) || fail("expected a type");
}

// The items of a tuple or frozenset, after its `(`.
bool Parser::parseItems(Constant *constant) {
  while (!consume(")")) {
    ConstId item;
    if (!parseConstant(&item))
      return false;
    constant->items.push_back(item);
    if (!consume(",") && !peek(")"))
      return fail("expected `,` or `)`");
  }
  return true;
}

bool Parser::parseConstant(ConstId *out) {
  using Kind = Constant::Kind;
  skip();
  Constant constant;
  if (rest_.startswith("\"")) {
    constant.kind = Kind::Str;
    if (!quoted(&constant.text))
      return false;
  } else if (rest_.consume_front("b\"")) {
    constant.kind = Kind::Bytes;
    rest_ = llvm::StringRef(rest_.data() - 1, rest_.size() + 1);
    if (!quoted(&constant.text))
      return false;
  } else if (rest_.consume_front("frozenset(")) {
    constant.kind = Kind::FrozenSet;
    if (!parseItems(&constant))
      return false;
  } else if (rest_.consume_front("complex(")) {
    constant.kind = Kind::Complex;
    if (!parseFloat(rest_, &constant.real) || !rest_.consume_front(", ") ||
        !parseFloat(rest_, &constant.number) || !rest_.consume_front(")"))
      return fail("expected the parts of a complex number");
  } else if (rest_.consume_front("(")) {
    constant.kind = Kind::Tuple;
    if (!parseItems(&constant))
      return false;
  } else if (rest_.consume_front("...")) {
    constant.kind = Kind::Ellipsis;
  } else if (consumeWord("None")) {
    constant.kind = Kind::None;
  } else if (consumeWord("True")) {
    constant.kind = Kind::True;
  } else if (consumeWord("False")) {
    constant.kind = Kind::False;
  } else if (parseFloat(rest_, &constant.number)) {
    constant.kind = rest_.consume_front("j") ? Kind::Complex : Kind::Float;
  } else {
    size_t sign = rest_.startswith("-");
    size_t digits = rest_.drop_front(sign).take_while(llvm::isDigit).size();
    if (!digits)
      return fail("expected a constant");
    constant.kind = Kind::BigInt;  // addConstant makes an Int of it when it fits
    constant.text = rest_.take_front(sign + digits).str();
    rest_ = rest_.drop_front(sign + digits);
  }
  *out = module_.addConstant(std::move(constant));
  return true;
}

bool Parser::parseLocation(Span *out) {
  Span span;
  span.file = options_.file;
  if (!expect("loc(") || !parsePlace(&span.begin) || !expect("-") || !parsePlace(&span.end) ||
      !expect(")"))
    return false;
  if (options_.sources && options_.file)
    *out = span;
  return true;
}

// `at("net.py:9" < "train.py:29")`
bool Parser::parseProgramPlace(PlaceId *out) {
  if (!expect("at("))
    return false;
  std::vector<std::string> lines;
  do {
    if (!quoted(&lines.emplace_back()))
      return false;
  } while (consume("<"));
  for (std::string &line : llvm::reverse(lines))
    *out = module_.addPlace(std::move(line), *out);
  return expect(")");
}

// `line:column` as an offset.
bool Parser::parsePlace(uint32_t *offset) {
  uint32_t line = 0, column = 0;
  if (!number(&line) || !expect(":") || !number(&column))
    return false;
  if (!options_.sources || !options_.file)
    return true;
  if (line == 0 || line > options_.sources->lineCount(options_.file))
    return fail("the source has no such line");
  *offset = options_.sources->lineBegin(options_.file, line);
  llvm::StringRef text = options_.sources->text(options_.file).drop_front(*offset);
  for (; column > 1 && !text.empty(); --column) {
    size_t size = 1;
    while (size < text.size() && (text[size] & 0xC0) == 0x80)
      ++size;
    *offset += size;
    text = text.drop_front(size);
  }
  return column <= 1 || fail("the source's line has no such column");
}

}  // namespace

std::optional<Module> parse(llvm::StringRef text, std::string *error, const ParseOptions &options) {
  Parser parser(text, options);
  if (!parser.parseModule()) {
    *error = parser.error();
    return std::nullopt;
  }
  return parser.takeModule();
}

}  // namespace janus::ir
