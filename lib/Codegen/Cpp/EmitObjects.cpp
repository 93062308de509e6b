// Attributes, displays, definitions, imports: operations whose C call needs more than its
// operands.

#include "Codegen/Cpp/FunctionEmitter.h"

namespace janus::codegen {

using ir::Opcode;
using ir::OpId;
using ir::SlotId;
using ir::SlotKind;
using ir::ValueId;

bool FunctionEmitter::emitObject(OpId id) {
  auto name = [&] { return context_.constants.string(function_.stringAttribute(id, "name")); };
  auto operand = [&](unsigned i) { return read(op(id).operands[i]); };
  switch (op(id).opcode) {
  case Opcode::PyGetAttr: emitAttribute(id); return true;
  case Opcode::PySetAttr:
    emitStatus(id, (heat() == Heat::Once ? "jn_setattr(" : "jn_store_attr(") + operand(0) + ", " +
                       name() + ", " + operand(1) + ", " + context_.attributeCache() + ")");
    return true;
  case Opcode::PyDelAttr:
    emitStatus(id, "jn_delattr(" + operand(0) + ", " + name() + ")");
    return true;
  case Opcode::PyTuple: emitCallWith(id, "jn_make_tuple($a, $n)"); return true;
  case Opcode::PyList: emitCallWith(id, "jn_make_list($a, $n)"); return true;
  case Opcode::PySet: emitCallWith(id, "jn_make_set($a, $n)"); return true;
  case Opcode::PyConcatStrings: emitCallWith(id, "jn_concat_strings($a, $n)"); return true;
  case Opcode::PyDict: emitCallWith(id, "jn_make_dict($a, $n / 2)"); return true;
  case Opcode::PyFormat: {
    llvm::StringRef conversion = function_.stringAttribute(id, "conversion");
    std::string code = conversion.empty() ? "0" : "'" + conversion.str() + "'";
    std::string spec = op(id).operands.size() > 1 ? operand(1) : "jn_unbound()";
    emitValue(id, "jn_format_value(" + operand(0) + ", " + code + ", " + spec + ")");
    return true;
  }
  case Opcode::PyMatchClass: {
    std::string names = context_.constants.tupleOfStrings(function_.stringsAttribute(id, "names"));
    emitValue(id, "jn_match_class(" + operand(0) + ", " + operand(1) + ", " +
                      std::to_string(function_.intAttribute(id, "positional")) + ", " + names +
                      ")");
    return true;
  }
  case Opcode::PyUnpack: emitUnpack(id); return true;
  default: return false;
  }
}

void FunctionEmitter::emitUnpack(OpId id) {
  llvm::ArrayRef<ValueId> results = op(id).results;
  auto pair = pairs_.find(op(id).operands[0]);
  std::string array = pair == pairs_.end() ? "u" : pair->second;
  bool hasStar = function_.boolAttribute(id, "star"), isNear = !hasStar && heat() != Heat::Once;
  std::string call = std::string(isNear ? "jn_unpack_plain(" : "jn_unpack(") +
                     read(op(id).operands[0]) + ", " +
                     std::to_string(function_.intAttribute(id, "before")) + ", ";
  if (!isNear)
    call += std::string(hasStar ? "1" : "0") + ", " +
            std::to_string(function_.intAttribute(id, "after")) + ", ";
  call += array + ")";
  std::string check = failLabel(id);
  if (pair == pairs_.end()) {
    open("");
    line("jn_value u[" + llvm::Twine(std::max<size_t>(results.size(), 1)) + "];");
    line("JN_CHECK_STATUS(" + call + ", " + check + ");");
  } else {
    open("if (" + array + "[0].tag == JN_UNBOUND)");
    line("JN_CHECK_STATUS(" + call + ", " + check + ");");
    close();
  }
  unsigned index = 0;
  for (ValueId result : results) {
    define(result);
    const ValueState &state = values_[result];
    llvm::StringRef part = state.rep == Rep::Boxed ? "" : state.rep == Rep::Truth ? ".i" : ".f";
    line(state.text + " = " + array + "[" + llvm::Twine(index++) + "]" + part + ";");
    setLive(result);
  }
  if (pair == pairs_.end())
    close();
}

// `{c_x, fn->closure[0]}`, or empty.
std::string FunctionEmitter::captures(OpId id) {
  std::string cells;
  for (SlotId slot : function_.slotsAttribute(id, "captures"))
    cells += (cells.empty() ? "" : ", ") + slots_[slot].text;
  return cells;
}

bool FunctionEmitter::emitDefinition(OpId id) {
  auto text = [&](llvm::StringRef attribute) {
    return context_.constants.string(function_.stringAttribute(id, attribute));
  };
  switch (op(id).opcode) {
  case Opcode::PyFunction:
  case Opcode::PyClass: {
    ir::FunctionId made = function_.functionAttribute(id, "function");
    const ir::Function &inner = context_.module.function(made);
    std::string record = context_.recordName(made);
    std::string cells = captures(id);
    std::string closure = "nullptr";
    if (!cells.empty()) {
      closure = "k" + std::to_string(++blocks_);
      declarations_.push_back("jn_cell *" + closure + "[" +
                              std::to_string(function_.slotsAttribute(id, "captures").size()) +
                              "];");
      unsigned index = 0;
      for (SlotId slot : function_.slotsAttribute(id, "captures"))
        line(closure + "[" + llvm::Twine(index++) + "] = " + slots_[slot].text + ";");
    }
    if (inner.flags & ir::kFnInPython)
      emitValue(id, "jn_make_function_in_python(M, &" + record + ", " + arguments(id) + ", " +
                        closure + ", " + std::to_string(inner.span.begin) + ")");
    else if (op(id).opcode == Opcode::PyFunction)
      emitValue(id, "jn_make_function(M, &" + record + ", " + arguments(id) + ", " + closure + ")");
    else
      emitValue(id, "jn_build_class(M, &" + record + ", " + closure + ", " + arguments(id) + ")");
    return true;
  }
  case Opcode::PyImport:
    emitValue(id, "jn_import(M, " + text("module") + ", " +
                      (function_.boolAttribute(id, "leaf") ? "1)" : "0)"));
    return true;
  case Opcode::PyImportForFrom:
    emitValue(id, "jn_import_module_for_from(M, " + text("module") + ", " +
                      std::to_string(function_.intAttribute(id, "level")) + ")");
    return true;
  case Opcode::PyImportFrom:
    emitValue(id, "jn_import_from(M, " + arguments(id) + ", " + text("name") + ")");
    return true;
  case Opcode::PyImportStar:
    emitStatus(id, "jn_import_star(M, " + arguments(id) + ")");
    return true;
  default: return false;
  }
}

}  // namespace janus::codegen
