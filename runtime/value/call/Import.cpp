// import: sys.modules, packages, relative names, and where modules come from: the program, the
// compiled prelude, native modules, Python.
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/call/RuntimeLock.h"
#include "value/error/Raise.h"
#include "value/object/Foreign.h"
#include "value/object/Types.h"

#include <algorithm>
#include <string.h>
#include <unordered_map>
#include <vector>

// Tables of the parts above this one; absent in tests of the object model alone.
extern "C" __attribute__((weak)) const jn_module_def *const jn_prelude_modules[];

namespace janus {

__attribute__((weak)) extern const NativeModuleDef *const nativeModules[];  // runtime/stdlib
void (*moduleReadyHook)(jn_module *m);

// The folder of CPython's modules: the prelude has some of them, whose files are named as there.
static std::string_view standardFolder() {
  static const std::string_view folder = [] {
    for (const jn_module_def *const *d = jn_prelude_modules; *d; ++d) {
      std::string_view file = (*d)->file;
      if (file.starts_with('/') && !strchr((*d)->name, '.') && !(*d)->is_package)
        return file.substr(0, file.rfind('/') + 1);
    }
    return std::string_view();
  }();
  return folder;
}

bool isOfLibrary(const jn_module_def *def) {
  if (!jn_prelude_modules)
    return false;
  for (const jn_module_def *const *d = jn_prelude_modules; *d; ++d)
    if (def == *d)
      return true;
  // One that has been compiled along with the program.
  std::string_view folder = standardFolder(), file = def->file;
  return !folder.empty() && file.starts_with(folder) && strcmp(def->name, "__main__") != 0 &&
         file.find("-packages/") == std::string_view::npos;
}

namespace {

jn_dict *modules;
std::unordered_map<std::string_view, const jn_module_def *> compiled;
std::vector<jn_module *> starting;  // bodies that are running

const NativeModuleDef *const ownModules[] = {
#define JANUS_OBJECT_MODULE(symbol, name) &symbol##Module,
#include "janus/contract/NativeModules.def"
};

const NativeModuleDef *findNative(std::string_view name) {
  for (const NativeModuleDef *d : ownModules)
    if (name == d->name)
      return d;
  if (!nativeModules)
    return nullptr;
  for (const NativeModuleDef *const *d = nativeModules; *d; ++d)
    if (name == (*d)->name)
      return *d;
  return nullptr;
}

const jn_module_def *findCompiled(std::string_view name) {
  if (auto it = compiled.find(name); it != compiled.end())
    return it->second;
  if (!jn_prelude_modules)
    return nullptr;
  for (const jn_module_def *const *d = jn_prelude_modules; *d; ++d)
    if (name == (*d)->name)
      return *d;
  return nullptr;
}

// CPython's modules try for parts in C (`from _bisect import *`) and for those of other systems
// before they use their own Python. Such of them as are not here are nowhere: Python is not asked
// for them.
bool isAbsentPart(const jn_module *importer, std::string_view dotted) {
  static constexpr std::string_view kOfOtherSystems[] = {"msvcrt", "nt", "org", "posix", "winreg"};
  if (!importer || !importer->def || dotted.empty() || !jn_prelude_modules)
    return false;
  std::string_view top = dotted.substr(0, dotted.find('.'));
  if (top[0] != '_' && std::ranges::find(kOfOtherSystems, top) == std::end(kOfOtherSystems))
    return false;
  if (dictGetStr(modules, internStr(top)).tag != JN_UNBOUND || findCompiled(top) || findNative(top))
    return false;
  return isOfLibrary(importer->def);
}

bool isStarting(const jn_module *m) {
  for (jn_module *s : starting)
    if (s == m)
      return true;
  return false;
}

Value raiseNotFound(std::string_view name, const std::string &why = "") {
  std::string text = "No module named '" + std::string(name) + "'" + why;
  raise(jn_exc_ModuleNotFoundError, "%s", text.c_str());
  setExceptionField(errorState.pending, kImportMsg, makeStr(text));
  setExceptionField(errorState.pending, kImportName, makeStr(name));
  return jn_error();
}

Value startNative(const NativeModuleDef *def, Value name) {
  jn_module *m = newModule(def->name, nullptr);
  Ref keep(jn_obj(m));
  for (const MethodDef *f = def->functions; f && f->name; ++f)
    if (addToModule(m, f->name, makeNative(f, jn_obj(m))) < 0)
      return jn_error();
  if (dictSet(modules, name, jn_obj(m)) < 0)
    return jn_error();
  if (def->init && def->init(m) < 0) {
    SavedError saved;
    dictDelete(modules, name);
    return jn_error();
  }
  return keep.release();
}

Value startCompiled(const jn_module_def *def, Value name) {
  jn_module *m = newModule(def->name, def);
  Ref keep(jn_obj(m));
  if (dictSet(modules, name, jn_obj(m)) < 0)
    return jn_error();
  starting.push_back(m);
  int failed;
  if (isOfLibrary(def)) {
    // Another thread must not meet it half made; it waits for nobody.
    LockPin whole;
    failed = runModule(m);
  } else {
    failed = runModule(m);
  }
  for (size_t i = starting.size(); i-- > 0;)
    if (starting[i] == m) {
      starting.erase(starting.begin() + static_cast<int64_t>(i));
      break;
    }
  if (failed < 0) {
    SavedError saved;
    dictDelete(modules, name);
    return jn_error();
  }
  // A module may replace itself in sys.modules.
  Value now = dictGet(modules, name);
  return now.tag == JN_UNBOUND ? keep.release() : jn_own(now);
}

// One module whose parent (null for none) is imported already.
Value importOne(std::string_view dotted, Value parent) {
  Value name = internStr(dotted);
  Value known = dictGetStr(modules, name);
  if (known.tag == JN_NONE) {
    raise(jn_exc_ModuleNotFoundError, "import of %S halted; None in sys.modules", &name);
    return jn_error();
  }
  if (known.tag != JN_UNBOUND)
    return jn_own(known);
  if (parent.tag == JN_OBJECT) {
    Ref path(getattrOptional(parent, JN_NAME("__path__")));
    clearError();
    if (path.get().tag == JN_UNBOUND && !findCompiled(dotted) && !findNative(dotted)) {
      std::string parentName(dotted.substr(0, dotted.rfind('.')));
      return raiseNotFound(dotted, "; '" + parentName + "' is not a package");
    }
  }
  Value made = jn_unbound();
  if (const jn_module_def *def = findCompiled(dotted))
    made = startCompiled(def, name);
  else if (const NativeModuleDef *native = findNative(dotted))
    made = startNative(native, name);
  else if (&foreignInterface) {
    made = foreignInterface.import(dotted);
    if (made.tag == JN_OBJECT && dictSet(modules, name, made) < 0)
      return jn_error();
  }
  if (made.tag == JN_UNBOUND)
    return raiseNotFound(dotted);
  if (made.tag == JN_ERROR)
    return made;
  if (moduleReadyHook && made.o->type == &jn_type_module)
    moduleReadyHook(as<jn_module>(made));
  // Python has seen to its own packages.
  if (parent.tag == JN_OBJECT && !isForeignObject(parent)) {
    Value last = internStr(dotted.substr(dotted.rfind('.') + 1));
    if (setattr(parent, last, made) < 0) {
      jn_decref(made);
      return jn_error();
    }
  }
  return made;
}

// Imports a.b.c part by part; `top` receives a when asked for.
Value importDotted(std::string_view dotted, Ref *top) {
  Ref current;
  for (size_t end = 0; end != std::string_view::npos;) {
    end = dotted.find('.', end ? end + 1 : 0);
    Ref next(importOne(dotted.substr(0, end), current.get()));
    if (next.failed())
      return jn_error();
    if (top && current.get().tag == JN_UNBOUND)
      *top = Ref::own(next.get());
    current = std::move(next);
  }
  return current.release();
}

// The package that relative names start from.
bool packageOf(jn_module *m, std::string *out) {
  Value package = dictGetStr(m->dict, JN_NAME("__package__"));
  if (isStr(package)) {
    *out = utf8Of(package);
  } else {
    Value name = dictGetStr(m->dict, JN_NAME("__name__"));
    *out = isStr(name) ? utf8Of(name) : "";
    if (dictGetStr(m->dict, JN_NAME("__path__")).tag == JN_UNBOUND) {
      size_t dot = out->rfind('.');
      *out = dot == std::string::npos ? "" : out->substr(0, dot);
    }
  }
  if (!out->empty())
    return true;
  raise(jn_exc_ImportError, "attempted relative import with no known parent package");
  return false;
}

}  // namespace

jn_dict *modulesDict() {
  if (JN_UNLIKELY(!modules))
    modules = newDict();
  return modules;
}

void registerModules(const jn_module_def *const *defs) {
  for (; defs && *defs; ++defs)
    compiled.emplace((*defs)->name, *defs);
}

const jn_module_def *compiledModule(std::string_view name) {
  return findCompiled(name);
}

Value raiseUnloaded(const jn_module *m) {
  Value name = dictGetStr(m->dict, JN_NAME("__name__"));
  return raise(jn_exc_RuntimeError, "the module '%s' was unloaded",
               isStr(name) ? std::string(utf8Of(name)).c_str() : "?");
}

Value importModule(std::string_view dotted) {
  return importDotted(dotted, nullptr);
}

}  // namespace janus

