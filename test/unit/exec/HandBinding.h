// A binding made by hand: what the heap would hold for a version, without a heap. Tensors are
// random, numbers are given; what the version commits is kept, and is the input of the next entry.
#pragma once

#include "tensor/Ops.h"
#include "value/builtin/Builtins.h"

#include "janus/plan.h"

#include <cstring>
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
      if (path == version_.inputs[i].path)
        return inputs_[i];
    return jn_unbound();
  }
  // What stands at a path after a commit.
  Value committed(const std::string &path) const {
    for (uint32_t i = 0; i < version_.commit_count; ++i)
      if (path == version_.commits[i])
        return commits_[i].tag == JN_NONE ? input(path) : commits_[i];
    return jn_unbound();
  }
  Value returned() const { return liveOut_[0]; }
  const std::string &text() const { return text_; }
  const std::vector<std::string> paths() const {
    return {version_.commits, version_.commits + version_.commit_count};
  }

  // ---- the commit phase
  void commit(uint32_t index, Value owned) {
    for (uint32_t i = 0; i < version_.input_count; ++i)
      if (!strcmp(version_.inputs[i].path, version_.commits[index]))
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

  // "tensor<float32, (64, 2), cpu, ...>", "int", "float", "object"
  Value make(const jn_heap_input &input, const Numbers &numbers) {
    std::string type = input.type;
    auto given = numbers.find(input.path);
    double number = given == numbers.end() ? 0 : given->second;
    if (type == "int")
      return jn_int(static_cast<int64_t>(number));
    if (type == "float")
      return jn_float(number);
    if (type == "bool")
      return jn_bool(number != 0);
    if (type.rfind("tensor<", 0) != 0)
      return jn_none();
    std::string name = type.substr(7, type.find(',') - 7);
    Dims sizes;
    for (size_t at = type.find('(') + 1; type[at] != ')';) {
      size_t used;
      sizes.push_back(std::stoll(type.substr(at), &used));
      at += used;
      while (type[at] == ',' || type[at] == ' ')
        ++at;
    }
    bool floats = name == "float32";
    bool wide = name == "float64";
    Tensor t = makeTensor(sizes, wide ? DType::F64 : floats ? DType::F32 : DType::I64);
    // Weights are small, the optimizer's state begins at zero, integers are classes below the
    // number.
    double scale = strstr(input.path, "$optimizer")    ? 0
                   : strstr(input.path, "_parameters") ? 0.2
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
JN_API void hand_commit_text(jn_region_frame *frame, const jn_value *texts, uint32_t count, bool);
