#include "tensor/call/Overrides.h"

#include "tensor/call/AutocastCalls.h"
#include "tensor/core/Tensor.h"
#include "tensor/core/UserWarning.h"
#include "tensor/object/TensorType.h"
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/call/Overriding.h"
#include "value/container/Sequence.h"
#include "value/container/UnpackedPlaces.h"
#include "value/object/DataTypes.h"
#include "value/object/Descriptors.h"
#include "value/object/Types.h"

#include <stddef.h>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace janus {

thread_local int OwnCall::depth_;

namespace {

// ---- who is asked

// How a callable asks.
enum class Asking : uint8_t {
  AsCalled,   // arguments are handed on as the program has given them
  WithDict,   // the same, with a dict of keywords where there are none
  Bound,      // those with defaults are handed on by their names
  Keywords,   // all are handed on by their names
  ModesOnly,  // of its arguments nobody is asked
};
// PyTorch has this function in Python.
bool isInPython(Asking how) {
  return how != Asking::AsCalled && how != Asking::ModesOnly;
}
std::unordered_map<const Object *, Asking> askingCallables;

thread_local std::vector<Value> modes;  // active ones, the last is asked first; counted
thread_local int disabledForClasses, disabledForAll;

bool isDisabled() {
  return disabledForAll || OwnCall::isRunning();
}

using Answering = std::vector<Value>;  // arguments, borrowed

// Functions that PyTorch has in Python ask plain tensors, too, once somebody answers.
enum class Asked : bool { Answering, Tensors };

// Each class is asked once, subclasses before their bases.
void addAnswering(Answering *found, Asked asked, Value v) {
  if (v.tag != JN_OBJECT || JN_LIKELY(!(v.o->type->typeFlags & kTypeAnswers) &&
                                      !(asked == Asked::Tensors && v.o->type == &jn_type_tensor)))
    return;
  Type *type = v.o->type;
  size_t place = found->size();
  for (size_t i = 0; i < found->size(); ++i) {
    Type *other = (*found)[i].o->type;
    if (other == type)
      return;
    if (place == found->size() && isSubtype(type, other))
      place = i;
  }
  found->insert(found->begin() + static_cast<int64_t>(place), v);
}

Answering answeringAmong(const Value *args, size_t count, Asked asked = Asked::Answering) {
  Answering found;
  for (size_t i = 0; i < count; ++i) {
    addAnswering(&found, asked, args[i]);
    int64_t size = 0;
    const Value *items = itemsOf(args[i], &size);
    for (int64_t k = 0; items && k < size; ++k)
      addAnswering(&found, asked, items[k]);
  }
  return found;
}

// ---- what is asked

// Methods that operators stand for, where these have another name; `sole`: only while the tensor
// itself does not answer.
struct OperatorMethod {
  const char *special, *method;
  bool sole = false;
};
constexpr OperatorMethod kOperatorMethods[] = {{"__add__", "add"},
                                               {"__radd__", "add"},
                                               {"__iadd__", "add_"},
                                               {"__sub__", "sub"},
                                               {"__isub__", "sub_"},
                                               {"__mul__", "mul"},
                                               {"__rmul__", "mul"},
                                               {"__imul__", "mul_"},
                                               {"__truediv__", "div"},
                                               {"__itruediv__", "div_"},
                                               {"__mod__", "remainder"},
                                               {"__imod__", "remainder_"},
                                               {"__matmul__", "matmul"},
                                               {"__pow__", "pow"},
                                               {"__ipow__", "pow_"},
                                               {"__ifloordiv__", "floor_divide_"},
                                               {"__eq__", "eq", true},
                                               {"__ne__", "ne"},
                                               {"__lt__", "lt"},
                                               {"__le__", "le"},
                                               {"__gt__", "gt"},
                                               {"__ge__", "ge"},
                                               {"__neg__", "neg"},
                                               {"__pos__", "positive"},
                                               {"__abs__", "abs"},
                                               {"__rand__", "bitwise_and"},
                                               {"__ror__", "bitwise_or"},
                                               {"__rxor__", "bitwise_xor"},
                                               {"__rtruediv__", "__rdiv__"}};

bool isOperator(Value callee) {
  if (!isExact(callee, &jn_type_slot_wrapper) || as<SlotWrapper>(callee)->row->min != 2)
    return false;
  std::string_view name = as<SlotWrapper>(callee)->row->name;
  return name != "__getitem__" && name != "__contains__" && name != "__format__";
}

bool isStore(Value callee) {
  return isExact(callee, &jn_type_slot_wrapper) &&
         as<SlotWrapper>(callee)->row->offset == offsetof(jn_type, setitem);
}

// The function or method of torch that is called; owned.
Value functionOf(Value callee, const Value *args, size_t count) {
  if (isExact(callee, &jn_type_getset))
    return getattr(callee, count == 1 ? JN_NAME("__get__") : JN_NAME("__set__"));
  if (isExact(callee, &jn_type_slot_wrapper)) {
    std::string_view name = as<SlotWrapper>(callee)->row->name;
    for (const OperatorMethod &row : kOperatorMethods)
      if (name == row.special && !(row.sole && args[0].o->type->typeFlags & kTypeAnswers))
        return jn_own(lookupInType(&jn_type_tensor, internStr(row.method)));
    return jn_own(callee);
  }
  if (callee.o->type != &jn_type_native)
    return jn_own(callee);
  auto *native = as<NativeObject>(callee);
  if (native->self.tag == JN_UNBOUND || !native->owner)
    return jn_own(callee);
  return jn_own(lookupInType(native->owner, internStr(native->def->name)));
}

struct GivenArguments {
  Ref positional, keywords;  // a tuple; a dict, or JN_UNBOUND
};

bool addKeyword(GivenArguments *out, Value name, Value v) {
  if (out->keywords.get().tag == JN_UNBOUND)
    out->keywords = Ref(jn_obj(newDict()));
  return dictSet(out->keywords.as<jn_dict>(), name, v) == 0;
}

bool giveAsCalled(const Value *args, size_t count, Value kwnames, GivenArguments *out) {
  size_t keywords = keywordsIn(kwnames), positional = count - keywords;
  jn_tuple *all = newTuple(static_cast<int64_t>(positional));
  for (size_t i = 0; i < positional; ++i)
    all->items[i] = jn_own(args[i]);
  out->positional = Ref(jn_obj(all));
  for (size_t i = 0; i < keywords; ++i)
    if (!addKeyword(out, as<jn_tuple>(kwnames)->items[i], args[positional + i]))
      return false;
  return true;
}

// Arguments by parameter, which is how functions of torch that are written in Python hand them on.
bool giveBound(jn_function *f, Asking how, const Value *args, size_t count, Value kwnames,
               GivenArguments *out) {
  const jn_function_def *def = f->def;
  std::vector<Value> bound(parameterCount(def) + 1);
  Value owned[2] = {jn_unbound(), jn_unbound()};
  if (!bindArguments(f, args, count, kwnames, bound.data(), owned))
    return false;
  Ref rest(owned[0]), named(owned[1]);
  int64_t defaults = f->defaults.tag == JN_OBJECT ? as<jn_tuple>(f->defaults)->size : 0;
  size_t required = how == Asking::Keywords ? 0 : def->positional - static_cast<size_t>(defaults);
  std::vector<Value> positional(bound.begin(), bound.begin() + static_cast<int64_t>(required));
  int64_t more = 0;
  if (const Value *items = itemsOf(rest.get(), &more))
    positional.insert(positional.end(), items, items + more);
  jn_tuple *all = newTuple(static_cast<int64_t>(positional.size()));
  for (size_t i = 0; i < positional.size(); ++i)
    all->items[i] = jn_own(positional[i]);
  out->positional = Ref(jn_obj(all));
  out->keywords = Ref(jn_obj(newDict()));
  for (size_t i = required; i < size_t{def->positional} + def->keyword_only; ++i)
    if (!addKeyword(out, internStr(def->parameters[i]), bound[i]))
      return false;
  int64_t at = 0;
  Value name, v;
  while (named.get().tag == JN_OBJECT && dictNext(named.as<jn_dict>(), &at, &name, &v))
    if (!addKeyword(out, name, v))
      return false;
  return true;
}

bool give(Value callee, Asking how, const Value *args, size_t count, Value kwnames,
          GivenArguments *out) {
  bool binds = how == Asking::Bound || how == Asking::Keywords;
  if (binds && callee.o->type == &jn_type_function)
    return giveBound(as<jn_function>(callee), how, args, count, kwnames, out);
  if (!giveAsCalled(args, count, kwnames, out))
    return false;
  if (isInPython(how) && out->keywords.get().tag == JN_UNBOUND)
    out->keywords = Ref(jn_obj(newDict()));
  // repr() is a method with a parameter in torch.
  return !(isExact(callee, &jn_type_slot_wrapper) &&
           as<SlotWrapper>(callee)->row->offset == offsetof(jn_type, repr)) ||
         addKeyword(out, JN_NAME("tensor_contents"), jn_none());
}

// ---- asking

bool warnOfPlainMethod(Value answer) {
  static bool said;
  return answer.o->type != &jn_type_method || isType(as<MethodObject>(answer)->self) ||
         warnUserOnce("Defining your `__torch_function__` as a plain method is deprecated and will "
                      "be an error in future, please define it as a classmethod.",
                      &said);
}

Value askOne(Value answer, Value function, Value types, const GivenArguments &given) {
  Value args[] = {function, types, given.positional.get(), given.keywords.get()};
  return jn_call(answer, args, args[3].tag == JN_UNBOUND ? 3 : 4);
}

Value askArgument(Value who, Value function, Value types, const GivenArguments &given) {
  Ref answer(getattr(who, nameOfAnswers()));
  if (answer.failed() || (answer.get().tag == JN_OBJECT && !warnOfPlainMethod(answer.get())))
    return jn_error();
  return askOne(answer.get(), function, types, given);
}

// While a mode answers, it is not active.
Value askMode(Value function, Value types, const GivenArguments &given) {
  Ref mode(modes.back());
  modes.pop_back();
  Ref method(getattr(mode.get(), nameOfAnswers()));
  Value answer = method.failed() ? jn_error() : askOne(method.get(), function, types, given);
  modes.push_back(mode.release());
  return answer;
}

std::string shownText(Value v) {
  Ref text(repr(v));
  if (!text.failed())
    return std::string(utf8Of(text.get()));
  clearError();
  return "?";
}

std::string nameText(Value function) {
  Ref resolve(
      getattrOptional(Ref(importModule("torch._overridable")).get(), JN_NAME("resolve_name")));
  Ref name(resolve.get().tag == JN_OBJECT ? call(resolve.get(), {function}) : jn_none());
  clearError();
  return isStr(name.get()) ? std::string(utf8Of(name.get())) : shownText(function);
}

Value raiseNoAnswer(Value function, const Answering &found, Asking how) {
  std::string text =
      isInPython(how) ? "no implementation found for '" : "Multiple dispatch failed for '";
  std::string name = nameText(function), functional = "torch.nn.functional.";
  if (!isInPython(how) && name.compare(0, functional.size(), functional) == 0)
    name = "torch.nn." + name.substr(functional.size());
  text += name;
  if (isInPython(how)) {
    text += "' on types that implement __torch_function__: [";
    for (size_t i = 0; i < found.size(); ++i)
      text += (i ? ", " : "") + shownText(jn_obj(found[i].o->type));
    text += "]";
    if (!modes.empty())
      text += " nor was it found on the currently active mode " + shownText(modes.back());
    return raise(jn_exc_TypeError, "%s", text.c_str());
  }
  text += "'; all __torch_function__ handlers returned NotImplemented:\n\n";
  if (!modes.empty())
    text += "  - mode object " + shownText(modes.back()) + "\n";
  for (Value v : found)
    text += "  - tensor subclass " + shownText(jn_obj(v.o->type)) + "\n";
  text += "\nFor more information, try re-running with TORCH_LOGS=not_implemented";
  return raise(jn_exc_TypeError, "%s", text.c_str());
}

// The classes of those who are asked; where nobody is and torch's own parser has not looked at the
// arguments, a mode is told the tensor's.
Value typesTold(Value callee, const Answering &found, const Value *args, size_t count) {
  std::vector<Value> types;
  for (Value v : found)
    types.push_back(jn_obj(v.o->type));
  bool isFunction = isExact(callee, &jn_type_function) ||
                    (isExact(callee, &jn_type_native) && !as<NativeObject>(callee)->owner);
  bool isUnparsed = isExact(callee, &jn_type_getset) || (count == 1 && !isFunction);
  if (found.empty() && isUnparsed && isTensor(args[0]))
    types.push_back(jn_obj(args[0].o->type));
  jn_tuple *all = newTuple(static_cast<int64_t>(types.size()));
  for (size_t i = 0; i < types.size(); ++i)
    all->items[i] = jn_own(types[i]);
  return jn_obj(all);
}

Value askAll(Value callee, const Answering &found, Asking how, const Value *args, size_t count,
             Value kwnames) {
  Ref function(functionOf(callee, args, count));
  GivenArguments given;
  if (function.failed() || !give(callee, how, args, count, kwnames, &given))
    return jn_error();
  Ref types(typesTold(callee, found, args, count));
  if (!modes.empty())
    if (Value v = askMode(function.get(), types.get(), given); v.tag != JN_NOTIMPLEMENTED)
      return v;
  for (Value who : found)
    if (Value v = askArgument(who, function.get(), types.get(), given); v.tag != JN_NOTIMPLEMENTED)
      return v;
  return raiseNoAnswer(function.get(), found, how);
}

Value ask(Value callee, const Value *args, size_t count, Value kwnames) {
  if (Value v = answerInAutocast(callee, args, count, kwnames); v.tag != JN_UNBOUND)
    return v;
  if (isDisabled())
    return jn_unbound();
  Value marked = callee;
  Ref function;
  if (callee.o->type == &jn_type_native && as<NativeObject>(callee)->self.tag != JN_UNBOUND) {
    function = Ref(functionOf(callee, args, count));
    marked = function.get();
  }
  auto known = marked.tag == JN_OBJECT ? askingCallables.find(marked.o) : askingCallables.end();
  Asking how = known == askingCallables.end() ? Asking::AsCalled : known->second;
  Answering found;
  if (!disabledForClasses && how != Asking::ModesOnly)
    found = answeringAmong(args, count);
  if (JN_LIKELY(found.empty() && modes.empty()))
    return jn_unbound();
  if (isInPython(how))
    found = answeringAmong(args, count, Asked::Tensors);
  Value answer = askAll(callee, found, how, args, count, kwnames);
  if (answer.tag == JN_ERROR && isOperator(callee) && errorMatches(jn_exc_TypeError)) {
    clearError();  // the other operand's turn
    return jn_notimplemented();
  }
  if (answer.tag != JN_ERROR && isStore(callee)) {
    jn_decref(answer);
    return jn_none();
  }
  return answer;
}

// Marks what asks: torch._overridable names it.
bool begin() {
  static bool hasBegun;
  if (std::exchange(hasBegun, true))
    return true;
  overrideInterface.ask = ask;
  Ref module(importModule("torch._overridable"));
  if (module.failed())
    return false;
  Ref mark(getattr(module.get(), JN_NAME("_mark")));
  if (mark.failed() || Ref(jn_call(mark.get(), nullptr, 0)).failed())
    return false;
  typeModified(&jn_type_tensor);
  updateSlots(&jn_type_tensor, jn_unbound());
  return true;
}

// ---- functions of torch._C

// _asks(callable, how): it asks from now on.
Value setAsking(const Value *args, size_t, Value) {
  if (args[0].tag != JN_OBJECT || args[1].tag != JN_INT)
    return raise(jn_exc_TypeError, "_asks(): expected a callable and a number");
  if (askingCallables.emplace(args[0].o, static_cast<Asking>(args[1].i)).second)
    jn_own(args[0]);
  args[0].o->flags |= kObjectAsks;
  return jn_none();
}

// torch is complete: classes that were there before are asked.
Value torchIsLoaded(const Value *, size_t, Value) {
  overrideInterface.begin = begin;
  overrideInterface.countsAs = [](Value v, const Type *cls) {
    return cls == &jn_type_parameter && isTensor(v) && isParameter(v);
  };
  return overrideInterface.isNeeded && !begin() ? jn_error() : jn_none();
}

Value pushMode(const Value *args, size_t, Value) {
  if (!begin())
    return jn_error();
  modes.push_back(jn_own(args[0]));
  return jn_none();
}
Value popMode(const Value *, size_t, Value) {
  if (modes.empty())
    return raise(jn_exc_AssertionError, "");
  Value mode = modes.back();
  modes.pop_back();
  return mode;
}
Value modeCount(const Value *, size_t, Value) {
  return jn_int(static_cast<int64_t>(modes.size()));
}
Value modeAt(const Value *args, size_t, Value) {
  int64_t i;
  if (!toInt64(args[0], &i))
    return jn_error();
  if (i < 0 || i >= static_cast<int64_t>(modes.size()))
    return raise(jn_exc_IndexError, "there is no mode %lld", static_cast<long long>(i));
  return jn_own(modes[static_cast<size_t>(i)]);
}

bool isAsked(Value v) {
  return !isDisabled() && !disabledForClasses && answersForFunctions(v);
}
Value hasOne(const Value *args, size_t, Value) {
  return jn_bool((!isDisabled() && !modes.empty()) || isAsked(args[0]));
}
Value hasAny(const Value *args, size_t count, Value) {
  bool has = !isDisabled() && !modes.empty();
  for (size_t i = 0; i < count && !has; ++i)
    has = isAsked(args[i]);
  return jn_bool(has);
}
Value hasAmong(const Value *args, size_t, Value) {
  Ref all(jn_make_list(nullptr, 0));
  if (jn_list_extend(all.get(), args[0]) < 0)
    return jn_error();
  auto *list = all.as<jn_list>();
  return hasAny(list->items, static_cast<size_t>(list->size), jn_unbound());
}

// _answering(args): those that are asked, in their order.
Value answeringOf(const Value *args, size_t, Value) {
  Ref all(jn_make_list(nullptr, 0));
  if (jn_list_extend(all.get(), args[0]) < 0)
    return jn_error();
  Answering found;
  for (int64_t i = 0; i < all.as<jn_list>()->size; ++i)
    addAnswering(&found, Asked::Tensors, all.as<jn_list>()->items[i]);
  return jn_make_list(found.data(), found.size());
}

// Runs the function, and no class answers meanwhile: (function, types, arguments, keywords).
Value runPlain(const Value *args, size_t count, Value) {
  Ref none;
  Value arguments = argument(args, count, 2), keywords = argument(args, count, 3);
  if (arguments.tag == JN_UNBOUND)
    none = Ref(jn_obj(newTuple(0))), arguments = none.get();
  ++disabledForClasses;
  Value result = jn_call_ex(args[0], arguments, keywords.tag == JN_UNBOUND ? jn_none() : keywords);
  --disabledForClasses;
  return result;
}
const MethodDef kNever = {"_disabled_torch_function_impl", runPlain, 2, 4};

// `with torch._C.DisableTorchFunctionSubclass():` no class answers; DisableTorchFunction: no mode,
// either.
Value enterClasses(const Value *args, size_t, Value) {
  ++disabledForClasses;
  return jn_own(args[0]);
}
Value leaveClasses(const Value *, size_t, Value) {
  --disabledForClasses;
  return jn_none();
}
Value enterAll(const Value *args, size_t, Value) {
  ++disabledForAll;
  return jn_own(args[0]);
}
Value leaveAll(const Value *, size_t, Value) {
  --disabledForAll;
  return jn_none();
}
const MethodDef kClassesMethods[] = {
    {"__enter__", enterClasses, 1, 1}, {"__exit__", leaveClasses, 4, 4}, {}};
const MethodDef kAllMethods[] = {{"__enter__", enterAll, 1, 1}, {"__exit__", leaveAll, 4, 4}, {}};

Value constructScope(Type *cls, const Value *, size_t count, Value) {
  if (count)
    return raise(jn_exc_TypeError, "%s() takes no arguments", cls->name);
  return jn_obj(allocate(cls, sizeof(Object)));
}

Type classesDisabled, allDisabled;
int addScope(jn_module *m, Type *type, const char *name, const MethodDef *methods) {
  type->name = name;
  type->module = internStr("torch._C");
  type->instanceSize = sizeof(Object);
  type->dealloc = freeObject;
  type->construct = constructScope;
  type->methods = methods;
  return readyType(type) < 0 ? -1 : addToModule(m, name, jn_own(jn_obj(type)));
}

// How many names the value is unpacked to whose `__iter__` asks; None: it is not.
Value unpackedTo(const Value *, size_t, Value) {
  return unpackedPlaces < 0 ? jn_none() : jn_int(unpackedPlaces);
}

}  // namespace

