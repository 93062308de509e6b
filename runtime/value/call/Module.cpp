// Module objects and the start of a compiled module.
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/call/Process.h"
#include "value/error/Raise.h"
#include "value/object/Types.h"

#include <stddef.h>
#include <utility>
#include <vector>

namespace janus {

namespace {

// A package without an `__init__.py`, whose file is its folder.
bool isNamespace(const jn_module_def *def) {
  return def && def->file && std::string_view(def->file).ends_with('/');
}

jn_module *module(Object *o) {
  return reinterpret_cast<jn_module *>(o);
}

void moduleTraverse(Object *o, VisitFn visit, void *context) {
  visit(reinterpret_cast<Object *>(module(o)->dict), context);
}
std::vector<Value> endedModules;

// A compiled body knows its module for as long as it runs, and the function that held the module
// may be gone: then the module stays, without its names.
void moduleDealloc(Object *o) {
  jn_module *m = module(o);
  bool mayRun = m->def && jn_call_depth.depth != 0;
  jn_dict *names = std::exchange(m->dict, mayRun ? newDict() : nullptr);
  if (mayRun) {
    ++o->refs;
    endedModules.push_back(jn_obj(o));
  }
  if (names)
    jn_decref(jn_obj(names));
  if (!mayRun)
    freeObject(o);
}

Value moduleGetattr(Value self, Value name) {
  Value v = moduleLookup(self, name);
  return v.tag == JN_UNBOUND ? raiseAttributeError(self, name) : v;
}

Value moduleRepr(Object *o) {
  jn_dict *d = module(o)->dict;
  Value name = dictGetStr(d, JN_NAME("__name__")), file = dictGetStr(d, JN_NAME("__file__"));
  std::string text =
      "<module " + (name.tag >= JN_NONE ? formatText("%R", &name) : std::string("'?'"));
  if (isStr(file))
    text += formatText(" from %R", &file);
  else if (isNamespace(module(o)->def))
    text += " (namespace)";
  else if (!module(o)->def)
    text += " (built-in)";
  return makeStr(text + ">");
}

// Modules of the library load many of their names when somebody asks for one. Who looks at the
// names as a whole finds them all: such a module has a function that loads the rest, called once.
int loadNames(jn_module *m) {
  static const Value name = makeStr("_load_names");
  if (!m->def || !isOfLibrary(m->def))
    return 0;
  Value load = dictGetStr(m->dict, name);
  if (load.tag == JN_UNBOUND)
    return 0;
  Ref function(jn_own(load));
  if (dictDelete(m->dict, name) < 0)
    return -1;
  return Ref(jn_call(function.get(), nullptr, 0)).failed() ? -1 : 0;
}
Value getNames(Object *o) {
  return loadNames(module(o)) < 0 ? jn_error() : getInstanceDict(o);
}
const GetSetDef getsets[] = {{"__dict__", getNames, nullptr}, {nullptr, nullptr, nullptr}};

Value moduleDir(const Value *args, size_t, Value) {
  Value hook = dictGetStr(as<jn_module>(args[0])->dict, JN_NAME("__dir__"));
  if (hook.tag != JN_UNBOUND)
    return jn_call(hook, nullptr, 0);
  if (loadNames(as<jn_module>(args[0])) < 0)
    return jn_error();
  Ref list(jn_make_list(nullptr, 0));
  return jn_list_extend(list.get(), jn_obj(as<jn_module>(args[0])->dict)) < 0 ? jn_error()
                                                                              : list.release();
}
const MethodDef methods[] = {{"__dir__", moduleDir, 1, 1}, {nullptr, nullptr}};

Value moduleConstruct(Type *cls, const Value *, size_t, Value) {
  auto *m = reinterpret_cast<jn_module *>(allocate(cls, sizeof(jn_module)));
  m->dict = newDict();
  return jn_obj(m);
}
int moduleInit(Value self, const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs("module", {"name", "doc"}, 1, 2, args, count, kwnames, out))
    return -1;
  jn_dict *d = as<jn_module>(self)->dict;
  Value doc = out[1].tag == JN_UNBOUND ? jn_none() : out[1];
  for (const char *name : {"__package__", "__loader__", "__spec__"})
    if (dictSet(d, internStr(name), jn_none()) < 0)
      return -1;
  return dictSet(d, JN_NAME("__name__"), out[0]) < 0 || dictSet(d, JN_NAME("__doc__"), doc) < 0 ? -1
                                                                                                : 0;
}

Value makeConstant(const jn_constant &c, const Value *made) {
  switch (c.kind) {
  case JN_K_STR: return internStr(std::string_view(c.text, c.size));
  case JN_K_BYTES: return makeBytes(std::string_view(c.text, c.size));
  case JN_K_BIGINT: return makeIntFromDecimal(std::string_view(c.text, c.size));
  case JN_K_COMPLEX: return makeComplex(c.real, c.number);
  case JN_K_TUPLE: {
    jn_tuple *t = newTuple(c.size);
    for (uint32_t i = 0; i < c.size; ++i)
      t->items[i] = jn_own(made[c.items[i]]);
    return jn_obj(t);
  }
  case JN_K_FROZENSET: {
    Ref items(jn_obj(newTuple(c.size)));
    for (uint32_t i = 0; i < c.size; ++i)
      items.as<jn_tuple>()->items[i] = jn_own(made[c.items[i]]);
    return makeFrozenset(items.as<jn_tuple>()->items, c.size);
  }
  case JN_K_INT: return jn_int(c.integer);
  case JN_K_FLOAT: return jn_float(c.number);
  case JN_K_BOOL: return jn_bool(c.integer != 0);
  case JN_K_NONE: return jn_none();
  case JN_K_ELLIPSIS: return jn_ellipsis();
  }
  return jn_none();
}

std::string folderOf(const std::string &file) {
  size_t slash = file.rfind('/');
  return slash == std::string::npos ? "" : file.substr(0, slash);
}

}  // namespace

