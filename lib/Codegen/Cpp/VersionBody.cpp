#include "Codegen/Cpp/VersionBody.h"

#include "Codegen/Cpp/GuardComparison.h"
#include "Codegen/Cpp/Names.h"
#include "IR/FusedOps.h"
#include "IR/TensorRows.h"
#include "IR/ViewMade.h"

namespace janus::codegen {

using namespace ir;

namespace {

struct ScalarRow {
  Opcode opcode;
  llvm::StringRef fault, result;
};
const ScalarRow kScalars[] = {
#define JANUS_SCALAR(opcode, fault, result) {Opcode::opcode, fault, result},
#include "Codegen/Cpp/ScalarOps.def"
};

const ScalarRow *scalarRow(Opcode opcode) {
  for (const ScalarRow &row : kScalars)
    if (row.opcode == opcode)
      return &row;
  return nullptr;
}

// What the C++ variable of a number is called and how it is declared; null for other kinds.
struct NumberKind {
  const char *prefix, *type, *tag, *field, *box;
};
const NumberKind *numberKind(TypeKind kind) {
  static const NumberKind kInt = {"i", "int64_t ", "JN_INT", ".i", "jn_int"};
  static const NumberKind kFloat = {"f", "double ", "JN_FLOAT", ".f", "jn_float"};
  static const NumberKind kBool = {"b", "bool ", "JN_BOOL", ".i != 0", "jn_bool"};
  switch (kind) {
  case TypeKind::Int: return &kInt;
  case TypeKind::Float: return &kFloat;
  case TypeKind::Bool: return &kBool;
  default: return nullptr;
  }
}

}  // namespace

VersionBody::VersionBody(const Module &module, const Plan &plan, LoopKernels &loops,
                         llvm::StringRef prefix)
    : module_(module), function_(module.function(plan.function)), plan_(plan), loops_(loops),
      constants_(module), prefix_(prefix) {
  for (const PlanPlace &place : plan.places) {
    auto &list = place.kind == PlanPlace::Kind::Exposed ? exposed_ : arena_;
    placeIndex_[&place] = list.size();
    list.push_back(&place);
  }
}

std::string VersionBody::emit() {
  entered_ = false;
  loadInputs();
  for (const PlanStep &each : plan_.entry)
    step(each);
  std::string entry = std::move(body_);
  body_.clear();
  entered_ = true;
  for (const PlanStep &each : plan_.compute)
    step(each);
  for (const PlanStep &each : plan_.objects)
    step(each);
  body_ += "\n  // Nothing fails from here on.\n";
  llvm::ArrayRef<PlanStep> rest = commitLoops();
  for (const PlanStep &each : rest)
    commit(each);
  result();
  line("return " + leave("JN_REGION_COMMITTED") + ";");

  return std::string(isLarge()
                         ? "__attribute__((optimize(\"O0\")))  // it is long, and mostly calls\n"
                         : "") +
         "static uint32_t run(jn_region_frame *frame) {\n"
         "  const jn_value *in = frame->inputs;\n" +
         entry +
         "\n  jn_plan *plan = (jn_plan *)frame->state;\n"
         "  if (JN_UNLIKELY(!jn_plan_enter(plan, &plan_def, " +
         (plan_.symbols.empty() ? "nullptr" : "symbols") +
         ")))\n"
         "    return FAULT;\n" +
         (sizes_.empty() ? "" : "  const int64_t *const n = plan->sizes;\n") +
         "  const jn_value *K = plan->constants, *places = plan->places;\n"
         "  jn_value t[" +
         std::to_string(temporaries_ + 1) + "] = {};  // dropped at the end\n" + body_ + "}\n";
}

// g++ takes 60 s and more for 40,000 lines in one function, and 2 s where it does not optimise it.
bool VersionBody::isLarge() const {
  constexpr size_t kMostLines = 5000;
  return llvm::StringRef(body_).count('\n') > kMostLines;
}

// ---------------------------------------------------------------- lines

void VersionBody::comment(OpId id) {
  std::string text = "// ";
  for (ValueId each : op(id).results)
    text += "%" + std::to_string(each.index) + " ";
  line(text + (op(id).results.empty() ? "" : "= ") + info(op(id).opcode).name.str());
}

std::string VersionBody::leave(const std::string &outcome) const {
  return entered_ ? "LEAVE(" + outcome + ")" : outcome;
}

void VersionBody::faultIf(const std::string &condition) {
  line("if (JN_UNLIKELY(" + condition + "))");
  line("  return " + leave("FAULT") + ";");
}

// ---------------------------------------------------------------- values

TypeKind VersionBody::kindOf(ValueId value) const {
  return module_.types.get(function_.value(value).type).kind;
}

std::string VersionBody::variable(ValueId value) const {
  return numberKind(kindOf(value))->prefix + std::to_string(value.index);
}

std::string VersionBody::native(ValueId value) {
  OpId made = function_.value(value).definedBy;
  if (op(made).opcode == Opcode::Absent)
    return numberKind(kindOf(value)) ? "0" : "jn_none()";
  if (op(made).opcode == Opcode::Const) {
    const Constant &constant = module_.constant(function_.constAttribute(made, "value"));
    switch (constant.kind) {
    case Constant::Kind::Int: return intLiteral(constant.integer);
    case Constant::Kind::Float: return floatLiteral(constant.number);
    case Constant::Kind::True: return "true";
    case Constant::Kind::False: return "false";
    default: return boxed(value);
    }
  }
  return numberKind(kindOf(value)) ? variable(value) : boxed(value);
}

std::string VersionBody::boxed(ValueId value) {
  auto copy = copies_.find(value);
  if (copy != copies_.end())
    return copy->second;
  auto known = expressions_.find(value);
  if (known != expressions_.end())
    return known->second;
  OpId made = function_.value(value).definedBy;
  if (op(made).opcode == Opcode::Const)
    return constants_.expression(function_.constAttribute(made, "value"));
  if (op(made).opcode == Opcode::Absent)
    return "jn_none()";
  if (isSizeList(made))
    return sizeList(made);
  const NumberKind *number = numberKind(kindOf(value));
  return std::string(number->box) + "(" + variable(value) + ")";
}

std::string VersionBody::newTemporary() {
  return "t[" + std::to_string(temporaries_++) + "]";
}

std::string VersionBody::temporaryFor(ValueId value) {
  return expressions_[value] = newTemporary();
}

std::string VersionBody::arrayOf(llvm::ArrayRef<ValueId> values) {
  std::string text = "{";
  for (size_t i = 0; i < values.size(); ++i)
    text += (i ? ", " : "") + boxed(values[i]);
  return text + "}";
}

unsigned VersionBody::inputOf(llvm::StringRef path) const {
  for (size_t i = 0; i < plan_.inputs.size(); ++i)
    if (plan_.inputs[i].path == path)
      return i;
  llvm_unreachable("a storage that is written is an input");
}

// ---------------------------------------------------------------- steps

void VersionBody::loadInputs() {
  for (size_t i = 0; i < plan_.inputs.size(); ++i) {
    ValueId value = plan_.inputs[i].value;
    if (!value)
      continue;
    std::string slot = "in[" + std::to_string(i) + "]";
    const NumberKind *number = numberKind(kindOf(value));
    if (!number) {
      expressions_[value] = slot;
      continue;
    }
    // An int that does not fit the register is an object.
    if (kindOf(value) == TypeKind::Int)
      faultIf(slot + ".tag != JN_INT");
    line("const " + std::string(number->type) + variable(value) + " = " + slot + number->field +
         ";  // " + plan_.inputs[i].path);
  }
  loadSymbols();
}

void VersionBody::step(const PlanStep &step) {
  switch (step.kind) {
  case PlanStep::Kind::General: return kernelCall(step.op);
  case PlanStep::Kind::Update: return copiedUpdate(step.op);
  case PlanStep::Kind::Block: return block(plan_.blocks[step.block]);
  case PlanStep::Kind::If: return branch(step, &VersionBody::step);
  case PlanStep::Kind::Scalar: break;
  }
  switch (op(step.op).opcode) {
  case Opcode::Guard: return guard(step.op);
  case Opcode::Size:
  case Opcode::SizeOf: return size(step.op);
  case Opcode::YieldValues: return yield(step.op);
  case Opcode::TextFormat: return textFormat(step.op);
  case Opcode::NativeCall: return nativeCall(step.op);
  case Opcode::TapeCommit: return tape(step.op);
  case Opcode::HeapTensor:
  case Opcode::PyList:
  case Opcode::PyTuple:
  case Opcode::PyDict: return make(step.op);
  default: return scalar(step.op);
  }
}

// Only the side taken runs. What it gives is declared before it: numbers in variables, objects in
// temporaries, which own them.
void VersionBody::branch(const PlanStep &step, void (VersionBody::*each)(const PlanStep &)) {
  const Op &made = op(step.op);
  for (ValueId result : made.results) {
    if (const NumberKind *number = numberKind(kindOf(result)))
      line(number->type + variable(result) + ";");
    else
      temporaryFor(result);
  }
  bool drawn = draws_;
  line("if (" + native(made.operands[0]) + ") {");
  for (size_t i = 0; i < step.sides.size(); ++i) {
    if (i != 0 && step.sides[i].empty())
      break;
    if (i != 0)
      line("} else {");
    draws_ = drawn;
    indent_ += "  ";
    for (const PlanStep &inner : step.sides[i])
      (this->*each)(inner);
    indent_.resize(indent_.size() - 2);
  }
  draws_ = drawn;
  line("}");
}

void VersionBody::yield(OpId id) {
  const Op &branch = op(function_.region(op(id).parent).parent);
  for (size_t i = 0; i < branch.results.size(); ++i) {
    ValueId result = branch.results[i], given = op(id).operands[i];
    if (numberKind(kindOf(result)))
      line(variable(result) + " = " + native(given) + ";");
    else
      line(expressions_[result] + " = jn_own(" + boxed(given) + ");");
  }
}

void VersionBody::scalar(OpId id) {
  const ScalarRow *row = scalarRow(op(id).opcode);
  assert(row && "the verifier lets only operations with rows into a graph");
  std::string target = variable(op(id).results[0]);
  auto fill = [&](llvm::StringRef text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '$') {
        out += text[i];
        continue;
      }
      char what = text[++i];
      out += what == 'r' ? target : native(op(id).operands[what - '0']);
    }
    return out;
  };
  std::string declared = numberKind(kindOf(op(id).results[0]))->type + target;
  if (row->result.empty()) {
    line(declared + ";");
    return faultIf(fill(row->fault));
  }
  if (!row->fault.empty())
    faultIf(fill(row->fault));
  line("const " + declared + " = " + fill(row->result) + ";");
}

