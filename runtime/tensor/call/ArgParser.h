// Calls of operations with Python's arguments: overloads in the order of the table, keywords with
// their synonyms, sizes as separate ints, `out=`, and the keywords of factories.
#pragma once

#include "tensor/dispatch/OpInfo.h"

#include <initializer_list>
#include <optional>
#include <vector>

namespace janus {

// The rows that one Python name stands for.
struct OverloadGroup {
  std::string name;  // in error texts: `cumsum`
  std::vector<TensorOp> ops;
  bool method = false;  // args[0] is the tensor; `self` is no keyword
};

// One call: names of keywords are interned strings.
struct OperationCall {
  const OverloadGroup &group;
  const Value *args;
  size_t positional;  // of args
  const Value *keywordValues;
  const Value *keywords;  // names
  size_t keywordCount;
};

// Parses, dispatches, and handles `out`, `requires_grad`. Owned result or JN_ERROR.
Value callOverloads(const OverloadGroup &group, const Value *args, size_t count, Value kwnames);

// The parameters of a native method or function, read as those of a row are, with the same errors.
class NativeSignature {
public:
  // `cpu(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor`
  explicit NativeSignature(std::string_view signature, bool method = true);
  NativeSignature(const NativeSignature &) = delete;

  // One borrowed value per parameter, `self` of a method first, JN_UNBOUND for sizes that are
  // separate arguments; false with an error set.
  bool read(const Value *args, size_t count, Value kwnames, Value *values) const;

private:
  std::string text_;  // names in the schema are parts of it
  OpInfo info_;
  OverloadGroup group_;
};

// Several signatures of a native method, the first that fits counts.
class NativeOverloads {
public:
  explicit NativeOverloads(std::initializer_list<std::string_view> signatures);
  NativeOverloads(const NativeOverloads &) = delete;

  // Which one fits, and its values as NativeSignature gives them; -1 with an error set.
  int read(const Value *args, size_t count, Value kwnames, Value *values) const;

private:
  std::vector<std::string> texts_;
  std::vector<OpInfo> infos_;
  OverloadGroup group_;
};

// The type that an argument names, a type of Python among them: `float` means torch.float64.
// Nothing for None.
std::optional<DType> typeNamed(Value v);

// What the parser asks about a call; the error texts ask the same.
bool acceptsArgument(const Param &param, Value v, bool numberAsTensor);
int parameterNamed(const OpInfo &info, Value keyword, bool method);       // -1: there is none
bool isExtraKeyword(std::string_view keyword, TensorOp op);               // of no parameter: `out`
bool takesSeparateInts(const OperationCall &call, const Schema &schema);  // view(2, 3)

}  // namespace janus
