#include "speculate/Version.h"

#include "speculate/Binding.h"
#include "speculate/ForcedGuard.h"
#include "tensor/Tensor.h"

#include <algorithm>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

namespace janus::speculate {

// ---------------------------------------------------------------- types

namespace {

bool isPlainScalar(Value v, const InputType &type) {
  switch (type.kind) {
  case InputType::Kind::Int: return v.tag == JN_INT;
  case InputType::Kind::Float: return v.tag == JN_FLOAT;
  case InputType::Kind::Bool: return v.tag == JN_BOOL;
  default: return isExact(v, &jn_type_str);
  }
}

bool parseShape(std::string_view text, InputType *type) {
  std::vector<std::string_view> parts;
  if (!splitList(text, &parts))
    return false;
  type->shape.emplace();
  for (std::string_view part : parts) {
    // What hangs on symbols (`28*s0`) the version itself looks at.
    if (part == "?")
      return false;
    bool isNumber = part.find_first_not_of("0123456789") == std::string_view::npos;
    type->hasSymbols |= !isNumber;
    type->shape->push_back(isNumber ? parseConstant(part).i : kAnySize);
  }
  return true;
}

bool parseTensor(std::string_view text, InputType *type) {
  std::vector<std::string_view> parts;
  if (!splitList(text, &parts))
    return false;
  for (std::string_view part : parts) {
    auto dtype = std::find_if(std::begin(kDTypes), std::end(kDTypes),
                              [&](const DTypeInfo &each) { return each.name == part; });
    if (dtype != std::end(kDTypes))
      type->dtype = static_cast<DType>(dtype - std::begin(kDTypes));
    else if (part[0] == '(' ? !parseShape(part, type) : false)
      return false;
    else if (part == "contiguous")
      type->layout = InputType::Layout::Contiguous;
    else if (part == "channels_last")
      type->layout = InputType::Layout::ChannelsLast;
    else if (part == "grad" || part == "nograd")
      type->requiresGrad = part == "grad";
    else if (part == "history")
      type->hasHistory = true;
    else if (part[0] != '(' && part != "cpu" && part != "strided")
      return false;
  }
  return true;
}

}  // namespace

bool InputType::fitsShape(const int64_t *sizes, size_t rank) const {
  if (rank != shape->size())
    return false;
  if (!hasSymbols)
    return memcmp(sizes, shape->data(), rank * sizeof(int64_t)) == 0;
  for (size_t i = 0; i < rank; ++i)
    if ((*shape)[i] != sizes[i] && (*shape)[i] != kAnySize)
      return false;
  return true;
}

bool InputType::fits(Value v) const {
  if (kind != Kind::Tensor)
    return kind == Kind::Any || isPlainScalar(v, *this);
  if (!isTensor(v))
    return false;
  const TensorObject *t = asTensor(v);
  if ((dtype && t->dtype != *dtype) || t->device.type != DeviceType::Cpu ||
      t->flags & kTensorInference || !!(t->flags & kTensorNonLeaf) != hasHistory || isOutOfDate(t))
    return false;
  if (shape && !fitsShape(t->sizes, t->ndim))
    return false;
  if ((layout == Layout::Contiguous && !isRowMajor(t)) ||
      (layout == Layout::ChannelsLast && !(t->flags & kTensorChannelsLast)))
    return false;
  return requiresGrad < 0 || mayRequireGrad(t) == (requiresGrad == 1);
}

bool parseType(std::string_view text, InputType *type) {
  static const std::pair<std::string_view, InputType::Kind> kKinds[] = {
      {"int", InputType::Kind::Int},      {"float", InputType::Kind::Float},
      {"bool", InputType::Kind::Bool},    {"str", InputType::Kind::Str},
      {"object", InputType::Kind::Any},   {"dyn", InputType::Kind::Any},
      {"tensor", InputType::Kind::Tensor}};
  for (auto &[name, kind] : kKinds)
    if (text == name)
      return type->kind = kind, true;
  constexpr std::string_view kTensor = "tensor";
  if (text.substr(0, kTensor.size()) != kTensor)
    return false;
  type->kind = InputType::Kind::Tensor;
  return parseTensor(text.substr(kTensor.size()), type);
}

std::string Check::what() const {
  std::string text = std::string(record->kind) + " ";
  if (record->value && *record->value)
    text += record->value + std::string(" ");
  return text + "of `" + record->path + "`";
}

// ---------------------------------------------------------------- back-off

void BackOff::failed(bool early) {
  streak_ = 0;
  forgiven_ = early ? 1 : 8;
  if (++failures_ < 2)
    return;
  // What costs next to nothing is not given up: the condition may hold again, from then on for
  // long.
  level_ = early ? std::min(level_ + 1, kMostEarly) : level_ + 1;
  isExhausted_ = !early && level_ >= kMost;
  skip_ = (1u << level_) - 1;
}

void BackOff::succeeded() {
  if (++streak_ % forgiven_ != 0 || failures_ == 0)
    return;
  --failures_;
  level_ -= level_ > 0;
}

// ---------------------------------------------------------------- records

Version::Version(const jn_region_def *r, const jn_version_def *d)
    : root(r), def(d), paths(r), guardFailures(d->guard_count + 1),
      guardSeen(d->guard_count, jn_unbound()) {
  if (!parse() && unusable.empty())
    unusable = "its record cannot be read";
  if (std::optional<ForcedGuard> forced = speculate::forcedGuard())
    for (uint32_t i = 0; i < def->guard_count; ++i)
      if (forced->name == def->guards[i].name) {
        forcedGuard = i;
        forcedAt = forced->entry;
      }
}

Version::~Version() {
  for (std::vector<Check> *list : {&checks, &argumentChecks})
    for (Check &check : *list) {
      jn_decref(check.key);
      for (Value key : check.keys)
        jn_decref(key);
    }
}

uint32_t Version::node(std::string_view path) {
  uint32_t id = paths.add(path);
  if (id == kNoNode)
    unusable = "the path `" + std::string(path) + "` cannot be read";
  return id;
}

bool Version::parse() {
  for (uint32_t i = 0; i < def->assumption_count; ++i)
    if (!parseAssumption(def->assumptions[i])) {
      if (unusable.empty())
        unusable = std::string("the assumption ") + def->assumptions[i].kind + " of `" +
                   def->assumptions[i].path + "` cannot be read";
      return false;
    }
  for (uint32_t i = 0; i < def->input_count; ++i) {
    Input input{node(def->inputs[i].path), {}};
    if (input.node == kNoNode)
      return false;
    if (!parseType(def->inputs[i].type, &input.type)) {
      unusable = std::string("the type `") + def->inputs[i].type + "` cannot be read";
      return false;
    }
    inputs.push_back(std::move(input));
  }
  size_t read = paths.nodes().size();
  for (uint32_t i = 0; i < def->commit_count; ++i)
    if (!parseCommit(def->commits[i]))
      return false;
  size_t count = paths.nodes().size();
  isLookedAt.assign(count, false);
  std::fill_n(isLookedAt.begin(), read, true);
  for (const PathNode &each : paths.nodes())
    if (each.parent != kNoNode)
      isLookedAt[each.parent] = true;
  groups.resize(count);
  for (size_t i = 0; i < count; ++i)
    groups[i] = static_cast<uint32_t>(i);
  storages = groups;
  isPassing.assign(count, false);
  isTensorInput.assign(count, false);
  for (const Input &each : inputs)
    isTensorInput[each.node] |= each.type.kind == InputType::Kind::Tensor;
  isLeaf.assign(count, true);
  for (const PathNode &each : paths.nodes()) {
    if (each.parent != kNoNode)
      isLeaf[each.parent] = false;
    if (each.kind == PathNode::Kind::ItemAt)
      isLeaf[each.index] = false;
  }
  for (const Check &check : checks)
    for (uint32_t key : check.keyNodes)
      if (key != kNoNode)
        isLeaf[key] = false;
  for (const Check &check : checks) {
    if (check.kind == Check::Kind::Same)
      unite(groups, check.node, check.other);
    if (check.kind == Check::Kind::Same || check.kind == Check::Kind::Shares)
      unite(storages, check.node, check.other);
  }
  isCompared.assign(count, false);
  for (uint32_t each : compared_)
    for (size_t i = 0; i < count; ++i)
      isCompared[i] |= groups[i] == groups[each];
  for (CommitTarget &target : commits)
    for (uint32_t i = 0; i < count && target.kind == CommitTarget::Kind::Place; ++i)
      target.holdsOthers |= paths.isBelow(i, target.index);
  classifyLiveIns();
  return true;
}

void Version::unite(std::vector<uint32_t> &list, uint32_t a, uint32_t b) {
  uint32_t from = list[a], to = list[b];
  for (uint32_t &each : list)
    if (each == from)
      each = to;
}

bool Version::parseAssumption(const jn_assumption &assumption) {
  std::string_view kind = assumption.kind, path = assumption.path;
  std::string_view value = assumption.value ? assumption.value : "";
  if (kind == "mode") {
    if (path == "grad") {
      hasGradMode = true;
      wantsGrad = value == "True";
    }
    return path == "grad" || value == "False";
  }
  if (kind == "compared") {
    compared_.push_back(node(path));
    return compared_.back() != kNoNode;
  }
  static const std::pair<std::string_view, Check::Kind> kKinds[] = {
      {"class", Check::Kind::Class},
      {"is_class", Check::Kind::IsClass},
      {"method", Check::Kind::Method},
      {"inherits", Check::Kind::Inherits},
      {"absent", Check::Kind::Absent},
      {"present", Check::Kind::Present},
      {"absent_key", Check::Kind::AbsentKey},
      {"present_key", Check::Kind::PresentKey},
      {"keys", Check::Kind::Keys},
      {"length", Check::Kind::Length},
      {"constant", Check::Kind::Constant},
      {"code", Check::Kind::Code},
      {"native", Check::Kind::Native},
      {"module", Check::Kind::Module},
      {"same", Check::Kind::Same},
      {"shares", Check::Kind::Shares},
      {"global", Check::Kind::Global}};
  auto row = std::find_if(std::begin(kKinds), std::end(kKinds),
                          [&](auto &each) { return each.first == kind; });
  if (row == std::end(kKinds))
    return false;
  Check check;
  check.kind = row->second;
  check.record = &assumption;
  check.text = value;
  check.node = node(path);
  if (check.node == kNoNode)
    return false;
  switch (check.kind) {
  case Check::Kind::Method:
  case Check::Kind::Inherits: {
    size_t equals = value.find('=');
    if (equals == std::string_view::npos)
      return false;
    check.key = internStr(value.substr(0, equals));
    check.text = value.substr(equals + 1);
    break;
  }
  case Check::Kind::Absent:
  case Check::Kind::Present: check.key = internStr(value); break;
  case Check::Kind::AbsentKey:
  case Check::Kind::PresentKey:
    // A constant, or `<path>`.
    if (!value.empty() && value[0] == '<') {
      check.other = node(value.substr(1, value.size() - 2));
      return check.other != kNoNode && (checks.push_back(std::move(check)), true);
    }
    check.key = parseConstant(value);
    if (jn_is_error(check.key))
      return false;
    break;
  case Check::Kind::Keys: {
    std::vector<std::string_view> parts;
    if (!splitList(value, &parts))
      return false;
    for (std::string_view part : parts) {
      bool isObject = part[0] == '<';
      check.keyNodes.push_back(isObject ? node(part.substr(1, part.size() - 2)) : kNoNode);
      check.keys.push_back(isObject ? jn_none() : parseConstant(part));
      if (isObject ? check.keyNodes.back() == kNoNode : jn_is_error(check.keys.back()))
        return false;
    }
    break;
  }
  case Check::Kind::Length: check.number = atoll(check.text.c_str()); break;
  case Check::Kind::Constant:
    check.key = parseConstant(value);
    if (jn_is_error(check.key))
      return false;
    break;
  case Check::Kind::Same:
  case Check::Kind::Shares:
    check.other = node(value);
    if (check.other == kNoNode)
      return false;
    break;
  default: break;
  }
  checks.push_back(std::move(check));
  return true;
}

bool Version::parseCommit(const char *path) {
  std::string_view text = path;
  if (text.empty()) {
    writesText = true;
    commits.push_back({CommitTarget::Kind::Text});
    return true;
  }
  bool isStorage = text[0] == '*';  // of what came in, whatever its slot holds in the end
  text.remove_prefix(isStorage);
  if (!isStorage && text[0] == '$')
    for (uint32_t i = 0; i < root->slot_out_count; ++i)
      if (text.substr(1) == root->slots_out[i]) {
        commits.push_back({CommitTarget::Kind::LiveOut, root->result_count + i});
        return true;
      }
  uint32_t target = node(text);
  commits.push_back({CommitTarget::Kind::Place, target});
  // A variable that the region does not give out has no place to be written to.
  return target != kNoNode && (isStorage || !isLiveIn(target));
}

// A live-in of which nothing but its own type and value matters is looked at on each entry; a
// binding is for the objects that the others are.
void Version::classifyLiveIns() {
  uint32_t count = root->operand_count + root->slot_in_count;
  isArgument.assign(count, true);
  const std::vector<PathNode> &nodes = paths.nodes();
  auto liveIn = [&](uint32_t id) {
    return nodes[id].kind == PathNode::Kind::LiveIn ? nodes[id].index : UINT32_MAX;
  };
  for (const PathNode &each : nodes)
    if (each.parent != kNoNode && liveIn(each.parent) != UINT32_MAX)
      isArgument[nodes[each.parent].index] = false;
  auto isIdentity = [&](uint32_t id) {
    if (id != kNoNode && liveIn(id) != UINT32_MAX)
      isArgument[nodes[id].index] = false;
  };
  for (const PathNode &each : nodes)
    if (each.kind == PathNode::Kind::ItemAt)
      isIdentity(each.index);
  for (const Check &check : checks) {
    bool simple = check.kind == Check::Kind::Class || check.kind == Check::Kind::Constant ||
                  check.kind == Check::Kind::Absent;
    // Of objects that hold others, one entry's are not the next one's.
    bool isLeaf = check.kind != Check::Kind::Class || check.text.substr(0, 6) == "torch." ||
                  check.text == "builtins.int" || check.text == "builtins.float";
    if (!simple || !isLeaf)
      isIdentity(check.node);
    isIdentity(check.other);
    for (uint32_t key : check.keyNodes)
      isIdentity(key);
  }
  std::vector<char> used(count, false);
  for (const PathNode &each : nodes)
    if (each.kind == PathNode::Kind::LiveIn)
      used[each.index] = true;
  for (uint32_t i = 0; i < count; ++i)
    if (used[i] && !isArgument[i])
      identity.push_back(i);
  auto first = std::stable_partition(checks.begin(), checks.end(), [&](const Check &check) {
    return check.node == kNoNode || liveIn(check.node) == UINT32_MAX ||
           !isArgument[liveIn(check.node)];
  });
  for (uint32_t i = 0; i < inputs.size(); ++i)
    if (liveIn(inputs[i].node) != UINT32_MAX && isArgument[liveIn(inputs[i].node)])
      argumentInputs.push_back(i);
  for (uint32_t i : argumentInputs)
    isGeneral |= inputs[i].type.hasSymbols;
  argumentChecks.assign(std::make_move_iterator(first), std::make_move_iterator(checks.end()));
  checks.erase(first, checks.end());
}

}  // namespace janus::speculate
