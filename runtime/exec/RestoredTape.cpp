#include "exec/RestoredTape.h"

#include "autograd/Meta.h"
#include "autograd/Record.h"
#include "exec/Names.h"
#include "tensor/Dispatch.h"
#include "tensor/Error.h"

#include <algorithm>
#include <string_view>

namespace janus {

bool Residual::isUnchanged() const {
  return !isTensor(value) ||
         (asTensor(value)->storage == storage && asTensor(value)->version->value == version);
}

namespace {

// A tensor of that type and shape whose elements nobody reads: "float32(2,s3)", where s3 is a saved
// number.
Tensor shapeOnly(std::string_view text, const Residual *saved) {
  size_t open = text.find('(');
  DType dtype = dtypeNamed(text.substr(0, open)).value_or(DType::F32);
  Dims sizes;
  for (size_t at = open + 1; at < text.size() && text[at] != ')';) {
    bool isSaved = text[at] == 's';
    at += isSaved;
    int64_t size = 0;
    for (; text[at] >= '0' && text[at] <= '9'; ++at)
      size = size * 10 + (text[at] - '0');
    sizes.push_back(isSaved ? saved[size].value.i : size);
    at += text[at] == ',';
  }
  Storage *none = wrapStorage(nullptr, 0, {}, nullptr, nullptr);
  return makeOver(none, 0, sizes, contiguousStrides(sizes), dtype);
}

// Reads one entry (lib/Transforms/Speculate/Gradients/LivingHistory.h).
class EntryReader {
public:
  EntryReader(const char *text, const Residual *saved, bool freed, const Edge *edges,
              const std::vector<RuleNode *> &nodes)
      : rest_(text), saved_(saved), freed_(freed), edges_(edges), nodes_(nodes) {}
  ~EntryReader() {
    for (Value v : owned_)
      jn_decref(v);
  }
  EntryReader(const EntryReader &) = delete;

  RuleNode *read() {
    std::string_view name = word();
    bool isFreed = name.ends_with('~');
    name.remove_suffix(isFreed);
    bool isPartWritten = name.ends_with('!');
    name.remove_suffix(isPartWritten);
    TensorOp op = rowNamed(name);
    if (op == TensorOp::Count)
      fail("the runtime has no such operation");
    std::vector<Value> args, results;
    std::vector<std::vector<Edge>> edges;
    for (std::string_view w = word(); w != ">"; w = word()) {
      edges.emplace_back();
      args.push_back(w == "[" ? list(&edges.back()) : value(w, &edges.back()));
    }
    std::vector<Edge> none;
    while (!rest_.empty())
      results.push_back(value(word(), &none));
    Value result = results[0];
    if (results.size() > 1)
      result = keep(tuple(results));
    RuleNode *node =
        restoreNode(op, args.data(), edges, result, static_cast<uint32_t>(results.size()));
    if (!node)
      throw PendingError{};
    node->isPartWritten = isPartWritten;
    if (freed_ || isFreed)
      node->kind->release(node);
    else
      setVersions(node);
    node->freed |= isFreed;
    return node;
  }

private:
  std::string_view word() {
    size_t end = std::min(rest_.find(' '), rest_.size());
    std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return text;
  }

