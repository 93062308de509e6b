// A binding made by hand: what the heap would hold for a version, without a heap. Tensors are
// random, numbers are given; what the version commits is kept, and is the input of the next entry.
#pragma once

#include "speculate/AccessPath.h"
#include "tensor/dispatch/Ops.h"
#include "value/builtin/Builtins.h"

#include "janus/plan.h"

#include <map>
#include <string>
#include <vector>

namespace janus::test {

class HandBinding {
public:
  using Numbers = std::map<std::string, double>;

  HandBinding(const jn_version_def &version, const Numbers &numbers, uint64_t seed = 1)
      : version_(version), seed_(seed) {
    for (uint32_t i = 0; i < version.input_count; ++i)
      inputs_.push_back(make(version.inputs[i], numbers));
    commits_.resize(version.commit_count, jn_none());
    state_.resize(version.state_bytes / sizeof(uint64_t) + 1);
  }
  ~HandBinding() {
    version_.release(state_.data());
    for (std::vector<Value> *values : {&inputs_, &commits_, &liveOut_})
      for (Value each : *values)
        jn_decref(each);
  }

  uint32_t run(uint32_t forced = UINT32_MAX) {
    for (Value &each : liveOut_)
      jn_assign(&each, jn_none());
    jn_region_frame frame = {nullptr,
                             inputs_.data(),
                             liveOut_.data(),
                             state_.data(),
                             reinterpret_cast<jn_binding *>(this),
                             forced};
    return version_.run(&frame);
  }

  Value input(const std::string &path) const {
    for (uint32_t i = 0; i < version_.input_count; ++i)
      if (path == pathOf(version_.inputs[i]))
        return inputs_[i];
    return jn_unbound();
  }
  // What stands at a path after a commit.
  Value committed(const std::string &path) const {
    for (uint32_t i = 0; i < version_.commit_count; ++i)
      if (path == pathOf(version_.commits[i]))
        return commits_[i].tag == JN_NONE ? input(path) : commits_[i];
    return jn_unbound();
  }
  Value returned() const { return liveOut_[0]; }
  const std::string &text() const { return text_; }
  const std::vector<std::string> paths() const {
    std::vector<std::string> all;
    for (uint32_t i = 0; i < version_.commit_count; ++i)
      all.push_back(pathOf(version_.commits[i]));
    return all;
  }

  // ---- the commit phase
  void commit(uint32_t index, Value owned) {
    for (uint32_t i = 0; i < version_.input_count; ++i)
      if (pathOf(version_.inputs[i]) == pathOf(version_.commits[index]))
        jn_assign(&inputs_[i], jn_own(owned));
    jn_assign(&commits_[index], owned);
  }
  void write(const Value *texts, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
      text_ += utf8Of(texts[i]);
  }

  static HandBinding *of(jn_region_frame *frame) {
    return reinterpret_cast<HandBinding *>(frame->binding);
  }

private:
  double random() {
    seed_ = seed_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(seed_ >> 11) / static_cast<double>(uint64_t{1} << 53) - 0.5;
  }

  std::string pathOf(const jn_heap_input &input) const {
    return speculate::textOf(version_.steps, input.path);
  }
  // "*path" of a storage, nothing of text.
  std::string pathOf(const jn_commit_target &target) const {
    switch (target.kind) {
    case JN_COMMIT_TEXT: return "";
    case JN_COMMIT_VARIABLE: return std::string("$") + target.name;
    case JN_COMMIT_STORAGE: return "*" + speculate::textOf(version_.steps, target.path);
    case JN_COMMIT_VALUE: break;
    }
    return speculate::textOf(version_.steps, target.path);
  }

  Value make(const jn_heap_input &input, const Numbers &numbers) {
    std::string path = pathOf(input);
    auto given = numbers.find(path);
    double number = given == numbers.end() ? 0 : given->second;
    switch (input.kind) {
    case JN_INPUT_INT: return jn_int(static_cast<int64_t>(number));
    case JN_INPUT_FLOAT: return jn_float(number);
    case JN_INPUT_BOOL: return jn_bool(number != 0);
    case JN_INPUT_TENSOR: break;
    default: return jn_none();
    }
    auto dtype = static_cast<DType>(input.dtype);
    bool floats = dtype == DType::F32, wide = dtype == DType::F64;
    Tensor t = makeTensor(Dims(IntView(input.sizes, static_cast<size_t>(input.rank))),
                          floats || wide ? dtype : DType::I64);
    // Weights are small, the optimizer's state begins at zero, integers are classes below the
    // number.
    double scale = path.find("$optimizer") != path.npos    ? 0
                   : path.find("_parameters") != path.npos ? 0.2
                                                           : 2;
    int64_t classes = number > 0 ? static_cast<int64_t>(number) : 10;
    for (int64_t i = 0; i < t.numel(); ++i)
      if (wide)
        t.data<double>()[i] = random() * scale;
      else if (floats)
        t.data<float>()[i] = static_cast<float>(number != 0 ? number : random() * scale);
      else
        t.data<int64_t>()[i] =
            static_cast<int64_t>((random() + 0.5) * static_cast<double>(classes));
    return t.releaseValue();
  }

  const jn_version_def &version_;
  uint64_t seed_;
  std::vector<Value> inputs_, commits_, liveOut_ = std::vector<Value>(4, jn_none());
  std::vector<uint64_t> state_;
  std::string text_;
};

}  // namespace janus::test

// The versions of these tests are compiled with jn_commit as hand_commit, and so on.
JN_API void hand_commit(jn_region_frame *frame, uint32_t commit, jn_value value);
JN_API void hand_commit_delete(jn_region_frame *frame, uint32_t commit);
JN_API void hand_guard_seen(jn_region_frame *frame, uint32_t guard, jn_value seen);
JN_API void hand_commit_storage(jn_region_frame *frame, uint32_t commit, int64_t writes);
JN_API void hand_commit_text(jn_region_frame *frame, uint32_t commit, const jn_value *texts,
                             uint32_t count, bool flush);