void VersionBody::nativeCall(OpId id) {
  const Op &call = op(id);
  const NumberKind *kind = numberKind(kindOf(call.results[0]));
  std::string target = variable(call.results[0]), args = target + "_args",
              boxed = target + "_boxed";
  std::string text = "const jn_value " + args + "[] = {";
  for (size_t i = 0; i < call.operands.size(); ++i)
    text += (i ? ", " : "") + std::string(numberKind(kindOf(call.operands[i]))->box) + "(" +
            native(call.operands[i]) + ")";
  line(text + "};");
  line("jn_value " + boxed + ";");
  faultIf("!jn_plan_number(" + named("native", function_.stringAttribute(id, "function").str()) +
          ", " + args + ", " + std::to_string(call.operands.size()) + ", " + kind->tag + ", &" +
          boxed + ")");
  line("const " + std::string(kind->type) + target + " = " + boxed + kind->field + ";");
}

void VersionBody::guard(OpId id) {
  std::string number = std::to_string(llvm::find(plan_.guards, id) - plan_.guards.begin());
  std::optional<GuardComparison> seen = comparisonOf(function_, module_, op(id).operands[0]);
  line("if (JN_UNLIKELY(!" + native(op(id).operands[0]) + " || frame->forced == " + number +
       ")) {  // " + function_.stringAttribute(id, "name").str());
  if (seen)
    line("  jn_guard_seen(frame, " + number + ", " + boxed(seen->seen) + ");");
  line("  return " + leave(number) + ";");
  line("}");
}