Value moduleLookup(Value self, Value name) {
  Value v = genericLookup(self, name);
  if (v.tag != JN_UNBOUND)
    return v;
  if (as<jn_module>(self)->dict == builtinsDict())
    return lateBuiltin(name);
  Value hook = dictGetStr(as<jn_module>(self)->dict, JN_NAME("__getattr__"));
  return hook.tag == JN_UNBOUND ? v : jn_call(hook, &name, 1);
}

jn_module *newModule(std::string_view name, const jn_module_def *def) {
  auto *m = allocate<jn_module>(&jn_type_module);
  m->dict = newDict();
  m->def = def;
  jn_dict *d = m->dict;
  std::string text(name);
  bool package = def && def->is_package;
  std::string parent = package                               ? text
                       : text.find('.') == std::string::npos ? ""
                                                             : text.substr(0, text.rfind('.'));
  dictSet(d, JN_NAME("__name__"), internStr(text));
  Ref doc(def && def->doc ? makeStr(def->doc) : jn_none());
  dictSet(d, JN_NAME("__doc__"), doc.get());
  dictSet(d, JN_NAME("__package__"), text == "__main__" ? jn_none() : internStr(parent));
  dictSet(d, JN_NAME("__loader__"), jn_none());
  dictSet(d, JN_NAME("__spec__"), jn_none());
  if (def && def->file) {
    std::string path = sourcePath(def->file);
    Ref file(isNamespace(def) ? jn_none() : makeStr(path));
    dictSet(d, JN_NAME("__file__"), file.get());
    if (package) {
      Ref folder(makeStr(folderOf(path)));
      Value item = folder.get();
      Ref path(jn_make_list(&item, 1));
      dictSet(d, JN_NAME("__path__"), path.get());
    }
  }
  Value builtins = dictGetStr(modulesDict(), JN_NAME("builtins"));
  if (def && builtins.tag == JN_OBJECT)
    dictSet(d, JN_NAME("__builtins__"), builtins);
  return m;
}

void makeConstants(const jn_constant *constants, uint32_t count, Value *out) {
  for (uint32_t i = 0; i < count; ++i)
    out[i] = makeConstant(constants[i], out);
}

int runModule(jn_module *m) {
  const jn_module_def *def = m->def;
  if (def->abi_version != JN_ABI_VERSION) {
    raise(jn_exc_ImportError,
          "module '%s' was built for version %u of the runtime, this is %u: build it again",
          def->name, def->abi_version, JN_ABI_VERSION);
    return -1;
  }
  if (def->constant_count && def->constant_slots[0].tag == JN_ERROR)
    makeConstants(def->constants, def->constant_count, def->constant_slots);
  Ref function(jn_make_function(m, def->body, jn_none(), jn_none(), jn_none(), nullptr));
  Value argument = jn_obj(m->dict);
  return Ref(def->body->body(function.as<jn_function>(), &argument)).failed() ? -1 : 0;
}

int addToModule(jn_module *m, const char *name, Value owned) {
  Ref keep(owned);
  return owned.tag == JN_ERROR ? -1 : dictSet(m->dict, internStr(name), owned);
}

void dropEndedModules() {
  if (jn_call_depth.depth != 0)
    return;
  for (Value v : std::exchange(endedModules, {}))
    jn_decref(v);
}

int initModuleType() {
  return readyType(&jn_type_module);
}

Type jn_type_module = {
    .dictOffset = offsetof(jn_module, dict),
    .name = "module",
    .instanceSize = sizeof(jn_module),
    .dealloc = moduleDealloc,
    .traverse = moduleTraverse,
    .repr = moduleRepr,
    .getattr = moduleGetattr,
    .construct = moduleConstruct,
    .init = moduleInit,
    .methods = methods,
    .getsets = getsets,
    .typeFlags = kTypeBaseable,
};

}  // namespace janus
