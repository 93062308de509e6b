// Calls. An array of the arguments stands in a block around the call.

#include "Codegen/Cpp/FunctionEmitter.h"

namespace janus::codegen {

using ir::Opcode;
using ir::OpId;
using ir::ValueId;

namespace {

// Methods that most objects with such a method have from one built-in type: a form for that type.
struct InlineMethod {
  llvm::StringRef name;
  unsigned arguments;  // the receiver is one
  const char *function;
};
constexpr InlineMethod kInlineMethods[] = {{"append", 2, "jn_call_append"}};

const InlineMethod *inlineMethod(llvm::StringRef name, size_t arguments) {
  for (const InlineMethod &method : kInlineMethods)
    if (method.name == name && method.arguments == arguments)
      return &method;
  return nullptr;
}

// Builtins that ask where they are called from. Other functions with such a name are called alike.
constexpr llvm::StringRef kAskForCaller[] = {"globals", "locals", "vars", "dir"};
// Functions that make something for the module they are called from; it is noted before the call.
constexpr llvm::StringRef kMakeForCaller[] = {
    "TypeVar",    "ParamSpec", "TypeVarTuple", "TypeAliasType", "NewType",
    "NamedTuple", "TypedDict", "namedtuple",   "Enum",          "IntEnum",
    "StrEnum",    "ReprEnum",  "Flag",         "IntFlag"};
// Functions that ask for the line they are called from: of warnings. It is noted before the call.
constexpr llvm::StringRef kAskForPlace[] = {"warn"};
// Attributes and methods of tensors, and arguments of functions on them, that may warn: the line is
// noted, and forgotten when they have not.
constexpr llvm::StringRef kMayWarn[] = {"grad", "T", "H", "mT", "mH"};
// Calls that may warn, with the least number of their operands: among them those in a deprecated
// order of arguments.
struct WarningCall {
  llvm::StringRef name;
  size_t operands;
};
constexpr WarningCall kCallMayWarn[] = {
#define JANUS_WARNING_CALL(name, operands) {name, operands},
#include "Codegen/Cpp/WarningCalls.def"
#define JANUS_OLD_SPELLING(name, arguments) {name, sizeof(arguments) - 1},
#include "janus/contract/OldSpellings.def"
};
constexpr llvm::StringRef kArgumentMayWarn = "out";
constexpr llvm::StringRef kForgetPlace = "jn_trace_span(nullptr, nullptr, nullptr);";

// The name in `name(...)` and `object.name(...)`; empty for other calls.
llvm::StringRef calleeName(const ir::Function &function, OpId id) {
  if (function.op(id).opcode == Opcode::PyCallMethod)
    return function.stringAttribute(id, "name");
  OpId callee = function.value(function.op(id).operands[0]).definedBy;
  if (!callee.valid())
    return "";
  switch (function.op(callee).opcode) {
  case Opcode::GlobalLoad:
  case Opcode::NameLoad:
  case Opcode::PyGetAttr: return function.stringAttribute(callee, "name");
  default: return "";
  }
}

bool mayWarn(llvm::StringRef callee, size_t operands) {
  return llvm::any_of(kCallMayWarn, [&](const WarningCall &call) {
    return call.name == callee.rtrim('_') && operands >= call.operands;
  });
}

}  // namespace

// `form` is the C call with $a for an array of the operands from `first` on, behind the receiver
// when there is one, and $n for their number.
void FunctionEmitter::emitCallWith(OpId id, llvm::StringRef form, unsigned first,
                                   const std::string &trace, const std::string &receiver) {
  size_t count = op(id).operands.size() - first + !receiver.empty();
  auto [before, rest] = form.split("$a");
  auto [between, after] = rest.split("$n");
  bool counts = rest.contains("$n");
  std::string call = before.str() + (count == 0 ? "nullptr" : "a") + between.str() +
                     (counts ? std::to_string(count) : "") + after.str();
  if (count == 0)
    return emitValue(id, call);
  std::string values = arguments(id, first);
  if (!receiver.empty())
    values = receiver + (values.empty() ? "" : ", ") + values;
  std::string array = "jn_value a[] = {" + values + "};";
  std::string check = !checked(id) ? "" : trace.empty() ? failLabel(id) : tracedLabel(trace);
  ValueId result = op(id).results[0];
  define(result);
  const ValueState &state = values_[result];
  std::string target =
      state.rep == Rep::Boxed ? state.text : variable("jn_value", "x", /*inFrame=*/false);
  line("{ " + array + " " + target + " = " + call + "; }");
  finishValue(result, target, check);
}

void FunctionEmitter::emitMethodCall(OpId id, const std::string &keywords) {
  llvm::StringRef method = function_.stringAttribute(id, "name");
  std::string name = context_.constants.string(method), cache = context_.attributeCache(), trace;
  Span call = op(id).span;
  if (const ir::Attribute *lookup = function_.attribute(id, "lookup"); lookup && call.valid()) {
    Span found = call;
    found.end = call.begin + static_cast<uint32_t>(std::get<int64_t>(*lookup));
    trace = "jn_trace_method(&" + context_.recordName(id_) + ", M, &" + context_.spanRecord(call) +
            ", &" + context_.spanRecord(found) + ", " + cache + ");";
  }
  const InlineMethod *known = keywords.empty() && heat() == Heat::Loop
                                  ? inlineMethod(method, op(id).operands.size())
                                  : nullptr;
  if (known)
    return emitCallWith(id, std::string(known->function) + "(" + name + ", $a, " + cache + ")",
                        /*first=*/0, trace);
  std::string names = keywords.empty() ? "jn_unbound()" : keywords;
  bool isShort = keywords.empty() && heat() != Heat::Once;
  emitCallWith(id,
               isShort ? "jn_call_plain_method(" + name + ", $a, $n, " + cache + ")"
                       : "jn_call_method(" + name + ", $a, $n, " + names + ", " + cache + ")",
               /*first=*/0, trace);
}

// A method whose arguments are computed before it is called, and that nobody else sees: no object
// that binds it is made.
bool FunctionEmitter::isCalledLater(OpId id) const {
  ValueId method = op(id).results[0];
  ir::RegionId region = op(id).parent;
  int last = facts_.lastUse(method, region);
  if (heat() == Heat::Once || facts_.useCount(method) != 1 || last < 0 ||
      facts_.livesAcrossYield(method))
    return false;
  OpId user = function_.region(region).ops[last];
  return op(user).opcode == Opcode::PyCall && op(user).operands[0] == method &&
         function_.stringsAttribute(user, "kwnames").empty() && !asksForCaller(user);
}

void FunctionEmitter::emitAttribute(OpId id) {
  llvm::StringRef name = function_.stringAttribute(id, "name");
  bool isForgotten = op(id).span.valid() && llvm::is_contained(kMayWarn, name);
  if (isForgotten)
    line(traceText(op(id).span));
  bool isMethod = isCalledLater(id);
  std::string load = heat() == Heat::Once ? "jn_getattr("
                     : isMethod           ? "jn_load_method("
                                          : "jn_load_attr(";
  std::string receiver = isMethod ? variable("jn_value", "m", /*inFrame=*/false) : "";
  emitValue(id, load + read(op(id).operands[0]) + ", " + context_.constants.string(name) + ", " +
                    context_.attributeCache() + (isMethod ? ", &" + receiver : "") + ")");
  values_[op(id).results[0]].receiver = receiver;
  if (isForgotten)
    line(kForgetPlace);
}

bool FunctionEmitter::asksForCaller(OpId id) const {
  return op(id).operands.size() == 1 &&
         llvm::is_contained(kAskForCaller, calleeName(function_, id));
}

void FunctionEmitter::noteCaller(llvm::StringRef callee) {
  bool makes = llvm::is_contained(kMakeForCaller, callee), asks = callee == "_getframe";
  if (!makes && !asks)
    return;
  context_.notesCallers = true;
  line(makes ? "jn_note_maker(M);" : "jn_note_frame_asker(M);");
}

// The C function of a call by position.
llvm::StringRef FunctionEmitter::callForm(OpId id) const {
  if (heat() == Heat::Once)
    return "jn_call";
  OpId user = onlyUserBehind(id);
  return user && op(user).opcode == Opcode::PyIter ? "jn_call_iterated" : "jn_call_function";
}

bool FunctionEmitter::emitCall(OpId id) {
  llvm::ArrayRef<std::string> keywords = function_.stringsAttribute(id, "kwnames");
  std::string names = keywords.empty() ? "" : context_.constants.tupleOfStrings(keywords);
  auto operand = [&](unsigned i) { return read(op(id).operands[i]); };
  bool isTraced = (op(id).opcode == Opcode::PyCall || op(id).opcode == Opcode::PyCallMethod) &&
                  op(id).span.valid();
  llvm::StringRef callee = isTraced ? calleeName(function_, id) : "";
  // In code of the prelude the line is that of the program which calls it.
  bool isOurs = llvm::StringRef(file()).startswith("<janus>/");
  bool isForgotten =
      isTraced && !isOurs &&
      (llvm::is_contained(keywords, kArgumentMayWarn) || mayWarn(callee, op(id).operands.size()));
  if (isForgotten || llvm::is_contained(kAskForPlace, callee))
    line(traceText(op(id).span));
  noteCaller(callee);
  switch (op(id).opcode) {
  case Opcode::PyCall:
    if (asksForCaller(id))
      emitValue(id, "jn_call_from(M, " + operand(0) + ", nullptr, 0)");
    else if (const std::string &receiver = values_[op(id).operands[0]].receiver; !receiver.empty())
      emitCallWith(id, "jn_call_bound(" + operand(0) + ", $a, $n)", 1, "", std::string(receiver));
    else if (keywords.empty())
      emitCallWith(id, callForm(id).str() + "(" + operand(0) + ", $a, $n)", 1);
    else
      emitCallWith(id, "jn_call_kw(" + operand(0) + ", $a, $n, " + names + ")", 1);
    break;
  case Opcode::PyCallMethod: emitMethodCall(id, names); break;
  case Opcode::Call: {
    std::string name = context_.functionName(function_.functionAttribute(id, "callee"));
    emitCallWith(id, name + "(fn, $a)");
    break;
  }
  default: return false;
  }
  if (isForgotten)
    line(kForgetPlace);
  return true;
}

}  // namespace janus::codegen