using namespace janus;

jn_value jn_import(jn_module *m, jn_value dotted, int leaf) {
  if (isAbsentPart(m, utf8Of(dotted)))
    return raiseNotFound(utf8Of(dotted));
  Ref top, last(importDotted(utf8Of(dotted), &top));
  if (last.failed())
    return jn_error();
  return leaf ? last.release() : top.release();
}

jn_value jn_import_module_for_from(jn_module *m, jn_value dotted, int level) {
  std::string name(utf8Of(dotted));
  if (level > 0) {
    std::string package;
    if (!packageOf(m, &package))
      return jn_error();
    for (int i = 1; i < level; ++i) {
      size_t dot = package.rfind('.');
      if (dot == std::string::npos)
        return raise(jn_exc_ImportError, "attempted relative import beyond top-level package");
      package.resize(dot);
    }
    name = name.empty() ? package : package + "." + name;
  } else if (isAbsentPart(m, name)) {
    return raiseNotFound(name);
  }
  return importDotted(name, nullptr);
}

jn_value jn_import_from(jn_module *, jn_value module, jn_value name) {
  Value v = getattrOptional(module, name);
  if (v.tag != JN_UNBOUND)
    return v;
  Ref moduleName(getattrOptional(module, JN_NAME("__name__")));
  if (moduleName.failed())
    return jn_error();
  std::string text(isStr(moduleName.get()) ? utf8Of(moduleName.get()) : "<unknown module name>");
  std::string full = text + "." + std::string(utf8Of(name));
  Value known = dictGet(modulesDict(), internStr(full));
  if (known.tag == JN_OBJECT)
    return jn_own(known);
  Ref path(getattrOptional(module, JN_NAME("__path__")));
  if (path.failed())
    return jn_error();
  if (path.get().tag != JN_UNBOUND) {
    Value sub = importOne(full, module);
    if (sub.tag != JN_ERROR)
      return sub;
    // Only "there is no such module" turns into "cannot import name"; a Python that was asked for
    // it may miss a package that is compiled in here, like torch.
    Value missing = errorMatches(jn_exc_ModuleNotFoundError)
                        ? exceptionField(errorState.pending, kImportName)
                        : jn_none();
    if (!isStr(missing) || !(full + ".").starts_with(std::string(utf8Of(missing)) + "."))
      return jn_error();
    clearError();
  }
  Ref file(getattrOptional(module, JN_NAME("__file__")));
  clearError();
  Value f = file.get();
  std::string where = isStr(f) ? std::string(utf8Of(f)) : "unknown location";
  bool partial = module.tag == JN_OBJECT && module.o->type == &jn_type_module &&
                 isStarting(as<jn_module>(module));
  std::string message =
      formatText("cannot import name %R from %s'%s'%s (%s)", &name,
                 partial ? "partially initialized module " : "", text.c_str(),
                 partial ? " (most likely due to a circular import)" : "", where.c_str());
  raise(jn_exc_ImportError, "%s", message.c_str());
  setExceptionField(errorState.pending, kImportMsg, makeStr(message));
  setExceptionField(errorState.pending, kImportName, makeStr(text));
  if (isStr(f))
    setExceptionField(errorState.pending, kImportPath, jn_own(f));
  return jn_error();
}

