// Positions of slices and selections that are numbers which change from step to step, or hang on
// contents: the graph is right while they stay inside and the length is the same.
#include "IR/TensorRows.h"
#include "Transforms/Speculate/Tensors/TensorDomain.h"

#include "llvm/ADT/MapVector.h"

namespace janus::speculate {

using namespace ir;

namespace {

// An int of the graph as a sum: a number, and other values of the graph, each so many times.
struct Sum {
  int64_t number = 0;
  llvm::MapVector<ValueId, int64_t> terms;
};

class SumReader {
public:
  SumReader(GraphWriter &graph, const TensorOps &ops) : graph_(graph), ops_(ops) {}

  // Through sums of ints, of tensors with numbers, and what is read from a tensor. False: the
  // numbers are past 64 bits.
  bool add(Sum &sum, ValueId value, int64_t times) {
    OpId id = graph_.function().value(value).definedBy;
    const Op *op = id ? &graph_.function().op(id) : nullptr;
    if (op && op->opcode == opcode(KnownOp::ReadNumber))
      return add(sum, op->operands[0], times);
    bool ofTensors = op && isSumOfTensors(*op);
    if (op && (ofTensors || op->opcode == Opcode::IntAdd || op->opcode == Opcode::IntSub)) {
      bool minus = op->opcode == Opcode::IntSub || op->opcode == opcode(KnownOp::SubtractNumber);
      ValueId first = op->operands[0], second = op->operands[1];
      return add(sum, first, times) && add(sum, second, minus ? -times : times);
    }
    int64_t by = 0;
    if (std::optional<int64_t> number = op ? constant(*op) : std::nullopt)
      return !__builtin_mul_overflow(*number, times, &by) &&
             !__builtin_add_overflow(sum.number, by, &sum.number);
    sum.terms[value] += times;
    return true;
  }

private:
  Opcode opcode(KnownOp op) const { return ir::opcodeOf(ops_.known(op)); }

  // `tensor + number`, of 64 bits.
  bool isSumOfTensors(const Op &op) {
    if (op.opcode != opcode(KnownOp::AddNumber) && op.opcode != opcode(KnownOp::SubtractNumber))
      return false;
    OpId factor = graph_.function().value(op.operands[2]).definedBy;
    return factor && constant(graph_.function().op(factor)) == 1 && isInt64(op.results[0]);
  }

  std::optional<int64_t> constant(const Op &op) {
    if (op.opcode != Opcode::Const)
      return std::nullopt;
    const Constant &value = graph_.constant(std::get<ConstId>(op.attributes[0].value));
    return value.kind == Constant::Kind::Int ? std::optional(value.integer) : std::nullopt;
  }

  bool isInt64(ValueId tensor) {
    return graph_.types().get(graph_.function().value(tensor).type).dtype == "int64";
  }

