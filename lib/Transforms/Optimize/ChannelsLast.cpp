// Images between convolutions of graphs have their channels last, side by side, where that saves
// more copies than it takes.
//
//   %2 = t.convolution %x, ...          %5 = t.clone %x, channels_last
//   %3 = t.relu %2                      %6 = t.convolution %5, ...           channels_last
//   %4 = t.convolution %3, ...    =>    %7 = t.permute %6, (0, 2, 3, 1)      contiguous
//                                       %8 = t.relu %7
//                                       %9 = t.permute %8, (0, 3, 1, 2)      channels_last
//                                       %10 = t.convolution %9, ...
//
// The library's convolutions reorder images that have their channels first, before and after each
// pass. Kernels see an image as it is in the program, in the other order in memory, and make
// results in that order, as torch's do; elementwise operations see (N, H, W, C), which is
// contiguous, so that loops know nothing of it. Whoever else needs an image, and what Python can
// reach, gets a copy with the channels first. Convolutions may round differently.
#include "IR/Rewriter.h"
#include "IR/Walk.h"
#include "Transforms/Optimize/ImageOps.h"
#include "Transforms/Optimize/ProductTerms.h"
#include "Transforms/PassManager.h"

#include "janus/contract/Schema.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

namespace janus::transforms {
namespace {

using namespace ir;

class Mover {
public:
  Mover(Module &module, FunctionId id)
      : module_(module), function_(module.function(id)), build_(module, id), rewriter_(function_) {}

  void run() {
    findOps();
    if (!gainsAnywhere_)
      return;
    decide();
    std::vector<OpId> ops = function_.region(function_.body).ops;
    for (OpId id : ops)
      if (auto found = images_.find(id); found != images_.end() && moves(id))
        move(id, found->second);
    rewriter_.apply();
  }

private:
  const Op &op(OpId id) const { return function_.op(id); }
  const Type &typeOf(ValueId value) const { return module_.types.get(function_.value(value).type); }

  // ---- which operations can, and what belongs together
  void findOps() {
    llvm::DenseSet<ValueId> reachable = reachableValues(function_);
    ImageOps kinds(module_, function_);
    for (OpId id : function_.region(function_.body).ops) {
      std::optional<ImageOp> image = kinds.of(id);
      // An image that Python can reach, or a history, has to be the operation's own result.
      auto isReached = [&](unsigned i) {
        ValueId result = op(id).results[i];
        return reachable.contains(result) &&
               (llvm::is_contained(image->results, i) || typeOf(result).requiresGrad != 0);
      };
      if (!image || llvm::any_of(llvm::seq(0u, unsigned(op(id).results.size())), isReached))
        continue;
      gainsAnywhere_ |= image->gains;
      llvm::SmallVector<ValueId, 4> values = imagesOf(id, *image);
      for (ValueId each : values)
        groups_.unionSets(values.front().index, each.index);
      if (image->list)
        lists_.insert(image->list);
      images_[id] = std::move(*image);
    }
  }

  llvm::SmallVector<ValueId, 4> imagesOf(OpId id, const ImageOp &image) const {
    llvm::SmallVector<ValueId, 4> values;
    if (image.list)
      values.append(op(image.list).operands.begin(), op(image.list).operands.end());
    for (unsigned i : image.operands)
      values.push_back(op(id).operands[i]);
    for (unsigned i : image.results)
      values.push_back(op(id).results[i]);
    return values;
  }

  uint32_t groupOf(OpId id) const {
    return groups_.getLeaderValue(imagesOf(id, images_.find(id)->second).front().index);
  }
  bool moves(OpId id) const { return balance_.lookup(groupOf(id)) > 0; }

