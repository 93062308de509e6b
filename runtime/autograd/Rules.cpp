#include "autograd/Rules.h"

#include "tensor/dispatch/OpInfo.h"
#include "value/call/Modules.h"

#include <unordered_map>

namespace janus {
namespace {

OpRules *table[kOpCount];
enum { kNotImported, kImporting, kImported } imported = kNotImported;

const std::unordered_map<std::string_view, TensorOp> &opsByName() {
  static const auto *names = [] {
    auto *map = new std::unordered_map<std::string_view, TensorOp>;
    for (size_t i = 0; i < kOpCount; ++i) {
      auto op = static_cast<TensorOp>(i);
      std::string_view text = row(op).signature;
      text = text.substr(0, text.find('('));
      if (!isTwin(op))
        map->emplace(text, op);
    }
    return map;
  }();
  return *names;
}

// "elu_" and "add_.Tensor" name in-place twins, whose rows carry the names of their functional
// forms.
bool findOp(std::string_view name, TensorOp *op) {
  auto it = opsByName().find(name);
  if (it != opsByName().end()) {
    *op = it->second;
    return true;
  }
  size_t dot = std::min(name.find('.'), name.size());
  if (dot == 0 || name[dot - 1] != '_')
    return false;
  std::string functional = std::string(name.substr(0, dot - 1)) + std::string(name.substr(dot));
  it = opsByName().find(functional);
  if (it == opsByName().end())
    return false;
  for (size_t i = 0; i < kOpCount; ++i) {
    auto twin = static_cast<TensorOp>(i);
    if (isTwin(twin) && row(twin).functional == it->second) {
      *op = twin;
      return true;
    }
  }
  return false;
}

// log_softmax -> LogSoftmaxBackward0; elu_, which has a gradient of its own, EluBackward1
std::string defaultName(std::string_view op, bool isOfTwin) {
  op = op.substr(0, op.find('.'));
  std::string name;
  bool upper = true;
  for (char c : op) {
    if (c == '_') {
      upper = true;
    } else {
      name += upper ? static_cast<char>(toupper(c)) : c;
      upper = false;
    }
  }
  return name + (isOfTwin ? "Backward1" : "Backward0");
}

bool readProperty(std::string_view text, Property *p) {
  static constexpr std::pair<std::string_view, Property> kProperties[] = {
      {"shape", Property::Shape},
      {"stride", Property::Stride},
      {"storage_offset", Property::StorageOffset},
      {"dtype", Property::DType},
      {"device", Property::Device},
      {"columns", Property::Columns},
      {"rows", Property::Rows}};
  for (auto [name, value] : kProperties)
    if (name == text) {
      *p = value;
      return true;
    }
  return false;
}

bool isTensorKind(ArgKind k) {
  return k == ArgKind::Tensor || k == ArgKind::TensorList;
}

// Reads one entry of `saves`; false with an exception pending.
bool readSave(const Schema &schema, std::string_view text, SaveSpec *spec) {
  size_t dot = text.find('.');
  std::string_view base = text.substr(0, dot);
  std::string wrong(text);
  if (dot != std::string_view::npos && !readProperty(text.substr(dot + 1), &spec->property)) {
    raise(jn_exc_ValueError, "gradient saves '%s': no such property", wrong.c_str());
    return false;
  }
  if (base == "result") {
    spec->result = kWholeResult;
    return true;
  }
  if (base.starts_with("result") && base.size() == 7 && isdigit(base[6])) {
    spec->result = static_cast<int16_t>(base[6] - '0');
    return true;
  }
  int index = schema.find(base);
  if (index < 0 || (spec->property != Property::Whole &&
                    !isTensorKind(schema.params[static_cast<size_t>(index)].kind))) {
    raise(jn_exc_ValueError, "gradient saves '%s', which the operation's arguments do not have",
          wrong.c_str());
    return false;
  }
  spec->argument = static_cast<int16_t>(index);
  spec->list = schema.params[static_cast<size_t>(index)].kind == ArgKind::TensorList;
  return true;
}

// Position in `saves`, added when it is new.
uint16_t addSave(OpRules &r, const SaveSpec &spec, uint32_t rule) {
  for (size_t i = 0; i < r.saves.size(); ++i) {
    SaveSpec &s = r.saves[i];
    if (s.argument == spec.argument && s.result == spec.result && s.property == spec.property) {
      s.rules |= rule;
      return static_cast<uint16_t>(i);
    }
  }
  r.saves.push_back(spec);
  r.saves.back().rules = rule;
  return static_cast<uint16_t>(r.saves.size() - 1);
}

uint16_t addKept(OpRules &r, int argument, uint32_t rule) {
  for (size_t i = 0; i < r.kept.size(); ++i) {
    if (r.kept[i] == argument) {
      r.keptBy[i] |= rule;
      return static_cast<uint16_t>(i);
    }
  }
  r.kept.push_back(static_cast<uint8_t>(argument));
  r.keptBy.push_back(rule);
  return static_cast<uint16_t>(r.kept.size() - 1);
}

std::string parameterOf(std::string_view save) {
  std::string name(save);
  for (char &c : name)
    if (c == '.')
      c = '_';
  return name;
}

// The place of an argument among the inputs, which it joins.
size_t inputOf(OpRules &r, const Schema &schema, int index) {
  size_t position = 0;
  while (position < r.inputs.size() && r.inputs[position] != index)
    ++position;
  if (position == r.inputs.size()) {
    r.inputs.push_back(static_cast<uint8_t>(index));
    if (schema.params[static_cast<size_t>(index)].kind == ArgKind::TensorList)
      r.list = static_cast<int8_t>(position);
  }
  return position;
}

}  // namespace

Value registerGradient(const Value *args, size_t, Value) {
  std::string_view name = utf8Of(args[0]);
  TensorOp op;
  if (!findOp(name, &op))
    return raise(jn_exc_ValueError, "gradient of an unknown operation: %S", &args[0]);
  const Schema &schema = opInfo(op).schema;
  OpRules *&entry = table[static_cast<size_t>(op)];
  if (!entry) {
    entry = new OpRules{};
    entry->op = op;
    entry->name =
        args[3].tag == JN_NONE ? defaultName(name, isTwin(op)) : std::string(utf8Of(args[3]));
  }
  OpRules &r = *entry;
  if (args[4].tag == JN_NONE) {
    r.neverDifferentiable = true;
    return jn_none();
  }
  if (!isExact(args[4], &jn_type_function))
    return raise(jn_exc_TypeError, "a gradient must be a compiled function");
  r.implemented = true;
  uint32_t bit = 1u << r.rules.size();
  GradientRule rule;
  rule.function = as<jn_function>(args[4]);
  rule.holomorphic = args[5].tag != JN_BOOL || args[5].i;
  const jn_tuple *of = as<jn_tuple>(args[1]), *saves = as<jn_tuple>(args[2]);
  int number = args[6].tag == JN_NONE ? -1 : schema.find(utf8Of(args[6]));
  for (int64_t i = 0; i < of->size; ++i) {
    int index = schema.find(utf8Of(of->items[i]));
    if (index < 0)
      return raise(jn_exc_ValueError, "gradient of %S: no argument %S", &args[0], &of->items[i]);
    if (number >= 0 && number < index)
      inputOf(r, schema, number);
    size_t position = inputOf(r, schema, index);
    if (number > index)
      inputOf(r, schema, number);
    rule.of.push_back(static_cast<uint8_t>(position));
    rule.ofMask |= 1u << position;
  }
  std::vector<std::pair<std::string, uint16_t>> saved;
  for (int64_t i = 0; i < saves->size; ++i) {
    SaveSpec spec;
    if (!readSave(schema, utf8Of(saves->items[i]), &spec))
      return jn_error();
    saved.emplace_back(parameterOf(utf8Of(saves->items[i])), addSave(r, spec, bit));
  }
  const jn_function_def *def = rule.function->def;
  for (int i = 0; i < def->positional + def->keyword_only; ++i) {
    std::string_view p = def->parameters[i];
    ParameterSource source{ParameterSource::Grad};
    if (p == "grads") {
      source.kind = ParameterSource::Grads;
      r.knowsOthers = true;
    } else if (p == "needs") {
      source.kind = ParameterSource::Needs;
    } else if (p != "grad") {
      size_t s = 0;
      while (s < saved.size() && saved[s].first != p)
        ++s;
      int index = schema.find(p);
      if (s < saved.size()) {
        source = {ParameterSource::Saved, saved[s].second};
      } else if (index >= 0 && !isTensorKind(schema.params[static_cast<size_t>(index)].kind)) {
        source = {ParameterSource::Argument, addKept(r, index, bit)};
      } else {
        std::string text(p);
        return raise(jn_exc_ValueError, "gradient of %S: nothing to bind the parameter '%s' to",
                     &args[0], text.c_str());
      }
    }
    rule.parameters.push_back(source);
  }
  jn_incref(args[4]);
  r.rules.push_back(std::move(rule));
  return jn_none();
}

const OpRules *rulesOf(TensorOp op) {
  if (JN_UNLIKELY(imported == kNotImported)) {
    imported = kImporting;
    Ref module(importModule("torch._gradients"));
    if (module.failed()) {
      imported = kNotImported;
      return nullptr;
    }
    imported = kImported;
  }
  OpRules *&entry = table[static_cast<size_t>(op)];
  if (JN_LIKELY(entry != nullptr))
    return entry;
  TensorOp functional = row(op).functional;
  if (isTwin(op) && table[static_cast<size_t>(functional)])
    return entry = table[static_cast<size_t>(functional)];
  // Nothing was registered: the node refuses when a gradient reaches it.
  entry = new OpRules{};
  entry->op = op;
  entry->name = "NotImplemented";
  entry->knowsOthers = true;
  const Schema &schema = opInfo(op).schema;
  for (size_t i = 0; i < schema.params.size(); ++i)
    if (schema.params[i].kind == ArgKind::Tensor)
      entry->inputs.push_back(static_cast<uint8_t>(i));
  return entry;
}

}  // namespace janus
