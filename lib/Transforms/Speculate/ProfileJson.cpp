// Profiles as JSON. Values: null, true, 1, 1.5, "text" and {"ref": node}; an unbound one is {};
// floats that JSON cannot write are {"float": "nan"}.
#include "Transforms/Speculate/Profile.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace janus::speculate {
namespace {

using Json = nlohmann::ordered_json;

struct Malformed {
  std::string what;
};

const char *const kKindNames[] = {
#define JANUS_HEAP_NODE(Name, text, items) text,
#include "Transforms/Speculate/HeapNodes.def"
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

class Reader {
public:
  Profile read(const Json &json) {
    count_ = json.at("heap").size();
    for (const Json &each : json["heap"])
      profile_.heap.push_back(node(each));
    profile_.modules = named(json.at("modules"));
    for (const Json &each : json.at("roots"))
      profile_.roots.push_back(root(each));
    return std::move(profile_);
  }

private:
  NodeId reference(const Json &json) {
    if (!json.is_number_unsigned() || json.get<uint64_t>() >= count_)
      throw Malformed{"there is no node " + json.dump()};
    return NodeId(json.get<uint32_t>());
  }

  ProfileValue value(const Json &json) {
    if (json.is_null())
      return {ProfileValue::None()};
    if (json.is_boolean())
      return {json.get<bool>()};
    if (json.is_number_integer())
      return {json.get<int64_t>()};
    if (json.is_number())
      return {json.get<double>()};
    if (json.is_string())
      return {json.get<std::string>()};
    if (json.contains("ref"))
      return {reference(json["ref"])};
    if (json.contains("float"))
      return {std::strtod(json["float"].get<std::string>().c_str(), nullptr)};
    return {};
  }

  std::vector<NamedValue> named(const Json &json) {
    std::vector<NamedValue> values;
    for (const auto &[name, each] : json.items())
      values.push_back({name, value(each)});
    return values;
  }

  TensorFacts tensor(const Json &json) {
    TensorFacts facts;
    facts.dtype = json.at("dtype").get<std::string>();
    facts.shape = json.at("shape").get<std::vector<int64_t>>();
    facts.device = json.value("device", "cpu");
    facts.contiguous = json.value("contiguous", true);
    facts.requiresGrad = json.value("requires_grad", false);
    facts.isLeaf = json.value("leaf", true);
    facts.storage = json.at("storage").get<uint32_t>();
    if (json.contains("grad"))
      facts.grad = value(json["grad"]);
    return facts;
  }

  HeapNode node(const Json &json) {
    HeapNode node;
    std::string kind = json.at("kind").get<std::string>();
    size_t index = 0;
    while (index < std::size(kKindNames) && kind != kKindNames[index])
      ++index;
    if (index == std::size(kKindNames))
      throw Malformed{"there is no kind of object `" + kind + "`"};
    node.kind = static_cast<NodeKind>(index);
    if (json.contains("type"))
      node.type = reference(json["type"]);
    node.name = json.value("name", "");
    if (json.contains("items"))
      for (const Json &each : json["items"])
        node.items.push_back(value(each));
    if (json.contains("entries"))
      for (const Json &each : json["entries"])
        node.entries.emplace_back(value(each.at(0)), value(each.at(1)));
    if (json.contains("attributes"))
      for (const auto &[name, each] : json["attributes"].items())
        node.attributes.emplace_back(name, value(each));
    if (json.contains("tensor"))
      node.tensor = tensor(json["tensor"]);
    if ((node.kind == NodeKind::Tensor) != node.tensor.has_value())
      throw Malformed{"a tensor, and nothing else, has the facts of one"};
    return node;
  }

  RootProfile root(const Json &json) {
    RootProfile root;
    root.module = json.at("module").get<std::string>();
    root.function = json.at("function").get<std::string>();
    root.region = json.at("region").get<std::string>();
    root.slots = named(json.at("slots"));
    for (const Json &each : json.at("live_ins"))
      root.liveIns.push_back(value(each));
    root.modes = named(json.at("modes"));
    for (const Json &each : json.at("branches"))
      root.branches.push_back({each.at("function").get<std::string>(), each.at("at").at(0),
                               each.at("at").at(1), each.at("taken"), each.at("not_taken")});
    if (json.contains("extremes"))
      for (const auto &[path, each] : json["extremes"].items())
        root.extremes.push_back({path, each.at(0), each.at(1)});
    return root;
  }

  Profile profile_;
  size_t count_ = 0;
};

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

namespace {

ProfileFile readFile(const Json &json) {
  if (!json.is_object() || json.value("format", "") != "janus profile")
    throw Malformed{"this is not a profile of janusc"};
  if (json.at("version") != kProfileVersion)
    throw Malformed{"the profile has version " + json.at("version").dump()};
  ProfileFile file;
  if (!json.contains("snapshots")) {
    file.snapshots.push_back(Reader().read(json));
    return file;
  }
  for (const auto &[module, hash] : json.at("sources").items())
    file.sources.push_back({module, hash.get<std::string>()});
  for (const Json &each : json.at("notes"))
    file.notes.push_back(each.get<std::string>());
  for (const Json &each : json.at("counts"))
    file.counts.push_back({each.at("module").get<std::string>(),
                           each.at("function").get<std::string>(),
                           each.at("region").get<std::string>(), each.at("line").get<uint32_t>(),
                           each.at("hits").get<uint64_t>()});
  for (const Json &each : json.at("snapshots"))
    file.snapshots.push_back(Reader().read(each));
  return file;
}

}  // namespace

std::optional<Profile> profileFromJson(llvm::StringRef text, std::string *error) {
  std::optional<ProfileFile> file = profileFileFromJson(text, error);
  if (file && file->snapshots.empty())
    *error = "the profile has no root";
  if (!file || file->snapshots.empty())
    return std::nullopt;
  return std::move(file->snapshots.front());
}

std::optional<ProfileFile> profileFileFromJson(llvm::StringRef text, std::string *error) {
  try {
    return readFile(Json::parse(text.begin(), text.end()));
  } catch (const Malformed &problem) {
    *error = problem.what;
  } catch (const Json::exception &problem) {
    *error = problem.what();
  }
  return std::nullopt;
}

}  // namespace janus::speculate