  // ---- whether it pays: bytes that need not be copied, less those that have to be
  void decide() {
    llvm::DenseSet<ValueId> made, entered;
    for (const auto &[id, image] : images_)
      for (unsigned i : image.results)
        made.insert(op(id).results[i]);
    for (const auto &[id, image] : images_) {
      int64_t &balance = balance_[groupOf(id)];
      for (ValueId each : imagesOf(id, image)) {
        if (image.gains)
          balance += ImageOps::bytesOf(typeOf(each));
        if (!made.contains(each) && entered.insert(each).second)
          balance -= ImageOps::bytesOf(typeOf(each));
      }
    }
    walk(function_, function_.body, [&](OpId id) {
      if (lists_.contains(id))
        return;
      auto member = images_.find(id);
      for (unsigned i = 0; i < op(id).operands.size(); ++i) {
        ValueId value = op(id).operands[i];
        if (!made.contains(value) ||
            (member != images_.end() && llvm::is_contained(member->second.operands, i)))
          continue;
        if (leaving_.insert(value).second)
          balance_[groups_.getLeaderValue(value.index)] -= ImageOps::bytesOf(typeOf(value));
      }
    });
  }

  // ---- the operations with their channels last
  static constexpr int64_t kToLast[] = {0, 2, 3, 1}, kToFirst[] = {0, 3, 1, 2};

  // The type of a value with its dimensions in another order.
  Type permutedType(ValueId value, llvm::ArrayRef<int64_t> dims, Layout layout) const {
    Type result = typeOf(value);
    for (size_t i = 0; i < dims.size(); ++i)
      (*result.shape)[i] = (*typeOf(value).shape)[static_cast<size_t>(dims[i])];
    result.layout = layout;
    return result;
  }
  ValueId permuted(ValueId value, llvm::ArrayRef<int64_t> dims, Layout layout) {
    Type result = permutedType(value, dims, layout);
    return build_.make(graph_rows::kPermuted, {value, build_.integers(dims)}, result);
  }
  ValueId copied(ValueId value, Layout layout) {
    Type type = typeOf(value);
    type.layout = layout;
    const char *format =
        layout == Layout::ChannelsLast ? "torch.channels_last" : "torch.contiguous_format";
    return build_.make(graph_rows::kCopied, {value, build_.text(format)}, type);
  }

  // The image as (N, C, H, W), its channels last in memory.
  ValueId shown(ValueId value) {
    if (ValueId known = shown_.lookup(value))
      return known;
    ValueId moved = last_.lookup(value);
    ValueId made = moved ? permuted(moved, kToFirst, Layout::ChannelsLast)
                         : copied(rewriter_.current(value), Layout::ChannelsLast);
    return shown_[value] = made;
  }
  // The same memory as (N, H, W, C), contiguous.
  ValueId last(ValueId value) {
    if (ValueId known = last_.lookup(value))
      return known;
    ValueId moved = permuted(shown(value), kToLast, Layout::Contiguous);
    return last_[value] = moved;
  }

  ValueId broadcast(ValueId value) {
    const Type &type = typeOf(value);
    switch (ImageOps::broadcastOf(type)) {
    case ImageOps::Broadcast::Permute:
      return permuted(rewriter_.current(value), kToLast, Layout::Contiguous);
    case ImageOps::Broadcast::Channels:
      return build_.view(rewriter_.current(value), {type.shape->front().number});
    case ImageOps::Broadcast::Not:
    case ImageOps::Broadcast::AsItIs: break;
    }
    return rewriter_.current(value);
  }

  void move(OpId id, const ImageOp &image) {
    build_.insertBefore(id);
    llvm::SmallVector<ValueId, 8> operands;
    for (ValueId each : op(id).operands)
      operands.push_back(each);
    for (unsigned i = 0; i < operands.size(); ++i) {
      bool isImage = llvm::is_contained(image.operands, i);
      if (isImage)
        operands[i] = image.kind == ImageOp::Kind::Row ? shown(operands[i]) : last(operands[i]);
      else if (image.kind == ImageOp::Kind::Elementwise &&
               typeOf(operands[i]).kind == TypeKind::Tensor)
        operands[i] = broadcast(operands[i]);
      else
        operands[i] = rewriter_.current(operands[i]);
    }
    switch (image.kind) {
    case ImageOp::Kind::Row: moveRow(id, image, operands); break;
    case ImageOp::Kind::Elementwise: moveElementwise(id, operands); break;
    case ImageOp::Kind::Sum: moveSum(id, operands); break;
    case ImageOp::Kind::Part: movePart(id, operands); break;
    case ImageOp::Kind::Join: moveJoin(id, image); break;
    }
    for (unsigned i : image.results)
      if (ValueId result = op(id).results[i]; leaving_.contains(result))
        rewriter_.replace(result, copied(shown(result), Layout::Contiguous));
    rewriter_.erase(id);
  }