  GraphWriter &graph_;
  const TensorOps &ops_;
};

bool isPosition(const Param &param) {
  return param.name == "start" || param.name == "end" || param.name == "index";
}

// The argument that a shape rule gets in place of a position that moves.
StaticArg positionOf(const Param &param, const SymbolicSize &length) {
  StaticArg position;
  position.scalar = TypeKind::Int;
  position.numbers = {param.name == "end" ? length : SymbolicSize(0)};
  return position;
}

}  // namespace

void TensorDomain::guardHolds(Value condition, llvm::StringRef what) {
  if (!stopped() && condition.isScalar())
    graph_.guard("value", shared_.placeHere(what), heap_.valueOf(condition));
}

// How much greater `to` is; nothing where it can be any number. `*proven`: it is so at every entry.
std::optional<int64_t> TensorDomain::distance(Value from, Value to, bool *proven) {
  std::optional<int64_t> first = scalars_.profiledInt(from), last = scalars_.profiledInt(to);
  std::optional<int64_t> profiled = first && last ? std::optional(*last - *first) : std::nullopt;
  Sum sum;
  SumReader reader(graph_, in_.ops);
  if (stopped() || !from.isScalar() || !to.isScalar() || !reader.add(sum, heap_.valueOf(to), 1) ||
      !reader.add(sum, heap_.valueOf(from), -1))
    return profiled;
  sum.terms.remove_if([](const auto &term) { return term.second == 0; });
  if (profiled && !sum.terms.empty())
    return profiled;
  // Contents are in both alike: what is left are numbers, such as the length itself.
  for (auto [value, times] : sum.terms) {
    Value number = heap_.scalarOf(value);
    if (!number.isBound() || !scalars_.profiledInt(number))
      return std::nullopt;
    if (std::optional<int64_t> known = scalars_.fixedInt(number, "a slice's length"))
      sum.number += times * *known;
  }
  *proven = true;
  return stopped() ? std::nullopt : std::optional(sum.number);
}

// A slice whose length contents decide (`x[:, :lengths.max()]`) has a size that is counted while
// the graph runs: at least 1, and no more than the whole has.
SymbolicSize TensorDomain::countedLength(Value first, Value last, Value size) {
  guardHolds(scalars_.binary(Opcode::PyGe, first, heap_.integer(0)), "the start");
  guardHolds(scalars_.binary(Opcode::PyLt, first, last), "the length");
  guardHolds(scalars_.binary(Opcode::PyLe, last, size), "the end");
  auto sizeOf = [&](Value end) {
    std::optional<SymbolicSize> known = heap_.sizeOf(end);
    return known ? known : decidedNumber(end);
  };
  std::optional<SymbolicSize> from = sizeOf(first), to = sizeOf(last), length;
  if (from && to)
    length = *to - *from;
  bool isCounted = length && length->expression.isValid() && length->expression.isCounted();
  return sizes_.between(*heap_.sizeOf(size), isCounted ? length : std::nullopt,
                        heap_.valueOf(first), heap_.valueOf(last));
}

// The begin of a slice may change from step to step (`order[start:start + 50]`) if its size does
// not, and if it stays inside: guards see to that. Answers the size; nothing when nothing moves, or
// it cannot.
std::optional<SymbolicSize> TensorDomain::guardPositions(TensorOp op, const Values &args) {
  const Schema &schema = in_.ops.schema(op);
  bool slice = row(op).shape == ShapeRule::Slice, select = row(op).shape == ShapeRule::Select;
  int dimAt = schema.find("dim");
  if ((!slice && !select) || dimAt < 0 || !isTensor(args[0]))
    return std::nullopt;
  std::vector<SymbolicSize> shape = shapeOf(args[0].objectId());
  std::optional<int64_t> dim = scalars_.profiledInt(args[dimAt]);
  if (!dim || !args[dimAt].isConstant() || *dim < -int64_t(shape.size()) ||
      *dim >= int64_t(shape.size()))
    return std::nullopt;
  Value size = heap_.makeSize(shape[*dim < 0 ? *dim + shape.size() : *dim]);
  Value first = args[schema.find(slice ? "start" : "index")], zero = heap_.integer(0);
  Value last = slice ? args[schema.find("end")] : first;
  first = first == heap_.none() ? zero : first;
  last = last == heap_.none() ? size : last;
  if (heap_.sizeOf(first) && heap_.sizeOf(last))  // they follow symbols, or are known
    return std::nullopt;
  bool isProven = select;
  std::optional<int64_t> length = select ? 0 : distance(first, last, &isProven);
  std::optional<int64_t> from = scalars_.profiledInt(first), to = scalars_.profiledInt(last),
                         limit = scalars_.profiledInt(size);
  bool areInts = kindOf(first) == TypeKind::Int && kindOf(last) == TypeKind::Int;
  if (slice && !length && areInts && from.value_or(0) >= 0 && !stopped() &&
      args[schema.find("step")] == heap_.integer(1) && !graph_.isInTurn())
    return countedLength(first, last, size);
  // No limit: it is counted while the graph runs.
  if (!length || *length < 0 || (!limit && !(select && areInts)))
    return std::nullopt;
  int64_t room = limit.value_or(0) - (select ? 1 : 0), least = select ? -limit.value_or(0) : 0;
  if (limit && (*length > room || (from && *from < least) || (to && *to > room)))
    return std::nullopt;
  // An index may be counted from the end, at one entry and not at another.
  Value lowest = select ? scalars_.binary(Opcode::PySub, zero, size) : zero;
  guardHolds(scalars_.binary(Opcode::PyGe, first, lowest), "the start");
  if (isProven && slice)  // the sum of both may be past 64 bits
    guardHolds(scalars_.binary(Opcode::PyLe, first,
                               scalars_.binary(Opcode::PySub, size, heap_.integer(*length))),
               "the end");
  else
    guardHolds(scalars_.binary(slice ? Opcode::PyLe : Opcode::PyLt, last, size), "the end");
  if (!isProven)
    guardHolds(scalars_.binary(Opcode::PyEq, scalars_.binary(Opcode::PySub, last, first),
                               heap_.integer(*length)),
               "the length");
  return stopped() ? std::nullopt : length;
}

// A range of ints may begin elsewhere if its length does not (`torch.arange(i * 16, i * 16 +
// 16)`). Answers the length; nothing when nothing moves, or it cannot.
std::optional<int64_t> TensorDomain::guardRange(TensorOp op, const Values &args) {
  const Schema &schema = in_.ops.schema(op);
  int start = schema.find("start"), end = schema.find("end"), step = schema.find("step");
  if (row(op).shape != ShapeRule::Range || start < 0 || !(args[step] == heap_.integer(1)))
    return std::nullopt;
  Value first = args[start], last = args[end];
  if (kindOf(first) != TypeKind::Int || kindOf(last) != TypeKind::Int ||
      (heap_.sizeOf(first) && heap_.sizeOf(last)))
    return std::nullopt;
  bool isProven = false;
  std::optional<int64_t> length = distance(first, last, &isProven);
  if (!length || *length < 0)
    return std::nullopt;
  if (!isProven)
    guardHolds(scalars_.binary(Opcode::PyEq, scalars_.binary(Opcode::PySub, last, first),
                               heap_.integer(*length)),
               "the length");
  return stopped() ? std::nullopt : length;
}

// Ints that sizes of results do not hang on: places in a tensor of those sizes, and the bounds of
// draws.
bool TensorDomain::isFree(TensorOp op, const Param &param, Value value) {
  ShapeRule rule = row(op).shape;
  bool isPlace = (rule == ShapeRule::Self || rule == ShapeRule::Dynamic) && isPosition(param);
  bool isBound =
      (rule == ShapeRule::Self || rule == ShapeRule::Size) && hasTrait(op, Trait::Random);
  return param.kind == ArgKind::Int && (isPlace || isBound) && kindOf(value) == TypeKind::Int &&
         !heap_.sizeOf(value);
}

std::vector<StaticArg> TensorDomain::staticArgs(TensorOp op, const Values &args,
                                                std::optional<SymbolicSize> length) {
  const Schema &schema = in_.ops.schema(op);
  if (!length)
    length = guardPositions(op, args);
  std::vector<StaticArg> facts;
  for (size_t i = 0; i < args.size(); ++i)
    if (length && isPosition(schema.params[i]))
      facts.push_back(positionOf(schema.params[i], *length));
    else if (isFree(op, schema.params[i], args[i]))
      facts.emplace_back().scalar = TypeKind::Int;
    else
      facts.push_back(staticArg(schema.params[i], args[i]));
  return facts;
}

// No rule told the shape of an operation's results.
TensorDomain::Value TensorDomain::refuseShape(TensorOp op, const Values &args,
                                              llvm::ArrayRef<StaticArg> facts) {
  const Schema &schema = in_.ops.schema(op);
  for (size_t i = 0; i < args.size(); ++i)
    if (schema.params[i].kind == ArgKind::Int && args[i].isScalar() && !facts[i].numbers)
      return refuse(RefusalKind::NotConstant, schema.params[i].name);
  return refuse(RefusalKind::NoRule, "shape rule for `" + llvm::Twine(schema.fullName()) + "`");
}

}  // namespace janus::speculate
