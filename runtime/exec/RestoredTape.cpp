#include "exec/RestoredTape.h"

#include "autograd/Meta.h"
#include "autograd/Record.h"
#include "autograd/RuleNode.h"
#include "exec/Names.h"
#include "tensor/core/Error.h"
#include "tensor/dispatch/Dispatch.h"

namespace janus {

bool Residual::isUnchanged(uint32_t writes) const {
  return !isTensor(value) || (asTensor(value)->storage == storage &&
                              asTensor(value)->version->value == version + writes);
}

namespace {

// A tensor of that type and sizes whose elements nobody reads.
Tensor shapeOnly(const jn_tape_value &value, const Residual *saved) {
  Dims sizes;
  for (uint32_t i = 0; i < value.count; ++i) {
    const jn_tape_size &size = value.sizes[i];
    sizes.push_back(size.is_saved ? saved[size.number].value.i : size.number);
  }
  Storage *none = wrapStorage(nullptr, 0, {}, nullptr, nullptr);
  return makeOver(none, 0, sizes, contiguousStrides(sizes),
                  dtypeNamed(value.name).value_or(DType::F32));
}

// Makes the node of one entry.
class EntryReader {
public:
  EntryReader(const Residual *saved, bool freed, const Edge *edges,
              const std::vector<RuleNode *> &nodes)
      : saved_(saved), freed_(freed), edges_(edges), nodes_(nodes) {}
  ~EntryReader() {
    for (Value v : owned_)
      jn_decref(v);
  }
  EntryReader(const EntryReader &) = delete;

  RuleNode *read(const jn_tape_entry &entry) {
    TensorOp op = rowNamed(entry.op);
    if (op == TensorOp::Count)
      fail("the runtime has no such operation");
    std::vector<Value> args, results;
    std::vector<std::vector<Edge>> edges;
    for (uint32_t i = 0; i < entry.arg_count; ++i) {
      edges.emplace_back();
      args.push_back(value(entry.args[i], &edges.back()));
    }
    std::vector<Edge> none;
    for (uint32_t i = 0; i < entry.result_count; ++i)
      results.push_back(value(entry.results[i], &none));
    Value result = results[0];
    if (results.size() > 1)
      result = keep(tuple(results));
    RuleNode *node = restoreNode(op, args.data(), edges, result, entry.result_count);
    if (!node)
      throw PendingError{};
    if (entry.node)
      setNodeName(node, entry.node);
    node->isPartWritten = entry.is_part_written;
    if (freed_ || entry.is_freed)
      node->kind->release(node);
    else
      setVersions(node);
    node->freed |= entry.is_freed;
    return node;
  }

private:
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

  // The restored value, borrowed. The edges of its gradient, or those of a list, are added to
  // `edges`.
  Value value(const jn_tape_value &given, std::vector<Edge> *edges) {
    if (given.kind == JN_TAPE_LIST) {
      std::vector<Value> items;
      for (uint32_t i = 0; i < given.count; ++i)
        items.push_back(value(given.items[i], edges));
      return keep(tuple(items));
    }
    Edge edge;
    if (given.edge == JN_EDGE_OUT)
      edge = edges_[given.to];
    else if (given.edge == JN_EDGE_ENTRY)
      edge = {nodes_[given.to], given.result};
    edges->push_back(edge);
    switch (given.kind) {
    case JN_TAPE_WRITTEN:
    case JN_TAPE_OVERWRITTEN:
      if (isTensor(saved_[given.index].value))
        written_.emplace_back(asTensor(saved_[given.index].value)->version, given.count);
      return saved_[given.index].value;
    case JN_TAPE_SAVED:
      return withHistory(saved_[given.index].value, edge, given.edge == JN_EDGE_ENTRY);
    case JN_TAPE_SHAPE: return keep(shapeOnly(given, saved_).releaseValue());
    case JN_TAPE_DTYPE: return keep(namedValue("dtype", given.name));
    case JN_TAPE_FORMAT: return keep(namedValue("format", given.name));
    default: return jn_none();
    }
  }

  // A tensor that the region computed itself has its history in the restored nodes.
  Value withHistory(Value saved, const Edge &edge, bool ofEntry) {
    if (!ofEntry || !isTensor(saved))
      return saved;
    Tensor alias = makeAlias(Tensor::share(saved), true);
    setGradFn(alias.object(), edge.node, edge.index);
    return keep(alias.releaseValue());
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
    uint32_t writes = 0;
    for (auto [version, count] : written_)
      if (version == t->version)
        writes = count;
    for (const Residual *r = saved_; r->value.tag != JN_UNBOUND; ++r)
      if (isTensor(r->value) && asTensor(r->value)->version == t->version)
        return r->version + writes;
    return t->version->value;
  }

  const Residual *saved_;  // the last one is unbound
  bool freed_;
  const Edge *edges_;
  const std::vector<RuleNode *> &nodes_;
  std::vector<Value> owned_;
  // Counters of tensors that the region itself has written, and how often it had by then.
  std::vector<std::pair<const VersionCounter *, uint32_t>> written_;
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
      nodes.push_back(EntryReader(saved, freed, edges, nodes).read(tape.entries[i]));
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
