// The calls of kernels in a version. They are rows of a table, which the runtime makes one after
// the other: a compiler's time for them is little, and so is that of looking them up.
#include "Codegen/Cpp/VersionBody.h"

#include "IR/FusedOps.h"
#include "IR/TensorRows.h"
#include "janus/contract/inference/Layout.h"

#include "llvm/ADT/StringExtras.h"

namespace janus::codegen {

using namespace ir;

// ---------------------------------------------------------------- the table

void VersionBody::call(TensorOp row, std::vector<std::string> arguments,
                       const std::vector<std::string> &targets, unsigned result,
                       const std::string &comment) {
  calls_.push_back("{" + std::to_string(kernel(row)) + ", " + std::to_string(operands_.size()) +
                   ", " + std::to_string(arguments.size()) + ", " + std::to_string(targets.size()) +
                   ", " + std::to_string(result) + "},  // " + comment);
  llvm::append_range(operands_, arguments);
  llvm::append_range(operands_, targets);
}

// Writes the line that makes the calls which have come since the last one.
void VersionBody::flushCalls() {
  size_t first = std::exchange(pendingCall_, calls_.size());
  if (first == calls_.size())
    return;
  std::string made = "jn_plan_run(plan, in, t, " + std::to_string(first) + ", " +
                     std::to_string(calls_.size() - first) + ")";
  commits_ ? line(made + ";") : checkThat(made);
}

unsigned VersionBody::kernel(TensorOp of) {
  std::string row(janus::row(of).id);
  auto [entry, isNew] = kernelIndex_.try_emplace(row, kernels_.size());
  if (isNew)
    kernels_.push_back(row);
  return entry->second;
}

// ---------------------------------------------------------------- operands

std::string VersionBody::operandText(const Slot &slot) {
  static constexpr llvm::StringRef kFrom[] = {"TEMPORARY", "INPUT", "CONSTANT",
                                              "PLACE",     "NAME",  "SIZES"};
  std::string comment = slot.name.empty() ? "" : " /*" + slot.name + "*/";
  return ("JN_PLAN_OPERAND(JN_FROM_" + kFrom[static_cast<size_t>(slot.in)] + ", " +
          llvm::Twine(slot.number) + comment + ")")
      .str();
}

// A number that the graph computes becomes a temporary.
std::string VersionBody::operand(ValueId value) {
  if (const Slot *slot = slotOf(value))
    return operandText(*slot);
  if (auto input = numberSlots_.find(value); input != numberSlots_.end())
    return operandText(input->second);
  OpId made = function_.value(value).definedBy;
  if (op(made).opcode == Opcode::Const)
    return operandText(
        {Slot::In::Constant, constants_.indexOf(function_.constAttribute(made, "value"))});
  if (op(made).opcode == Opcode::Absent)
    return operandText({Slot::In::Constant, constants_.indexOfNone()});
  if (isSizeList(made))
    return operandText({Slot::In::Sizes, sizeList(made)});
  Slot number = newTemporary(function_.nameOf(value));
  line(number.text() + " = " + boxed(value) + ";");
  return operandText(number);
}

std::string VersionBody::name(llvm::StringRef kind, llvm::StringRef text) {
  llvm::StringRef last = text.rsplit('.').second.empty() ? text : text.rsplit('.').second;
  return operandText({Slot::In::Name, named(kind, last), last.str()});
}

unsigned VersionBody::named(llvm::StringRef kind, llvm::StringRef text) {
  auto [entry, isNew] = nameIndex_.try_emplace(kind.str() + " " + text.str(), names_.size());
  if (isNew)
    names_.emplace_back(kind.str(), text.str());
  return entry->second;
}

std::string VersionBody::argument(ValueId value, ArgKind kind) {
  OpId made = function_.value(value).definedBy;
  if (op(made).opcode == Opcode::Const) {
    const Constant &constant = module_.constant(function_.constAttribute(made, "value"));
    bool text = constant.kind == Constant::Kind::Str;
    if (text && kind == ArgKind::DType)
      return name("dtype", constant.text);
    if (text && kind == ArgKind::MemoryFormat)
      return name("format", constant.text);
    if (text && kind == ArgKind::Device)  // the only one that a graph has
      return operandText({Slot::In::Constant, constants_.indexOfNone()});
  }
  if (op(made).opcode != Opcode::Pack || isSizeList(made))
    return operand(value);
  // Filled again for each operation that takes it.
  std::vector<std::string> items;
  for (ValueId item : op(made).operands)
    items.push_back(operand(item));
  lists_.emplace_back(items.size(), operands_.size());
  llvm::append_range(operands_, items);
  return "JN_PLAN_OPERAND(JN_FROM_LIST, " + std::to_string(lists_.size() - 1) + ")";
}

std::vector<std::string> VersionBody::kernelArguments(OpId id) {
  Schema schema = parseSchema(rowOf(op(id).opcode));
  std::vector<std::string> arguments;
  for (size_t i = 0; i < op(id).operands.size(); ++i)
    arguments.push_back(argument(op(id).operands[i], schema.params[i].kind));
  return arguments;
}

// True for a view that is said to be dense, which does not follow from the operation: known strides
// said more.
bool VersionBody::isSaidToBeDense(OpId id, ValueId result) const {
  TensorOp row = rowOf(op(id).opcode);
  auto isContiguous = [&](ValueId value) {
    return module_.types.get(function_.value(value).type).layout == Layout::Contiguous;
  };
  return hasTrait(row, Trait::View) && isContiguous(result) &&
         !(isContiguous(op(id).operands[0]) && infer::keepsOrder(janus::row(row).shape));
}

// The destination of a result, and what of it is checked.
std::string VersionBody::target(OpId id, ValueId result) {
  const Type &type = module_.types.get(function_.value(result).type);
  const PlanPlace *place = plan_.place(result);
  std::string to = "ANY", number = "0";
  bool dense = type.layout == Layout::Contiguous;
  if (place) {
    to = place->kind == PlanPlace::Kind::Exposed ? "EXPOSED" : "PLACE";
    number = std::to_string(placeIndex_[place]);
    dense |= type.layout == Layout::ChannelsLast;
  } else {
    dense &= hasCountedSize(type) || isSaidToBeDense(id, result);
  }
  return "JN_PLAN_OPERAND(JN_TO_" + to + (dense ? "_DENSE, " : ", ") + number + ")";
}

// ---------------------------------------------------------------- steps

// Copies of what the kernel writes are its results.
void VersionBody::copiedUpdate(OpId id) {
  comment(id);
  std::vector<ValueId> written = plan_.written.lookup(id);
  for (size_t i = 0; i < written.size(); ++i) {
    std::string target = temporaryFor(op(id).results[i]);
    line(target + " = jn_plan_copy(plan, " + boxed(written[i]) + ");");
    check(target);
    copies_[written[i]] = slots_[op(id).results[i]];
  }
  update(id);
  copies_.clear();
}

void VersionBody::update(OpId id) {
  call(rowOf(op(id).opcode), kernelArguments(id), {}, 0, nameOf(id));
}

// The only element of a tensor as a number, where the type says what it is, and that it is one.
bool VersionBody::read(OpId id) {
  const Type &type = module_.types.get(function_.value(op(id).operands[0]).type);
  std::string element = type.dtype == "float32"   ? "float"
                        : type.dtype == "float64" ? "double"
                        : type.dtype == "int64"   ? "int64_t"
                                                  : "";
  if (element.empty() || !isNumber(kindOf(op(id).results[0])) || !readsElement(op(id).opcode) ||
      hasCountedSize(type))
    return false;
  comment(id);
  line(declare(op(id).results[0]) + " = *(" + element + " *)jn_plan_data(" +
       boxed(op(id).operands[0]) + ", sizeof(" + element + "));");
  return true;
}

// Before a draw: the generator that it is from is as before if the version does not commit.
void VersionBody::keepRandom(OpId id) {
  if (!(info(op(id).opcode).traits & Draws))
    return;
  int from = parseSchema(rowOf(op(id).opcode)).find("generator");
  ValueId own = from < 0 ? ValueId() : op(id).operands[from];
  if (own && op(function_.value(own).definedBy).opcode == Opcode::HeapObject)
    return line("jn_plan_keep_generator(plan, " + boxed(own) + ");");
  if (!std::exchange(draws_, true))
    line("jn_plan_keep_random(plan);");
}

void VersionBody::kernelCall(OpId id) {
  if (read(id))
    return;
  keepRandom(id);
  std::vector<std::string> arguments = kernelArguments(id), targets;
  llvm::ArrayRef<ValueId> results = op(id).results;
  const unsigned first = temporaries_;
  for (ValueId each : results) {
    temporaryFor(each);
    targets.push_back(target(id, each));
  }
  temporaries_ += llvm::count_if(results, [&](ValueId each) {
    const PlanPlace *place = plan_.place(each);
    return place && place->kind == PlanPlace::Kind::Exposed;
  });
  call(rowOf(op(id).opcode), std::move(arguments), targets, first, nameOf(id));
  if (results.size() != 1)
    return;
  if (isNumber(kindOf(results[0])))
    return unbox(results[0]);
  checkSlice(id);
}

}  // namespace janus::codegen