bool areFunctionsOverridden() {
  return overrideInterface.answersLate || !modes.empty();
}

const MethodDef kOverrideFunctions[] = {{"_asks", setAsking, 2, 2},
                                        {"_torch_is_loaded", torchIsLoaded, 0, 0},
                                        {"_push_on_torch_function_stack", pushMode, 1, 1},
                                        {"_pop_torch_function_stack", popMode, 0, 0},
                                        {"_len_torch_function_stack", modeCount, 0, 0},
                                        {"_get_function_stack_at", modeAt, 1, 1},
                                        {"_has_torch_function", hasAmong, 1, 1},
                                        {"_unpacked_to", unpackedTo, 0, 0},
                                        {"_has_torch_function_unary", hasOne, 1, 1},
                                        {"_has_torch_function_variadic", hasAny, 0, -1},
                                        {"_answering", answeringOf, 1, 1},
                                        {}};

int initOverrides(jn_module *m) {
  Value never = makeNative(&kNever, internStr("torch._C"));
  overrideInterface.never = never.o;
  if (addToModule(m, kNever.name, jn_own(never)) < 0 ||
      dictSet(jn_type_parameter.dict, nameOfAnswers(), never) < 0)
    return -1;
  return addScope(m, &classesDisabled, "DisableTorchFunctionSubclass", kClassesMethods) < 0
             ? -1
             : addScope(m, &allDisabled, "DisableTorchFunction", kAllMethods);
}

}  // namespace janus