void VersionBody::textFormat(OpId id) {
  llvm::StringRef conversion = function_.stringAttribute(id, "conversion"),
                  spec = function_.stringAttribute(id, "spec");
  std::string target = temporaryFor(op(id).results[0]);
  std::string kind = conversion.empty() ? "0" : "'" + conversion.str() + "'";
  line(target + " = jn_plan_format(" + boxed(op(id).operands[0]) + ", " + kind + ", " +
       (spec.empty() ? "jn_unbound()" : constants_.string(spec)) + ");");
  faultIf(target + ".tag == JN_ERROR");
}

std::string VersionBody::exposure(OpId id) {
  const Op &tensor = op(id);
  std::string gradient = "jn_none()", base = "jn_none()", version = "0", how = "JN_VIEW_PLAIN";
  llvm::SmallVector<ValueId, 8> ends;
  for (auto part : llvm::enumerate(function_.stringsAttribute(id, "parts"))) {
    ValueId given = tensor.operands[part.index() + 1];
    if (part.value() == "version")
      version = native(given);
    else if (part.value() == "end")
      ends.push_back(given);
    else
      (part.value() == "base" ? base : gradient) = boxed(given);
  }
  if (function_.attribute(id, "made"))
    how = ir::viewMadeNamed(function_.stringAttribute(id, "made"))->flag.str();
  // The row of the operation that made it, if its history has been freed.
  bool freed = function_.attribute(id, "freed") != nullptr;
  std::string array = "ends" + std::to_string(tensor.results[0].index);
  if (!ends.empty())
    line("const jn_value " + array + "[] = " + arrayOf(ends) + ";");
  return "jn_plan_expose(" + boxed(tensor.operands[0]) + ", {" +
         (function_.boolAttribute(id, "requires_grad") ? "true" : "false") + ", " +
         (freed ? stringLiteral(function_.stringAttribute(id, "freed")) : "nullptr") + ", " +
         (ends.empty() ? "nullptr" : array) + ", " + std::to_string(ends.size()) + ", " + gradient +
         ", " + base + ", " + how + ", " + version + "})";
}

