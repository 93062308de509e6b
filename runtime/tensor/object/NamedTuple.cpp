// torch.return_types: tuples whose items also have names.
#include "tensor/dispatch/OpInfo.h"
#include "value/builtin/Builtins.h"

#include <map>

namespace janus {
namespace {

struct NamedTuple {
  std::string name;
  std::vector<std::string> fields;
  Type type;
};
std::map<std::string, NamedTuple *> tupleTypes;

NamedTuple *ownerOf(const Type *type) {
  for (auto &[name, t] : tupleTypes)
    if (&t->type == type)
      return t;
  return nullptr;
}

// A getter gets no context, so there is one per position.
template <int index>
Value field(Object *o) {
  return jn_own(reinterpret_cast<jn_tuple *>(o)->items[index]);
}
constexpr Value (*kFields[])(Object *) = {field<0>, field<1>, field<2>, field<3>};

Value tupleRepr(Object *o) {
  NamedTuple *t = ownerOf(o->type);
  auto *tuple = reinterpret_cast<jn_tuple *>(o);
  std::string text = "torch.return_types." + t->name + "(\n";
  for (int64_t i = 0; i < tuple->size; ++i) {
    Ref part(repr(tuple->items[i]));
    if (part.failed())
      return jn_error();
    text += (i ? ",\n" : "") + t->fields[static_cast<size_t>(i)] + "=" +
            std::string(utf8Of(part.get()));
  }
  return makeStr(text + ")");
}

}  // namespace

Type *namedTupleType(const std::string &name, const std::vector<std::string> &fields) {
  std::string key = name;
  for (const std::string &f : fields)
    key += "," + f;
  NamedTuple *&slot = tupleTypes[key];
  if (slot)
    return &slot->type;
  slot = new NamedTuple{name, fields, {}};
  auto *getsets = new GetSetDef[fields.size() + 1];
  for (size_t i = 0; i < fields.size(); ++i)
    getsets[i] = {slot->fields[i].c_str(), kFields[i], nullptr};
  getsets[fields.size()] = {nullptr, nullptr, nullptr};
  Type &t = slot->type;
  t.name = slot->name.c_str();
  t.module = internStr("torch.return_types");
  t.base = &jn_type_tuple;
  t.getsets = getsets;
  t.repr = tupleRepr;
  readyType(&t);
  return &t;
}

Type *namedTupleCalled(std::string_view name) {
  for (size_t op = 0; op < kOpCount; ++op)
    opInfo(static_cast<TensorOp>(op));
  for (auto &[key, t] : tupleTypes)
    if (t->name == name)
      return &t->type;
  return nullptr;
}

}  // namespace janus
