// Part of janus.hpp: files with compiled modules, host functions, the lock.
#ifndef JANUS_MODULES_HPP
#define JANUS_MODULES_HPP

#include "janus/janus.hpp"

#include <filesystem>

namespace janus {

// ---- modules

// A handle of a loaded module, ended with this; the last one of a file ends the module's state
// (janus_unload).
class Module {
public:
  // Loads the file and runs its module, or takes another handle of it. `name` is its `__name__`,
  // the file's name without its ending when empty. ImportError (status JANUS_BAD_FILE) for what is
  // no module of this runtime; what the module raises.
  explicit Module(const std::string &path, const std::string &name = "") {
    check(janus_load(path.c_str(), name.c_str(), &handle_));
  }
  Module(Module &&o) noexcept : handle_(std::exchange(o.handle_, janus_module{0})) {}
  Module &operator=(Module &&o) noexcept {
    std::swap(handle_, o.handle_);
    return *this;
  }
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;
  ~Module() {
    if (handle_.id)
      janus_unload(handle_);
  }
  // Ends the handle now. An Error with status JANUS_MISUSE when it was ended before.
  void unload() { check(janus_unload(std::exchange(handle_, janus_module{0}))); }

  // The module object, and one of its names: a function, class or variable (AttributeError). Keep
  // what is called often: each [] looks up.
  Value object() const {
    janus_value v;
    check(janus_module_object(handle_, &v));
    return Value::take(v);
  }
  Value operator[](const char *name) const { return object().attr(name); }

private:
  janus_module handle_ = {0};
};

// The file of this name beside the running program; `otherwise` when there is none.
inline std::string besideProgram(const char *name, const std::string &otherwise) {
  std::error_code error;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  std::filesystem::path beside = program.replace_filename(name);
  return !error && std::filesystem::exists(beside, error) ? beside.string() : otherwise;
}

// ---- weights
// Files of safetensors when the name ends so, else of torch.save. No code of a file runs.

// A dict from names to tensors. FileNotFoundError; SafetensorError, RuntimeError, ... say what
// is wrong with a file.
inline Value readWeights(const std::string &path) {
  janus_value v;
  check(janus_read_weights(path.c_str(), &v));
  return Value::take(v);
}
// Writes a dict from names to tensors. What the formats' own writers raise.
inline void writeWeights(const std::string &path, const Value &dict) {
  check(janus_write_weights(path.c_str(), dict.raw()));
}
// module.state_dict() to a file.
inline void saveState(const Value &module, const std::string &path) {
  check(janus_save_state(module.raw(), path.c_str()));
}
// module.load_state_dict() from a file, strict: RuntimeError for missing, unexpected and misshapen
// entries.
inline void loadState(const Value &module, const std::string &path) {
  check(janus_load_state(module.raw(), path.c_str()));
}

// ---- counters

// What specialised code did: a list of dicts, one for each root that was entered; the keys stand at
// janus_counters().
inline Value counters() {
  janus_value v;
  check(janus_counters(&v));
  return Value::take(v);
}
// The same of the process, a dict (janus_totals()): the difference of two is what lay between.
inline Value totals() {
  janus_value v;
  check(janus_totals(&v));
  return Value::take(v);
}

// ---- host functions and the lock

// A function of the host that the program can call, with positional arguments. An exception that
// leaves it is raised in the program: janus::Error as what it was, others as RuntimeError. It runs
// under the lock, in the thread of the call, and lives until the program no longer holds it.
inline Value function(const char *name, std::function<Value(std::span<const Value>)> body) {
  using Body = std::function<Value(std::span<const Value>)>;
  auto run = [](void *context, const janus_value *args, size_t count, janus_value *result) {
    try {
      std::span<const Value> values(reinterpret_cast<const Value *>(args), count);
      *result = (*static_cast<Body *>(context))(values).release();
      return JANUS_OK;
    } catch (const Error &error) {
      // Another may have come, and been caught, after it.
      bool isLast = error.type() == janus_error_type() && error.message() == janus_error_message();
      return isLast ? JANUS_RAISED : janus_raise(error.type().c_str(), error.message().c_str());
    } catch (const std::exception &error) {
      return janus_raise("RuntimeError", error.what());
    } catch (...) {
      return janus_raise("RuntimeError", "an exception of an unknown type");
    }
  };
  auto owned = std::make_unique<Body>(std::move(body));
  janus_value v;
  check(janus_make_function(
      name, run, owned.get(), [](void *context) { delete static_cast<Body *>(context); }, &v));
  owned.release();
  return Value::take(v);
}

// Holds the runtime's lock for a scope: many small calls become cheaper.
class Lock {
public:
  // Waits until no other thread has it. The same thread may hold it several times.
  Lock() { janus_lock(); }
  ~Lock() { janus_unlock(); }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;
};

}  // namespace janus

#endif
