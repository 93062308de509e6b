// Profiles from JSON (ProfileJson.cpp writes them, and runtime/speculate does), checked field by
// field: kinds of values, references to nodes that are there and of the kind that belongs there,
// what each kind of node has. An error names the place: "snapshots[2].heap[17].tensor.shape".
#include "Support/JsonFault.h"
#include "Transforms/Profile/Profile.h"
#include "janus/contract/ClassNames.h"
#include "janus/contract/DType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <map>

namespace janus::speculate {
namespace {

using Json = nlohmann::ordered_json;

struct Malformed {
  std::string what;
};

const char *const kKindNames[] = {
#define JANUS_HEAP_NODE(Name, text, items) text,
#include "Transforms/Profile/HeapNodes.def"
};

// A value of the document and the way to it, which is put in words where something is wrong with
// it. What it lies in has to outlive it.
class Field {
public:
  explicit Field(const Json &document) : json_(document) {}

  const Json &json() const { return json_; }
  [[noreturn]] void malformed(const llvm::Twine &what) const {
    std::string where = place();
    throw Malformed{(where.empty() ? "" : where + ": ") + what.str()};
  }

  // An object with no members but these; those that end with `?` may be missing.
  void expectMembers(std::initializer_list<llvm::StringRef> names) const {
    if (!json_.is_object())
      malformed("expected an object");
    for (const auto &[name, value] : json_.items())
      if (llvm::none_of(
              names, [&, &name = name](llvm::StringRef each) { return each.rtrim('?') == name; }))
        malformed("there is no field `" + name + "`");
    for (llvm::StringRef each : names)
      if (!each.endswith("?") && !has(each))
        malformed("lacks the field `" + each + "`");
  }
  bool has(llvm::StringRef name) const { return json_.contains(std::string_view(name)); }
  Field operator[](llvm::StringRef name) const {
    return {json_.at(std::string_view(name)), this, name, 0};
  }

  template <class Read>
  void eachItem(Read read) const {
    if (!json_.is_array())
      malformed("expected a list");
    for (size_t i = 0; i < json_.size(); ++i)
      read(Field(json_[i], this, {}, i));
  }
  template <class Read>
  void eachMember(Read read) const {
    if (!json_.is_object())
      malformed("expected an object");
    for (const auto &[name, value] : json_.items())
      read(name, Field(value, this, name, 0));
  }
  Field item(size_t index, size_t count) const {
    if (!json_.is_array() || json_.size() != count)
      malformed("expected a list of " + llvm::Twine(count));
    return {json_[index], this, {}, index};
  }

  std::string text() const {
    if (!json_.is_string())
      malformed("expected a text");
    return json_.get<std::string>();
  }
  bool truth() const {
    if (!json_.is_boolean())
      malformed("expected true or false");
    return json_.get<bool>();
  }
  int64_t integer() const {
    bool fits = json_.is_number_integer() &&
                (!json_.is_number_unsigned() ||
                 json_.get<uint64_t>() <= uint64_t(std::numeric_limits<int64_t>::max()));
    if (!fits)
      malformed("expected an integer of 64 bits");
    return json_.get<int64_t>();
  }
  uint64_t count(uint64_t most = std::numeric_limits<uint64_t>::max()) const {
    if (!json_.is_number_unsigned() || json_.get<uint64_t>() > most)
      malformed("expected a number from 0 to " + llvm::Twine(most));
    return json_.get<uint64_t>();
  }
  uint32_t smallCount() const {
    return static_cast<uint32_t>(count(std::numeric_limits<uint32_t>::max()));
  }

private:
  Field(const Json &json, const Field *within, llvm::StringRef name, size_t index)
      : json_(json), within_(within), name_(name), index_(index) {}

  std::string place() const {
    if (!within_)
      return "";
    std::string before = within_->place();
    if (name_.empty())
      return before + "[" + std::to_string(index_) + "]";
    return before.empty() ? name_.str() : before + "." + name_.str();
  }

