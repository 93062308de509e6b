// Calls of operations with Python's arguments: overloads in the order of the table, keywords with
// their synonyms, sizes as separate ints, `out=`, and the keywords of factories.
#pragma once

#include "tensor/dispatch/OpInfo.h"

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

// The parameters of a native method, read as those of a row are, with the same errors.
class NativeSignature {
public:
  // `cpu(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor`
  explicit NativeSignature(std::string_view signature);
  NativeSignature(const NativeSignature &) = delete;

  // One borrowed value per parameter, `self` first; false with an error set.
  bool read(const Value *args, size_t count, Value kwnames, Value *values) const;

private:
  std::string text_;  // names in the schema are parts of it
  OpInfo info_;
  OverloadGroup group_;
};

// What the parser asks about a call; the error texts ask the same.
bool acceptsArgument(const Param &param, Value v, bool numberAsTensor);
int parameterNamed(const OpInfo &info, Value keyword, bool method);       // -1: there is none
bool isExtraKeyword(std::string_view keyword, TensorOp op);               // of no parameter: `out`
bool takesSeparateInts(const OperationCall &call, const Schema &schema);  // view(2, 3)

}  // namespace janus
