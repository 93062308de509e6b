// Profiles to JSON; ProfileReader.cpp reads them. Values: null, true, 1, 1.5, "text" and {"ref":
// node}; an unbound one is {}; floats that JSON cannot write are {"float": "nan"}.
#include "Transforms/Profile/Profile.h"

#include "llvm/Support/raw_ostream.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace janus::speculate {
namespace {

using Json = nlohmann::ordered_json;

const char *const kKindNames[] = {
#define JANUS_HEAP_NODE(Name, text, items) text,
#include "Transforms/Profile/HeapNodes.def"
};

Json write(const ProfileValue &value) {
  struct Visitor {
    Json operator()(ProfileValue::Unbound) const { return Json::object(); }
    Json operator()(ProfileValue::None) const { return nullptr; }
    Json operator()(NodeId node) const { return {{"ref", node.index}}; }
    Json operator()(double number) const {
      if (std::isfinite(number))
        return number;
      return {{"float", std::isnan(number) ? "nan" : number < 0 ? "-inf" : "inf"}};
    }
    Json operator()(bool truth) const { return truth; }
    Json operator()(int64_t number) const { return number; }
    Json operator()(const std::string &text) const { return text; }
  };
  return std::visit(Visitor(), value.value);
}

Json write(const std::vector<NamedValue> &values) {
  Json object = Json::object();
  for (const NamedValue &each : values)
    object[each.name] = write(each.value);
  return object;
}

template <class T>
Json writeList(const std::vector<T> &values) {
  Json list = Json::array();
  for (const T &each : values)
    list.push_back(write(each));
  return list;
}

Json write(const TensorFacts &tensor) {
  return {{"dtype", tensor.dtype},
          {"shape", tensor.shape},
          {"device", tensor.device},
          {"contiguous", tensor.contiguous},
          {"requires_grad", tensor.requiresGrad},
          {"leaf", tensor.isLeaf},
          {"storage", tensor.storage},
          {"grad", write(tensor.grad)}};
}

Json write(const HeapNode &node) {
  Json object;
  object["kind"] = kKindNames[static_cast<size_t>(node.kind)];
  if (node.type)
    object["type"] = node.type.index;
  if (!node.name.empty())
    object["name"] = node.name;
  if (!node.items.empty())
    object["items"] = writeList(node.items);
  if (node.kind == NodeKind::Dict) {
    object["entries"] = Json::array();
    for (const auto &[key, value] : node.entries)
      object["entries"].push_back(Json::array({write(key), write(value)}));
  }
  if (!node.attributes.empty()) {
    Json attributes = Json::object();
    for (const auto &[name, value] : node.attributes)
      attributes[name] = write(value);
    object["attributes"] = std::move(attributes);
  }
  if (node.tensor)
    object["tensor"] = write(*node.tensor);
  return object;
}

Json write(const RootProfile &root) {
  Json extremes = Json::object();
  for (const Extremes &each : root.extremes)
    extremes[each.path] = {each.least, each.most};
  Json branches = Json::array();
  for (const BranchObservation &each : root.branches)
    branches.push_back({{"function", each.function},
                        {"at", {each.begin, each.end}},
                        {"taken", each.taken},
                        {"not_taken", each.notTaken}});
  return {{"module", root.module},
          {"function", root.function},
          {"region", root.region},
          {"slots", write(root.slots)},
          {"live_ins", writeList(root.liveIns)},
          {"modes", write(root.modes)},
          {"branches", std::move(branches)},
          {"extremes", std::move(extremes)}};
}

}  // namespace

std::string toJson(const Profile &profile) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "{\"format\": \"janus profile\", \"version\": " << kProfileVersion << ",\n \"heap\": [";
  bool first = true;
  for (const HeapNode &node : profile.heap) {
    out << (first ? "\n  " : ",\n  ") << write(node).dump();
    first = false;
  }
  out << "],\n \"modules\": " << write(profile.modules).dump() << ",\n \"roots\": [";
  first = true;
  for (const RootProfile &root : profile.roots) {
    out << (first ? "\n  " : ",\n  ") << write(root).dump();
    first = false;
  }
  out << "]}\n";
  return text;
}

}  // namespace janus::speculate