  const Json &json_;
  const Field *within_ = nullptr;
  llvm::StringRef name_;  // of a member
  size_t index_ = 0;      // of an item
};

bool isNone(const ProfileValue &value) {
  return std::holds_alternative<ProfileValue::None>(value.value);
}

// A reference may lead anywhere yet.
ProfileValue readValue(const Field &field) {
  const Json &json = field.json();
  if (json.is_null())
    return {ProfileValue::None()};
  if (json.is_boolean())
    return {json.get<bool>()};
  if (json.is_number_integer())
    return {field.integer()};
  if (json.is_number())
    return {json.get<double>()};
  if (json.is_string())
    return {json.get<std::string>()};
  field.expectMembers({"ref?", "float?"});
  if (json.size() > 1)
    field.malformed("expected one of `ref` and `float`");
  if (field.has("ref"))
    return {NodeId(field["ref"].smallCount())};
  if (!field.has("float"))
    return {};
  std::string text = field["float"].text();
  if (text != "nan" && text != "inf" && text != "-inf")
    field["float"].malformed("expected `nan`, `inf` or `-inf`");
  return {std::strtod(text.c_str(), nullptr)};
}

void readShape(const Field &field, TensorFacts &facts) {
  constexpr int64_t kMostElements = int64_t(1) << 48;
  int64_t elements = 1;
  field.eachItem([&](const Field &each) {
    int64_t size = each.integer();
    if (size < 0 || (size > 1 && elements > kMostElements / size))
      each.malformed("no tensor has such a size");
    elements *= std::max<int64_t>(size, 1);
    facts.shape.push_back(size);
  });
  constexpr size_t kMostDims = 255;
  if (facts.shape.size() > kMostDims)
    field.malformed("no tensor has so many dimensions");
}

TensorFacts readTensor(const Field &field) {
  field.expectMembers(
      {"dtype", "shape", "device?", "contiguous?", "requires_grad?", "leaf?", "storage", "grad?"});
  TensorFacts facts;
  facts.dtype = field["dtype"].text();
  if (llvm::none_of(kDTypes, [&](const DTypeInfo &each) { return each.name == facts.dtype; }))
    field["dtype"].malformed("there is no element type `" + facts.dtype + "`");
  readShape(field["shape"], facts);
  if (field.has("device"))
    facts.device = field["device"].text();
  auto truth = [&](const char *name, bool otherwise) {
    return field.has(name) ? field[name].truth() : otherwise;
  };
  facts.contiguous = truth("contiguous", true);
  facts.requiresGrad = truth("requires_grad", false);
  facts.isLeaf = truth("leaf", true);
  facts.storage = field["storage"].smallCount();
  if (field.has("grad")) {
    facts.grad = readValue(field["grad"]);
    if (!isNone(facts.grad) && !std::holds_alternative<NodeId>(facts.grad.value))
      field["grad"].malformed("expected a tensor, an instance, something opaque or null");
  }
  return facts;
}

HeapNode readNode(const Field &field) {
  field.expectMembers({"kind", "type?", "name?", "items?", "entries?", "attributes?", "tensor?"});
  HeapNode node;
  std::string kind = field["kind"].text();
  auto known = llvm::find(kKindNames, kind);
  if (known == std::end(kKindNames))
    field["kind"].malformed("there is no kind of object `" + kind + "`");
  node.kind = static_cast<NodeKind>(known - std::begin(kKindNames));
  if (field.has("type"))
    node.type = NodeId(field["type"].smallCount());
  if (field.has("name"))
    node.name = field["name"].text();
  if (field.has("items"))
    field["items"].eachItem([&](const Field &each) { node.items.push_back(readValue(each)); });
  if (field.has("entries"))
    field["entries"].eachItem([&](const Field &each) {
      ProfileValue key = readValue(each.item(0, 2));
      node.entries.emplace_back(std::move(key), readValue(each.item(1, 2)));
    });
  if (field.has("attributes"))
    field["attributes"].eachMember([&](const std::string &name, const Field &each) {
      node.attributes.emplace_back(name, readValue(each));
    });
  if (field.has("tensor"))
    node.tensor = readTensor(field["tensor"]);
  if ((node.kind == NodeKind::Tensor) != node.tensor.has_value())
    field.malformed("a tensor, and nothing else, has the facts of one");
  if (node.kind != NodeKind::Dict && !node.entries.empty())
    field.malformed("a dict, and nothing else, has entries");
  return node;
}

// Nodes that several snapshots have: each is read once.
using SharedNodes = std::vector<HeapNode>;

class SnapshotReader {
public:
  explicit SnapshotReader(const SharedNodes &shared) : shared_(shared) {}

  Profile read(const Field &field) {
    const Field heap = field["heap"];
    heap.eachItem([&](const Field &each) {
      if (!each.json().is_number()) {
        profile_.heap.push_back(readNode(each));
        return;
      }
      if (each.count() >= shared_.size())
        each.malformed("there is no node " + each.json().dump() + " in `nodes`");
      profile_.heap.push_back(shared_[each.count()]);
    });
    for (NodeId id : profile_.heap.ids())
      check(heap.item(id.index, profile_.heap.size()), id);
    numberClasses();
    profile_.modules = named(field["modules"]);
    for (const NamedValue &each : profile_.modules)
      if (!isA(each.value, {NodeKind::Module}))
        field["modules"].malformed("`" + each.name + "` is no module");
    field["roots"].eachItem([&](const Field &each) { profile_.roots.push_back(root(each)); });
    if (field.has("cut"))
      profile_.isCut = field["cut"].truth();
    return std::move(profile_);
  }

private:
  // Versions know classes by name: those that are called the same get other ones.
  void numberClasses() {
    std::map<std::string, std::vector<NodeId>> named;
    for (NodeId id : profile_.heap.ids())
      if (profile_.heap[id].kind == NodeKind::Class)
        named[profile_.heap[id].name].push_back(id);
    for (const auto &[name, nodes] : named)
      for (size_t i = 0; nodes.size() > 1 && i < nodes.size(); ++i)
        profile_.heap[nodes[i]].name = numberedClass(name, i + 1);
  }

