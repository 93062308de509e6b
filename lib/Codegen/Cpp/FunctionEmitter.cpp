// The frame of a C++ function: slots, prologue, epilogue; and the text it is made of.

#include "Codegen/Cpp/FunctionEmitter.h"

#include "Codegen/Cpp/BodyParts.h"

namespace janus::codegen {

using ir::OpId;
using ir::SlotId;
using ir::SlotKind;
using ir::ValueId;

constexpr size_t kMostSlotsInRegisters = 2;

FunctionEmitter::FunctionEmitter(ModuleContext &context, ir::FunctionId id)
    : context_(context), id_(id), function_(context.module.function(id)), facts_(function_),
      generator_(function_.flags & ir::kFnGenerator),
      straightLine_(function_.flags & (ir::kFnModuleBody | ir::kFnClassBody)),
      values_(function_.valueCount()), slots_(function_.slots.size()),
      bound_(function_.slots.size()) {}

std::string FunctionEmitter::file() const {
  return context_.module.file;
}

void FunctionEmitter::line(const llvm::Twine &text) {
  body_.append(indent_ * 2, ' ');
  body_ += text.str();
  body_ += '\n';
}

void FunctionEmitter::label(const llvm::Twine &name) {
  body_.append(indent_ * 2 - 1, ' ');
  body_ += name.str();
  body_ += ":;\n";
}

void FunctionEmitter::place(Span span) {
  if (!span.valid())
    return;
  uint32_t at = context_.line(span);
  if (at != line_) {
    std::string text = context_.sources.lineText(span.file, at).trim().str();
    if (!text.empty() && text.back() == '\\')
      text += " ";
    line("// " + llvm::Twine(at) + (text.empty() ? "" : ": ") + text);
  }
  if (at != line_ || context_.lineOfEveryStatement)
    body_ += "#line " + std::to_string(at) + " " + stringLiteral(file()) + "\n";
  if (at != line_ && context_.keepsFrames)
    line("F.line = " + llvm::Twine(at) + ";");
  line_ = at;
}

// Named F, where the module keeps frames; a part of a body has that of the whole.
std::string FunctionEmitter::frameDeclaration(llvm::StringRef module) const {
  if (!context_.keepsFrames)
    return "";
  if (isPart_)
    return "  jn_frame &F = *jn_innermost_frame;\n";
  return "  jn_frame F(&" + context_.recordName(id_) + ", " + module.str() + ");\n";
}

// A new local of the function, or, in the heap frame of a generator, a reference to its place.
std::string FunctionEmitter::declare(llvm::StringRef type, llvm::StringRef name, bool inFrame) {
  if (!inFrame) {
    declarations_.push_back((type + (type.endswith("*") ? "" : " ") + name + ";").str());
    return name.str();
  }
  std::string place = "g->slots[" + std::to_string(frameSlots_++) + "]";
  if (type == "int")
    declarations_.push_back(("int64_t &" + name + " = " + place + ".i;").str());
  else if (type == "double")
    declarations_.push_back(("double &" + name + " = " + place + ".f;").str());
  else
    declarations_.push_back(("jn_value &" + name + " = " + place + ";").str());
  return name.str();
}

std::string FunctionEmitter::variable(llvm::StringRef type, llvm::StringRef prefix, bool inFrame) {
  return declare(type, prefix.str() + std::to_string(++temporaries_), inFrame);
}

// Called as the program calls it: v_count, or t5.
std::string FunctionEmitter::variable(ValueId value, llvm::StringRef type, bool inFrame) {
  llvm::StringRef name = function_.nameOf(value);
  if (name.empty())
    return variable(type, "t", inFrame);
  return declare(type, names_.make("v_" + identifier(name)), inFrame);
}

void FunctionEmitter::prepareSlot(SlotId id) {
  const ir::Slot &slot = function_.slots[id];
  SlotState &state = slots_[id];
  std::string parameter = slot.parameter < 0 ? ""
                          : generator_       ? "g->slots[" + std::to_string(slot.parameter) + "]"
                                             : "args[" + std::to_string(slot.parameter) + "]";
  std::string name = identifier(slot.name);
  switch (slot.kind) {
  case SlotKind::Free: state.text = "fn->closure[" + std::to_string(slot.freeIndex) + "]"; return;
  case SlotKind::Cell: {
    state.text = names_.make("c_" + name);
    std::string initial = parameter.empty() ? "jn_unbound()" : "jn_own(" + parameter + ")";
    if (generator_) {
      std::string place = "g->slots[" + std::to_string(frameSlots_++) + "]";
      declarations_.push_back("jn_cell *" + state.text + " = (jn_cell *)" + place + ".o;");
      setup_.push_back(place + " = jn_obj(" + state.text + " = jn_make_cell(" + initial + "));");
    } else {
      declarations_.push_back("jn_cell *const " + state.text + " = jn_make_cell(" + initial + ");");
    }
    if (!parameter.empty())
      bound_.set(id.index);
    return;
  }
  case SlotKind::Local: break;
  }
  state.text = names_.make("v_" + name);
  if (!parameter.empty())
    bound_.set(id.index);
  if (generator_) {
    state.inFrame = true;
    if (parameter.empty())
      declare("jn_value", state.text, /*inFrame=*/true);
    else
      declarations_.push_back("jn_value &" + state.text + " = " + parameter + ";");
    return;
  }
  state.borrowed = !parameter.empty() && !facts_.isWritten(id);
  std::string initial = parameter.empty() ? "jn_unbound()" : "jn_own(" + parameter + ")";
  if (state.borrowed)
    declarations_.push_back("const jn_value " + state.text + " = " + parameter + ";");
  else
    slotLocals_.emplace_back(state.text, initial);
}

// Few slots are variables of their own. Many are one array: as registers, each would have to be
// brought to its place on every path that leads to the function's end.
std::string FunctionEmitter::declareSlots() {
  std::string out;
  if (slotLocals_.size() <= kMostSlotsInRegisters) {
    for (auto &[name, initial] : slotLocals_)
      out += "  jn_value " + name + " = " + initial + ";\n";
    return out;
  }
  out += "  jn_value v[" + std::to_string(slotLocals_.size()) + "] = {";
  for (size_t i = 0; i < slotLocals_.size(); ++i)
    out += (i == 0 ? "" : ", ") + slotLocals_[i].second;
  out += "};\n";
  for (size_t i = 0; i < slotLocals_.size(); ++i)
    out += "  jn_value &" + slotLocals_[i].first + " = v[" + std::to_string(i) + "];\n";
  return out;
}

void FunctionEmitter::prepareSlots() {
  if (generator_)
    frameSlots_ = function_.parameters.size();
  for (SlotId id : function_.slots.ids())
    prepareSlot(id);
  prepareArguments();
}

// The values of the parameters, apart from the slots that start from them.
void FunctionEmitter::prepareArguments() {
  unsigned index = 0;
  for (ValueId argument : function_.region(function_.body).arguments) {
    std::string place = "[" + std::to_string(index) + "]";
    if (generator_ || facts_.useCount(argument) == 0) {
      alias(argument, (generator_ ? "g->slots" : "args") + place);
    } else {
      std::string name = names_.make("v_" + identifier(function_.parameters[index]));
      declarations_.push_back("const jn_value " + name + " = args" + place + ";");
      alias(argument, name);
    }
    ++index;
  }
}

// Drops what the function holds, on every way out.
std::string FunctionEmitter::epilogue() {
  std::string out = "leave:\n";
  if (generator_) {
    // The runtime drops the frame.
    return out + "  return jn_generator_return(g, r);\n";
  }
  for (SlotId id : function_.slots.ids()) {
    const SlotState &state = slots_[id];
    if (function_.slots[id].kind == SlotKind::Cell)
      out += "  jn_drop(jn_obj(" + state.text + "));\n";
  }
  if (slotLocals_.size() <= kMostSlotsInRegisters)
    for (auto &[name, initial] : slotLocals_)
      out += "  jn_decref(" + name + ");\n";
  else
    out += "  jn_drop_all(v, " + std::to_string(slotLocals_.size()) + ");\n";
  if (isPart_)
    return out + "  return r;\n";
  return out + "  jn_leave();\n  return r;\n";
}

std::string FunctionEmitter::prologue() {
  std::string out;
  if (!isPart_ && !generator_)
    out += "  if (JN_UNLIKELY(!jn_enter())) return jn_error();\n";
  if (generator_)
    out += "  jn_function *const fn = g->function;\n";
  out += "  jn_module *const M = fn->module;\n" + frameDeclaration("M");
  out += declareSlots();
  // Plain temporaries of one type share a line; what has an initialiser has its own.
  std::string plain;
  for (const std::string &text : declarations_) {
    if (text.find('=') != std::string::npos) {
      out += "  " + text + "\n";
      continue;
    }
    if (plain.size() + text.size() > 96) {
      out += " " + plain + "\n";
      plain.clear();
    }
    plain += " " + text;
  }
  if (!plain.empty())
    out += " " + plain + "\n";
  if (isPart_)
    return out + "  int r = 0;\n";
  out += "  jn_value r;\n";
  if (!generator_)
    return out;
  if (resumePoints_ != 0) {
    out += "  switch (g->state) {\n  default: break;\n";
    for (unsigned i = 1; i <= resumePoints_; ++i)
      out += "  case " + std::to_string(i) + ": goto resume" + std::to_string(i) + ";\n";
    out += "  }\n";
  }
  for (const std::string &text : setup_)
    out += "  " + text + "\n";
  return out;
}

std::string FunctionEmitter::finish(const std::string &signature) {
  std::string prologueText = prologue();
  std::string out = records_ + signature + " {\n" + prologueText + body_ + epilogue() + cold_;
  if (isUsed("fail"))
    out += generator_ ? "fail:\n  return jn_error();\n"
           : isPart_  ? "fail:\n  r = -1;\n  goto leave;\n"
                      : "fail:\n  r = jn_error();\n  goto leave;\n";
  return out + "}\n";
}

std::string FunctionEmitter::emit() {
  // The parts of a body do not know the namespace that text is given.
  if ((function_.flags & (ir::kFnModuleBody | ir::kFnClassBody)) == ir::kFnModuleBody)
    if (std::vector<int> ends = cutBody(function_, facts_); ends.size() > 1)
      return emitParts(ends);
  prepareSlots();
  if (std::string start = probeStart("M"); !start.empty())
    line(start);
  if (emitRegion(function_.body))
    line("r = jn_none();");
  std::string name = context_.functionName(id_);
  return finish(context_.linkage + "jn_value " + name +
                (generator_ ? "(jn_generator *g, jn_value sent)"
                            : "(jn_function *fn, const jn_value *args)"));
}

std::string FunctionEmitter::emitPart(llvm::StringRef name, int first, int last) {
  isPart_ = true;
  prepareSlots();
  // Constants of earlier parts have no code, only a spelling.
  for (int i = 0; i < first; ++i)
    if (OpId id = function_.region(function_.body).ops[i]; op(id).opcode == ir::Opcode::Const)
      emitConstant(id);
  emitOps(function_.body, first, last);
  return finish("static int " + name.str() + "(jn_function *fn)");
}

// A body in parts: one function that runs them in order.
std::string FunctionEmitter::emitParts(llvm::ArrayRef<int> ends) {
  std::string name = context_.functionName(id_), parts, calls;
  int first = 0;
  for (size_t i = 0; i < ends.size(); ++i) {
    std::string part = name + "_part" + std::to_string(i + 1);
    parts += FunctionEmitter(context_, id_).emitPart(part, first, ends[i]) + "\n";
    calls += (i == 0 ? "" : " ||\n               ") + part + "(fn) < 0";
    first = ends[i];
  }
  return parts + context_.linkage + "jn_value " + name +
         "(jn_function *fn, const jn_value *args) {\n"
         "  if (JN_UNLIKELY(!jn_enter())) return jn_error();\n" +
         frameDeclaration("fn->module") + probeStart("fn->module") + "  bool failed = " + calls +
         ";\n  jn_leave();\n  return failed ? jn_error() : jn_none();\n}\n";
}

}  // namespace janus::codegen
