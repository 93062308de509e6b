// Containers and constants that a module's code has made, read from where they stand: the program
// may have put others there since, which their values as assumptions or inputs tell.
#include "Transforms/Speculate/Heap/AbstractHeap.h"

namespace janus::speculate {

using namespace ir;

AbstractValue AbstractHeap::deferMade(AbstractValue value, std::string path) {
  if (value.isObject()) {
    ObjectId id = value.objectId();
    if (!at(id).name.empty() || !at(id).isNew()) {
      deferred_.push_back({{}, std::move(path), {}, value});
      return AbstractValue::deferred(DeferredId(deferred_.size() - 1));
    }
    placeAt(id, std::move(path));
    return value;
  }
  const Constant &constant = graph_.constant(value.constantId());
  ProfileValue known;
  switch (constant.kind) {
  case Constant::Kind::None: known.value = ProfileValue::None(); break;
  case Constant::Kind::True:
  case Constant::Kind::False: known.value = constant.kind == Constant::Kind::True; break;
  case Constant::Kind::Int: known.value = constant.integer; break;
  case Constant::Kind::Float: known.value = constant.number; break;
  case Constant::Kind::Str: known.value = constant.text; break;
  default: return value;
  }
  return defer(known, std::move(path));
}

void AbstractHeap::placeAt(ObjectId id, std::string path) {
  if (!at(id).isNew())
    return;
  at(id).path = path;
  if (at(id).kind == ObjectKind::Instance)
    graph_.assume("class", path, at(at(id).type).name);
  for (size_t i = 0; i < at(id).attributes.size(); ++i) {
    auto [name, value] = at(id).attributes[i];
    at(id).attributes[i].second = deferMade(value, attributePath(path, false, name));
  }
  for (size_t i = 0; i < at(id).items.size(); ++i)
    at(id).items[i] = deferMade(at(id).items[i], path + "[" + std::to_string(i) + "]");
  for (size_t i = 0; i < at(id).entries.size(); ++i) {
    auto [key, value] = at(id).entries[i];
    at(id).entries[i].second = deferMade(value, path + "[" + keyText(key) + "]");
  }
  at(id).oldItems = at(id).items;
  at(id).oldEntries = at(id).entries;
  at(id).oldAttributes = at(id).attributes;
}

}  // namespace janus::speculate