  void expectNode(const Field &field, NodeId id) const {
    if (id.index >= profile_.heap.size())
      field.malformed("there is no node " + llvm::Twine(id.index));
  }
  void expectNode(const Field &field, const ProfileValue &value) const {
    if (auto *node = std::get_if<NodeId>(&value.value))
      expectNode(field, *node);
  }

  bool isA(const ProfileValue &value, std::initializer_list<NodeKind> kinds) const {
    auto *node = std::get_if<NodeId>(&value.value);
    return node && llvm::is_contained(kinds, profile_.heap[*node].kind);
  }
  ProfileValue value(const Field &field) const {
    ProfileValue value = readValue(field);
    expectNode(field, value);
    return value;
  }

  std::vector<NamedValue> named(const Field &field) const {
    std::vector<NamedValue> values;
    field.eachMember([&](const std::string &name, const Field &each) {
      values.push_back({name, value(each)});
    });
    return values;
  }

  // References of a node: each leads to a node that is there, and of the kind that belongs there.
  void check(const Field &field, NodeId id) const {
    const HeapNode &node = profile_.heap[id];
    if (node.type) {
      expectNode(field, node.type);
      if (!isA({node.type}, {NodeKind::Class, NodeKind::NativeClass}))
        field.malformed("`type`: expected a class");
    }
    for (const ProfileValue &each : node.items)
      expectNode(field, each);
    for (const auto &[key, held] : node.entries) {
      expectNode(field, key);
      expectNode(field, held);
    }
    for (const auto &[name, held] : node.attributes)
      expectNode(field, held);
    if (node.tensor && std::holds_alternative<NodeId>(node.tensor->grad.value)) {
      expectNode(field, node.tensor->grad);
      bool isGradient =  // a sparse one is an instance of its class
          isA(node.tensor->grad, {NodeKind::Tensor, NodeKind::Instance, NodeKind::Opaque});
      if (!isGradient)
        field.malformed("`grad`: expected a tensor, an instance, something opaque or null");
    }
    checkParts(field, id);
  }

  // Checks the number of a node's items by its kind (HeapNodes.def).
  void checkParts(const Field &field, NodeId id) const {
    const HeapNode &node = profile_.heap[id];
    auto expect = [&](bool holds, const char *what) {
      if (!holds)
        field.malformed(what);
    };
    size_t count = node.items.size();
    switch (node.kind) {
    case NodeKind::Instance:
      expect(node.type && count == 0, "an instance has a class, and no items");
      return;
    case NodeKind::Class:
    case NodeKind::NativeClass:
      expect(!node.name.empty(), "a class has a name");
      for (const ProfileValue &each : node.items)
        expect(isA(each, {NodeKind::Class, NodeKind::NativeClass}),
               "the items of a class are classes");
      if (auto *self = count ? std::get_if<NodeId>(&node.items[0].value) : nullptr)
        expect(*self == id, "the first item of a class is the class");
      return;
    case NodeKind::Function:
      expect(!node.name.empty() && count >= 2, "a function has a name and its defaults");
      expect(isNone(node.items[0]) || isA(node.items[0], {NodeKind::Tuple}),
             "a function's defaults are a tuple or null");
      expect(isNone(node.items[1]) || isA(node.items[1], {NodeKind::Dict}),
             "a function's keyword defaults are a dict or null");
      for (const ProfileValue &each : llvm::drop_begin(node.items, 2))
        expect(isA(each, {NodeKind::Cell}), "a function's other items are cells");
      return;
    case NodeKind::Native:
      expect(!node.name.empty() && count <= 1, "a native has a name, and at most a receiver");
      return;
    case NodeKind::Module:
    case NodeKind::Member:
    case NodeKind::Enumerated:
      expect(!node.name.empty() && count == 0, "what is known by its name has one, and no items");
      return;
    case NodeKind::Method: expect(count == 2, "a method has a function and a receiver"); return;
    case NodeKind::Property: expect(count == 3, "a property has three functions"); return;
    case NodeKind::Slice: expect(count == 3, "a slice has three items"); return;
    case NodeKind::Range:
      expect(count == 3, "a range has three items");
      for (const ProfileValue &each : node.items)
        expect(std::holds_alternative<int64_t>(each.value), "the items of a range are ints");
      return;
    case NodeKind::StaticMethod:
    case NodeKind::ClassMethod:
    case NodeKind::Cell: expect(count == 1, "there is one item"); return;
    case NodeKind::Dict: expect(node.type && count == 0, "a dict has a class and entries"); return;
    case NodeKind::List:
    case NodeKind::Tuple:
    case NodeKind::Set: expect(bool(node.type), "a container has a class"); return;
    case NodeKind::Tensor: expect(node.type && count == 0, "a tensor has a class"); return;
    case NodeKind::Opaque: return;
    }
  }