void VersionBody::make(OpId id) {
  const Op &made = op(id);
  std::string text;
  if (made.opcode == Opcode::HeapTensor) {
    text = exposure(id);
  } else {
    size_t count = made.operands.size();
    const char *maker = made.opcode == Opcode::PyList    ? "jn_make_list"
                        : made.opcode == Opcode::PyTuple ? "jn_make_tuple"
                                                         : "jn_make_dict";
    if (made.opcode == Opcode::PyDict)
      count /= 2;
    std::string array = "items" + std::to_string(made.results[0].index);
    if (count != 0)
      line("const jn_value " + array + "[] = " + arrayOf(made.operands) + ";");
    text = "jn_plan_make(" + std::string(maker) + ", " + (count != 0 ? array : "nullptr") + ", " +
           std::to_string(count) + ")";
  }
  std::string target = temporaryFor(made.results[0]);
  line(target + " = " + text + ";");
  faultIf(target + ".tag == JN_ERROR");
}

// ---------------------------------------------------------------- kernels

std::string VersionBody::name(llvm::StringRef kind, llvm::StringRef text) {
  return named(kind, text.rsplit('.').second.empty() ? text : text.rsplit('.').second);
}

std::string VersionBody::named(llvm::StringRef kind, llvm::StringRef text) {
  auto [entry, isNew] = nameIndex_.try_emplace(kind.str() + " " + text.str(), names_.size());
  if (isNew)
    names_.emplace_back(kind.str(), text.str());
  return "plan->names[" + std::to_string(entry->second) + " /*" + text.str() + "*/]";
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
    if (text && kind == ArgKind::Device)
      return "jn_none()";  // the only one that a graph has
  }
  if (op(made).opcode == Opcode::Pack && !isSizeList(made)) {
    // Filled again for each operation that takes it.
    std::string list = std::to_string(lists_.size()), array = "p" + list;
    llvm::ArrayRef<ValueId> items = op(made).operands;
    lists_.push_back(items.size());
    if (!items.empty())
      line("const jn_value " + array + "[] = " + arrayOf(items) + ";");
    return "jn_plan_pack(plan, " + list + ", " + (items.empty() ? "nullptr" : array) + ")";
  }
  return boxed(value);
}

