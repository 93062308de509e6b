// janus_load, janus_unload: files, the state of their modules, and handles.
#include "host/HostCall.h"
#include "host/ModuleFile.h"

#include "speculate/Programs.h"
#include "value/call/Modules.h"
#include "value/call/Process.h"
#include "value/error/Raise.h"
#include "value/object/Heap.h"
#include "value/object/Types.h"

#include "janus/region.h"

#include <cstring>
#include <dlfcn.h>
#include <memory>
#include <unordered_map>
#include <utility>

struct janus_file_info {
  janus::ModuleFile file;
  std::string mismatch;
};

namespace janus::host {
namespace {

// One for each different file; its code stays mapped.
struct LoadedFile {
  ModuleFile file;
  std::string path, name;
  const jn_module_def *const *modules = nullptr;
  const jn_module_def *main = nullptr;  // what janus_load runs
  jn_module *state = nullptr;           // owned; null while nobody has it loaded
  uint32_t handles = 0;
  bool isGeneric = false;  // its roots are closed

  bool isFile(const ModuleFile &other) const {
    return file.device == other.device && file.inode == other.inode;
  }
};

// Under the runtime lock.
std::vector<std::unique_ptr<LoadedFile>> files;
std::unordered_map<uint64_t, LoadedFile *> handles;
uint64_t lastHandle;

janus_status badFile(const char *path, const std::string &reason) {
  raise(jn_exc_ImportError, "cannot load `%s`: %s", path, reason.c_str());
  return JANUS_BAD_FILE;
}

// "model" of "dir/model.so".
std::string stemOf(const std::string &path) {
  size_t slash = path.rfind('/');
  std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  size_t dot = name.find('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

// The program of the file, or the one module that is none.
const jn_module_def *mainModule(const jn_module_def *const *modules, std::string *reason) {
  const jn_module_def *found = nullptr;
  size_t programs = 0;
  for (const jn_module_def *const *m = modules; *m; ++m)
    if (std::strcmp((*m)->name, "__main__") == 0) {
      found = *m;
      ++programs;
    }
  if (programs > 1)
    *reason = "it holds several programs";
  if (programs == 0 && !(found = modules[0]))
    *reason = "it holds no module";
  return programs > 1 ? nullptr : found;
}

janus_status mapFile(const char *path, const ModuleFile &header, LoadedFile **out) {
  for (auto &known : files) {
    if (!known->isFile(header))
      continue;
    if (known->file.changed != header.changed)
      return badFile(path, "it was written to after it was loaded; put the new one in its place as "
                           "another file");
    *out = known.get();
    return JANUS_OK;
  }
  if (std::string damage = damageOf(path); !damage.empty())
    return badFile(path, damage);
  // Without a slash dlopen() would search the system's folders.
  std::string name = std::strchr(path, '/') ? path : std::string("./") + path;
  void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return badFile(path, dlerror());
  auto loaded = std::make_unique<LoadedFile>();
  loaded->file = header;
  loaded->path = path;
  loaded->modules = static_cast<const jn_module_def *const *>(dlsym(library, "janus_modules"));
  if (!loaded->modules)
    return badFile(path, "it has no table of modules");
  std::string reason;
  loaded->main = mainModule(loaded->modules, &reason);
  if (!loaded->main)
    return badFile(path, reason);
  *out = files.emplace_back(std::move(loaded)).get();
  return JANUS_OK;
}

// Versions know modules by the names they were compiled by. What the file runs has its name for
// them, whatever others do; of other modules the first has it. A file one of whose modules is not
// what runs under that name runs as tier 1.
bool takesNames(LoadedFile &file, jn_module *state) {
  Value name = internStr(file.main->name);
  bool ours = dictGetStr(modulesDict(), name).tag != JN_UNBOUND ||
              dictSet(modulesDict(), name, jn_obj(state)) == 0;
  for (const jn_module_def *const *m = file.modules; *m; ++m)
    ours &= *m == file.main || compiledModule((*m)->name) == *m;
  return ours;
}

void setProgram(const LoadedFile &file, jn_module *state) {
  for (const jn_module_def *const *m = file.modules; *m; ++m)
    speculate::setProgram((*m)->regions, (*m)->region_count, state);
}

void setGeneric(LoadedFile &file, bool generic) {
  if (file.isGeneric == generic)
    return;
  file.isGeneric = generic;
  for (const jn_module_def *const *m = file.modules; *m; ++m)
    for (uint32_t i = 0; i < (*m)->region_count; ++i)
      (*m)->regions[i]->state->closed = generic;
}

void forget(Value name, const jn_module *state) {
  if (dictGetStr(modulesDict(), name).o == &state->head)
    dictDelete(modulesDict(), name);
}

// Runs the module. What it leaves when it raises is dropped.
janus_status start(LoadedFile &file, const char *path, const std::string &name) {
  Value key = internStr(name), known = dictGetStr(modulesDict(), key);
  if (known.tag != JN_UNBOUND)
    return badFile(path, "there is a module `" + name + "` already; give this one another name");
  registerModules(file.modules);
  jn_module *m = newModule(name, file.main);
  Ref keep(jn_obj(m));
  if (dictSet(modulesDict(), key, jn_obj(m)) < 0)
    return JANUS_RAISED;
  setGeneric(file, !takesNames(file, m));
  setProgram(file, m);
  if (runModule(m) < 0) {
    SavedError error;
    setProgram(file, nullptr);
    forget(key, m);
    forget(internStr(file.main->name), m);
    return JANUS_RAISED;
  }
  file.name = name;
  file.state = as<jn_module>(keep.release());
  return JANUS_OK;
}

// Objects first, functions and classes after them: a `__del__` may call those.
void clearNamespace(jn_module *m) {
  jn_dict *d = m->dict;
  for (bool code : {false, true})
    for (int64_t i = 0; i < d->used; ++i) {
      Value key = d->entries[i].key, v = d->entries[i].value;
      if (v.tag == JN_UNBOUND || key.tag != JN_OBJECT || !isStr(key))
        continue;
      std::string_view name = utf8Of(key);
      bool isCode = v.tag == JN_OBJECT &&
                    (v.o->type == &jn_type_function || isType(v) || isInstance(v, &jn_type_module));
      if (isCode != code || name == "__builtins__" || name == "__name__")
        continue;
      Ref held = Ref::own(key);
      dictDelete(d, key);
    }
}

void stop(LoadedFile &file) {
  Ref state(jn_obj(std::exchange(file.state, nullptr)));
  SavedError error;
  forget(internStr(file.name), state.as<jn_module>());
  forget(internStr(file.main->name), state.as<jn_module>());
  clearNamespace(state.as<jn_module>());
  setProgram(file, nullptr);
  state.as<jn_module>()->head.flags |= kModuleUnloaded;
  collectCycles(kGenerations - 1);
  dropEndedModules();
}

LoadedFile *fileOf(janus_module module) {
  auto it = handles.find(module.id);
  return it == handles.end() ? nullptr : it->second;
}
janus_status raiseStale(janus_module module) {
  if (module.id == 0 || module.id > lastHandle)
    return misuse(jn_exc_TypeError, "this is no handle of a module");
  raise(jn_exc_RuntimeError, "the module was unloaded");
  return JANUS_UNLOADED;
}

}  // namespace
}  // namespace janus::host

using namespace janus;
using namespace janus::host;

janus_status janus_inspect(const char *path, janus_file_info **info) {
  auto made = std::make_unique<janus_file_info>();
  std::string reason = "the path is null";
  if (!path || !info || !readModuleFile(path, &made->file, &reason))
    return hostCall([&] {
      return path && info
                 ? badFile(path, reason)
                 : misuse(jn_exc_TypeError, "the path, or the place for the result, is null");
    });
  made->mismatch = made->file.mismatch();
  if (made->mismatch.empty())
    made->mismatch = damageOf(path);
  *info = made.release();
  return JANUS_OK;
}
void janus_inspect_free(janus_file_info *info) {
  delete info;
}
const char *janus_file_mismatch(const janus_file_info *info) {
  return info ? info->mismatch.c_str() : "";
}
const char *janus_file_compiler(const janus_file_info *info) {
  return info ? info->file.compiler.c_str() : "";
}
const char *janus_file_processor(const janus_file_info *info) {
  return info ? info->file.processor.c_str() : "";
}
size_t janus_file_module_count(const janus_file_info *info) {
  return info ? info->file.modules.size() : 0;
}
static const ModuleSource *sourceAt(const janus_file_info *info, size_t index) {
  static const ModuleSource kNone;
  return index < janus_file_module_count(info) ? &info->file.modules[index] : &kNone;
}
const char *janus_file_module_name(const janus_file_info *info, size_t index) {
  return sourceAt(info, index)->name.c_str();
}
const char *janus_file_module_source(const janus_file_info *info, size_t index) {
  return sourceAt(info, index)->source.c_str();
}
const char *janus_file_module_hash(const janus_file_info *info, size_t index) {
  return sourceAt(info, index)->hash.c_str();
}

janus_status janus_load(const char *path, const char *name, janus_module *out) {
  return hostCall([&] {
    if (!path || !out)
      return misuse(jn_exc_TypeError, "the path, or the place for the result, is null");
    ModuleFile header;
    std::string reason;
    if (!readModuleFile(path, &header, &reason) || !(reason = header.mismatch()).empty())
      return badFile(path, reason);
    LoadedFile *file = nullptr;
    if (janus_status failed = mapFile(path, header, &file))
      return failed;
    std::string wanted = name && *name ? name : stemOf(path);
    if (!file->state) {
      if (janus_status failed = start(*file, path, wanted))
        return failed;
    } else if (name && *name && file->name != wanted) {
      return badFile(path, "it is loaded already, as `" + file->name + "`");
    }
    ++file->handles;
    handles[++lastHandle] = file;
    out->id = lastHandle;
    return JANUS_OK;
  });
}

janus_status janus_unload(janus_module module) {
  return hostCall([&] {
    LoadedFile *file = fileOf(module);
    if (!file)
      return raiseStale(module);
    handles.erase(module.id);
    if (--file->handles == 0)
      stop(*file);
    return JANUS_OK;
  });
}

janus_status janus_module_object(janus_module module, janus_value *out) {
  return hostCall([&] {
    LoadedFile *file = fileOf(module);
    if (!file)
      return raiseStale(module);
    if (janus_status bad = requirePlace(out))
      return bad;
    return answer(out, jn_own(jn_obj(file->state)));
  });
}

janus_status janus_flush(void) {
  return hostCall([] { return flushStdout() < 0 ? JANUS_RAISED : JANUS_OK; });
}
