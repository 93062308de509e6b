// Files of weights. Formats are the library's own Python: torch.save, and the package safetensors.
#include "host/HostCall.h"

#include "value/call/Modules.h"

#include <string_view>

namespace janus::host {
namespace {

bool isSafetensors(std::string_view path) {
  return path.ends_with(".safetensors");
}

Value readFile(const char *path) {
  Ref module(importModule(isSafetensors(path) ? "safetensors.torch" : "torch"));
  if (module.failed())
    return jn_error();
  Ref name(makeStr(path));
  return callMethod(module.get(), internStr(isSafetensors(path) ? "load_file" : "load"),
                    {name.get()});
}

Value writeFile(const char *path, Value dict) {
  Ref module(importModule(isSafetensors(path) ? "safetensors.torch" : "torch"));
  if (module.failed())
    return jn_error();
  Ref name(makeStr(path));
  return callMethod(module.get(), internStr(isSafetensors(path) ? "save_file" : "save"),
                    {dict, name.get()});
}

template <class Work>
janus_status onFile(const char *path, const janus_value *object, Work &&work) {
  return hostCall([&] {
    janus_status bad = requireText(path, "the path");
    if (bad || (object && (bad = requireValues(object, 1))))
      return bad;
    return Ref(work()).failed() ? JANUS_RAISED : JANUS_OK;
  });
}

}  // namespace
}  // namespace janus::host

using namespace janus;
using namespace janus::host;

janus_status janus_read_weights(const char *path, janus_value *out) {
  return valueCall(
      out, [&] { return path ? readFile(path) : raise(jn_exc_TypeError, "the path is null"); });
}
janus_status janus_write_weights(const char *path, janus_value dict) {
  return onFile(path, &dict, [&] { return writeFile(path, namedBy(dict)); });
}
janus_status janus_save_state(janus_value o, const char *path) {
  return onFile(path, &o, [&] {
    Ref state(callMethod(namedBy(o), JN_NAME("state_dict"), {}));
    return state.failed() ? jn_error() : writeFile(path, state.get());
  });
}
janus_status janus_load_state(janus_value o, const char *path) {
  return onFile(path, &o, [&] {
    Ref state(readFile(path));
    return state.failed() ? jn_error()
                          : callMethod(namedBy(o), JN_NAME("load_state_dict"), {state.get()});
  });
}
