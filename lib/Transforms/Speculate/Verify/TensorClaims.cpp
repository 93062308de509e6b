#include "Transforms/Speculate/Verify/TensorClaims.h"

#include "IR/FusedOps.h"
#include "IR/Literals.h"
#include "IR/TensorRows.h"
#include "IR/Walk.h"
#include "Transforms/Plan/TensorFacts.h"

namespace janus::speculate {

using namespace ir;

namespace {

const TensorOps &tensorOps() {
  static const TensorOps ops;
  return ops;
}

}  // namespace

// The operation of a forward part that makes a graph its backward part.
static std::optional<std::pair<FunctionId, OpId>> committedBy(const Module &module,
                                                              FunctionId graph) {
  for (FunctionId forward : module.functions()) {
    const Function &other = module.function(forward);
    if (forward == graph || !(other.flags & kFnGraph))
      continue;
    for (OpId id : other.region(other.body).ops)
      if (other.op(id).opcode == Opcode::TapeCommit && other.attribute(id, "backward") &&
          other.functionAttribute(id, "backward") == graph)
        return std::pair(forward, id);
  }
  return std::nullopt;
}

// The default type that a graph is for; a backward part is for that of its forward part.
static DType defaultTypeOf(const Module &module, FunctionId graph) {
  const Function &function = module.function(graph);
  for (OpId id : function.region(function.body).ops)
    if (function.op(id).opcode == Opcode::Assume &&
        function.stringAttribute(id, "kind") == "mode" &&
        function.stringAttribute(id, "path") == "float64" && function.attribute(id, "value"))
      return function.stringAttribute(id, "value") == "True" ? DType::F64 : DType::F32;
  auto commit = committedBy(module, graph);
  return commit ? defaultTypeOf(module, commit->first) : DType::F32;
}

TensorClaims::TensorClaims(Module &module, FunctionId graph, SizeGuards guards,
                           std::vector<Problem> &problems)
    : module_(module), id_(graph), problems_(problems), guards_(std::move(guards)),
      defaultType_(defaultTypeOf(module, graph)), writer_(scratch_, "sizes") {
  readAssumptions();
  chooseNumbers();
}

void TensorClaims::problem(OpId op, const llvm::Twine &text, const llvm::Twine &remedy) {
  problems_.push_back({id_, op, text.str(), remedy.str()});
}

// ---------------------------------------------------------------- numbers

namespace {

std::optional<Constant> numberNamed(llvm::StringRef text) {
  Constant constant;
  if (text == "True" || text == "False") {
    constant.kind = text == "True" ? Constant::Kind::True : Constant::Kind::False;
  } else if (!text.getAsInteger(10, constant.integer)) {
    constant.kind = Constant::Kind::Int;
  } else if (parseFloat(text, &constant.number) && text.empty()) {
    constant.kind = Constant::Kind::Float;
  } else {
    return std::nullopt;
  }
  return constant;
}

bool fits(const Constant &constant, TypeKind kind) {
  switch (constant.kind) {
  case Constant::Kind::Int: return kind == TypeKind::Int;
  case Constant::Kind::Float: return kind == TypeKind::Float;
  case Constant::Kind::True:
  case Constant::Kind::False: return kind == TypeKind::Bool;
  default: return false;
  }
}

}  // namespace

// A constant, or a number that is fixed.
std::optional<Constant> TensorClaims::constantOf(ValueId value) const {
  OpId made = function().value(value).definedBy;
  const Op &op = function().op(made);
  if (op.opcode == Opcode::Const)
    return module_.constant(function().constAttribute(made, "value"));
  if (auto found = fixed_.find(value); found != fixed_.end())
    for (RegionId around = here_;;
         around = function().op(function().region(around).parent).parent) {
      if (around == found->second.where)
        return found->second.is;
      if (!function().region(around).parent)
        break;
    }
  if (op.opcode == Opcode::HeapInput) {
    auto found = assumed_.find(function().stringAttribute(made, "path"));
    if (found != assumed_.end() && fits(found->getValue(), typeOf(value).kind))
      return found->getValue();
  }
  return std::nullopt;
}

// `guard %b`, `guard (bool.not %b)`, `guard (int.eq %n, 3)`.
void TensorClaims::learnFrom(OpId guard) {
  ValueId tested = function().op(guard).operands[0];
  Constant truth;
  truth.kind = Constant::Kind::True;
  fixed_[tested] = {truth, here_};
  const Op &op = opOf(tested);
  if (op.opcode == Opcode::BoolNot) {
    truth.kind = Constant::Kind::False;
    fixed_[op.operands[0]] = {truth, here_};
  } else if (op.opcode == Opcode::IntEq) {
    for (unsigned i : {0u, 1u})
      if (std::optional<Constant> is = constantOf(op.operands[i]))
        fixed_.try_emplace(op.operands[1 - i], Fixed{*is, here_});
  }
}

// ---------------------------------------------------------------- symbols

std::optional<SizeExpression> TensorClaims::sizeOf(ValueId value, bool isPart) const {
  OpId made = function().value(value).definedBy;
  if (std::optional<Constant> constant = constantOf(value))
    return constant->kind == Constant::Kind::Int ? std::optional(SizeExpression(constant->integer))
                                                 : std::nullopt;
  if (function().op(made).opcode == Opcode::Size)
    return SizeExpression::parse(function().stringAttribute(made, "size"));
  return countOf(made, isPart);
}

// Sizes that are counted while the graph runs: of a tensor that has one, and what is computed of
// it. Parts of such (`found // (2 * rows)`) may be of symbols alone.
std::optional<SizeExpression> TensorClaims::countOf(OpId made, bool isPart) const {
  const Op &op = function().op(made);
  std::optional<SizeExpression> size;
  if (op.opcode == Opcode::SizeOf) {
    const Type &type = typeOf(op.operands[0]);
    size_t dim = function().intAttribute(made, "dim");
    if (type.shape && dim < type.shape->size())
      size = SizeExpression::parse((*type.shape)[dim].symbol);
  } else if (op.opcode == Opcode::SizeDecided) {
    size = SizeExpression::parse(function().stringAttribute(made, "symbol"));
  } else if (op.opcode == Opcode::IntAdd || op.opcode == Opcode::IntMul ||
             op.opcode == Opcode::IntFloorDiv) {
    std::optional<SizeExpression> a = sizeOf(op.operands[0], true),
                                  b = sizeOf(op.operands[1], true);
    if (a && b && op.opcode != Opcode::IntFloorDiv)
      size = op.opcode == Opcode::IntAdd ? *a + *b : *a * *b;
    else if (a && b && b->constant() != 0)
      size = floorDiv(*a, *b);
  }
  return size && size->isValid() && (isPart || size->isCounted()) ? size : std::nullopt;
}

// And comparisons of sizes that hold wherever something is computed.
void TensorClaims::readAssumptions() {
  for (OpId id : function().region(function().body).ops) {
    Opcode opcode = function().op(id).opcode;
    if (opcode == Opcode::Assume && function().stringAttribute(id, "kind") == "constant" &&
        function().attribute(id, "value"))
      if (std::optional<Constant> is = numberNamed(function().stringAttribute(id, "value")))
        assumed_[function().stringAttribute(id, "path")] = *is;
    if (opcode != Opcode::Guard)
      continue;
    const Op &comparison = opOf(function().op(id).operands[0]);
    if (comparison.operands.size() != 2)
      continue;
    std::optional<SizeExpression> a = sizeOf(comparison.operands[0]),
                                  b = sizeOf(comparison.operands[1]);
    if (a && b)
      guards_.insert({comparison.opcode, a->text(), b->text()});
  }
}

bool TensorClaims::holds(const Comparison &guard) const {
  auto number = [&](const std::string &text) {
    SizeExpression size = *SizeExpression::parse(text);
    for (const std::string &name : size.symbols()) {
      auto known = choices_.symbols.find(name);
      if (known != choices_.symbols.end())
        size = size.substitute(name, known->getValue().number);
    }
    return size.constant();
  };
  std::optional<int64_t> a = number(std::get<1>(guard)), b = number(std::get<2>(guard));
  if (!a || !b)
    return false;
  switch (std::get<0>(guard)) {
  case Opcode::IntEq: return *a == *b;
  case Opcode::IntNe: return *a != *b;
  case Opcode::IntLt: return *a < *b;
  case Opcode::IntLe: return *a <= *b;
  case Opcode::IntGt: return *a > *b;
  case Opcode::IntGe: return *a >= *b;
  default: return false;
  }
}

// True for an int that a backward part gets for a symbol that is a size in its forward part, which
// hands it on.
bool TensorClaims::isSizeOfForward(OpId input) const {
  const Function &own = module_.function(id_);
  auto commit = committedBy(module_, id_);
  size_t number;
  if (!commit || own.stringAttribute(input, "path").drop_front().getAsInteger(10, number))
    return false;
  const Function &forward = module_.function(commit->first);
  const size_t edges = forward.intAttribute(commit->second, "edges");
  const auto &operands = forward.op(commit->second).operands;
  const llvm::StringRef symbol = own.stringAttribute(input, "symbol");
  if (number + edges >= operands.size())
    return false;
  OpId made = forward.value(operands[number + edges]).definedBy;
  if (!made || forward.op(made).opcode != Opcode::Size ||
      forward.stringAttribute(made, "size") != symbol)
    return false;
  bool isSize = false;
  for (OpId id : forward.region(forward.body).ops) {
    if (forward.op(id).opcode != Opcode::HeapInput)
      continue;
    if (forward.attribute(id, "symbol") && forward.stringAttribute(id, "symbol") == symbol)
      return false;
    const Type &type = module_.types.get(forward.value(forward.op(id).results[0]).type);
    for (size_t dim = 0; type.shape && dim < type.shape->size(); ++dim)
      isSize |= plan::expressionOf((*type.shape)[dim]).asSymbol() == symbol.str();
  }
  return isSize;
}

// Symbols that a guard says are equal: the later one by name, and the earlier one.
std::map<std::string, std::string>
TensorClaims::equalSymbols(const std::map<std::string, bool> &names) {
  std::map<std::string, std::string> equal;
  constexpr int64_t kFirst = 100003, kApart = 1009;
  auto chooseApart = [&] {
    int64_t next = kFirst;
    for (auto &[name, isInt] : names)
      choices_.symbols[name] = {name, next += kApart, isInt};
  };
  for (const Comparison &guard : guards_) {
    chooseApart();
    if (std::get<0>(guard) != Opcode::IntEq || holds(guard))
      continue;
    for (auto one = names.begin(); one != names.end(); ++one)
      for (auto other = std::next(one); other != names.end(); ++other) {
        chooseApart();
        choices_.symbols[other->first].number = choices_.symbols[one->first].number;
        if (holds(guard))
          equal.try_emplace(other->first, one->first);
      }
  }
  return equal;
}

// Small numbers in a fixed order that looks like none, until they pass the guards. Sizes of 0 and
// ints below 0 are tried when no others pass.
void TensorClaims::searchNumbers(const std::map<std::string, bool> &names) {
  constexpr size_t kMostTries = 4000;
  constexpr uint32_t kFactor = 1664525, kStep = 1013904223, kShift = 16;
  const SymbolChoices before = choices_;
  const std::map<std::string, std::string> equal = equalSymbols(names);
  uint32_t state = 1;
  for (size_t tries = 0; tries < kMostTries; ++tries) {
    const int64_t most = names.size() + 2 + tries % 32;
    const bool isLate = tries > kMostTries / 2;
    std::set<int64_t> taken;
    for (auto &[name, isInt] : names) {
      state = state * kFactor + kStep;
      const int64_t least = !isLate ? 1 : isInt ? -most / 2 : 0;
      int64_t number = least + (state >> kShift) % most;
      while (!taken.insert(number).second)
        ++number;
      if (auto first = equal.find(name); first != equal.end())
        number = choices_.symbols[first->second].number;
      choices_.symbols[name] = {name, number, isInt};
    }
    if (llvm::all_of(guards_, [&](const Comparison &each) { return holds(each); }))
      return;
  }
  choices_ = before;
}

// Chooses numbers for the symbols of an entry that passes the guards; sizes that differ by name
// differ by number.
void TensorClaims::chooseNumbers() {
  std::map<std::string, bool> names;  // of ints, too
  for (OpId id : function().region(function().body).ops) {
    const Op &op = function().op(id);
    if (op.opcode != Opcode::HeapInput)
      continue;
    if (function().attribute(id, "symbol"))
      names[function().stringAttribute(id, "symbol").str()] = !isSizeOfForward(id);
    if (const Type &type = typeOf(op.results[0]); type.shape)
      for (const Dim &dim : *type.shape)
        if (!dim.symbol.empty())
          for (const std::string &name : SizeExpression::parse(dim.symbol)->symbols())
            names.try_emplace(name, false);
  }
  bool isFound = false;
  for (int64_t first : {97, 11, 1009, 5, 3, 2, 1, 100003}) {
    int64_t next = first;
    for (auto &[name, isInt] : names) {
      choices_.symbols[name] = {name, next, isInt};
      next += first > 10 ? 12 : 1;
    }
    isFound = llvm::all_of(guards_, [&](const Comparison &each) { return holds(each); });
    if (isFound)
      break;
  }
  if (!isFound)
    searchNumbers(names);
  symbols_.emplace(varying_, choices_, writer_, CountGuards::Believed,
                   [this](const std::string &) { isUndecided_ = true; });
  for (const auto &[comparison, a, b] : guards_)
    symbols_->know(comparison, *SizeExpression::parse(a), *SizeExpression::parse(b));
}

// ---------------------------------------------------------------- operands

bool TensorClaims::addSize(StaticArg &arg, ValueId value) {
  std::optional<SizeExpression> size = sizeOf(value);
  if (!size)
    return false;
  if (!arg.numbers)
    arg.numbers.emplace();
  if (std::optional<int64_t> number = size->constant())
    arg.numbers->push_back(SymbolicSize(*number));
  else
    arg.numbers->push_back(symbols_->sizeOf(inference::dimOf({0, *size})));
  return true;
}

// The argument for a list: a tuple that is a constant, or a `pack`.
std::optional<StaticArg> TensorClaims::listArgument(const Param &param, ValueId value) {
  StaticArg arg;
  if (std::optional<Constant> constant = constantOf(value)) {
    bool isInts = param.kind == ArgKind::IntList;
    bool isTensors = param.kind == ArgKind::TensorList;
    if (isInts)
      arg.numbers.emplace();
    if (isInts && constant->kind == Constant::Kind::Int && param.listSize != 0)
      return addSize(arg, value) ? std::optional(arg) : std::nullopt;
    if (constant->kind != Constant::Kind::Tuple || (isTensors && !constant->items.empty()))
      return std::nullopt;
    for (ConstId id : constant->items) {
      const Constant &item = module_.constant(id);
      bool isInt = item.kind == Constant::Kind::Int;
      if (isInts && isInt)
        arg.numbers->push_back(SymbolicSize(item.integer));
      else if (isInts || !(isInt || item.kind == Constant::Kind::Float ||
                           item.kind == Constant::Kind::True || item.kind == Constant::Kind::False))
        return std::nullopt;
    }
    return arg;
  }
  OpId made = function().value(value).definedBy;
  if (function().op(made).opcode != Opcode::Pack) {
    if (param.kind == ArgKind::IntList && param.listSize != 0 && addSize(arg, value))
      return arg;
    return std::nullopt;
  }
  if (param.kind == ArgKind::IntList)
    arg.numbers.emplace();
  for (ValueId item : function().op(made).operands) {
    const Type &type = typeOf(item);
    if (param.kind == ArgKind::TensorList) {
      bool isNone = type.kind == TypeKind::None && (param.optionalElements || param.optional);
      if (type.kind != TypeKind::Tensor && !isNone)
        return std::nullopt;
      arg.tensors.push_back(isNone ? std::nullopt : std::optional(type));
    } else if (param.kind != ArgKind::IntList || type.kind != TypeKind::Int) {
      return std::nullopt;
    } else if (arg.numbers && !addSize(arg, item)) {
      arg.numbers.reset();  // it hangs on contents: a rule that needs it will tell
      return arg;
    }
  }
  return arg;
}

// The known facts of an operand; nothing when the kernel would not take it.
std::optional<StaticArg> TensorClaims::argument(const Param &param, ValueId value) {
  StaticArg arg;
  const Type &type = typeOf(value);
  std::optional<Constant> constant = constantOf(value);
  if (type.kind == TypeKind::None)
    return param.optional || param.kind == ArgKind::Generator || param.kind == ArgKind::Device
               ? std::optional(arg)
               : std::nullopt;
  auto isText = [&] { return constant && constant->kind == Constant::Kind::Str; };
  switch (param.kind) {
  case ArgKind::Tensor:
    if (type.kind != TypeKind::Tensor)
      return std::nullopt;
    arg.tensor = type;
    return arg;
  case ArgKind::TensorList:
  case ArgKind::IntList:
  case ArgKind::FloatList:
  case ArgKind::BoolList: return listArgument(param, value);
  case ArgKind::Bool:
    if (type.kind != TypeKind::Bool)
      return std::nullopt;
    if (constant)
      arg.truth = constant->kind == Constant::Kind::True;
    return arg;
  case ArgKind::Str:
    if (!isText())
      return std::nullopt;
    arg.text = constant->text;
    return arg;
  case ArgKind::DType:
    if (!isText())
      return std::nullopt;
    arg.dtype = llvm::StringRef(constant->text).rsplit('.').second.str();
    return dtypeNamed(arg.dtype) ? std::optional(arg) : std::nullopt;
  case ArgKind::MemoryFormat:
    if (!isText())
      return std::nullopt;
    arg.text = llvm::StringRef(constant->text).rsplit('.').second.str();
    return arg;
  case ArgKind::Device: return isText() ? std::optional(arg) : std::nullopt;
  case ArgKind::Generator:
    return opOf(value).opcode == Opcode::HeapObject ? std::optional(arg) : std::nullopt;
  case ArgKind::Int:
    if (type.kind != TypeKind::Int)
      return std::nullopt;
    if (!addSize(arg, value))
      arg.scalar = TypeKind::Int;
    return arg;
  case ArgKind::Float:
  case ArgKind::Scalar: break;
  }
  bool isComplex = param.kind == ArgKind::Scalar && type.kind == TypeKind::Complex;
  if (!isNumber(type.kind) && !isComplex)
    return std::nullopt;
  arg.scalar = type.kind;
  if (constant && constant->kind == Constant::Kind::Float)
    arg.real = constant->number;
  if (type.kind == TypeKind::Int)
    addSize(arg, value);
  return arg;
}

// ---------------------------------------------------------------- results

void TensorClaims::check(OpId id) {
  const Op &op = function().op(id);
  here_ = op.parent;
  if (op.opcode == Opcode::Guard)
    learnFrom(id);
  if (!isTensorOp(op.opcode))
    return;
  TensorOp row = rowOf(op.opcode);
  const Schema &schema = tensorOps().schema(row);
  std::vector<StaticArg> args;
  for (size_t i = 0; i < op.operands.size(); ++i) {
    std::optional<StaticArg> arg = argument(schema.params[i], op.operands[i]);
    if (!arg)
      return problem(
          id,
          "operand " + llvm::Twine(i) + " is not what the operation takes for `" +
              std::string(schema.params[i].name) + "`",
          "the schema is `" +
              llvm::StringRef(janus::row(row).signature.data(), janus::row(row).signature.size()) +
              "`");
    args.push_back(std::move(*arg));
  }
  placePositions(id, schema, args);
  nameCounts(id, args);
  bool givesList = llvm::any_of(
      schema.results, [](const ResultType &each) { return each.kind == ArgKind::TensorList; });
  if (givesList || (hasTrait(row, Trait::InPlace) && !hasTrait(row, Trait::Mutates)))
    return problem(id, "does not stand in graphs", "use the operation that gives a new tensor");
  checkResults(id, args);
}

// The begin of a slice, or the index that is selected, may be any number of the graph: the kernel
// raises when it is outside, and generated code compares the length with what is claimed
// (`checkSlice`).
void TensorClaims::placePositions(OpId id, const Schema &schema, std::vector<StaticArg> &args) {
  const Op &op = function().op(id);
  ShapeRule rule = janus::row(rowOf(op.opcode)).shape;
  auto arg = [&](const char *name) { return &args[schema.find(name)]; };
  auto isMoving = [](const StaticArg *each) {
    return !each->numbers && each->scalar == TypeKind::Int;
  };
  if (rule == ShapeRule::Select && isMoving(arg("index")))
    arg("index")->numbers = {SymbolicSize(0)};
  if (rule == ShapeRule::Range && schema.find("start") >= 0 &&
      (isMoving(arg("start")) || isMoving(arg("end")))) {
    const Type &range = typeOf(op.results[0]);
    if (range.rank != 1 || !range.shape || !range.shape->front().known() || !arg("step")->numbers)
      return;
    arg("start")->numbers = {SymbolicSize(0)};
    arg("end")->numbers = {symbols_->sizeOf(range.shape->front()) * arg("step")->numbers->front()};
    return;
  }
  if (rule != ShapeRule::Slice || !(isMoving(arg("start")) || isMoving(arg("end"))))
    return;
  const Type &claimed = typeOf(op.results[0]);
  const StaticArg *dim = arg("dim"), *step = arg("step");
  if (!dim->numbers || !dim->numbers->front().isNumber() || !step->numbers || !claimed.shape)
    return;
  int64_t at = dim->numbers->front().number;
  at += at < 0 ? claimed.rank : 0;
  if (at < 0 || at >= claimed.rank || !(*claimed.shape)[at].known())
    return;
  SymbolicSize length = symbols_->sizeOf((*claimed.shape)[at]);
  const Type &whole = typeOf(op.operands[0]);
  if (length.expression.isCounted() && length.expression.asSymbol() && whole.shape &&
      at < int64_t(whole.shape->size()))
    symbols_->bound(*length.expression.asSymbol(), symbols_->sizeOf((*whole.shape)[at]));
  arg("start")->numbers = {SymbolicSize(0)};
  arg("end")->numbers = {length * step->numbers->front()};
}

// How many an operation finds (elements of a mask that are not zero) has the name that its result
// claims for it: a symbol that none of the operands has for a size.
void TensorClaims::nameCounts(OpId id, std::vector<StaticArg> &args) {
  ShapeRule rule = janus::row(rowOf(function().op(id).opcode)).shape;
  bool isCounting = rule == ShapeRule::Counted || rule == ShapeRule::Distinct;
  const Type &claimed = typeOf(function().op(id).results[0]);
  if ((!isCounting && rule != ShapeRule::Index) || !claimed.shape)
    return;
  auto isNew = [&](const Dim &dim) {
    std::optional<SizeExpression> size = SizeExpression::parse(dim.symbol);
    return size && size->asSymbol() && size->isCounted() &&
           llvm::none_of(args, [&](const StaticArg &arg) {
             return arg.tensor && arg.tensor->shape && llvm::is_contained(*arg.tensor->shape, dim);
           });
  };
  auto symbol = llvm::find_if(*claimed.shape, isNew);
  if (symbol == claimed.shape->end())
    return;
  for (StaticArg &arg : args) {
    if (arg.tensor)
      arg.counts = {symbols_->sizeOf(*symbol)};
    for (const std::optional<Type> &each : arg.tensors)
      arg.counts.push_back(each && each->dtype == "bool" ? std::optional(symbols_->sizeOf(*symbol))
                                                         : std::nullopt);
  }
}

// Of a contiguous tensor whose last dimension becomes the channels.
static bool putsChannelsFirst(TensorOp row, llvm::ArrayRef<StaticArg> args) {
  constexpr int64_t kOrder[] = {0, 3, 1, 2};
  if (janus::row(row).shape != ShapeRule::Permute || args[0].tensor->layout != Layout::Contiguous ||
      !args[1].numbers || args[1].numbers->size() != std::size(kOrder))
    return false;
  return std::equal(
      std::begin(kOrder), std::end(kOrder), args[1].numbers->begin(),
      [](int64_t wanted, const SymbolicSize &dim) { return dim.expression.constant() == wanted; });
}

void TensorClaims::checkResults(OpId id, llvm::ArrayRef<StaticArg> args) {
  const Op &op = function().op(id);
  TensorOp row = rowOf(op.opcode);
  bool givesResults = !tensorOps().schema(row).results.empty();
  if (givesResults && janus::row(row).shape == ShapeRule::Host) {
    auto mayBeOne = [](const Dim &dim) {  // of one that is counted the kernel sees to it
      SizeExpression size = plan::expressionOf(dim);
      return size.isCounted() || size.constant() == 1;
    };
    bool isOne = !readsElement(op.opcode) ||
                 (args[0].tensor->shape && llvm::all_of(*args[0].tensor->shape, mayBeOne));
    if (op.results.size() != 1 || !isNumber(typeOf(op.results[0]).kind) || !isOne)
      problem(id, "its result must be a number, of a tensor of one element", "use `py.*` for it");
    return;
  }
  std::vector<Type> known;
  if (givesResults) {
    bool failed = false;
    isUndecided_ = false;
    std::optional<std::vector<Type>> types = inference::inferResults(
        row, tensorOps().schema(row), args, defaultType_, *symbols_, &failed);
    if (failed && !isUndecided_)
      return problem(id, "the operands do not fit each other", "correct their shapes");
    if (!types || isUndecided_)
      return problem(id, "nothing is known of its result", "leave it to the generic code");
    known = std::move(*types);
  }
  // A result is compared with the plan when it is there (`jn_plan_run`).
  for (size_t i = 0; i < std::min(known.size(), op.results.size()); ++i) {
    Layout claimed = typeOf(op.results[i]).layout;
    if (claimed == Layout::Contiguous ||
        (claimed == Layout::ChannelsLast &&
         (!hasTrait(row, Trait::View) || putsChannelsFirst(row, args))))
      known[i].layout = claimed;
  }
  // The new contents of what is written.
  if (hasTrait(row, Trait::Mutates))
    for (ValueId written : plan::writtenOperands(function(), id))
      known.push_back(typeOf(written));
  if (known.size() != op.results.size())
    return problem(id,
                   "has " + llvm::Twine(op.results.size()) + " results, expected " +
                       llvm::Twine(known.size()),
                   "correct their number");
  for (size_t i = 0; i < known.size(); ++i)
    checkResult(id, i, std::move(known[i]));
  checkAssumed(id);
}

void TensorClaims::checkResult(OpId id, size_t index, Type known) {
  TypeId claim = function().value(function().op(id).results[index]).type;
  const Type &claimed = module_.types.get(claim);
  known.requiresGrad = claimed.requiresGrad;  // nobody relies on these
  known.aliasClass = claimed.aliasClass;
  TypeId type = module_.types.intern(known);
  if (!module_.types.isSubtype(type, claim))
    problem(id,
            "result " + llvm::Twine(index) + " claims the type `" + module_.types.text(claim) + "`",
            "write `" + module_.types.text(type) + "`");
}

// Comparisons that symbols have been taken for have to be among the file's guards.
void TensorClaims::checkAssumed(OpId id) {
  for (const SizeSymbols::Fact &fact : symbols_->facts())
    if (!guards_.count({fact.comparison, fact.a.text(), fact.b.text()}))
      return problem(id, "its result's type holds for some sizes only",
                     "guard that `" + fact.name + "`");
  if (symbols_->hasChanged())
    problem(id, "its result's type holds for one size only", "write numbers for its symbols");
}

}  // namespace janus::speculate