  static uint32_t number(std::string_view text) {
    uint32_t n = 0;
    for (size_t i = 0; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
      n = n * 10 + static_cast<uint32_t>(text[i] - '0');
    return n;
  }

  Value keep(Value owned) {
    owned_.push_back(owned);
    return owned;
  }

  static Value tuple(const std::vector<Value> &items) {
    jn_tuple *t = newTuple(static_cast<int64_t>(items.size()));
    for (size_t i = 0; i < items.size(); ++i)
      t->items[i] = jn_own(items[i]);
    return jn_obj(t);
  }

  // Borrowed. Where its gradient goes is added to `edges`.
  Value value(std::string_view text, std::vector<Edge> *edges) {
    size_t colon = std::min(text.find(':'), text.size());
    std::string_view what = text.substr(0, colon);
    Edge edge;
    if (colon < text.size()) {
      std::string_view from = text.substr(colon + 2);
      if (text[colon + 1] == 'x')
        edge = edges_[number(from)];
      else
        edge = {nodes_[number(from)], number(from.substr(from.find('.') + 1))};
    }
    edges->push_back(edge);
    std::string_view rest = what.substr(1);
    switch (what[0]) {
    case 's':
      return withHistory(saved_[number(rest)].value, edge,
                         colon < text.size() && text[colon + 1] == 'e');
    case 'l': return keep(shapeOnly(rest, saved_).releaseValue());
    case 'd': return keep(namedValue("dtype", rest));
    case 'f': return keep(namedValue("format", rest));
    default: return jn_none();
    }
  }

  // What the region computed itself has its history in the restored nodes.
  Value withHistory(Value saved, const Edge &edge, bool ofEntry) {
    if (!ofEntry || !isTensor(saved))
      return saved;
    Tensor alias = makeAlias(Tensor::share(saved), true);
    setGradFn(alias.object(), edge.node, edge.index);
    return keep(alias.releaseValue());
  }

  Value list(std::vector<Edge> *edges) {
    std::vector<Value> items;
    for (std::string_view w = word(); w != "]"; w = word())
      items.push_back(value(w, edges));
    return keep(tuple(items));
  }

  // The versions that the tensors had when the region ran.
  void setVersions(RuleNode *node) {
    for (size_t i = 0; i < node->rules->saves.size(); ++i) {
      SavedValue &s = node->saved[i];
      if (s.isTensor) {
        const TensorObject *saved = asTensor(s.value);
        if (!saved->storage->data && saved->numel > 0)
          fail("a graph's history keeps the shape alone of a tensor whose elements its gradient "
               "reads");
        s.version = versionOf(saved);
      } else if (s.value.tag == JN_OBJECT && s.value.o->type == &jn_type_tuple) {
        auto *t = as<jn_tuple>(s.value);
        uint32_t sum = 0;
        bool tensors = false;
        for (int64_t k = 0; k < t->size; ++k)
          if (isTensor(t->items[k])) {
            tensors = true;
            sum += versionOf(asTensor(t->items[k]));
          }
        if (tensors)
          s.version = sum;
      }
    }
  }
  uint32_t versionOf(const TensorObject *t) const {
    for (const Residual *r = saved_; r->value.tag != JN_UNBOUND; ++r)
      if (isTensor(r->value) && asTensor(r->value)->version == t->version)
        return r->version;
    return t->version->value;
  }

  std::string_view rest_;
  const Residual *saved_;  // the last one is unbound
  bool freed_;
  const Edge *edges_;
  const std::vector<RuleNode *> &nodes_;
  std::vector<Value> owned_;
};

}  // namespace

void outline(Residual *saved) {
  if (!isTensor(saved->value))
    return;
  const TensorObject *t = asTensor(saved->value);
  Storage *none = wrapStorage(nullptr, 0, t->device, nullptr, nullptr);
  Tensor shape = makeOver(none, 0, {t->sizes, t->ndim}, {t->strides, t->ndim}, t->dtype);
  jn_assign(&saved->value, shape.releaseValue());
}

bool restoreTape(const jn_tape_def &tape, const Residual *saved, bool freed, const Edge *edges,
                 std::vector<Edge> *outputs) {
  std::vector<RuleNode *> nodes;
  Value done = guarded([&] {
    ModeScope off(0);
    for (uint32_t i = 0; i < tape.entry_count; ++i)
      nodes.push_back(EntryReader(tape.entries[i], saved, freed, edges, nodes).read());
    return jn_none();
  });
  if (!jn_is_error(done))
    for (uint32_t i = 0; i < tape.output_count; ++i) {
      Node *node = nodes[tape.outputs[i].entry];
      retain(node);
      outputs->push_back({node, tape.outputs[i].result});
    }
  for (RuleNode *node : nodes)
    release(node);
  return !jn_is_error(done);
}

}  // namespace janus
