#include "IR/OperationTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace janus::ir {
namespace {

// The kind that generated code takes an operand for, without looking at run time.
struct OperandKind {
  Opcode opcode;
  unsigned operand;
  TypeKind kind;
};
constexpr OperandKind kOperandKinds[] = {
    {Opcode::PyListAppend, 0, TypeKind::List},  {Opcode::PyListExtend, 0, TypeKind::List},
    {Opcode::PyListToTuple, 0, TypeKind::List}, {Opcode::PySetAdd, 0, TypeKind::Set},
    {Opcode::PySetUpdate, 0, TypeKind::Set},    {Opcode::PyDictSet, 0, TypeKind::Dict},
    {Opcode::PyDictUpdate, 0, TypeKind::Dict},  {Opcode::PyDictMergeKwargs, 0, TypeKind::Dict},
};
// None is allowed, too.
constexpr OperandKind kOptionalKinds[] = {
    {Opcode::PyFunction, 0, TypeKind::Tuple}, {Opcode::PyFunction, 1, TypeKind::Dict},
    {Opcode::PyFunction, 2, TypeKind::Dict},  {Opcode::PyClass, 0, TypeKind::Tuple},
    {Opcode::PyClass, 1, TypeKind::Dict},     {Opcode::PyCallEx, 2, TypeKind::Dict},
};

class TypeCheck {
public:
  TypeCheck(const Module &module, const Function &function, OpId id)
      : module_(module), function_(function), id_(id), op_(function.op(id)) {}

  std::vector<std::string> run() {
    checkOperands();
    if (!(function_.flags & kFnGraph))
      for (ValueId result : op_.results)
        checkResult(result);
    return std::move(problems_);
  }

private:
  TypeId typeOf(ValueId value) const { return function_.value(value).type; }
  const Type &type(ValueId value) const { return module_.types.get(typeOf(value)); }
  void problem(const llvm::Twine &text) { problems_.push_back(text.str()); }

  void checkOperands() {
    for (const OperandKind &row : kOperandKinds)
      if (row.opcode == op_.opcode && type(op_.operands[row.operand]).kind != row.kind)
        problem("operand " + llvm::Twine(row.operand) + " must be of type " + toString(row.kind));
    for (const OperandKind &row : kOptionalKinds)
      if (row.opcode == op_.opcode) {
        TypeKind kind = type(op_.operands[row.operand]).kind;
        if (kind != row.kind && kind != TypeKind::None)
          problem("operand " + llvm::Twine(row.operand) + " must be of type " + toString(row.kind) +
                  " or none");
      }
    if (op_.opcode == Opcode::PyConcatStrings)
      for (ValueId operand : op_.operands)
        if (type(operand).kind != TypeKind::Str)
          problem("takes operands of type str");
  }

  bool isOperator() const { return op_.opcode >= Opcode::PyAdd && op_.opcode <= Opcode::PyInvert; }

  bool isComparison() const { return op_.opcode >= Opcode::PyEq && op_.opcode <= Opcode::PyGe; }
  bool areTyped() const {
    return llvm::all_of(op_.operands,
                        [&](ValueId each) { return type(each).kind != TypeKind::Dyn; });
  }

  // The type that a result says it has is what will be there.
  void checkResult(ValueId result) {
    const Type &claimed = type(result);
    if (claimed.kind == TypeKind::Dyn || holds(result, claimed))
      return;
    problem("its result is not known to be of that type");
  }

  bool holds(ValueId result, const Type &claimed) {
    switch (op_.opcode) {
    case Opcode::Const: return isOfConstant(typeOf(result), constantOf());
    case Opcode::SlotCell: return false;
    case Opcode::SlotLoad: {
      TypeId slot = function_.slots[function_.slotAttribute(id_, "slot")].type;
      return slot && module_.types.isSubtype(slot, typeOf(result));
    }
    case Opcode::PyTuple:
      return claimed.kind == TypeKind::Tuple &&
             (!claimed.sized ||
              (claimed.items.size() == op_.operands.size() &&
               llvm::all_of(llvm::zip(op_.operands, claimed.items), [&](auto pair) {
                 return module_.types.isSubtype(typeOf(std::get<0>(pair)), std::get<1>(pair));
               })));
    case Opcode::PyUnpack: {
      bool isStar = function_.boolAttribute(id_, "star") &&
                    result == op_.results[function_.intAttribute(id_, "before")];
      return isStar && claimed.kind == TypeKind::List && claimed.items.empty();
    }
    // What regions yield has been compared.
    case Opcode::If:
    case Opcode::While:
    case Opcode::For:
    case Opcode::Region:
    case Opcode::NativeCall: return true;
    default: break;
    }
    if (isOperator())
      return ofOperator(claimed);
    if (isComparison())
      return claimed.kind == TypeKind::Bool && areTyped();
    TypeKind kind = resultKind(op_.opcode);
    return kind == claimed.kind && claimed.items.empty();
  }

