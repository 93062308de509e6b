// torch.Size: a tuple of ints that prints as `torch.Size([2, 3])`.
#include "tensor/core/Error.h"
#include "tensor/core/RunTimeInference.h"
#include "tensor/object/TypeObjects.h"
#include "value/container/Sequence.h"
#include "value/error/Raise.h"
#include "value/number/Number.h"

namespace janus {

Type jn_type_size;

namespace {

Value asSize(Value ownedTuple) {
  if (isExact(ownedTuple, &jn_type_tuple)) {
    // Only a fresh tuple may change its type.
    if (ownedTuple.o->refs == 1 && !(ownedTuple.o->flags & JN_FLAG_IMMORTAL)) {
      ownedTuple.o->type = &jn_type_size;
      return ownedTuple;
    }
    auto *from = as<jn_tuple>(ownedTuple);
    jn_tuple *t = newSize(from->size);
    for (int64_t i = 0; i < from->size; ++i)
      t->items[i] = jn_own(from->items[i]);
    jn_decref(ownedTuple);
    return jn_obj(t);
  }
  return ownedTuple;
}

Value sizeRepr(Object *o) {
  auto *t = reinterpret_cast<jn_tuple *>(o);
  std::string text = "torch.Size([";
  for (int64_t i = 0; i < t->size; ++i) {
    Ref part(repr(t->items[i]));
    if (part.failed())
      return jn_error();
    if (i)
      text += ", ";
    text += utf8Of(part.get());
  }
  return makeStr(text + "])");
}

// Of a tuple of anything: sizes are ints of Python's own type that fit.
Value sizeOfNumbers(Value ownedTuple) {
  Ref given(ownedTuple);
  if (given.failed())
    return jn_error();
  auto *from = given.as<jn_tuple>();
  bool isPlain = true;
  for (int64_t i = 0; i < from->size; ++i)
    isPlain &= from->items[i].tag == JN_INT;
  if (isPlain)
    return asSize(given.release());
  Ref made(jn_obj(newTuple(from->size)));
  for (int64_t i = 0; i < from->size; ++i) {
    Value number = isInt(from->items[i]) ? toExactInt(from->items[i]) : toIndex(from->items[i]);
    if (number.tag == JN_ERROR && errorMatches(jn_exc_TypeError)) {
      clearError();
      raise(jn_exc_TypeError, "torch.Size() takes an iterable of 'int' (item %lld is '%T')",
            static_cast<long long>(i), &from->items[i]);
    }
    if (number.tag == JN_ERROR)
      return number;
    if (number.tag != JN_INT) {
      jn_decref(number);
      return raise(jn_exc_ValueError, "Overflow when unpacking long long");
    }
    made.as<jn_tuple>()->items[i] = number;
  }
  return asSize(made.release());
}

Value sizeConstruct(Type *cls, const Value *args, size_t count, Value kwnames) {
  return sizeOfNumbers(jn_type_tuple.construct(cls, args, count, kwnames));
}

Value sizeGetitem(Value self, Value key) {
  Value v = jn_type_tuple.getitem(self, key);
  return isSlice(key) ? asSize(v) : v;
}
Value sizeAdd(Value a, Value b) {
  Value sum = jn_type_tuple.binary[static_cast<size_t>(BinaryOp::Add)](a, b);
  return isExact(sum, &jn_type_tuple) ? sizeOfNumbers(sum) : sum;
}
Value sizeMul(Value a, Value b) {
  return asSize(jn_type_tuple.binary[static_cast<size_t>(BinaryOp::Mul)](a, b));
}

Value sizeNumel(const Value *args, size_t, Value) {
  auto *t = as<jn_tuple>(args[0]);
  int64_t n = 1;
  for (int64_t i = 0; i < t->size; ++i)
    n *= t->items[i].i;
  return jn_int(n);
}
Value sizeReduce(const Value *args, size_t, Value) {
  auto *t = as<jn_tuple>(args[0]);
  jn_tuple *plain = newTuple(t->size);
  for (int64_t i = 0; i < t->size; ++i)
    plain->items[i] = jn_own(t->items[i]);
  return makeTuple({jn_own(jn_obj(&jn_type_size)), makeTuple({jn_obj(plain)})});
}
const MethodDef kMethods[] = {{"numel", sizeNumel, 1, 1}, {"__reduce__", sizeReduce, 1, 1}, {}};

}  // namespace

jn_tuple *newSize(int64_t size) {
  jn_tuple *t = newTuple(size);
  if (size) {
    t->head.type = &jn_type_size;
    return t;
  }
  // The empty tuple is shared: ask for one of our own.
  if (t->head.flags & JN_FLAG_IMMORTAL || t->head.refs > 1) {
    jn_decref(jn_obj(t));
    Object *o = allocate(&jn_type_size, sizeof(jn_tuple));
    return reinterpret_cast<jn_tuple *>(o);
  }
  t->head.type = &jn_type_size;
  return t;
}

Value makeSize(IntView sizes) {
  jn_tuple *t = newSize(static_cast<int64_t>(sizes.size()));
  for (size_t i = 0; i < sizes.size(); ++i)
    t->items[i] = jn_int(sizes[i]);
  return jn_obj(t);
}

int initSizeType() {
  Type &t = jn_type_size;
  t.name = "Size";
  t.module = internStr("torch");
  t.base = &jn_type_tuple;
  t.repr = sizeRepr;
  t.construct = sizeConstruct;
  t.getitem = sizeGetitem;
  t.binary[static_cast<size_t>(BinaryOp::Add)] = sizeAdd;
  t.binary[static_cast<size_t>(BinaryOp::Mul)] = sizeMul;
  t.methods = kMethods;
  t.typeFlags |= kTypeBaseable;
  return readyType(&t);
}

}  // namespace janus