std::string VersionBody::kernelArguments(OpId id) {
  Schema schema = parseSchema(rowOf(op(id).opcode));
  std::string text;
  for (size_t i = 0; i < op(id).operands.size(); ++i)
    text += (i ? ", " : "") + argument(op(id).operands[i], schema.params[i].kind);
  return text;
}

// The places of the results that have some.
std::string VersionBody::kernelTargets(OpId id, unsigned *count) {
  std::string text;
  *count = 0;
  targets_.clear();
  for (ValueId result : op(id).results) {
    const PlanPlace *place = plan_.place(result);
    if (!place)
      continue;
    std::string number = std::to_string(placeIndex_[place]), target = "places[" + number + "]";
    if (place->kind == PlanPlace::Kind::Exposed) {
      target = newTemporary();
      line(target + " = jn_plan_fresh(plan, " + number + ");");
      faultIf(target + ".tag == JN_ERROR");
    }
    targets_.emplace_back(result, target);
    text += ((*count)++ ? ", " : "") + target;
  }
  return text;
}

// Checks that a kernel's results are as planned.
void VersionBody::checkTargets() {
  for (const auto &[result, target] : targets_) {
    bool dense = module_.types.get(function_.value(result).type).layout == Layout::Contiguous;
    faultIf("!jn_plan_fits(" + expressions_[result] + ", " + target + ", " +
            (dense ? "true" : "false") + ")");
  }
}

unsigned VersionBody::kernel(OpId id) {
  std::string row(janus::row(rowOf(op(id).opcode)).id);
  auto [entry, isNew] = kernelIndex_.try_emplace(row, kernels_.size());
  if (isNew)
    kernels_.push_back(row);
  return entry->second;
}

// Copies of what the kernel writes are its results.
void VersionBody::copiedUpdate(OpId id) {
  comment(id);
  std::vector<ValueId> written = plan_.written.lookup(id);
  for (size_t i = 0; i < written.size(); ++i) {
    std::string target = temporaryFor(op(id).results[i]);
    line(target + " = jn_plan_copy(plan, " + boxed(written[i]) + ");");
    faultIf(target + ".tag == JN_ERROR");
    copies_[written[i]] = target;
  }
  update(id);
  faultIf("!jn_plan_update(plan, " + std::to_string(kernel(id)) + ", a" + std::to_string(id.index) +
          ")");
  copies_.clear();
}

void VersionBody::update(OpId id) {
  std::string arguments = kernelArguments(id);
  line("const jn_value a" + std::to_string(id.index) + "[] = {" + arguments + "};");
}

// The only element of a tensor as a number, where the type says what it is.
bool VersionBody::read(OpId id) {
  const Type &type = module_.types.get(function_.value(op(id).operands[0]).type);
  const NumberKind *number = numberKind(kindOf(op(id).results[0]));
  std::string element = type.dtype == "float32"   ? "float"
                        : type.dtype == "float64" ? "double"
                        : type.dtype == "int64"   ? "int64_t"
                                                  : "";
  if (element.empty() || !number || !readsElement(op(id).opcode))
    return false;
  line("const " + std::string(number->type) + variable(op(id).results[0]) + " = *(" + element +
       " *)jn_plan_data(" + boxed(op(id).operands[0]) + ", sizeof(" + element + "));");
  return true;
}

