// The TypeErrors of calls that fit no overload.
#pragma once

#include "tensor/ArgParser.h"

namespace janus {

enum class MismatchKind : uint8_t { TooMany, Missing, Type, Unknown, Duplicate };
struct Mismatch {
  MismatchKind kind;
  size_t index;  // of the parameter, or of the keyword
};

// One reason per row of the group. Always JN_ERROR.
Value raiseMismatch(const OverloadGroup &group, const std::vector<Mismatch> &reasons,
                    const Value *args, size_t positional, const Value *keywords,
                    const Value *keywordValues, size_t keywordCount);

}  // namespace janus