  RootProfile root(const Field &field) const {
    field.expectMembers({"module", "function", "region", "line?", "slots", "live_ins", "modes",
                         "branches", "extremes?"});
    RootProfile root;
    root.module = field["module"].text();
    root.function = field["function"].text();
    root.region = field["region"].text();
    if (field.has("line"))
      field["line"].smallCount();
    root.slots = named(field["slots"]);
    field["live_ins"].eachItem([&](const Field &each) { root.liveIns.push_back(value(each)); });
    field["modes"].eachMember([&](const std::string &name, const Field &each) {
      root.modes.push_back({name, {each.truth()}});
    });
    field["branches"].eachItem([&](const Field &each) { root.branches.push_back(branch(each)); });
    if (field.has("extremes"))
      field["extremes"].eachMember([&](const std::string &path, const Field &each) {
        int64_t least = each.item(0, 2).integer(), most = each.item(1, 2).integer();
        if (least > most)
          each.malformed("the least value is above the greatest");
        root.extremes.push_back({path, least, most});
      });
    return root;
  }

  static BranchObservation branch(const Field &field) {
    field.expectMembers({"function", "at", "taken", "not_taken"});
    BranchObservation seen{field["function"].text(), field["at"].item(0, 2).smallCount(),
                           field["at"].item(1, 2).smallCount(), field["taken"].count(),
                           field["not_taken"].count()};
    if (seen.begin > seen.end)
      field["at"].malformed("it ends before it begins");
    return seen;
  }

  const SharedNodes &shared_;
  Profile profile_;
};

ProfileFile::Count count(const Field &field) {
  field.expectMembers({"module", "function", "region", "line", "hits", "worked?", "over_budget?"});
  ProfileFile::Count count{field["module"].text(), field["function"].text(),
                           field["region"].text(), field["line"].smallCount(),
                           field["hits"].count(),  {}};
  if (field.has("worked"))
    count.worked = field["worked"].count();
  if (field.has("over_budget"))
    count.isOverBudget = field["over_budget"].truth();
  return count;
}

ProfileFile readFile(const Json &json) {
  Field all(json);
  if (!json.is_object() || !all.has("format") || json["format"] != "janus profile")
    all.malformed("this is not a profile of janusc");
  if (!all.has("version") || json["version"] != kProfileVersion)
    all.malformed(
        "the profile has " +
        (all.has("version") ? "version " + json["version"].dump() : std::string("no version")) +
        ", expected " + llvm::Twine(kProfileVersion));
  ProfileFile file;
  if (!all.has("snapshots")) {
    all.expectMembers({"format", "version", "heap", "modules", "roots", "cut?"});
    file.snapshots.push_back(SnapshotReader({}).read(all));
    return file;
  }
  all.expectMembers(
      {"format", "version", "seconds?", "sources", "notes", "counts", "nodes?", "snapshots"});
  SharedNodes nodes;
  if (all.has("nodes"))
    all["nodes"].eachItem([&](const Field &each) { nodes.push_back(readNode(each)); });
  all["sources"].eachMember([&](const std::string &module, const Field &hash) {
    file.sources.push_back({module, hash.text()});
  });
  all["notes"].eachItem([&](const Field &each) { file.notes.push_back(each.text()); });
  all["counts"].eachItem([&](const Field &each) { file.counts.push_back(count(each)); });
  all["snapshots"].eachItem([&](const Field &each) {
    each.expectMembers({"heap", "modules", "roots", "cut?"});
    file.snapshots.push_back(SnapshotReader(nodes).read(each));
  });
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
  } catch (const Json::parse_error &problem) {  // counts from 1
    *error = jsonFault(text, problem.byte == 0 ? 0 : problem.byte - 1);
  } catch (const Json::exception &) {
    *error = "a value is of another kind than its place asks for";
  }
  return std::nullopt;
}

}  // namespace janus::speculate
