// types.MappingProxyType: a mapping that cannot be changed through it.
#include "value/error/Raise.h"
#include "value/object/DataTypes.h"
#include "value/object/Types.h"

#include <vector>

namespace janus {
namespace {

struct ProxyObject {
  jn_object head;
  Value mapping;
};
Value target(Object *o) {
  return reinterpret_cast<ProxyObject *>(o)->mapping;
}
// The mapping behind a proxy; any other operand itself.
Value behind(Value v) {
  return isExact(v, &jn_type_mappingproxy) ? target(v.o) : v;
}

void proxyDealloc(Object *o) {
  jn_decref(target(o));
  freeObject(o);
}
void proxyTraverse(Object *o, VisitFn visit, void *context) {
  if (target(o).tag == JN_OBJECT)
    visit(target(o).o, context);
}
Value proxyRepr(Object *o) {
  Value v = target(o);
  return makeStr(formatText("mappingproxy(%R)", &v));
}
Value proxyStr(Object *o) {
  return str(target(o));
}
Value proxyIter(Object *o) {
  return jn_iter(target(o));
}
int64_t proxyLength(Object *o) {
  return length(target(o));
}
int proxyContains(Object *o, Value key) {
  return jn_contains(target(o), key);
}
Value proxyGetitem(Value self, Value key) {
  return jn_getitem(target(self.o), key);
}
Value proxyCompare(Value a, Value b, CompareOp op) {
  return compare(target(a.o), behind(b), op);
}
Value proxyOr(Value a, Value b) {
  return binary(behind(a), behind(b), BinaryOp::Or);
}
Value refuseUpdate(const Value *args, size_t, Value) {
  return raise(jn_exc_TypeError, "'|=' is not supported by %T; use '|' instead", &args[0]);
}
template <int Name>
Value proxyForward(const Value *args, size_t count, Value) {
  static const char *names[] = {"keys", "values", "items", "get", "copy", "__reversed__"};
  std::vector<Value> all(args, args + count);
  all[0] = target(args[0].o);
  jn_attr_cache cache = {};
  return jn_call_method(internStr(names[Name]), all.data(), count, jn_unbound(), &cache);
}
const MethodDef proxyMethods[] = {
    {"keys", proxyForward<0>, 1, 1},  {"values", proxyForward<1>, 1, 1},
    {"items", proxyForward<2>, 1, 1}, {"get", proxyForward<3>, 2, 3},
    {"copy", proxyForward<4>, 1, 1},  {"__reversed__", proxyForward<5>, 1, 1},
    {"__ior__", refuseUpdate, 2, 2},  {nullptr, nullptr}};
Value proxyConstruct(Type *cls, const Value *args, size_t count, Value) {
  if (count != 1)
    return raise(jn_exc_TypeError, "mappingproxy() takes exactly 1 argument (%zu given)", count);
  Type *type = typeOf(args[0]);
  if (!type->getitem || isInstance(args[0], &jn_type_list) || isInstance(args[0], &jn_type_tuple))
    return raise(jn_exc_TypeError, "mappingproxy() argument must be a mapping, not %T", &args[0]);
  auto *p = allocate<ProxyObject>(cls);
  p->mapping = jn_own(args[0]);
  return jn_obj(p);
}

}  // namespace

Type jn_type_mappingproxy = {
    .name = "mappingproxy",
    .instanceSize = sizeof(ProxyObject),
    .dealloc = proxyDealloc,
    .traverse = proxyTraverse,
    .repr = proxyRepr,
    .str = proxyStr,
    .compare = proxyCompare,
    .iter = proxyIter,
    .length = proxyLength,
    .getitem = proxyGetitem,
    .contains = proxyContains,
    .construct = proxyConstruct,
    .methods = proxyMethods,
    .classMethods = kGenericAliasMethods,
};

Value makeMappingProxy(jn_dict *dict) {
  auto *p = allocate<ProxyObject>(&jn_type_mappingproxy);
  p->mapping = jn_own(jn_obj(dict));
  return jn_obj(p);
}

int initMappingProxy() {
  JN_SLOT(jn_type_mappingproxy, binary, BinaryOp::Or) = proxyOr;
  return readyType(&jn_type_mappingproxy);
}

}  // namespace janus