int jn_import_star(jn_module *m, jn_value module) {
  Ref all(getattrOptional(module, JN_NAME("__all__")));
  if (all.failed())
    return -1;
  if (all.get().tag != JN_UNBOUND) {
    bool ok = forEach(all.get(), [&](Value name) {
      if (!isStr(name)) {
        raise(jn_exc_TypeError, "Item in __all__ must be str, not %T", &name);
        return false;
      }
      Ref v(jn_import_from(m, module, name));
      if (v.failed()) {
        if (!errorMatches(jn_exc_ImportError))
          return false;
        raiseAttributeError(module, name);
        return false;
      }
      return dictSet(m->dict, internStr(utf8Of(name)), v.get()) == 0;
    });
    return ok ? 0 : -1;
  }
  Ref dict(getattrOptional(module, JN_NAME("__dict__")));
  if (dict.failed())
    return -1;
  if (!isInstance(dict.get(), &jn_type_dict)) {
    raise(jn_exc_ImportError, "from-import-* object has no __dict__ and no __all__");
    return -1;
  }
  int64_t at = 0;
  Value key, v;
  while (dictNext(dict.as<jn_dict>(), &at, &key, &v)) {
    if (!isStr(key) || utf8Of(key).substr(0, 1) == "_")
      continue;
    if (dictSet(m->dict, key, v) < 0)
      return -1;
  }
  return 0;
}