  void moveRow(OpId id, const ImageOp &image, llvm::SmallVectorImpl<ValueId> &operands) {
    llvm::SmallVector<Type, 2> types;
    for (unsigned i = 0; i < op(id).results.size(); ++i) {
      types.push_back(typeOf(op(id).results[i]));
      if (llvm::is_contained(image.results, i))
        types.back().layout = Layout::ChannelsLast;
    }
    // The gradient of a weight follows the images otherwise.
    int contiguous = parseSchema(rowOf(op(id).opcode)).find("contiguous");
    if (contiguous >= 0)
      operands[contiguous] = build_.boolean(true);
    llvm::SmallVector<ValueId, 2> results = build_.makeMany(op(id).opcode, operands, types);
    for (unsigned i = 0; i < results.size(); ++i) {
      ValueId old = op(id).results[i];
      if (llvm::is_contained(image.results, i))
        shown_[old] = results[i];
      else
        rewriter_.replace(old, results[i]);
    }
  }

  void moveElementwise(OpId id, llvm::ArrayRef<ValueId> operands) {
    ValueId old = op(id).results[0];
    last_[old] =
        build_.makeMany(op(id).opcode, operands, {permutedType(old, kToLast, Layout::Contiguous)})
            .front();
  }

  void moveJoin(OpId id, const ImageOp &image) {
    ValueId old = op(id).results[0];
    llvm::SmallVector<ValueId, 4> parts;
    auto images = op(image.list).operands;  // new operations move the list
    for (ValueId each : images)
      parts.push_back(last(each));
    last_[old] = build_.joined(parts, 3);
    rewriter_.erase(image.list);
  }

  // Kernels want parts without gaps.
  void movePart(OpId id, llvm::SmallVectorImpl<ValueId> &operands) {
    ValueId old = op(id).results[0];
    Type type = permutedType(old, kToLast, Layout::Rows);
    operands[1] = build_.integer(3);
    last_[old] =
        copied(build_.makeMany(op(id).opcode, operands, {type}).front(), Layout::Contiguous);
  }

  void moveSum(OpId id, llvm::SmallVectorImpl<ValueId> &operands) {
    ValueId old = op(id).results[0];
    Type type = typeOf(old);
    operands[1] = build_.integers({0, 1, 2});
    bool keepsDims = type.shape->size() == 4;
    Dim channels = (*type.shape)[keepsDims ? 1 : 0];
    operands[2] = build_.boolean(false);
    type.shape = std::vector<Dim>{channels};
    ValueId sum = build_.makeMany(op(id).opcode, operands, {type}).front();
    rewriter_.replace(old, keepsDims ? build_.view(sum, {1, channels.number, 1, 1}) : sum);
  }

  Module &module_;
  Function &function_;
  RowBuilder build_;
  Rewriter rewriter_;
  llvm::DenseMap<OpId, ImageOp> images_;
  llvm::DenseSet<OpId> lists_;  // of images that are joined
  bool gainsAnywhere_ = false;
  llvm::EquivalenceClasses<uint32_t> groups_;  // of images, by their values
  llvm::DenseMap<uint32_t, int64_t> balance_;  // bytes, by the leader of the group
  llvm::DenseSet<ValueId> leaving_;            // images that others need with the channels first
  llvm::DenseMap<ValueId, ValueId> last_, shown_;
};

}  // namespace

void runChannelsLast(Module &module) {
  for (FunctionId id : module.functions())
    if (module.function(id).flags & kFnGraph)
      Mover(module, id).run();
}

}  // namespace janus::transforms
