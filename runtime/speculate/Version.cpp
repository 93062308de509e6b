#include "speculate/Version.h"

#include "speculate/Binding.h"
#include "speculate/ForcedGuard.h"
#include "tensor/core/Tensor.h"

#include "janus/contract/Assumptions.h"
#include "tensor/core/GradMode.h"
#include "value/call/Overriding.h"

#include <algorithm>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

namespace janus::speculate {

// ---------------------------------------------------------------- inputs

static bool isPlainScalar(Value v, jn_input_kind kind) {
  switch (kind) {
  case JN_INPUT_INT: return v.tag == JN_INT;
  case JN_INPUT_FLOAT: return v.tag == JN_FLOAT;
  case JN_INPUT_BOOL: return v.tag == JN_BOOL;
  default: return isExact(v, &jn_type_str);
  }
}

Input::Input(const jn_heap_input &given)
    : node(given.path), record(given),
      hasSymbols(given.rank > 0 && std::find(given.sizes, given.sizes + given.rank, -1) !=
                                       given.sizes + given.rank) {}

bool Input::fitsShape(const int64_t *sizes, size_t rank) const {
  if (static_cast<int32_t>(rank) != record.rank)
    return false;
  if (!hasSymbols)
    return rank == 0 || memcmp(sizes, record.sizes, rank * sizeof(int64_t)) == 0;
  for (size_t i = 0; i < rank; ++i)
    if (record.sizes[i] != sizes[i] && record.sizes[i] != -1)
      return false;
  return true;
}

static bool liesByRows(const TensorObject *t) {
  for (int d = 1; d < t->ndim; ++d)
    if (t->strides[d] > t->strides[d - 1])
      return false;
  return true;
}

// True when two elements may lie at one place: in the result of `expand()`, or in windows that step
// by less than their length.
static bool mayOverlapItself(const TensorObject *t) {
  std::vector<std::pair<int64_t, int64_t>> dims;  // stride, size
  for (int d = 0; d < t->ndim; ++d)
    if (t->sizes[d] > 1)
      dims.emplace_back(t->strides[d], t->sizes[d]);
  std::sort(dims.begin(), dims.end());
  int64_t reach = 0;  // of the dimensions so far
  for (auto [stride, size] : dims) {
    if (stride <= reach)
      return true;
    reach += stride * (size - 1);
  }
  return false;
}

bool Input::fits(Value v) const {
  if (!isTensor())
    return record.kind == JN_INPUT_ANY || isPlainScalar(v, record.kind);
  if (!janus::isTensor(v) || answersForFunctions(v))
    return false;
  const TensorObject *t = asTensor(v);
  if ((record.dtype != JN_ANY_DTYPE && static_cast<uint8_t>(t->dtype) != record.dtype) ||
      t->device.type != DeviceType::Cpu || (t->flags & kTensorInference && !isInferenceMode()) ||
      !!(t->flags & kTensorNonLeaf) != record.has_history || isOutOfDate(t))
    return false;
  if (t->flags & kTensorConjugated)  // kernels of graphs take elements as they lie
    return false;
  if (record.rank >= 0 && !fitsShape(t->sizes, t->ndim))
    return false;
  if ((record.layout == JN_LAYOUT_CONTIGUOUS && !isRowMajor(t)) ||
      (record.layout == JN_LAYOUT_ROWS && !liesByRows(t)) ||
      (isWritten && record.layout != JN_LAYOUT_CONTIGUOUS && mayOverlapItself(t)))
    return false;
  return record.requires_grad < 0 || mayRequireGrad(t) == (record.requires_grad == 1);
}

// ---------------------------------------------------------------- back-off

void BackOff::failed(bool early) {
  streak_ = 0;
  forgiven_ = early ? 1 : 8;
  if (++failures_ < 2)
    return;
  // A guard that fails early costs next to nothing and is not given up: the condition may hold
  // again, from then on for long.
  level_ = early ? std::min(level_ + 1, kMostEarly) : level_ + 1;
  isExhausted_ = !early && level_ >= kMost;
  // Not the same distance each time: entries that take turns are all met.
  skip_ = (1u << level_) - 1 - (failures_ & 1);
}

void BackOff::succeeded() {
  if (++streak_ % forgiven_ != 0 || failures_ == 0)
    return;
  --failures_;
  level_ -= level_ > 0;
}

bool Version::Rejected::mayTry(const Version &version, const Value *liveIn) {
  if (wait.mayTry())
    return true;
  if (misled == kMostMisled || !obstacle.isGone(version, liveIn))
    return false;
  ++misled;
  return true;
}

// ---------------------------------------------------------------- records

Version::Version(const jn_region_def *r, const jn_version_def *d)
    : root(r), def(d), guardFailures(d->guard_count + 1), guardSeen(d->guard_count, jn_unbound()) {
  if (!read() && unusable.empty())
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

bool Version::isStep(uint32_t node) {
  return node < paths.nodes().size();
}

bool Version::read() {
  if (!paths.read(*root, *def, &unusable))
    return false;
  for (uint32_t i = 0; i < def->assumption_count; ++i)
    if (!addAssumption(def->assumptions[i]))
      return false;
  for (uint32_t i = 0; i < def->input_count; ++i) {
    if (!isStep(def->inputs[i].path))
      return false;
    inputs.emplace_back(def->inputs[i]);
  }
  for (uint32_t i = 0; i < def->commit_count; ++i)
    if (!addCommit(def->commits[i]))
      return false;
  for (uint32_t i = 0; i < def->commit_count; ++i)
    for (Input &each : inputs)
      each.isWritten |=
          def->commits[i].kind == JN_COMMIT_STORAGE && each.node == def->commits[i].path;
  size_t count = paths.nodes().size();
  findLookedAt();
  groups.resize(count);
  for (size_t i = 0; i < count; ++i)
    groups[i] = static_cast<uint32_t>(i);
  storages = groups;
  isPassing.assign(count, false);
  isTensorInput.assign(count, false);
  for (const Input &each : inputs)
    isTensorInput[each.node] |= each.isTensor();
  isLeaf.assign(count, true);
  for (const PathNode &each : paths.nodes()) {
    if (each.parent != JN_NO_STEP && !each.isMade())
      isLeaf[each.parent] = false;
    if (each.kind == JN_STEP_ITEM_AT)
      isLeaf[each.index] = false;
  }
  for (const Check &check : checks)
    for (uint32_t key : check.keyNodes)
      if (key != JN_NO_STEP)
        isLeaf[key] = false;
  for (const Check &check : checks) {
    if (check.kind == JN_ASSUME_SAME)
      unite(groups, check.node, check.other);
    if (check.kind == JN_ASSUME_SAME || check.kind == JN_ASSUME_SHARES)
      unite(storages, check.node, check.other);
  }
  isCompared.assign(count, false);
  for (uint32_t each : compared_)
    for (size_t i = 0; i < count; ++i)
      isCompared[i] |= groups[i] == groups[each];
  findWritten();
  for (uint32_t i = 0; i < count; ++i)
    if (paths.nodes()[i].isMade()) {
      made.push_back(i);
      setPassing(i);
    }
  for (CommitTarget &target : commits)
    for (uint32_t i = 0; i < count && target.kind == CommitTarget::Kind::Place; ++i)
      target.holdsOthers |= paths.isBelow(i, target.index);
  classifyLiveIns();
  return true;
}

// A tensor is changed by what is put into its memory, or under one of its names (`grad`), and by
// whoever asks which one it is.
void Version::findWritten() {
  const size_t count = paths.nodes().size();
  isWrittenStorage.assign(count, false);
  isChangedObject.assign(count, false);
  for (uint32_t i = 0; i < def->commit_count; ++i) {
    const jn_commit_target &target = def->commits[i];
    if (target.kind == JN_COMMIT_STORAGE) {
      isWrittenStorage[storages[target.path]] = true;
      isChangedObject[groups[target.path]] = true;
    }
    uint32_t holder =
        target.kind == JN_COMMIT_VALUE ? paths.nodes()[target.path].parent : JN_NO_STEP;
    if (holder != JN_NO_STEP)
      isChangedObject[groups[holder]] = true;
  }
  for (size_t i = 0; i < count; ++i)
    isChangedObject[groups[i]] |= isCompared[i];
}

// All but the ends of what is only written.
void Version::findLookedAt() {
  const std::vector<PathNode> &nodes = paths.nodes();
  isLookedAt.assign(nodes.size(), false);
  auto look = [&](uint32_t node) {
    if (node != JN_NO_STEP)
      isLookedAt[node] = true;
  };
  for (const Check &check : checks) {
    look(check.node);
    look(check.other);
    for (uint32_t key : check.keyNodes)
      look(key);
  }
  for (const std::vector<uint32_t> *nodes : {&compared_, &alone})
    for (uint32_t each : *nodes)
      look(each);
  for (auto [node, other] : unrelated) {
    look(node);
    look(other);
  }
  for (const Input &each : inputs)
    look(each.node);
  for (size_t i = nodes.size(); i-- > 0;) {
    look(nodes[i].parent);
    if (isLookedAt[i] && nodes[i].kind == JN_STEP_ITEM_AT)
      look(nodes[i].index);
  }
}

void Version::unite(std::vector<uint32_t> &list, uint32_t a, uint32_t b) {
  uint32_t from = list[a], to = list[b];
  for (uint32_t &each : list)
    if (each == from)
      each = to;
}

bool Version::addAssumption(const jn_assumption &assumption) {
  if (assumption.kind == JN_ASSUME_MODE) {
    bool isGrad = assumption.name == std::string_view("grad");
    hasGradMode |= isGrad;
    wantsGrad = isGrad ? assumption.number : wantsGrad;
    isNormalOnly |= assumption.name == std::string_view("inference") && !assumption.number;
    isOfAutocast |= assumption.name == std::string_view("in_autocast");
    bool isOfNumbers = assumption.name == std::string_view("warned_of_numbers");
    makesNumbers |= isOfNumbers;
    bool isDouble = assumption.name == std::string_view("float64");
    if (isDouble && assumption.number)
      defaultType = DType::F64;
    return isGrad || isDouble || isOfNumbers || !assumption.number;
  }
  if (!isStep(assumption.path))
    return false;
  if (assumption.kind == JN_ASSUME_COMPARED) {
    compared_.push_back(assumption.path);
    return true;
  }
  if (assumption.kind == JN_ASSUME_ALONE) {
    alone.push_back(assumption.path);
    return true;
  }
  if (assumption.kind == JN_ASSUME_UNRELATED) {
    unrelated.emplace_back(assumption.path, assumption.key.path);
    return isStep(assumption.key.path);
  }
  Check check{assumption.kind,
              assumption.path,
              JN_NO_STEP,
              assumption.number,
              jn_unbound(),
              assumption.name ? assumption.name : "",
              {},
              {},
              &assumption};
  if (assumption.attribute)
    check.key = internStr(assumption.attribute);
  else if (assumption.key.constant)
    check.key = makeConstant(*assumption.key.constant);
  else
    check.other = assumption.key.path;
  for (int64_t i = 0; assumption.keys && i < assumption.number; ++i) {
    const jn_key &key = assumption.keys[i];
    check.keys.push_back(key.constant ? makeConstant(*key.constant) : jn_none());
    check.keyNodes.push_back(key.constant ? JN_NO_STEP : key.path);
  }
  checks.push_back(std::move(check));
  return true;
}

std::string Version::what(const Check &check) const {
  const jn_assumption &record = *check.record;
  auto keyText = [&](const jn_key &key) {
    return key.constant ? textOf(*key.constant) : paths.textOf(key.path);
  };
  std::string value = record.attribute ? record.attribute : "";
  if (record.name)
    value += (value.empty() ? "" : "=") + std::string(record.name);
  if (record.key.constant || record.key.path != JN_NO_STEP)
    value = keyText(record.key);
  if (check.kind == JN_ASSUME_LENGTH)
    value = std::to_string(record.number);
  if (check.kind == JN_ASSUME_KEYS) {
    for (int64_t i = 0; i < record.number; ++i)
      value += (i ? ", " : "") + keyText(record.keys[i]);
    value = "[" + value + "]";
  }
  return std::string(info(check.kind).text) + " " + value + " of `" + paths.textOf(check.node) +
         "`";
}

bool Version::addCommit(const jn_commit_target &target) {
  if (target.kind == JN_COMMIT_TEXT) {
    const uint32_t stream = target.name == std::string_view("stderr") ? 1 : 0;
    writesTo[stream] = true;
    commits.push_back({CommitTarget::Kind::Text, stream});
    return true;
  }
  if (target.kind == JN_COMMIT_VARIABLE) {
    for (uint32_t i = 0; i < root->slot_out_count; ++i)
      if (target.name == std::string_view(root->slots_out[i])) {
        commits.push_back({CommitTarget::Kind::LiveOut, root->result_count + i});
        for (uint32_t k = 0; k < root->slot_in_count; ++k)
          if (target.name == std::string_view(root->slots_in[k]))
            replacedLiveIns.push_back(root->operand_count + k);
        return true;
      }
    return false;
  }
  commits.push_back({CommitTarget::Kind::Place, target.path});
  return isStep(target.path);
}

// A live-in of which nothing but its own type and value matters is looked at on each entry; a
// binding is for the objects that the others are.
void Version::classifyLiveIns() {
  uint32_t count = root->operand_count + root->slot_in_count;
  isArgument.assign(count, true);
  const std::vector<PathNode> &nodes = paths.nodes();
  auto liveIn = [&](uint32_t id) { return nodes[id].isLiveIn() ? nodes[id].index : UINT32_MAX; };
  std::vector<char> isTree(count, false);
  for (const PathNode &each : nodes)
    if (each.forms && liveIn(each.parent) != UINT32_MAX)
      isTree[nodes[each.parent].index] = true;
  for (const PathNode &each : nodes)
    if (each.parent != JN_NO_STEP && liveIn(each.parent) != UINT32_MAX && !each.isMade())
      isArgument[nodes[each.parent].index] = false;
  auto isIdentity = [&](uint32_t id) {
    if (id != JN_NO_STEP && liveIn(id) != UINT32_MAX)
      isArgument[nodes[id].index] = false;
  };
  for (const PathNode &each : nodes)
    if (each.kind == JN_STEP_ITEM_AT)
      isIdentity(each.index);
  for (const Check &check : checks) {
    bool simple = check.kind == JN_ASSUME_CLASS || check.kind == JN_ASSUME_CONSTANT ||
                  check.kind == JN_ASSUME_ABSENT;
    // Objects that hold others differ from entry to entry; trees are walked on each.
    bool isLeaf = (liveIn(check.node) != UINT32_MAX && isTree[nodes[check.node].index]) ||
                  check.kind != JN_ASSUME_CLASS || check.text.substr(0, 6) == "torch." ||
                  check.text == "builtins.int" || check.text == "builtins.float" ||
                  check.text == "builtins.foreign";
    if (!simple || !isLeaf)
      isIdentity(check.node);
    isIdentity(check.other);
    for (uint32_t key : check.keyNodes)
      isIdentity(key);
  }
  std::vector<char> used(count, false);
  for (const PathNode &each : nodes)
    if (each.isLiveIn())
      used[each.index] = true;
  for (uint32_t i = 0; i < count; ++i)
    if (used[i] && !isArgument[i])
      identity.push_back(i);
  auto first = std::stable_partition(checks.begin(), checks.end(), [&](const Check &check) {
    return check.node == JN_NO_STEP || liveIn(check.node) == UINT32_MAX ||
           !isArgument[liveIn(check.node)];
  });
  for (uint32_t i = 0; i < inputs.size(); ++i)
    if (liveIn(inputs[i].node) != UINT32_MAX && isArgument[liveIn(inputs[i].node)])
      argumentInputs.push_back(i);
  for (uint32_t i : argumentInputs)
    isGeneral |= inputs[i].hasSymbols;
  argumentChecks.assign(std::make_move_iterator(first), std::make_move_iterator(checks.end()));
  checks.erase(first, checks.end());
}

}  // namespace janus::speculate
