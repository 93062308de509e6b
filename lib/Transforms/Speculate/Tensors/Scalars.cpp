#include "Transforms/Speculate/Tensors/Scalars.h"

#include "IR/SoundTypes.h"
#include "Transforms/Optimize/FoldConstants.h"
#include "Transforms/Speculate/Python/Operators.h"

#include <set>

namespace janus::speculate {

using namespace ir;

ValueId Scalars::asFloat(Value number) {
  TypeTable &types = graph_.types();
  if (number.isConstant()) {
    const Constant &constant = graph_.constant(number.constantId());
    return graph_.materialize(constant.kind == Constant::Kind::Float
                                  ? number.constantId()
                                  : graph_.real(numberOf(constant).value_or(0)));
  }
  ValueId value = heap_.valueOf(number);
  TypeKind kind = heap_.scalar(number).kind;
  if (kind == TypeKind::Bool)
    value = graph_.emit(Opcode::IntFromBool, value, types.of(TypeKind::Int));
  if (kind != TypeKind::Float)
    value = graph_.emit(Opcode::FloatFromInt, value, types.of(TypeKind::Float));
  return value;
}

// Arithmetic on ints that follow from symbols. Nothing: it is computed in the graph.
std::optional<Scalars::Value> Scalars::sizeBinary(Opcode shim, Value left, Value right) {
  std::optional<SymbolicSize> a = heap_.sizeOf(left), b = heap_.sizeOf(right);
  if (!a || !b || (a->isNumber() && b->isNumber()) || !a->isModest() || !b->isModest())
    return std::nullopt;
  bool isCounted = a->expression.isCounted() || b->expression.isCounted();
  auto mayBeZero = [&](const SymbolicSize &size) {
    return isCounted ? !size.isNumber() || size.number == 0 : sizes_.equal(size, 0);
  };
  auto divided = [&] { return floorDiv(*a, *b); };
  auto ordered = [&](const SymbolicSize &x, const SymbolicSize &y,
                     bool whenLess) -> std::optional<Value> {
    std::optional<bool> less = sizes_.isLess(x, y);
    return less ? std::optional(heap_.boolean(*less == whenLess)) : std::nullopt;
  };
  switch (shim) {
  case Opcode::PyAdd:
  case Opcode::PyIAdd: return heap_.makeSize(*a + *b);
  case Opcode::PySub:
  case Opcode::PyISub: return heap_.makeSize(*a - *b);
  case Opcode::PyMul:
  case Opcode::PyIMul: return heap_.makeSize(*a * *b);
  case Opcode::PyFloorDiv:
  case Opcode::PyIFloorDiv:
    if (mayBeZero(*b))
      return std::nullopt;
    return heap_.makeSize(divided());
  case Opcode::PyMod:
  case Opcode::PyIMod:
    if (mayBeZero(*b))
      return std::nullopt;
    return heap_.makeSize(*a - *b * divided());
  case Opcode::PyEq:
  case Opcode::PyNe:
    // Both ways can be right of sizes that were different; those that were equal have one name.
    if (isCounted && !sizes_.isSame(*a, *b))
      return std::nullopt;
    if (a->number != b->number && !ordered(*a, *b, true) && !ordered(*b, *a, true))
      return std::nullopt;
    return heap_.boolean(sizes_.equal(*a, *b) == (shim == Opcode::PyEq));
  case Opcode::PyLt: return ordered(*a, *b, true);
  case Opcode::PyGe: return ordered(*a, *b, false);
  case Opcode::PyGt: return ordered(*b, *a, true);
  case Opcode::PyLe: return ordered(*b, *a, false);
  default: return std::nullopt;
  }
}

Scalars::Value Scalars::binary(Opcode shim, Value left, Value right) {
  left = heap_.settled(left);
  right = heap_.settled(right);
  if (std::optional<Value> size = sizeBinary(shim, left, right))
    return *size;
  TypeKind a = kindOf(left), b = kindOf(right);
  // The answer by the profile, which is the answer itself when both sides are known.
  std::optional<ConstId> known;
  std::optional<ConstId> x = heap_.profiled(left), y = heap_.profiled(right);
  if (x && y) {
    const Constant first = graph_.constant(*x), second = graph_.constant(*y);
    if (std::optional<Constant> folded = transforms::foldConstants(shim, {&first, &second}))
      known = graph_.add(std::move(*folded));
    else if (shim == Opcode::PyAdd && a == TypeKind::Str && b == TypeKind::Str)
      known = graph_.str(first.text + second.text);
  }
  bool areConstant = left.isConstant() && right.isConstant();
  if (areConstant && known)
    return Value::constant(*known);
  bool isEquality = shim == Opcode::PyEq || shim == Opcode::PyNe;
  if (isEquality && a != b && !(isNumber(a) && isNumber(b)))
    return heap_.boolean(shim == Opcode::PyNe);
  if (areConstant)
    return refuse(RefusalKind::UnknownOperation, info(shim).name);
  const SoundRule *rule = binaryRule(shim, a, b);
  if ((shim == Opcode::PyPow || shim == Opcode::PyIPow) && isNumber(a) && isNumber(b)) {
    // A float, or a positive base, with any exponent: C's pow.
    if (a != TypeKind::Float && b != TypeKind::Float) {
      if (!known)  // a negative exponent makes a float
        return refuse(RefusalKind::UnknownOperation, "** of ints");
      bool isInt = graph_.constant(*known).kind == Constant::Kind::Int;
      return nativeBinary(shim, left, right, isInt ? TypeKind::Int : TypeKind::Float, known);
    }
    ValueId value = graph_.emit(Opcode::FloatPow, {asFloat(left), asFloat(right)},
                                graph_.types().of(TypeKind::Float));
    return heap_.makeScalar({TypeKind::Float, value, known, ""});
  }
  if (!rule || !isNumber(a) || !isNumber(b))
    return refuse(RefusalKind::UnknownOperation,
                  info(shim).name + " of " + toString(a) + " and " + toString(b));
  Opcode direct = rule->direct;
  llvm::SmallVector<ValueId, 2> operands = {};
  if (!rule->hasDirect()) {
    bool floats = a == TypeKind::Float || b == TypeKind::Float;
    TypeKind common = floats ? TypeKind::Float : TypeKind::Int;
    const SoundRule *same = binaryRule(shim, common, common);
    if (shim == Opcode::PyTrueDiv && !floats)
      direct = Opcode::IntTrueDiv;
    else if (same && same->hasDirect())
      direct = same->direct;
    else
      return nativeBinary(shim, left, right, floats ? TypeKind::Float : rule->result, known);
    if (floats) {
      operands = {asFloat(left), asFloat(right)};
    } else {
      for (Value each : {left, right}) {
        ValueId value = heap_.valueOf(each);
        if (kindOf(each) == TypeKind::Bool)
          value = graph_.emit(Opcode::IntFromBool, value, graph_.types().of(TypeKind::Int));
        operands.push_back(value);
      }
    }
  } else {
    operands = {heap_.valueOf(left), heap_.valueOf(right)};
  }
  ValueId value = graph_.emit(direct, operands, graph_.types().of(rule->result));
  return heap_.makeScalar({rule->result, value, known, ""});
}

// Operators without an operation in graphs call the run time's own function, which is held to the
// kind of result.
Scalars::Value Scalars::nativeBinary(Opcode shim, Value left, Value right, TypeKind kind,
                                     std::optional<ConstId> known) {
  const OperatorRow *row = operatorRow(shim);
  if (!row)
    return refuse(RefusalKind::UnknownOperation, info(shim).name);
  ValueId value = graph_.emit(Opcode::NativeCall, {heap_.valueOf(left), heap_.valueOf(right)},
                              graph_.types().of(kind),
                              NamedAttribute{"function", "operator." + row->method.str()});
  return heap_.makeScalar({kind, value, known, ""});
}

Scalars::Value Scalars::unary(Opcode shim, Value operand) {
  if (std::optional<SymbolicSize> size = heap_.sizeOf(operand);
      size && !size->isNumber() && shim == Opcode::PyNeg)
    return heap_.makeSize(SymbolicSize(0) - *size);
  std::optional<ConstId> known;
  if (std::optional<ConstId> profile = heap_.profiled(operand)) {
    const Constant constant = graph_.constant(*profile);
    if (std::optional<Constant> folded = transforms::foldConstants(shim, &constant))
      known = graph_.add(std::move(*folded));
  }
  if (operand.isConstant())
    return known ? Value::constant(*known) : refuse(RefusalKind::UnknownOperation, info(shim).name);
  const SoundRule *rule = unaryRule(shim, kindOf(operand));
  if (!rule)
    return refuse(RefusalKind::UnknownOperation, info(shim).name);
  if (!rule->hasDirect())
    return shim == Opcode::PyPos ? operand : refuse(RefusalKind::UnknownOperation, info(shim).name);
  ValueId value =
      graph_.emit(rule->direct, heap_.valueOf(operand), graph_.types().of(rule->result));
  return heap_.makeScalar({rule->result, value, known, ""});
}

Scalars::Value Scalars::negated(Value truth) {
  if (stopped())
    return {};
  if (truth.isConstant())
    return heap_.boolean(graph_.constant(truth.constantId()).kind != Constant::Kind::True);
  std::optional<ConstId> known;
  if (std::optional<ConstId> profile = heap_.scalar(truth).profile)
    known = graph_.boolean(graph_.constant(*profile).kind != Constant::Kind::True);
  ValueId value =
      graph_.emit(Opcode::BoolNot, heap_.valueOf(truth), graph_.types().of(TypeKind::Bool));
  return heap_.makeScalar({TypeKind::Bool, value, known, ""});
}

std::optional<ConstId> Scalars::fixed(Value value, llvm::StringRef what) {
  if (stopped())
    return std::nullopt;
  if (std::optional<ConstId> constant = heap_.fix(value))
    return constant;
  std::optional<ConstId> profile = heap_.profiled(value);
  if (!profile || kindOf(value) == TypeKind::Str) {
    refuse(RefusalKind::NotConstant, what);
    return std::nullopt;
  }
  if (sizes_.fixAllIn(heap_.valueOf(value)))
    return profile;
  Value same = kindOf(value) == TypeKind::Bool
                   ? value
                   : binary(Opcode::PyEq, value, Value::constant(*profile));
  if (kindOf(value) == TypeKind::Bool && graph_.constant(*profile).kind == Constant::Kind::False)
    same = negated(value);
  if (stopped())
    return std::nullopt;
  graph_.guard("value", shared_.placeHere(what), heap_.valueOf(same));
  return profile;
}

std::optional<int64_t> Scalars::fixedInt(Value value, llvm::StringRef what) {
  std::optional<ConstId> id = fixed(value, what);
  if (!id)
    return std::nullopt;
  const Constant &constant = graph_.constant(*id);
  if (constant.kind == Constant::Kind::Int)
    return constant.integer;
  if (constant.kind == Constant::Kind::True || constant.kind == Constant::Kind::False)
    return constant.kind == Constant::Kind::True;
  refuse(RefusalKind::NotConstant, what);
  return std::nullopt;
}

std::optional<std::string> Scalars::fixedText(Value value, llvm::StringRef what) {
  if (value.isObject() && heap_.at(value).kind == ObjectKind::Text) {
    std::string whole;
    for (Value part : Values(heap_.at(value).items)) {
      std::optional<std::string> text = fixedText(part, what);
      if (!text)
        return std::nullopt;
      whole += *text;
    }
    return whole;
  }
  if (value.isScalar() && heap_.scalar(value).printed.isBound()) {
    std::optional<int64_t> number = fixedInt(heap_.scalar(value).printed, what);
    return number ? std::optional(std::to_string(*number)) : std::nullopt;
  }
  std::optional<ConstId> id = fixed(value, what);
  if (id && graph_.constant(*id).kind == Constant::Kind::Str)
    return graph_.constant(*id).text;
  refuse(RefusalKind::NotConstant, what);
  return std::nullopt;
}

std::optional<int64_t> Scalars::profiledInt(Value value) {
  std::optional<ConstId> known =
      kindOf(value) == TypeKind::Int ? heap_.profiled(value) : std::nullopt;
  if (!known || graph_.constant(*known).kind != Constant::Kind::Int)
    return std::nullopt;
  return graph_.constant(*known).integer;
}

// The int that the graph computes where the input at `path` is `number`, and others are those of
// the profile. Nothing: it hangs on what is no such input.
std::optional<int64_t> Scalars::valueAt(ValueId value, const std::string &path, int64_t number) {
  const Function &function = graph_.function();
  OpId made = function.value(value).definedBy;
  if (!made)
    return std::nullopt;
  const Op &op = function.op(made);
  if (op.opcode == Opcode::Const) {
    const Constant &constant = graph_.constant(function.constAttribute(made, "value"));
    return constant.kind == Constant::Kind::Int ? std::optional(constant.integer) : std::nullopt;
  }
  if (op.opcode == Opcode::HeapInput) {
    if (function.stringAttribute(made, "path") == path)
      return number;
    Value input = heap_.scalarOf(value);
    return input.isBound() ? profiledInt(input) : std::nullopt;
  }
  if (op.opcode == Opcode::Size) {
    SizeExpression size = *SizeExpression::parse(function.stringAttribute(made, "size"));
    for (const std::string &name : size.symbols()) {
      const SymbolChoices::Symbol &symbol = in_.choices.symbols[name];
      size = size.substitute(name, symbol.place == path ? number : symbol.number);
    }
    return size.constant();
  }
  llvm::SmallVector<Constant, 2> numbers;
  llvm::SmallVector<const Constant *, 2> operands;
  for (ValueId each : op.operands) {
    std::optional<int64_t> operand = valueAt(each, path, number);
    if (!operand)
      return std::nullopt;
    numbers.emplace_back();
    numbers.back().kind = Constant::Kind::Int;
    numbers.back().integer = *operand;
  }
  for (const Constant &each : numbers)
    operands.push_back(&each);
  if (operands.empty() || operands.size() > 2)
    return std::nullopt;
  std::optional<Constant> folded = transforms::foldConstants(op.opcode, operands);
  return folded && folded->kind == Constant::Kind::Int ? std::optional(folded->integer)
                                                       : std::nullopt;
}

bool Scalars::takesManyValues(Value value) {
  constexpr int64_t kLooks = 64;
  if (stopped() || !value.isScalar() || kindOf(value) != TypeKind::Int)
    return false;
  for (const Extremes &each : in_.root.extremes) {
    if (each.most - each.least < int64_t(kBudget.versions))
      continue;
    bool isItself = heap_.scalar(value).path == each.path;
    std::set<int64_t> values;
    for (int64_t n = each.least; n <= each.most && n - each.least < kLooks; ++n)
      if (std::optional<int64_t> at = isItself ? n : valueAt(heap_.valueOf(value), each.path, n))
        values.insert(*at);
    if (values.size() > kBudget.versions)
      return true;
  }
  return false;
}

}  // namespace janus::speculate
