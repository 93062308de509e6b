#include "exec/Names.h"

#include "tensor/object/TypeObjects.h"
#include "value/call/Modules.h"

namespace janus {

TensorOp rowNamed(std::string_view id) {
  size_t i = 0;
  while (i < kOpCount && kOps[i].id != id)
    ++i;
  return static_cast<TensorOp>(i);
}

Value namedValue(std::string_view kind, std::string_view name) {
  if (kind == "dtype") {
    if (std::optional<DType> dtype = dtypeNamed(name))
      return dtypeObject(*dtype);
  } else if (kind == "format") {
    return memoryFormatObject(name == "preserve_format"    ? MemoryFormat::Preserve
                              : name == "channels_last"    ? MemoryFormat::ChannelsLast
                              : name == "channels_last_3d" ? MemoryFormat::ChannelsLast3d
                                                           : MemoryFormat::Contiguous);
  } else if (kind == "native") {
    size_t dot = name.rfind('.');
    Ref module(importModule(name.substr(0, dot)));
    if (module.failed())
      return jn_error();
    Value found = dictGetStr(as<jn_module>(module.get())->dict, internStr(name.substr(dot + 1)));
    if (found.tag != JN_UNBOUND)
      return jn_own(found);
    return raise(jn_exc_AttributeError, "there is no native `%s`", std::string(name).c_str());
  }
  return jn_none();
}

}  // namespace janus
