#include "tensor/dispatch/OpInfo.h"

#include "tensor/object/TypeObjects.h"

#include <charconv>

namespace janus {
namespace {

const OpInfo *infos[kOpCount];

Value defaultValue(const Param &p) {
  std::string_view text = p.defaultText;
  if (text == "None")
    return jn_none();
  if (text == "True")
    return jn_bool(true);
  if (text == "False")
    return jn_bool(false);
  if (text == "contiguous_format")
    return memoryFormatObject(MemoryFormat::Contiguous);
  if (text == "long")
    return dtypeObject(DType::I64);
  if (text[0] == '\'')
    return internStr(text.substr(1, text.size() - 2));
  if (text[0] == '[') {
    Dims values;
    size_t at = 1;
    while (at < text.size() && text[at] != ']') {
      int64_t v = 0;
      auto r = std::from_chars(text.data() + at, text.data() + text.size(), v);
      values.push_back(v);
      at = static_cast<size_t>(r.ptr - text.data());
      while (at < text.size() && (text[at] == ',' || text[at] == ' '))
        ++at;
    }
    jn_tuple *t = newTuple(static_cast<int64_t>(values.size()));
    for (size_t i = 0; i < values.size(); ++i)
      t->items[i] = jn_int(values[i]);
    return jn_obj(t);
  }
  bool floating = p.kind == ArgKind::Float || text.find_first_of(".e") != std::string_view::npos;
  if (floating)
    return jn_float(strtod(std::string(text).c_str(), nullptr));
  return jn_int(strtoll(std::string(text).c_str(), nullptr, 10));
}

}  // namespace

OpInfo makeInfo(Schema schema) {
  OpInfo info;
  info.schema = std::move(schema);
  for (const Param &p : info.schema.params) {
    info.names.push_back(internStr(p.name));
    info.defaults.push_back(p.hasDefault ? defaultValue(p) : jn_unbound());
  }
  if (info.schema.results.size() > 1 && !info.schema.results[0].name.empty()) {
    std::vector<std::string> fields;
    for (const ResultType &r : info.schema.results)
      fields.emplace_back(r.name);
    info.resultType = namedTupleType(info.schema.name, fields);
  }
  return info;
}

const OpInfo &opInfo(TensorOp op) {
  const OpInfo *&slot = infos[static_cast<size_t>(op)];
  if (JN_UNLIKELY(!slot))
    slot = new OpInfo(makeInfo(parseSchema(op)));
  return *slot;
}

}  // namespace janus
