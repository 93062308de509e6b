// Operations of graphs on images, (N, C, H, W), that can be computed with the channels last.
#pragma once

#include "IR/Graph.h"
#include "IR/Walk.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace janus::transforms {

struct ImageOp {
  enum class Kind : uint8_t {
    Row,          // a kernel for either order (ImageRows.def)
    Elementwise,  // on images, and on what is broadcast to them
    Sum,          // over all dimensions but the channels
    Join,         // images one behind the other, by their channels
    Part,         // some of the channels
  };
  Kind kind;
  // Positions of the operands and results that are images.
  llvm::SmallVector<unsigned, 4> operands, results;
  // A convolution that the library computes quicker with its channels last.
  bool gains = false;
  // Join: what packs the list of images, for this operation alone.
  ir::OpId list = {};
};

class ImageOps {
public:
  ImageOps(const ir::Module &module, const ir::Function &function)
      : module_(module), function_(function), uses_(ir::countUses(function)) {}

  // Nothing for operations that need the channels where they are.
  std::optional<ImageOp> of(ir::OpId id) const;

  // Bytes of an image; a size that is a symbol counts as some samples.
  static int64_t bytesOf(const ir::Type &image);
  // How an operand of an elementwise operation becomes one of the operation with channels last.
  enum class Broadcast : uint8_t {
    Not,      // its elements would have to move
    AsItIs,   // one element
    Permute,  // dimensions in the other order
    Channels  // (C, 1, 1) as (C)
  };
  static Broadcast broadcastOf(const ir::Type &operand);

private:
  const ir::Op &op(ir::OpId id) const { return function_.op(id); }
  const ir::Type &typeOf(ir::ValueId value) const {
    return module_.types.get(function_.value(value).type);
  }
  const ir::Constant *constantOf(ir::ValueId value) const;
  std::optional<ImageOp> row(ir::OpId id) const;
  std::optional<ImageOp> elementwise(ir::OpId id) const;
  std::optional<ImageOp> sum(ir::OpId id) const;
  std::optional<ImageOp> join(ir::OpId id) const;
  std::optional<ImageOp> part(ir::OpId id) const;
  // True if the library's convolution is quicker; nothing where other kernels are.
  std::optional<bool> convolutionGains(ir::OpId id) const;

  const ir::Module &module_;
  const ir::Function &function_;
  IdVector<ir::ValueId, unsigned> uses_;
};

}  // namespace janus::transforms
