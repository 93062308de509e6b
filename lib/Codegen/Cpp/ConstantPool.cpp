#include "Codegen/Cpp/ConstantPool.h"

#include "Codegen/Cpp/Names.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

namespace janus::codegen {

using Kind = ir::Constant::Kind;

uint32_t ConstantPool::add(const std::string &row) {
  auto [entry, inserted] = index_.try_emplace(row, rows_.size());
  if (inserted)
    rows_.push_back(row);
  return entry->second;
}

std::string ConstantPool::reference(uint32_t index, llvm::StringRef comment) {
  std::string text = commentText(comment);
  std::string number = std::to_string(index);
  return text.empty() ? "K[" + number + "]" : "K[" + number + " /*" + text + "*/]";
}

uint32_t ConstantPool::indexOfString(llvm::StringRef text) {
  return add(".kind = JN_K_STR, .size = " + std::to_string(text.size()) +
             ", .text = " + stringLiteral(text));
}

uint32_t ConstantPool::addTuple(const char *kind, llvm::ArrayRef<uint32_t> items) {
  // The items' place in the shared array is part of the row, so equal tuples are found by content.
  std::string key = std::string("tuple ") + kind;
  for (uint32_t item : items)
    key += " " + std::to_string(item);
  auto known = index_.find(key);
  if (known != index_.end())
    return known->second;
  std::string row = std::string(".kind = ") + kind + ", .size = " + std::to_string(items.size());
  if (!items.empty())  // without any, there is no shared array
    row += ", .items = constant_items + " + std::to_string(items_.size());
  items_.insert(items_.end(), items.begin(), items.end());
  rows_.push_back(row);
  index_[key] = rows_.size() - 1;
  return rows_.size() - 1;
}

uint32_t ConstantPool::indexOfNone() {
  return add(".kind = JN_K_NONE");
}

uint32_t ConstantPool::indexOf(ir::ConstId id) {
  const ir::Constant &constant = module_.constant(id);
  auto sized = [&](const char *kind) {
    return add(std::string(".kind = ") + kind + ", .size = " +
               std::to_string(constant.text.size()) + ", .text = " + stringLiteral(constant.text));
  };
  auto tuple = [&](const char *kind) {
    llvm::SmallVector<uint32_t, 8> items;
    for (ir::ConstId item : constant.items)
      items.push_back(indexOf(item));
    return addTuple(kind, items);
  };
  switch (constant.kind) {
  case Kind::None: return indexOfNone();
  case Kind::True: return add(".kind = JN_K_BOOL, .integer = 1");
  case Kind::False: return add(".kind = JN_K_BOOL, .integer = 0");
  case Kind::Ellipsis: return add(".kind = JN_K_ELLIPSIS");
  case Kind::Int: return add(".kind = JN_K_INT, .integer = " + intLiteral(constant.integer));
  case Kind::Float: return add(".kind = JN_K_FLOAT, .number = " + floatLiteral(constant.number));
  case Kind::Complex:
    return add(".kind = JN_K_COMPLEX, .number = " + floatLiteral(constant.number) +
               ", .real = " + floatLiteral(constant.real));
  case Kind::BigInt: return sized("JN_K_BIGINT");
  case Kind::Str: return indexOfString(constant.text);
  case Kind::Bytes: return sized("JN_K_BYTES");
  case Kind::Tuple: return tuple("JN_K_TUPLE");
  case Kind::FrozenSet: return tuple("JN_K_FROZENSET");
  }
  __builtin_unreachable();
}

std::string ConstantPool::expression(ir::ConstId id) {
  const ir::Constant &constant = module_.constant(id);
  switch (constant.kind) {
  case Kind::None: return "jn_none()";
  case Kind::True: return "jn_bool(true)";
  case Kind::False: return "jn_bool(false)";
  case Kind::Ellipsis: return "jn_ellipsis()";
  case Kind::Int: return "jn_int(" + intLiteral(constant.integer) + ")";
  case Kind::Float: return "jn_float(" + floatLiteral(constant.number) + ")";
  case Kind::Str: return reference(indexOf(id), constant.text);
  default: return reference(indexOf(id), "");
  }
}

std::string ConstantPool::string(llvm::StringRef text) {
  return reference(indexOfString(text), text);
}

std::string ConstantPool::tupleOfStrings(llvm::ArrayRef<std::string> texts) {
  llvm::SmallVector<uint32_t, 8> items;
  std::string comment;
  for (const std::string &text : texts) {
    items.push_back(indexOfString(text));
    comment += (comment.empty() ? "" : ", ") + text;
  }
  return reference(addTuple("JN_K_TUPLE", items), comment);
}

void ConstantPool::print(llvm::raw_ostream &out) const {
  if (rows_.empty())
    return;
  if (!items_.empty()) {
    out << "static const uint32_t constant_items[] = {";
    for (size_t i = 0; i < items_.size(); ++i)
      out << (i % 16 == 0 ? "\n    " : " ") << items_[i] << ",";
    out << "\n};\n";
  }
  out << "static const jn_constant constants[] = {\n";
  for (size_t i = 0; i < rows_.size(); ++i)
    out << "    /* " << i << " */ {" << rows_[i] << "},\n";
  out << "};\n";
}

}  // namespace janus::codegen
