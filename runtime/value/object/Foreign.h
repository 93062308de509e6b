// What the object model asks of the bridge to Python (runtime/bridge) about objects that live
// there.
#pragma once

#include "value/object/Object.h"

#include <string>
#include <vector>

namespace janus {

// What the program did with objects of Python, for reports: kinds and names are those of janusc
// explain (lib/Transforms/Infer/Crossings.h).
struct ForeignCrossings {
  std::string kind, name;
  uint64_t count = 0;
  double seconds = 0;  // until the answer was there, with what Python called back
};

struct ForeignInterface {
  bool (*isForeign)(Value v);
  bool (*isForeignClass)(Value v);  // a class of ours that stands for one of Python
  // A module that nobody has compiled, owned; JN_ERROR with ModuleNotFoundError when Python has it
  // neither.
  Value (*import)(std::string_view dotted);
  Value (*classOf)(Value foreign);  // type(foreign), owned
  bool (*isCallable)(Value foreign);
  int (*isInstance)(Value foreign, Value cls);  // 1, 0, -1
  int (*isSubclass)(Value foreign, Value cls);
  // args[0].name(args[1:]), owned.
  Value (*callMethod)(Value name, const Value *args, size_t count, Value kwnames);
  // True for a method that the object has, whatever runs before it is called.
  bool (*keepsMethod)(Value foreign, Value name);
  Value (*super)(Value cls, Value self);  // one of them is foreign
  // cls(name, bases, namespace, **keywords) of a class with a foreign base.
  Value (*makeClass)(Value name, Value bases, Value ns, Value kwargs);
  // A foreign array, or a list that holds some, as torch takes it: an owned tensor.
  Value (*arrayToTensor)(Value foreign, bool share);
  Value (*arrayMemory)(Value foreign);  // a tensor over that of an array; TypeError for another
  // For an array of numpy with elements that a tensor can have: their type and the sizes as a
  // tuple, and a tensor of them as they are now, or over its memory. None of what has none, owned;
  // the question runs no code of the program.
  Value (*arrayFacts)(Value foreign);
  Value (*arrayElements)(Value foreign, bool share);
  Value (*tensorToArray)(Value tensor);  // numpy's view of the tensor
  Value (*number)(Value foreign);        // as a number of ours, owned; itself when it is none
  // An object of Python, or a list that holds some, as an index of a tensor: an int, a tensor of
  // int64, bool or uint8; itself when it is neither. Owned.
  Value (*index)(Value foreign);
  std::string (*typeName)(Value foreign);
  void (*noticeEnd)(Value foreign);  // somebody has a weak reference to it
  // An operator's result for a sequence of ours and an object that comes before it, as numbers of
  // Python do: owned; JN_UNBOUND when the sequence does it.
  Value (*besideSequence)(Value sequence, Value foreign, BinaryOp op, bool isInPlace);
  // The program has set a variable of the environment, or has taken it away: JN_NONE.
  void (*environmentChanged)(Value name, Value text);
  // Of the process so far; empty unless JANUS_REPORT asks for a report.
  std::vector<ForeignCrossings> (*crossings)();
};
// Absent in tests of the object model alone.
extern __attribute__((weak)) const ForeignInterface foreignInterface;

inline bool isForeignObject(Value v) {
  return v.tag == JN_OBJECT && &foreignInterface && foreignInterface.isForeign(v);
}

// What is done with it as a class is done in Python.
inline bool isForeignClass(Value v) {
  return isForeignObject(v) ||
         (v.tag == JN_OBJECT && &foreignInterface && foreignInterface.isForeignClass(v));
}

}  // namespace janus
