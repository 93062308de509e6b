// The lattice of value types: dyn above the kinds, kinds above their refinements.
//
// `int` is exactly int and `float` exactly float: a bool is neither, nor is an instance of a
// subclass (that is an `object<...>`).
#pragma once

#include "Support/Id.h"

#include "janus/contract/inference/Layout.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace janus::ir {

struct TypeTag;
using TypeId = Id<TypeTag>;

enum class TypeKind : uint8_t {
  Dyn,
  None,
  Bool,
  Int,
  Float,
  Complex,
  Str,
  Bytes,
  Ellipsis,
  Tuple,
  List,
  Dict,
  Set,
  Slice,
  Iterator,
  Function,
  Class,
  Module,
  Object,
  Exception,
  Tensor,
  Foreign
};
llvm::StringRef toString(TypeKind kind);
inline bool isNumber(TypeKind kind) {
  return kind == TypeKind::Int || kind == TypeKind::Float || kind == TypeKind::Bool;
}
using infer::Layout;
// True when a tensor with the layout `given` has the layout `wanted`, too.
inline bool includes(Layout given, Layout wanted) {
  if (wanted == Layout::ChannelsLast || given == Layout::ChannelsLast)
    return given == wanted || wanted == Layout::Strided || wanted == Layout::Unknown;
  return wanted == Layout::Unknown || (given != Layout::Unknown && given <= wanted);
}

// A dimension: a number, an expression over symbols in its normal form (`28*B`; SizeExpression.h),
// or unknown (`?`).
struct Dim {
  int64_t number = -1;
  std::string symbol;
  bool known() const { return number >= 0 || !symbol.empty(); }
  friend bool operator==(const Dim &, const Dim &) = default;
};

// Whether a size is counted while the graph runs (SizeExpression.h).
bool isCounted(const Dim &dim);

struct Type {
  TypeKind kind = TypeKind::Dyn;
  std::vector<TypeId> items;  // Tuple: of each item (when `sized`); List, Set, Iterator: 1; Dict: 2
  bool sized = false;
  std::string name;  // Object, Class, Exception: qualified class name; Function: its name
  // Tensor
  std::string dtype;  // "" unknown, else a name of DType.def
  std::optional<std::vector<Dim>> shape;
  int rank = -1;
  std::string device;
  Layout layout = Layout::Unknown;
  int8_t requiresGrad = -1;  // -1 unknown
  std::string aliasClass;
};

// Whether one of the sizes is.
bool hasCountedSize(const Type &type);

class TypeTable {
public:
  TypeTable();
  TypeId intern(const Type &type);
  const Type &get(TypeId id) const { return types_[id]; }
  size_t size() const { return types_.size(); }
  TypeId dyn() const { return TypeId(0); }
  TypeId of(TypeKind kind);  // the unrefined type of a kind
  // Least upper bound.
  TypeId join(TypeId a, TypeId b);
  bool isSubtype(TypeId a, TypeId b) const;
  // Textual form: `dyn`, `int`, `list<int>`, `tuple<int, dyn>`, `object<Point>`,
  // `tensor<f32, (B, 8), cpu, contiguous, grad>`.
  std::string text(TypeId id) const;
  bool parse(llvm::StringRef text, TypeId *out);
  // Takes a type off the front of `text`.
  bool parsePrefix(llvm::StringRef &text, TypeId *out);

private:
  std::string textOf(const Type &type) const;
  TypeId joinTensors(const Type &a, const Type &b);

  IdVector<TypeId, Type> types_;
  std::map<std::string, TypeId> index_;
};

}  // namespace janus::ir
