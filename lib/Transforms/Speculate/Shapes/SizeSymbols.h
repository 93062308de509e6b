// Sizes of inputs that other entries had differently: symbols, while the graph is made. Facts that
// have to be known of them are assumed as the profile has them, and guarded before anything runs; a
// symbol that has to be a number, or that is equal to another, is that from the beginning of the
// next attempt.
#pragma once

#include "Inference/SizeFacts.h"
#include "Transforms/Profile/Profile.h"
#include "Transforms/Speculate/Graph/GraphWriter.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <functional>
#include <map>

namespace janus::speculate {

using inference::SymbolicSize;

// By the path of a tensor, which of its sizes other entries had differently; by that of an int,
// itself; nothing more by that of a text.
// With kFormOf behind the path: the object had another form, as a tree of other nodes has.
using VaryingSizes = llvm::StringMap<std::vector<bool>>;
inline constexpr llvm::StringLiteral kFormOf = ".nodes()";
// A recorded entry of one root.
using RecordedEntry = std::pair<const Profile *, const RootProfile *>;
VaryingSizes varyingSizes(llvm::ArrayRef<RecordedEntry> entries);

// The symbols and numbers that earlier attempts at one graph have chosen.
struct SymbolChoices {
  struct Symbol {
    std::string place;  // "$x.size(0)", "$n"
    int64_t number;
    bool isInt = false;  // which may be less than 0
  };
  std::map<std::string, std::string> names;  // of symbols, by their places
  llvm::StringSet<> ints;                    // that are symbols, by their paths
  llvm::StringMap<Symbol> symbols;
  // Those that are numbers, or follow from others.
  std::map<std::string, ir::SizeExpression> known;
};

// A size that is counted while the graph runs is guarded to be as the writer of a graph takes it,
// and believed to be so where a graph that is there is checked: kernels look at the sizes.
enum class CountGuards : bool { Believed, Written };

class SizeSymbols : public inference::SizeFacts {
public:
  // `undecided` is told of each question about a counted size that has no answer before the graph
  // runs; the answer that the asker gets then is of no use.
  SizeSymbols(const VaryingSizes &varying, SymbolChoices &choices, GraphWriter &graph,
              CountGuards guards, std::function<void(const std::string &)> undecided)
      : varying_(varying), choices_(choices), graph_(graph), countGuards_(guards),
        undecided_(std::move(undecided)) {}

  // The int at `path`, if it is a symbol.
  std::optional<SymbolicSize> ofNumber(llvm::StringRef path, int64_t number);
  // Somebody wants a value of the graph as a size: the ints that it follows from are symbols, if
  // they were others at other entries. False: it follows from none.
  bool makeSymbols(ir::ValueId value);
  // The first size of a tensor that each entry makes, of that many rows in the profile.
  ir::Dim ofMade(llvm::StringRef path, int64_t number);
  // A size of the tensor at `path`, which was `number`.
  ir::Dim ofInput(llvm::StringRef path, size_t dim, int64_t number);
  SymbolicSize sizeOf(const ir::Dim &dim) const override;
  // How many elements of contents are not zero: a symbol that is counted while the graph runs, one
  // for equal contents.
  SymbolicSize nonzero(ir::ValueId contents);
  // How many distinct ones an operation finds: a symbol for it alone.
  SymbolicSize distinct();
  // The truth of a comparison of the graph when sizes that are counted are larger than what they
  // are compared with. Nothing: the value is none.
  std::optional<bool> truthOfMany(ir::ValueId condition) const;
  // An int of the graph as an expression: of the ints that it is computed from, each that contents
  // decide is a symbol. `maskOf`: the mask whose elements such an int counts, if it does. Nothing:
  // it is past what expressions hold.
  using MaskOf = llvm::function_ref<ir::ValueId(ir::ValueId)>;
  std::optional<SymbolicSize> decided(ir::ValueId value, MaskOf maskOf);
  // It becomes a size: its symbols are guarded to be at least 1.
  void guardDecided(const SymbolicSize &size);
  // A number from 1 to `most` that contents decide: `last` - `first`. Of equal `length`s, if they
  // are known, or of the same ends it is one.
  SymbolicSize between(const SymbolicSize &most, const std::optional<SymbolicSize> &length,
                       ir::ValueId first, ir::ValueId last);
  // The counted symbol is such a number.
  void bound(llvm::StringRef symbol, const SymbolicSize &most);
  // The value, a result of an operation, has been emitted: its sizes tell what symbols are.
  void show(ir::ValueId tensor);
  // Its value in the graph.
  ir::ValueId valueOf(const ir::SizeExpression &size);

