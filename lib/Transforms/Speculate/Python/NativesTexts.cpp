// Methods of texts: those that compute a text are calls of the run time's own, the others are
// computed of texts that are known when the graph is made: equations, names of layers, switches.
// Those with other characters than ASCII's are refused where their places count.
#include "IR/TextMethods.h"
#include "Transforms/Speculate/Python/Evaluator.h"
#include "Transforms/Speculate/Python/NativeNames.h"

#include "llvm/ADT/StringExtras.h"

namespace janus::speculate {

using namespace ir;

namespace {

bool isAscii(llvm::StringRef text) {
  return llvm::all_of(text, [](char c) { return llvm::isASCII(c); });
}

// True when a template asks its operands for nothing but their numbers: `{}` and `{0:.3f}`, not
// `{!r}` and `{0.shape}`; `%.3f`, not `%s`.
bool takesNumbers(TextFields fields, llvm::StringRef text) {
  if (fields == TextFields::None)
    return false;
  bool isPercent = fields == TextFields::Percent;
  for (size_t at = 0; (at = text.find(isPercent ? '%' : '{', at)) != llvm::StringRef::npos;) {
    llvm::StringRef rest = text.substr(at + 1);
    size_t end =
        isPercent ? rest.find_first_not_of("#0- +.123456789*lhL") : rest.find_first_of(":}");
    end = std::min(end, rest.size());
    if (isPercent ? llvm::StringRef("srac(").contains(rest.substr(end, 1))
                  : rest.take_front(end).find_first_of(".[!") != llvm::StringRef::npos)
      return false;
    at += isPercent ? end + 2 : 1;
  }
  return true;
}

}  // namespace

bool isTextNative(llvm::StringRef name) {
  return name.consume_front("str.") && textMethod(name);
}

Evaluator::Value Evaluator::callTextNative(llvm::StringRef name, CallArgs args) {
  llvm::StringRef method = name.substr(name.find('.') + 1);
  const TextMethod &row = *textMethod(method);
  size_t count = args.positional.size();
  bool takesNames = row.fields == TextFields::Braces;
  if (count == 0 || count - 1 < row.least || count - 1 > row.most ||
      (!takesNames && !args.keywords.empty()) || kindOf(args.positional[0]) != TypeKind::Str)
    return refuse(RefusalKind::UnknownCallee, "`" + name + "` with these arguments");
  args.positional[0] = knownText(args.positional[0]);
  std::vector<std::string> names;
  for (auto &[keyword, value] : args.keywords) {
    names.push_back(keyword);
    args.positional.push_back(value);
  }
  return computeText(method, args.positional, std::move(names));
}

// The parts of a text whose template puts ints and texts between other ones, and formats none of
// them: "layer%d" % i. Nothing: it does more.
std::optional<std::vector<AbstractValue>>
Evaluator::plainParts(bool isPercent, llvm::ArrayRef<AbstractValue> operands) {
  if (!operands[0].isConstant())
    return std::nullopt;
  llvm::StringRef rest = graph_.constant(operands[0].constantId()).text;
  Values parts;
  for (Value each : operands.drop_front()) {
    size_t at = rest.find_first_of(isPercent ? "%" : "{}");
    llvm::StringRef field = at == llvm::StringRef::npos ? "" : rest.substr(at, 2);
    bool isInt = kindOf(each) == TypeKind::Int, isText = kindOf(each) == TypeKind::Str,
         isShown = isTensor(each);
    bool takesInt = field == "%d" || field == "%i", takesAny = field == "%s" || field == "{}";
    if (!(takesInt && isInt) && !(takesAny && (isInt || isText || isShown)))
      return std::nullopt;
    parts.push_back(heap_.str(rest.take_front(at)));
    parts.push_back(isText ? each : format(each, isPercent ? "s" : "", heap_.str("")));
    rest = rest.drop_front(at + 2);
  }
  if (stopped() || rest.find_first_of(isPercent ? "%" : "{}") != llvm::StringRef::npos)
    return std::nullopt;
  parts.push_back(heap_.str(rest));
  return parts;
}

// The first operand is the text, the last ones are called `names`.
Evaluator::Value Evaluator::computeText(llvm::StringRef method, llvm::ArrayRef<Value> operands,
                                        std::vector<std::string> names) {
  llvm::SmallVector<ValueId, 4> values;
  TextFields fields = textMethod(method)->fields;
  std::optional<Values> parts;
  if (fields != TextFields::None && names.empty())
    parts = plainParts(fields == TextFields::Percent, operands);
  if (parts || stopped())
    return stopped() ? Value() : concatenate(*parts);
  bool ofNumbers = operands[0].isConstant() &&
                   takesNumbers(fields, graph_.constant(operands[0].constantId()).text);
  for (Value each : operands) {
    Value part = heap_.settled(each);
    if (ofNumbers)
      part = fields == TextFields::Percent ? onlyNumber(part) : asFormatted(part);
    if (stopped())
      return {};
    if (!isPartOfText(kindOf(part)))
      return refuse(RefusalKind::UnknownObject, describe(part) + " as part of a text");
    values.push_back(heap_.valueOf(part));
  }
  std::vector<NamedAttribute> attributes = {{"method", method.str()}};
  if (!names.empty())
    attributes.push_back({"names", std::move(names)});
  ValueId text =
      graph_.emit(Opcode::TextCall, values, graph_.types().of(TypeKind::Str), attributes);
  return heap_.makeScalar({TypeKind::Str, text, std::nullopt, ""});
}

// The number of a tensor without dimensions.
Evaluator::Value Evaluator::onlyNumber(Value value) {
  bool isNumber = isTensor(value) && tensors_.shapeOf(value.objectId()).empty();
  return isNumber && !stopped() ? callMethod(value, "item", {}) : value;
}

// format() takes the number of a tensor; a subclass's objects show themselves.
Evaluator::Value Evaluator::asFormatted(Value value) {
  bool isPlain =
      isTensor(value) && typeOf(value) == heap_.classNamed(toString(PreludeName::TensorClass));
  return isPlain ? onlyNumber(value) : value;
}

// `text % operand`, where a tuple has the operands of several conversions.
Evaluator::Value Evaluator::percent(Value text, Value operand) {
  Values operands = {text, operand};
  if (kindOf(operand) == TypeKind::Tuple) {
    std::optional<Values> items = allItems(operand);
    if (!items)
      return {};
    operands.pop_back();
    llvm::append_range(operands, *items);
  }
  return computeText("__mod__", operands);
}

// A text that is known and has ASCII's characters alone; `what` is refused of others.
std::optional<std::string> Evaluator::asciiText(const CallArgs &args, llvm::StringRef what) {
  std::optional<std::string> text = scalars_.fixedText(args.positional[0], "a text");
  if (!text || isAscii(*text))
    return text;
  refuse(RefusalKind::UnknownOperation, what);
  return std::nullopt;
}

Evaluator::Value Evaluator::nativeStartsWith(CallArgs args) {
  std::optional<std::string> text = scalars_.fixedText(args.positional[0], "a text"),
                             part = scalars_.fixedText(args.positional[1], "a text");
  return text && part ? heap_.boolean(llvm::StringRef(*text).startswith(*part)) : Value();
}

Evaluator::Value Evaluator::nativeEndsWith(CallArgs args) {
  std::optional<std::string> text = scalars_.fixedText(args.positional[0], "a text"),
                             part = scalars_.fixedText(args.positional[1], "a text");
  return text && part ? heap_.boolean(llvm::StringRef(*text).endswith(*part)) : Value();
}

// The number that `find` computes from two texts that are known.
Evaluator::Value
Evaluator::numberOfTexts(CallArgs args,
                         llvm::function_ref<int64_t(llvm::StringRef, llvm::StringRef)> find) {
  std::optional<std::string> text = scalars_.fixedText(args.positional[0], "a text"),
                             part = scalars_.fixedText(args.positional[1], "a text");
  if (!text || !part)
    return {};
  if (!isAscii(*text))
    return refuse(RefusalKind::UnknownOperation, "places in a text");
  return heap_.integer(find(*text, *part));
}

Evaluator::Value Evaluator::nativeTextFind(CallArgs args) {
  return numberOfTexts(args, [](llvm::StringRef text, llvm::StringRef part) {
    return static_cast<int64_t>(text.find(part));
  });
}

Evaluator::Value Evaluator::nativeTextFindLast(CallArgs args) {
  return numberOfTexts(args, [](llvm::StringRef text, llvm::StringRef part) {
    return static_cast<int64_t>(text.rfind(part));
  });
}

Evaluator::Value Evaluator::nativeTextCount(CallArgs args) {
  return numberOfTexts(args, [](llvm::StringRef text, llvm::StringRef part) {
    return static_cast<int64_t>(part.empty() ? text.size() + 1 : text.count(part));
  });
}

Evaluator::Value Evaluator::nativeTextIter(CallArgs args) {
  std::optional<std::string> text = asciiText(args, "the characters of a text");
  if (!text)
    return {};
  Values characters;
  for (char c : *text)
    characters.push_back(heap_.str(llvm::StringRef(&c, 1)));
  return heap_.makeList(ObjectKind::Iterator, std::move(characters));
}

Evaluator::Value Evaluator::nativeTextItem(CallArgs args) {
  Value characters = nativeTextIter({{args.positional[0]}, {}}), key = args.positional[1];
  Value part = stopped() ? Value() : getItem(characters, key);
  if (stopped() || !key.isObject())
    return part;
  return nativeTextJoin({{heap_.str(""), part}, {}});
}

Evaluator::Value Evaluator::nativeTextJoin(CallArgs args) {
  std::optional<Values> parts = allItems(args.positional[1]);
  Values joined;
  for (size_t i = 0; parts && i < parts->size(); ++i) {
    if (kindOf((*parts)[i]) != TypeKind::Str)
      return refuse(RefusalKind::UnknownOperation, "str.join of " + describe((*parts)[i]));
    if (i > 0)
      joined.push_back(args.positional[0]);
    joined.push_back((*parts)[i]);
  }
  return concatenate(joined);
}

// At each `separator`, at most so many times, or at spaces.
Evaluator::Value Evaluator::nativeTextSplit(CallArgs args) {
  std::optional<std::string> text = scalars_.fixedText(args.positional[0], "a text");
  bool atSpaces = args.positional.size() < 2 || args.positional[1] == heap_.none();
  std::optional<std::string> separator =
      atSpaces || !text ? std::string() : scalars_.fixedText(args.positional[1], "a separator");
  std::optional<int64_t> most = -1;
  if (text && separator && args.positional.size() > 2)
    most = scalars_.fixedInt(args.positional[2], "a number of splits");
  if (!text || !separator || !most)
    return {};
  if ((atSpaces && *most >= 0) || !args.keywords.empty() || !isAscii(*text))
    return refuse(RefusalKind::UnknownOperation, "str.split");
  if (!atSpaces && separator->empty())
    return raise("ValueError", "empty separator");
  llvm::SmallVector<llvm::StringRef, 4> parts;
  if (atSpaces)
    llvm::SplitString(*text, parts, " \t\n\v\f\r\x1c\x1d\x1e\x1f");
  else
    llvm::StringRef(*text).split(parts, *separator,
                                 *most < 0 || *most > INT_MAX ? -1 : static_cast<int>(*most));
  Values items;
  for (llvm::StringRef part : parts)
    items.push_back(heap_.str(part));
  return heap_.makeList(ObjectKind::List, std::move(items));
}

Evaluator::Value Evaluator::nativeTextPartition(CallArgs args) {
  std::optional<std::string> text = scalars_.fixedText(args.positional[0], "a text"),
                             separator = scalars_.fixedText(args.positional[1], "a separator");
  if (!text || !separator)
    return {};
  if (separator->empty())
    return raise("ValueError", "empty separator");
  auto [before, after] = llvm::StringRef(*text).split(*separator);
  bool found = before.size() < text->size();
  return heap_.makeList(ObjectKind::Tuple,
                        {heap_.str(before), heap_.str(found ? *separator : ""), heap_.str(after)});
}

Evaluator::Value Evaluator::nativeTextIsAlpha(CallArgs args) {
  std::optional<std::string> text = asciiText(args, "str.isalpha");
  return text ? heap_.boolean(!text->empty() && llvm::all_of(*text, llvm::isAlpha)) : Value();
}

Evaluator::Value Evaluator::nativeOrd(CallArgs args) {
  std::optional<std::string> text = asciiText(args, "ord");
  if (text && text->size() != 1)
    return refuse(RefusalKind::UnknownOperation, "ord");
  return text ? heap_.integer(text->front()) : Value();
}

Evaluator::Value Evaluator::nativeChr(CallArgs args) {
  std::optional<int64_t> number = scalars_.fixedInt(args.positional[0], "a character");
  if (!number)
    return {};
  if (*number < 0 || *number > 127)
    return refuse(RefusalKind::UnknownOperation, "chr");
  char c = static_cast<char>(*number);
  return heap_.str(llvm::StringRef(&c, 1));
}

}  // namespace janus::speculate