  // Operators on what has a type: a number of numbers, or of the kind of an operand.
  bool ofOperator(const Type &claimed) const {
    auto isNumeric = [](TypeKind kind) { return isNumber(kind) || kind == TypeKind::Complex; };
    if (!claimed.items.empty())
      return false;
    if (isNumeric(claimed.kind))
      return llvm::all_of(op_.operands, [&](ValueId each) { return isNumeric(type(each).kind); });
    bool isSequence = claimed.kind == TypeKind::Str || claimed.kind == TypeKind::Bytes ||
                      claimed.kind == TypeKind::List || claimed.kind == TypeKind::Tuple;
    return isSequence &&
           llvm::any_of(op_.operands,
                        [&](ValueId each) { return type(each).kind == claimed.kind; }) &&
           areTyped();
  }

  ConstId constantOf() const {
    for (const NamedAttribute &attribute : op_.attributes)
      if (auto *id = std::get_if<ConstId>(&attribute.value))
        return *id;
    return ConstId();
  }

  bool isOfConstant(TypeId claimed, ConstId id) const {
    using Kind = Constant::Kind;
    const Type &of = module_.types.get(claimed);
    if (of.kind == TypeKind::Dyn)
      return true;
    const Constant &constant = module_.constant(id);
    switch (constant.kind) {
    case Kind::None: return of.kind == TypeKind::None;
    case Kind::True:
    case Kind::False: return of.kind == TypeKind::Bool;
    case Kind::Ellipsis: return of.kind == TypeKind::Ellipsis;
    case Kind::Int:
    case Kind::BigInt: return of.kind == TypeKind::Int;
    case Kind::Float: return of.kind == TypeKind::Float;
    case Kind::Complex: return of.kind == TypeKind::Complex;
    case Kind::Str: return of.kind == TypeKind::Str;
    case Kind::Bytes: return of.kind == TypeKind::Bytes;
    case Kind::FrozenSet: return false;
    case Kind::Tuple: break;
    }
    return of.kind == TypeKind::Tuple &&
           (!of.sized || (of.items.size() == constant.items.size() &&
                          llvm::all_of(llvm::zip(of.items, constant.items), [&](auto pair) {
                            return isOfConstant(std::get<0>(pair), std::get<1>(pair));
                          })));
  }

  const Module &module_;
  const Function &function_;
  const OpId id_;
  const Op &op_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> countProblems(const Function &function, OpId id) {
  const Op &op = function.op(id);
  std::vector<std::string> problems;
  auto expect = [&](bool holds, const char *what) {
    if (!holds)
      problems.push_back(what);
  };
  size_t count = op.operands.size();
  switch (op.opcode) {
  case Opcode::PyCall:
  case Opcode::PyCallMethod: {
    size_t named =
        function.attribute(id, "kwnames") ? function.stringsAttribute(id, "kwnames").size() : 0;
    expect(count >= 1 + named, "takes a callee or receiver, and a value for each name");
    break;
  }
  case Opcode::PyDict: expect(count % 2 == 0, "takes keys and values in turn"); break;
  case Opcode::PyFormat: {
    expect(count == 1 || count == 2, "takes a value and perhaps a specification");
    llvm::StringRef conversion = function.stringAttribute(id, "conversion");
    expect(conversion.empty() || conversion == "s" || conversion == "r" || conversion == "a",
           "has an unknown conversion");
    break;
  }
  case Opcode::PyUnpack: {
    int64_t before = function.intAttribute(id, "before"),
            after = function.intAttribute(id, "after");
    int64_t most = static_cast<int64_t>(op.results.size());
    bool fits = before >= 0 && after >= 0 && before <= most && after <= most;
    expect(fits && before + after + function.boolAttribute(id, "star") == most,
           "has another number of results than it takes the value apart into");
    break;
  }
  default: break;
  }
  return problems;
}

std::vector<std::string> typeProblems(const Module &module, const Function &function, OpId op) {
  return TypeCheck(module, function, op).run();
}

}  // namespace janus::ir