  // Comparisons as in the profile; one that does not always hold becomes a guard.
  bool equal(const SymbolicSize &a, const SymbolicSize &b) override;
  bool less(const SymbolicSize &a, const SymbolicSize &b) override;
  // Without a guard: whether they are equal whatever the symbols are.
  bool isSame(const SymbolicSize &a, const SymbolicSize &b) const;
  std::optional<bool> isLess(const SymbolicSize &a, const SymbolicSize &b) const;
  // The size as a number: its symbols are none from now on.
  int64_t fix(const SymbolicSize &size) override;
  // True when other entries had another int at a path, or another one that a value follows from.
  bool mayVary(llvm::StringRef path) const { return varying_.count(path) != 0; }
  bool mayVary(ir::ValueId value) const;
  // Those that a value of the graph was computed from. False: from none.
  bool fixAllIn(ir::ValueId value);

  // A comparison and the result that it was taken for, which becomes a guard.
  struct Fact {
    ir::Opcode comparison;
    std::string name;
    ir::SizeExpression a, b;
    std::string bounded;  // the symbol that it is a lower bound of
    int64_t least;
  };
  llvm::ArrayRef<Fact> facts() const { return facts_; }
  // A guard says so already.
  void know(ir::Opcode comparison, const ir::SizeExpression &a, const ir::SizeExpression &b);

  // Something was found out that the graph should have been made with.
  bool hasChanged() const { return hasChanged_; }
  // Writes the guards.
  void finish();

private:
  // The sizes of tensors that tell what a counted symbol is.
  struct Count {
    std::string symbol;
    ir::ValueId of;  // its elements that are not zero; invalid: something else is counted
    ir::ValueId decidedBy = {};  // an int of the graph that is the number, if there is one
    std::vector<std::pair<ir::ValueId, int64_t>> shown;  // tensors, and which of their sizes
  };

  ir::SizeExpression resolve(ir::SizeExpression size) const;
  int64_t numberOf(llvm::StringRef symbol) const;
  bool areEqualValues(ir::ValueId a, ir::ValueId b, unsigned depth = 0) const;
  ir::ValueId valueOfCount(llvm::StringRef symbol);
  std::optional<ir::SizeExpression> expressionOf(ir::ValueId value, MaskOf maskOf);
  ir::SizeExpression symbolOf(ir::ValueId value, ir::ValueId mask);
  ir::ValueId computed(const ir::SizeExpression &size);
  bool isCount(ir::ValueId value) const;
  bool equalCounted(const ir::SizeExpression &a, const ir::SizeExpression &b);
  void guardCount(const ir::SizeExpression &size, int64_t least),
      guardEqual(const ir::SizeExpression &a, const ir::SizeExpression &b);
  bool guardMore(const ir::SizeExpression &size);
  void learn(const std::string &symbol, const ir::SizeExpression &is);
  bool unify(const ir::SizeExpression &a, const ir::SizeExpression &b);
  void guard(ir::Opcode comparison, const char *text, const ir::SizeExpression &a,
             const ir::SizeExpression &b);
  std::optional<int64_t> least(const ir::SizeExpression &size) const;
  // Raises the lower bound of a size to what the last guard says.
  void raiseBound(const ir::SizeExpression &size, int64_t least);
  std::string forPeople(const ir::SizeExpression &size) const;
  ir::SizeExpression symbolAt(std::string place, int64_t number, bool isInt);
  void readWritten();
  void guardInputs();
  void guardInput(ir::OpId input, llvm::StringSet<> &defined);
  void emitGuard(ir::Opcode comparison, ir::ValueId a, ir::ValueId b, const std::string &name);

  const VaryingSizes &varying_;
  SymbolChoices &choices_;
  GraphWriter &graph_;
  CountGuards countGuards_;
  std::function<void(const std::string &)> undecided_;
  std::vector<Count> counts_;
  std::map<std::string, SymbolicSize> lengths_;     // symbols of counted lengths, by texts or ends
  std::map<std::string, int64_t> bounds_;           // what a symbol is at least
  std::map<std::string, int64_t> quotients_;        // and what a quotient that is counted is
  std::vector<ir::SizeExpression> nothings_;        // differences that are guarded to be 0
  std::map<std::string, ir::SizeExpression> most_;  // what a counted one is at most
  std::vector<Fact> facts_;
  llvm::StringSet<> guarded_;
  bool hasChanged_ = false;
};

}  // namespace janus::speculate