void VersionBody::kernelCall(OpId id) {
  comment(id);
  if (read(id))
    return;
  if (info(op(id).opcode).traits & Draws && !draws_) {
    draws_ = true;
    line("jn_plan_keep_random(plan);");
  }
  std::string suffix = std::to_string(id.index), arguments = kernelArguments(id);
  unsigned count = 0;
  std::string targets = kernelTargets(id, &count);
  line("const jn_value a" + suffix + "[] = {" + arguments + "};");
  std::string into = "nullptr, 0";
  if (count != 0) {
    line("const jn_value to" + suffix + "[] = {" + targets + "};");
    into = "to" + suffix + ", " + std::to_string(count);
  }
  std::string row(janus::row(rowOf(op(id).opcode)).id);
  auto [entry, isNew] = kernelIndex_.try_emplace(row, kernels_.size());
  if (isNew)
    kernels_.push_back(row);
  std::string what =
      "plan, " + std::to_string(entry->second) + " /*" + row + "*/, a" + suffix + ", " + into;
  llvm::ArrayRef<ValueId> results = op(id).results;
  if (results.size() > 1) {
    std::string first = "&t[" + std::to_string(temporaries_) + "]";
    for (ValueId each : results)
      temporaryFor(each);
    faultIf("!jn_plan_call_many(" + what + ", " + first + ", " + std::to_string(results.size()) +
            ")");
    return checkTargets();
  }
  const NumberKind *number = numberKind(kindOf(results[0]));
  if (!number) {
    std::string target = temporaryFor(results[0]);
    line(target + " = jn_plan_call(" + what + ");");
    faultIf(target + ".tag == JN_ERROR");
    checkSlice(id);
    return checkTargets();
  }
  std::string answer = "r" + suffix;
  line("const jn_value " + answer + " = jn_plan_call(" + what + ");");
  faultIf(answer + ".tag != " + number->tag);
  line("const " + std::string(number->type) + variable(results[0]) + " = " + answer +
       number->field + ";");
}

// ---------------------------------------------------------------- commits

void VersionBody::commit(const PlanStep &step) {
  if (step.kind == PlanStep::Kind::Block)
    return block(plan_.blocks[step.block]);
  if (step.kind == PlanStep::Kind::If)
    return branch(step, &VersionBody::commit);
  OpId id = step.op;
  const Op &write = op(id);
  std::string number = std::to_string(llvm::find(plan_.writes, id) - plan_.writes.begin());
  if (write.opcode == Opcode::YieldValues)
    return;
  if (write.opcode == Opcode::TextCommit) {
    std::string array = "text" + std::to_string(id.index);
    line("const jn_value " + array + "[] = " + arrayOf(write.operands) + ";");
    bool flush = function_.attribute(id, "flush") && function_.boolAttribute(id, "flush");
    return line("jn_commit_text(frame, " + array + ", " + std::to_string(write.operands.size()) +
                (flush ? ", true);" : ", false);"));
  }
  if (isTensorOp(write.opcode)) {
    comment(id);
    update(id);
    return line("jn_plan_update(plan, " + std::to_string(kernel(id)) + ", a" +
                std::to_string(id.index) + ");");
  }
  std::string place = "  // " + function_.stringAttribute(id, "path").str();
  switch (write.opcode) {
  case Opcode::StorageCommit: {
    std::string writes = write.operands.size() > 1 ? native(write.operands[1]) : "1";
    if (plan_.inPlace.contains(id))
      return line("jn_commit_storage(frame, " + number + ", " + writes + ");" + place);
    std::string target =
        "in[" + std::to_string(inputOf(function_.stringAttribute(id, "path"))) + "]";
    line("jn_plan_store(plan, " + target + ", " + boxed(write.operands[0]) + ");" + place);
    return line("jn_commit_storage(frame, " + number + ", " + writes + ");");
  }
  case Opcode::HeapDelete: return line("jn_commit_delete(frame, " + number + ");" + place);
  default:
    return line("jn_commit(frame, " + number + ", jn_own(" + boxed(write.operands[0]) + "));" +
                place);
  }
}

void VersionBody::result() {
  if (!plan_.result || op(plan_.result).operands.empty())
    return;
  ValueId value = op(plan_.result).operands[0];
  if (kindOf(value) != TypeKind::None)
    line("frame->live_out[0] = jn_own(" + boxed(value) + ");");
}

}  // namespace janus::codegen
