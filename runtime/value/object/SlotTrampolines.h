// Slots of classes whose methods are written in Python: each calls the dunder method of its name.
#pragma once

#include "value/object/Types.h"

namespace janus {

Value trampolineRepr(Object *o);
Value trampolineStr(Object *o);
Value trampolineFormat(Object *o, Value spec);
int trampolineHash(Object *o, int64_t *out);
int trampolineTruth(Object *o);
Value trampolineCompare(Value a, Value b, CompareOp op);
Value trampolineCall(Value self, const Value *args, size_t count, Value kwnames);
Value trampolineGetattr(Value self, Value name);
int trampolineSetattr(Value self, Value name, Value v);
Value trampolineDescrGet(Object *self, Value instance, Type *owner);
int trampolineDescrSet(Object *self, Value instance, Value v);
Value trampolineIter(Object *o);
Value trampolineNext(Object *o);
int64_t trampolineLength(Object *o);
Value trampolineGetitem(Value self, Value key);
int trampolineSetitem(Value self, Value key, Value v);
int trampolineContains(Object *o, Value item);
Value trampolineConstruct(Type *cls, const Value *args, size_t count, Value kwnames);
int trampolineInit(Value self, const Value *args, size_t count, Value kwnames);
int checkInitResult(Value owned);  // what an `__init__` has answered must be None: 0, -1
// clang-format off
#define JN_UNARY_DUNDERS(X) \
  X(Neg, "__neg__") X(Pos, "__pos__") X(Invert, "__invert__") X(Abs, "__abs__") \
  X(Int, "__int__") X(Float, "__float__") X(Index, "__index__")
// clang-format on
#define JN_X(op, name) Value trampoline##op(Object *o);
JN_UNARY_DUNDERS(JN_X)
#undef JN_X
// (BinaryOp, name without underscores, symbol)
// clang-format off
#define JN_BINARY_DUNDERS(X) \
  X(Add, "add", "+") X(Sub, "sub", "-") X(Mul, "mul", "*") X(TrueDiv, "truediv", "/") \
  X(FloorDiv, "floordiv", "//") X(Mod, "mod", "%") X(Pow, "pow", "** or pow()") \
  X(MatMul, "matmul", "@") X(LShift, "lshift", "<<") X(RShift, "rshift", ">>") \
  X(And, "and", "&") X(Or, "or", "|") X(Xor, "xor", "^")
// clang-format on
#define JN_X(op, name, symbol)                                                                     \
  Value trampoline##op(Value a, Value b);                                                          \
  Value trampolineInplace##op(Value a, Value b);
JN_BINARY_DUNDERS(JN_X)
#undef JN_X

// Interned names by operator.
struct BinaryNames {
  Value forward, reflected, inplace;
};
const BinaryNames &binaryNames(BinaryOp op);
Value compareName(CompareOp op);
inline CompareOp swapped(CompareOp op) {
  static const CompareOp table[] = {CompareOp::Gt, CompareOp::Ge, CompareOp::Eq,
                                    CompareOp::Ne, CompareOp::Lt, CompareOp::Le};
  return table[static_cast<int>(op)];
}

}  // namespace janus
