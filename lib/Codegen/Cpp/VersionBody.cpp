#include "Codegen/Cpp/VersionBody.h"

#include "Codegen/Cpp/GuardComparison.h"
#include "Codegen/Cpp/Names.h"
#include "IR/SourcePlace.h"
#include "IR/TensorRows.h"
#include "IR/TextMethods.h"
#include "IR/ViewMade.h"

namespace janus::codegen {

using namespace ir;

namespace {

struct ScalarRow {
  Opcode opcode;
  llvm::StringRef condition, result;
};
const ScalarRow kScalars[] = {
#define JANUS_SCALAR(opcode, condition, result) {Opcode::opcode, condition, result},
#include "Codegen/Cpp/ScalarOps.def"
};

const ScalarRow *scalarRow(Opcode opcode) {
  for (const ScalarRow &row : kScalars)
    if (row.opcode == opcode)
      return &row;
  return nullptr;
}

// The name and declaration of a number's C++ variable; null for other kinds.
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

size_t stepCount(llvm::ArrayRef<PlanStep> steps) {
  size_t count = steps.size();
  for (const PlanStep &each : steps)
    for (const std::vector<PlanStep> &side : each.sides)
      count += stepCount(side);
  return count;
}

}  // namespace

VersionBody::VersionBody(const Module &module, const Plan &plan, LoopKernels &loops,
                         llvm::StringRef prefix, bool marksLines)
    : module_(module), function_(module.function(plan.function)), plan_(plan), loops_(loops),
      marksLines_(marksLines), constants_(module), prefix_(prefix) {
  for (const PlanPlace &place : plan.places) {
    auto &list = place.kind == PlanPlace::Kind::Exposed ? exposed_ : arena_;
    placeIndex_[&place] = list.size();
    list.push_back(&place);
  }
}

std::string VersionBody::emit() {
  // A compiler's time grows faster than the length of a function.
  constexpr size_t kMostSteps = 400;
  isLong_ =
      stepCount(plan_.compute) + stepCount(plan_.objects) + stepCount(plan_.commits) > kMostSteps;
  entered_ = false;
  loadInputs();
  for (const PlanStep &each : plan_.entry)
    step(each);
  std::string entry = std::move(body_);
  body_.clear();
  entered_ = true;
  sequence(plan_.compute, &VersionBody::step);
  sequence(plan_.objects, &VersionBody::step);
  copyReads();
  for (OpId id : plan_.writes)
    for (const PlanPart &part : plan_.parts.lookup(id))
      views_[id].push_back(viewOf(input(function_.stringAttribute(id, "path")), part));
  flushCalls();
  body_ += "\n  // Nothing fails from here on.\n";
  commits_ = true;
  sequence(commitLoops(), &VersionBody::commit);
  result();

  return parts_ + "static uint32_t run(jn_region_frame *frame) {\n" +
         "  const jn_value *const in = frame->inputs;\n" +
         (members_.empty() ? "" : "  numbers v;\n") + entry +
         "\n  jn_plan *const plan = (jn_plan *)frame->state;\n"
         "  if (JN_UNLIKELY(!jn_plan_enter(plan, &plan_def, " +
         (plan_.symbols.empty() ? "nullptr" : "v.symbols") +
         ")))\n"
         "    return FAULT;\n" +
         planMembers() + "  jn_value t[" + std::to_string(temporaries_ + 1) +
         "] = {};  // dropped at the end\n"
         "  uint32_t outcome = FAULT;\n" +
         body_ +
         "  outcome = JN_REGION_COMMITTED;\n"
         "leave:\n"
         "  return jn_plan_leave(plan, t, sizeof t / sizeof t[0], outcome);\n"
         "}\n";
}

std::string VersionBody::planMembers() const {
  return std::string("  const jn_value *const K = plan->constants, *const places = "
                     "plan->places;\n") +
         (plan_.symbols.empty() ? "" : "  const int64_t *const n = plan->sizes;\n");
}

// ---------------------------------------------------------------- parts

void VersionBody::sequence(llvm::ArrayRef<PlanStep> steps, StepWriter each) {
  constexpr unsigned kPartLines = 1000;
  flushCalls();
  std::string before = std::exchange(body_, "");
  unsigned linesBefore = std::exchange(lines_, 0);
  for (const PlanStep &step : steps) {
    markPlace(step);
    (this->*each)(step);
    if (isLong_ && lines_ > kPartLines)
      before += cutPart();
  }
  flushCalls();
  body_ = before + body_;
  lines_ += linesBefore;
}

// Makes a function of the code that has been written. Answers its call.
std::string VersionBody::cutPart() {
  flushCalls();
  std::string name = "part_" + std::to_string(partCount_++);
  parts_ += "__attribute__((noinline)) static uint32_t " + name +
            "(jn_region_frame *frame, jn_plan *plan, jn_value *t" +
            (members_.empty() ? "" : ", numbers &v") +
            ") {\n  const jn_value *const in = frame->inputs;\n" + planMembers() +
            "  uint32_t outcome = FAULT;\n" + body_ +
            "  outcome = JN_REGION_COMMITTED;\nleave:\n  return outcome;\n}\n\n";
  body_.clear();
  lines_ = 0;
  return indent_ + "outcome = " + name + "(frame, plan, t" + (members_.empty() ? "" : ", v") +
         ");\n" + indent_ + "JN_CHECK_THAT(outcome == JN_REGION_COMMITTED, leave);\n" + indent_ +
         "outcome = FAULT;\n";
}

// ---------------------------------------------------------------- lines

void VersionBody::line(const std::string &text) {
  flushCalls();
  body_ += indent_ + text + "\n";
  ++lines_;
}

// The line of the program that a step is of, where it is another one than that of the step before.
void VersionBody::markPlace(const PlanStep &step) {
  bool isBlock = step.kind == PlanStep::Kind::Block;
  PlaceId place = op(isBlock ? plan_.blocks[step.block].members.front().op : step.op).place;
  if (!marksLines_ || !place || place == marked_)
    return;
  marked_ = place;
  auto [file, number] = llvm::StringRef(module_.place(place).line).rsplit(':');
  line("// " + module_.placeText(place));
  body_ += ("#line " + number + " ").str() + stringLiteral(file) + "\n";
}

std::string VersionBody::nameOf(OpId id) const {
  std::string text;
  for (ValueId each : op(id).results)
    text += label(each) + " ";
  return text + (text.empty() ? "" : "= ") + info(op(id).opcode).name.str();
}

void VersionBody::comment(OpId id) {
  line("// " + nameOf(id));
}

void VersionBody::local(const std::string &text) {
  if (!inBlock_) {
    line("{");
    indent_ += "  ";
    inBlock_ = true;
  }
  line(text);
}

void VersionBody::closeBlock() {
  if (!inBlock_)
    return;
  indent_.resize(indent_.size() - 2);
  line("}");
  inBlock_ = false;
}

void VersionBody::check(const std::string &value) {
  line("JN_CHECK(" + value + ", leave);");
}

void VersionBody::checkThat(const std::string &condition) {
  if (entered_)
    return line("JN_CHECK_THAT(" + condition + ", leave);");
  line("if (JN_UNLIKELY(!(" + condition + ")))");
  line("  return FAULT;");
}

// ---------------------------------------------------------------- values

TypeKind VersionBody::kindOf(ValueId value) const {
  return module_.types.get(function_.value(value).type).kind;
}

std::string VersionBody::label(ValueId value) const {
  std::string variable = identifier(function_.nameOf(value));
  return "%" + variable + (variable.empty() ? "" : ".") + std::to_string(value.index);
}

std::string VersionBody::variable(ValueId value) const {
  std::string variable = identifier(function_.nameOf(value));
  return "v." + (variable.empty() ? numberKind(kindOf(value))->prefix : variable + "_") +
         std::to_string(value.index);
}

std::string VersionBody::declare(ValueId number) {
  std::string name = variable(number);
  members_.push_back(numberKind(kindOf(number))->type + name.substr(2));
  return name;
}

std::string VersionBody::fieldOf(ValueId number) const {
  return numberKind(kindOf(number))->field;
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
  if (const Slot *slot = slotOf(value))
    return slot->text();
  OpId made = function_.value(value).definedBy;
  if (op(made).opcode == Opcode::Const)
    return constants_.expression(function_.constAttribute(made, "value"));
  if (op(made).opcode == Opcode::Absent)
    return "jn_none()";
  if (isSizeList(made))
    return Slot{Slot::In::Sizes, sizeList(made)}.text();
  const NumberKind *number = numberKind(kindOf(value));
  return std::string(number->box) + "(" + variable(value) + ")";
}

const VersionBody::Slot *VersionBody::slotOf(ValueId value) const {
  if (auto copy = copies_.find(value); copy != copies_.end())
    return &copy->second;
  auto known = slots_.find(value);
  return known == slots_.end() ? nullptr : &known->second;
}

std::string VersionBody::Slot::text() const {
  static constexpr llvm::StringRef kArrays[] = {"t",      "in",          "K",
                                                "places", "plan->names", "plan->size_lists"};
  std::string comment = name.empty() ? "" : " /*" + name + "*/";
  return (kArrays[static_cast<size_t>(in)] + "[" + std::to_string(number) + comment + "]").str();
}

VersionBody::Slot VersionBody::newTemporary(llvm::StringRef variable) {
  return {Slot::In::Temporary, temporaries_++, identifier(variable)};
}

std::string VersionBody::temporaryFor(ValueId value) {
  return (slots_[value] = newTemporary(function_.nameOf(value))).text();
}

// The number that a temporary is to be.
void VersionBody::unbox(ValueId number) {
  std::string box = slots_[number].text();
  slots_.erase(number);
  checkThat(box + ".tag == " + numberKind(kindOf(number))->tag);
  line(declare(number) + " = " + box + fieldOf(number) + ";");
}

std::string VersionBody::arrayOf(llvm::ArrayRef<ValueId> values) {
  std::string text = "{";
  for (size_t i = 0; i < values.size(); ++i)
    text += (i ? ", " : "") + boxed(values[i]);
  return text + "}";
}

VersionBody::Slot VersionBody::input(llvm::StringRef path) const {
  for (size_t i = 0; i < plan_.inputs.size(); ++i)
    if (plan_.inputs[i].path == path)
      return {Slot::In::Input, static_cast<unsigned>(i)};
  llvm_unreachable("a storage that is written is an input");
}

// ---------------------------------------------------------------- steps

void VersionBody::loadInputs() {
  for (size_t i = 0; i < plan_.inputs.size(); ++i) {
    ValueId value = plan_.inputs[i].value;
    if (!value)
      continue;
    const Slot input{Slot::In::Input, static_cast<unsigned>(i)};
    std::string slot = input.text();
    const NumberKind *number = numberKind(kindOf(value));
    if (!number) {
      slots_[value] = input;
      continue;
    }
    numberSlots_[value] = input;
    // An int that does not fit the register is an object.
    if (kindOf(value) == TypeKind::Int)
      checkThat(slot + ".tag == JN_INT");
    line(declare(value) + " = " + slot + number->field + ";  // " + plan_.inputs[i].path);
  }
  loadSymbols();
}

void VersionBody::step(const PlanStep &step) {
  compute(step);
  closeBlock();
}

void VersionBody::compute(const PlanStep &step) {
  switch (step.kind) {
  case PlanStep::Kind::General: return kernelCall(step.op);
  case PlanStep::Kind::Update: return copiedUpdate(step.op);
  case PlanStep::Kind::Block: return block(plan_.blocks[step.block]);
  case PlanStep::Kind::If: return branch(step, &VersionBody::step);
  case PlanStep::Kind::Turns: return turns(step);
  case PlanStep::Kind::Scalar: break;
  }
  switch (op(step.op).opcode) {
  case Opcode::Guard: return guard(step.op);
  case Opcode::Size:
  case Opcode::SizeOf: return size(step.op);
  case Opcode::YieldValues: return yield(step.op);
  case Opcode::LoopCarried: return;  // there before the first turn
  case Opcode::LoopSave: return save(step.op);
  case Opcode::LoopRestore: return restore(step.op);
  case Opcode::LoopRows: return rows(step.op);
  case Opcode::LoopProduct: return product(step.op);
  case Opcode::LoopSum: return productSum(step.op);
  case Opcode::TextFormat: return textFormat(step.op);
  case Opcode::TextCall: return textCall(step.op);
  case Opcode::NativeCall: return nativeCall(step.op);
  case Opcode::TapeCommit: return tape(step.op);
  case Opcode::HeapTensor:
  case Opcode::HeapInstance:
  case Opcode::PyList:
  case Opcode::PyTuple:
  case Opcode::PyDict:
  case Opcode::PySet: return make(step.op);
  default: return scalar(step.op);
  }
}

// Only the side taken runs. Its results are declared before it: numbers in variables, objects in
// temporaries, which own them.
void VersionBody::branch(const PlanStep &step, StepWriter each) {
  const Op &made = op(step.op);
  for (ValueId result : made.results) {
    if (numberKind(kindOf(result)))
      declare(result);
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
    sequence(step.sides[i], each);
    indent_.resize(indent_.size() - 2);
  }
  draws_ = drawn;
  line("}");
}

void VersionBody::yield(OpId id) {
  give(op(function_.region(op(id).parent).parent).results, op(id).operands);
}

void VersionBody::give(llvm::ArrayRef<ValueId> results, llvm::ArrayRef<ValueId> values) {
  for (size_t i = 0; i < results.size(); ++i) {
    ValueId result = results[i], given = values[i];
    if (numberKind(kindOf(result)))
      line(variable(result) + " = " + native(given) + ";");
    else
      line(slots_[result].text() + " = jn_own(" + boxed(given) + ");");
  }
}

void VersionBody::scalar(OpId id) {
  const ScalarRow *row = scalarRow(op(id).opcode);
  assert(row && "the verifier lets only operations with rows into a graph");
  std::string target = declare(op(id).results[0]);
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
  if (!row->condition.empty())
    checkThat(fill(row->condition));
  if (!row->result.empty())
    line(target + " = " + fill(row->result) + ";");
}

void VersionBody::nativeCall(OpId id) {
  const Op &call = op(id);
  const NumberKind *kind = numberKind(kindOf(call.results[0]));
  std::string text = "const jn_value args[] = {";
  for (size_t i = 0; i < call.operands.size(); ++i)
    text += (i ? ", " : "") + std::string(numberKind(kindOf(call.operands[i]))->box) + "(" +
            native(call.operands[i]) + ")";
  local(text + "};");
  local("jn_value boxed;");
  llvm::StringRef function = function_.stringAttribute(id, "function");
  Slot native{Slot::In::Name, named("native", function), function.str()};
  checkThat("jn_plan_number(" + native.text() + ", args, " + std::to_string(call.operands.size()) +
            ", " + kind->tag + ", &boxed)");
  line(declare(call.results[0]) + " = boxed" + kind->field + ";");
}

void VersionBody::guard(OpId id) {
  std::string number = std::to_string(llvm::find(plan_.guards, id) - plan_.guards.begin());
  std::optional<GuardComparison> seen = comparisonOf(function_, module_, op(id).operands[0]);
  line("if (JN_UNLIKELY(!" + native(op(id).operands[0]) + " || frame->forced == " + number +
       ")) {  // " + placeOfGuard(function_, id).text());
  if (seen)
    line("  jn_guard_seen(frame, " + number + ", " + boxed(seen->seen) + ");");
  if (entered_) {
    line("  outcome = " + number + ";");
    line("  goto leave;");
  } else {
    line("  return " + number + ";");
  }
  line("}");
}

void VersionBody::textFormat(OpId id) {
  llvm::StringRef conversion = function_.stringAttribute(id, "conversion"),
                  spec = function_.stringAttribute(id, "spec");
  std::string target = temporaryFor(op(id).results[0]);
  if (kindOf(op(id).operands[0]) == TypeKind::Tensor) {
    line(target + " = jn_plan_tensor_text(" + boxed(op(id).operands[0]) + ", " +
         (function_.boolAttribute(id, "requires_grad") ? "true" : "false") + ", " +
         textAttribute(id, "row") + ", " + textAttribute(id, "node") + ");");
    return check(target);
  }
  std::string kind = conversion.empty() ? "0" : "'" + conversion.str() + "'";
  line(target + " = jn_plan_format(" + boxed(op(id).operands[0]) + ", " + kind + ", " +
       (spec.empty() ? "jn_unbound()" : constants_.string(spec)) + ");");
  check(target);
}

// The attribute as a C++ literal; "nullptr" for an operation that has none.
std::string VersionBody::textAttribute(OpId id, const char *name) const {
  return function_.attribute(id, name) ? stringLiteral(function_.stringAttribute(id, name))
                                       : "nullptr";
}

void VersionBody::textCall(OpId id) {
  const Op &call = op(id);
  llvm::ArrayRef<std::string> names;
  if (function_.attribute(id, "names"))
    names = function_.stringsAttribute(id, "names");
  std::string keywords;
  for (const std::string &name : names)
    keywords += (keywords.empty() ? "" : ", ") + constants_.string(name);
  local("const jn_value args[] = " + arrayOf(call.operands) + ";");
  if (!names.empty())
    local("const jn_value names[] = {" + keywords + "};");
  std::string target = temporaryFor(call.results[0]);
  llvm::StringRef method = function_.stringAttribute(id, "method");
  bool isPacked = textMethod(method)->arguments == TextArguments::Packed;
  line(target + " = jn_plan_text(" + constants_.string(method) + ", args, " +
       std::to_string(call.operands.size()) + ", " + (isPacked ? "true" : "false") + ", " +
       (names.empty() ? "nullptr" : "names") + ", " + std::to_string(names.size()) + ");");
  check(target);
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
  if (!ends.empty())
    local("const jn_value ends[] = " + arrayOf(ends) + ";");
  return "jn_plan_expose(" + boxed(tensor.operands[0]) + ", {" +
         (function_.boolAttribute(id, "requires_grad") ? "true" : "false") + ", " +
         textAttribute(id, "freed") + ", " + textAttribute(id, "node") + ", " +
         (ends.empty() ? "nullptr" : "ends") + ", " + std::to_string(ends.size()) + ", " +
         gradient + ", " + base + ", " + how + ", " + version + "})";
}

std::string VersionBody::instance(OpId id) {
  llvm::ArrayRef<ValueId> operands = op(id).operands;
  std::vector<std::string> names = function_.stringsAttribute(id, "names");
  std::string keys;
  for (const std::string &name : names)
    keys += (keys.empty() ? "" : ", ") + constants_.string(name);
  local("const jn_value parts[] = " + arrayOf(operands) + ";");
  if (!names.empty())
    local("const jn_value names[] = {" + keys + "};");
  return "jn_plan_instance(parts, " + std::to_string(operands.size() - 1 - names.size()) + ", " +
         (names.empty() ? "nullptr" : "names") + ", " + std::to_string(names.size()) + ")";
}

void VersionBody::make(OpId id) {
  const Op &made = op(id);
  std::string text;
  if (made.opcode == Opcode::HeapTensor) {
    text = exposure(id);
  } else if (made.opcode == Opcode::HeapInstance) {
    text = instance(id);
  } else {
    size_t count = made.operands.size();
    const char *maker = made.opcode == Opcode::PyList    ? "jn_make_list"
                        : made.opcode == Opcode::PyTuple ? "jn_make_tuple"
                        : made.opcode == Opcode::PySet   ? "jn_make_set"
                                                         : "jn_make_dict";
    if (made.opcode == Opcode::PyDict)
      count /= 2;
    if (count != 0)
      local("const jn_value items[] = " + arrayOf(made.operands) + ";");
    text = "jn_plan_make(" + std::string(maker) + ", " + (count != 0 ? "items" : "nullptr") + ", " +
           std::to_string(count) + ")";
  }
  std::string target = temporaryFor(made.results[0]);
  line(target + " = " + text + ";");
  check(target);
}

// ---------------------------------------------------------------- commits

void VersionBody::commit(const PlanStep &step) {
  write(step);
  closeBlock();
}

// Copies of operands of commits that others have written by then.
void VersionBody::copyReads() {
  for (OpId id : plan_.writes)
    copyReads(id);
  for (const PlanStep &step : plan_.commits)
    if (step.kind == PlanStep::Kind::Update)
      copyReads(step.op);
}

void VersionBody::copyReads(OpId id) {
  for (ValueId value : plan_.copied.lookup(id))
    readCopies_[id].emplace_back(value, copyOf(value));
}

VersionBody::Slot VersionBody::copyOf(ValueId value) {
  Slot copy = newTemporary();
  line(copy.text() + " = jn_plan_copy(plan, " + boxed(value) + ");");
  check(copy.text());
  return copy;
}

// The view of `whole` through which a part is stored.
std::string VersionBody::viewOf(const Slot &whole, const PlanPart &part) {
  llvm::ArrayRef<ValueId> operands = op(part.replaces).operands;
  TensorOp view = janus::row(rowOf(op(part.replaces).opcode)).part;
  Schema schema = parseSchema(view);
  std::vector<std::string> arguments = {operandText(whole)};
  for (size_t i = 2; i < operands.size(); ++i)
    arguments.push_back(argument(operands[i], schema.params[i - 1].kind));
  std::string target = newTemporary().text();
  call(view, std::move(arguments), {"JN_PLAN_OPERAND(JN_TO_ANY, 0)"}, temporaries_ - 1,
       nameOf(part.replaces));
  checkThat("jn_plan_fits(" + target + ", " + boxed(part.source) + ")");
  return target;
}

void VersionBody::write(const PlanStep &step) {
  for (const auto &[value, copy] : readCopies_.lookup(step.op))
    copies_[value] = copy;
  writeStep(step);
  copies_.clear();
}

void VersionBody::writeStep(const PlanStep &step) {
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
    std::string texts = "nullptr";
    if (!write.operands.empty())
      local("const jn_value " + (texts = "texts") + "[] = " + arrayOf(write.operands) + ";");
    auto has = [&](const char *name) {
      return function_.attribute(id, name) && function_.boolAttribute(id, name);
    };
    return line("jn_commit_text(frame, " + number + ", " + texts + ", " +
                std::to_string(write.operands.size()) + (has("flush") ? ", true);" : ", false);"));
  }
  if (isTensorOp(write.opcode)) {
    return update(id);
  }
  std::string place = "  // " + function_.stringAttribute(id, "path").str();
  switch (write.opcode) {
  case Opcode::StorageCommit: {
    std::string writes = write.operands.size() > 1 ? native(write.operands[1]) : "1";
    if (plan_.inPlace.contains(id))
      return line("jn_commit_storage(frame, " + number + ", " + writes + ");" + place);
    std::vector<std::string> targets = views_.lookup(id);
    if (targets.empty())
      targets.push_back(input(function_.stringAttribute(id, "path")).text());
    for (auto [target, stored] : llvm::zip(targets, plan_.storedBy(id, write)))
      line("jn_plan_store(plan, " + target + ", " + boxed(stored) + ");" + place);
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
