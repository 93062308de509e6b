// Lists that the turns of a loop make longer, and iteration by number.
//
//   out = []                            %3 = loop {
//   for x in xs:                          %5 = loop.carried 0            how many there are
//     h = step(x, h)             =>       %7 = ...
//     out.append(h)                       loop.save 0 %7, %5
//   torch.stack(out)                      %8 = int.add %5, 1 ; loop.again ... }
//                                       %9 = loop.rows 0 %3 : tensor<[n, ...]>
//
// The widener of loops finds such a list (EvaluateTurns.cpp), and it is one of rows from the next
// attempt on: each item that a turn adds is kept under its place, and behind the loop they are the
// rows of a tensor, which is what is read from then on. An item that is read is a row: nobody may
// ask which tensor it is, or write to it, nor to what was added. The tape has an entry for each
// item (`GrownRow`), which takes its part of the gradient that has come for all rows.
//
// Any other use of such a list is undecided: then the loop is unrolled.
#include "Transforms/Speculate/Python/Evaluator.h"

#include "IR/Loops.h"

namespace janus::speculate {

using namespace ir;

namespace {

// Natives that take such a list: by their names, the function of the prelude that stands for them.
struct RowsForm {
  llvm::StringLiteral native, function, node;
};
constexpr llvm::StringLiteral kKnowing[] = {
#define JANUS_ROWS_KNOWN(native) native,
#include "Transforms/Speculate/Python/RowsForms.def"
};
constexpr RowsForm kForms[] = {
#define JANUS_ROWS_FORM(native, function, node) {native, function, node},
#include "Transforms/Speculate/Python/RowsForms.def"
};

}  // namespace

bool Evaluator::isRows(Value value) {
  if (!value.isObject() || heap_.at(value).kind != ObjectKind::RowList)
    return false;
  if (heap_.at(value).divergence)
    heap_.noteUndecided(heap_.at(value).divergence->fork);
  return true;
}

Evaluator::Value Evaluator::refuseRows(Value list) {
  heap_.load(list);
  return stopped() ? Value() : refuse(RefusalKind::NotConstant, "the length of a list");
}

// Calls a function of torch._decompositions.
Evaluator::Value Evaluator::callOnRows(llvm::StringRef function, CallArgs args) {
  return callStatic(in_.statics.global(toString(PreludeName::DecompositionModule), function.str()),
                    std::move(args));
}

// ---------------------------------------------------------------- the list

// Adds an item in a turn of the loop that makes the list longer.
Evaluator::Value Evaluator::appendRow(Value list, Value item, bool isAtFront) {
  const GrownRows grown = *heap_.at(list).grown;
  const Type &type = graph_.types().get(grown.type);
  const Value place = heap_.at(list).items[0];
  bool isTensorOfTurn = isTensor(item) && heap_.at(item).isNew() && !heap_.at(item).type &&
                        heap_.at(item).attributes.empty() && !heap_.at(item).tensor.hasPast;
  bool fits = type.kind == TypeKind::Tensor ? isTensorOfTurn : kindOf(item) == type.kind;
  if (grown.rows.isBound() || grown.isAtFront != isAtFront || !fits)
    return refuseRows(list);
  ValueId kept = isTensor(item) ? tensors_.contents(item.objectId()) : heap_.valueOf(item);
  if (stopped())
    return {};
  if (isTensor(item)) {
    const Type &own = graph_.types().get(graph_.function().value(kept).type);
    const Value gradient = heap_.at(item).tensor.grad;
    bool hasGradient = gradient.isBound() && gradient != heap_.none();
    bool isRecorded = tensors_.requiresGrad(item);
    if (own.dtype != type.dtype || own.device != type.device || own.shape != type.shape ||
        hasGradient || (isRecorded && !tensors_.gradEnabled()))
      return refuseRows(list);
    // The way back goes through a side of a branch for what comes out of it, which this does not.
    if (isRecorded && shared_.forks.size() != grown.forks)
      return refuseRows(list);
    AbstractHeap::Storage &storage = heap_.storageOf(item.objectId());
    if (!storage.sharedBy)
      storage.sharedBy = grown.fork;  // who writes to it writes to the row
    rowsAdded_.push_back(item);
    if (isRecorded) {
      TapeEntry entry{};
      entry.edges = {{tensors_.edgeOf(item)}};
      entry.row = std::make_shared<const GrownRow>(GrownRow{grown.key, heap_.valueOf(place)});
      tensors_.tape().push_back(std::move(entry));
    }
  }
  graph_.emitEffect(Opcode::LoopSave, {kept, heap_.valueOf(place)}, {{"key", grown.key}});
  heap_.at(list).items[0] = binary(Opcode::PyAdd, place, heap_.integer(1));
  return heap_.none();
}

// `list += items`, where these are known; nothing else.
Evaluator::Value Evaluator::operateOnRows(Opcode shim, Value left, Value right) {
  bool isKnown = !isRows(right) && right.isObject() &&
                 (kindOf(right) == TypeKind::List || kindOf(right) == TypeKind::Tuple);
  if (shim != Opcode::PyIAdd || !isKnown)
    return refuseRows(isRows(left) ? left : right);
  std::optional<Values> items = allItems(right);
  for (Value each : items ? *items : Values())
    if (!stopped())
      appendRow(left, each);
  return stopped() ? Value() : left;
}

Evaluator::Value Evaluator::lengthOfRows(Value list) {
  const GrownRows &grown = *heap_.at(list).grown;
  auto before = static_cast<int64_t>(grown.before.size());
  return before == 0 ? heap_.at(list).items[0]
                     : binary(Opcode::PyAdd, heap_.at(list).items[0], heap_.integer(before));
}

// The tensor of all items.
Evaluator::Value Evaluator::tensorOfRows(Value list) {
  const GrownRows grown = *heap_.at(list).grown;
  if (!grown.rows.isBound())
    return refuseRows(list);
  if (grown.before.empty())
    return grown.rows;
  bool areTensors = llvm::all_of(grown.before, [&](Value each) { return isTensor(each); });
  if (!areTensors)
    return refuseRows(list);
  return callOnRows("_joined_rows",
                    {{heap_.makeList(ObjectKind::List, grown.before), grown.rows}, {}});
}

// A list of the rows of a tensor.
Evaluator::Value Evaluator::listOfRows(Value tensor, Value count, const GrownRows &like) {
  ObjectId made = heap_.make(ObjectKind::RowList);
  heap_.at(made).items = {count};
  GrownRows grown = like;
  grown.before.clear();
  grown.rows = tensor;
  heap_.at(made).grown = std::make_shared<const GrownRows>(std::move(grown));
  return Value::object(made);
}

// The same with the items of before among the rows: to be read, not to be changed.
Evaluator::Value Evaluator::wholeRows(Value list) {
  const GrownRows grown = *heap_.at(list).grown;
  Value all = tensorOfRows(list);
  if (stopped())
    return {};
  for (Value each : grown.before)
    if (AbstractHeap::Storage &storage = heap_.storageOf(each.objectId()); !storage.sharedBy)
      storage.sharedBy = grown.fork;
  return listOfRows(all, lengthOfRows(list), grown);
}

// The item at a place within the rows, from 0 on.
Evaluator::Value Evaluator::rowAt(Value list, Value place) {
  const GrownRows grown = *heap_.at(list).grown;
  if (!grown.rows.isBound() || !grown.before.empty())
    return refuseRows(list);
  if (grown.isOfViews)
    return rowOfTensor(grown.rows, place);
  if (graph_.types().get(grown.type).kind != TypeKind::Tensor)
    return callOnRows("_number_at_row", {{grown.rows, place}, {}});
  Value row = callOnRows("_row", {{grown.rows, place}, {}});
  if (stopped())
    return {};
  TensorState &state = heap_.at(row).tensor;
  state.isOwn = state.isRenamed = true;
  heap_.at(row).origin = heap_.makeChoice({Value(), Value(), Value(), grown.fork});
  heap_.storageOf(row.objectId()).sharedBy = grown.fork;
  return row;
}

Evaluator::Value Evaluator::itemOfRows(Value list, Value key) {
  const GrownRows grown = *heap_.at(list).grown;
  if (!grown.rows.isBound())
    return refuseRows(list);
  if (key.isObject() && heap_.at(key).kind == ObjectKind::Slice) {
    if (grown.isOfViews)
      return refuseRows(list);
    Value part =
        callOnRows("_rows_between", {{tensorOfRows(list), heap_.item(key.objectId(), 0),
                                      heap_.item(key.objectId(), 1), heap_.item(key.objectId(), 2)},
                                     {}});
    return stopped() ? Value() : listOfRows(part, callNative("builtins.len", {{part}, {}}), grown);
  }
  if (kindOf(key) != TypeKind::Int)
    return refuseRows(list);
  std::optional<ConstId> known =
      key.isConstant() ? std::optional(key.constantId()) : heap_.profiled(key);
  auto before = static_cast<int64_t>(grown.before.size());
  int64_t index = known ? graph_.constant(*known).integer : 0;
  if (before != 0 && (!key.isConstant() || index < -1))
    return refuseRows(list);
  if (index >= 0 && index < before)
    return grown.before[index];
  Value first = heap_.integer(before);
  Value place = callOnRows(
      "_place_of_row",
      {{index < 0 ? key : binary(Opcode::PySub, key, first), heap_.at(list).items[0]}, {}});
  Value rows = before == 0 ? list : listOfRows(grown.rows, heap_.at(list).items[0], grown);
  return stopped() ? Value() : rowAt(rows, place);
}

// The function of the prelude for a native: its result is no view, and its node another one's.
Evaluator::Value Evaluator::callForm(llvm::StringRef function, llvm::StringRef node,
                                     CallArgs args) {
  const size_t before = heap_.objectCount();
  Value result = callOnRows(function, std::move(args));
  if (stopped() || !isTensor(result))
    return result;
  tensors_.becomeOwn(result, before);
  nameNode(result, node);
  return result;
}

// Names the node of a result that has one.
void Evaluator::nameNode(Value tensor, llvm::StringRef node) {
  if (TapeId made = heap_.at(tensor).tensor.tape)
    tensors_.tape()[made.index].node = node.str();
}

Evaluator::Value Evaluator::nativeRowsOf(CallArgs args) {
  return isRows(args.positional[0])
             ? tensorOfRows(args.positional[0])
             : refuse(RefusalKind::UnknownCallee, "`_rows_of` of what is no list of rows");
}

// What `unbind` along a dimension gives where its size is not known; else None.
Evaluator::Value Evaluator::nativeUnbound(CallArgs args) {
  ObjectId tensor = args.positional[0].objectId();
  tensors_.contents(tensor);
  std::optional<int64_t> dim = scalars_.fixedInt(args.positional[1], "a dimension");
  if (stopped())
    return {};
  std::vector<SymbolicSize> shape = tensors_.shapeOf(tensor);
  auto rank = static_cast<int64_t>(shape.size());
  int64_t index = *dim < 0 ? *dim + rank : *dim;
  if (index < 0 || index >= rank || shape[index].isNumber() ||
      shape[index].expression.isCounted() || backward_.isRunning())
    return heap_.none();
  Value rows = callOnRows("_rows_along", {{args.positional[0], heap_.integer(index)}, {}});
  if (stopped())
    return {};
  GrownRows grown;
  grown.isOfViews = true;
  grown.type = heap_.at(rows).tensorType;
  return listOfRows(rows, heap_.makeSize(shape[index]), grown);
}

// A native with such a list among its arguments.
Evaluator::Value Evaluator::callOfRows(llvm::StringRef name, CallArgs args) {
  Value list;
  for (Value each : llvm::reverse(args.positional))
    list = isRows(each) ? each : list;
  if (!list.isBound())
    return refuseRows(
        llvm::find_if(args.keywords, [&](auto &each) { return isRows(each.second); })->second);
  if (name == "list.append" && isRows(args.positional[0]) && args.positional.size() == 2 &&
      !isRows(args.positional[1]))
    return appendRow(args.positional[0], args.positional[1]);
  if (name == "list.extend" && isRows(args.positional[0]) && args.positional.size() == 2) {
    operateOnRows(Opcode::PyIAdd, args.positional[0], args.positional[1]);
    return stopped() ? Value() : heap_.none();
  }
  if (name == "list.insert" && isRows(args.positional[0]) && args.positional.size() == 3 &&
      args.positional[1] == heap_.integer(0) && !isRows(args.positional[2]))
    return appendRow(args.positional[0], args.positional[2], true);
  if (name == "builtins.reversed" && !heap_.at(list).grown->isOfViews) {
    Value turned = callOnRows("_reversed_rows", {{tensorOfRows(list)}, {}});
    return stopped() ? Value()
                     : iterate(listOfRows(turned, lengthOfRows(list), *heap_.at(list).grown));
  }
  if (llvm::is_contained(kKnowing, name))
    return callKnownNative(name, std::move(args));
  for (const RowsForm &form : kForms)
    if (form.native == name)
      return callForm(form.function, form.node, std::move(args));
  if (StaticValue function = statics_.composite(name); function.isKnown())
    return callStatic(function, std::move(args));
  return refuseRows(list);
}

// ---------------------------------------------------------------- iteration by number

// An iterator over rows: of such a list, or of a tensor of which other entries had another number.
Evaluator::Value Evaluator::iteratorOverRows(Value rows, Value count) {
  Value iterator = heap_.makeList(ObjectKind::Iterator, {rows, count});
  heap_.at(iterator).name = "rows";
  return iterator;
}

// True for an iterator that tells how many items there are, and each by its number.
bool Evaluator::isCounted(Value iterator) {
  if (!iterator.isObject() || heap_.at(iterator).kind != ObjectKind::Iterator)
    return false;
  const Object &object = heap_.at(iterator);
  if (object.divergence)
    return false;
  if (object.name == "enumerate" || object.name == "zip")
    return !object.items.empty() &&
           llvm::all_of(object.items, [&](Value each) { return isCounted(each); });
  return (object.name == "range" || object.name == "rows") && object.position == 0;
}

// True when all entries make as many turns as that of the profile did.
bool Evaluator::hasKnownLength(Value iterator) {
  const Object &object = heap_.at(iterator);
  auto isKnown = [&](Value number) {
    if (!number.isScalar())
      return true;
    std::optional<SymbolicSize> size = heap_.sizeOf(number);
    ValueId computed = heap_.computed(number);
    return heap_.profiled(number) && (!size || size->isNumber()) &&
           !(computed ? sizes_.mayVary(computed) : sizes_.mayVary(heap_.scalar(number).path));
  };
  if (object.name == "range")
    return llvm::all_of(object.items, isKnown);
  if (object.name == "rows")
    return isKnown(object.items[1]);
  return llvm::all_of(Values(object.items), [&](Value each) { return hasKnownLength(each); });
}

// How many numbers a range has, if it has some.
Evaluator::Value Evaluator::numbersBetween(Value start, Value stop, Value step) {
  if (step == heap_.integer(1))
    return binary(Opcode::PySub, stop, start);
  Value missing = binary(Opcode::PySub, start, stop);
  if (step == heap_.integer(-1))
    return missing;
  return binary(Opcode::PySub, heap_.integer(0), binary(Opcode::PyFloorDiv, missing, step));
}

// How many items there are, of an iterator that has some.
Evaluator::Value Evaluator::countOf(Value iterator) {
  const Values items = heap_.at(iterator).items;
  llvm::StringRef name = heap_.at(iterator).name;
  if (name == "rows")
    return items[1];
  if (name == "range")
    return numbersBetween(items[0], items[1], items[2]);
  Value count = countOf(items[0]);
  for (Value each : llvm::drop_begin(items))
    if (Value other = countOf(each); !stopped() && count != other)
      count = smaller(count, other);
  return count;
}

// The smaller of two counts; of sizes the one that is smaller in the profile, which is guarded.
Evaluator::Value Evaluator::smaller(Value a, Value b) {
  std::optional<SymbolicSize> x = heap_.sizeOf(a), y = heap_.sizeOf(b);
  if (!x || !y)
    return callNative("builtins.min", {{a, b}, {}});
  return sizes_.equal(*x, *y) || sizes_.less(*x, *y) ? a : b;
}

Evaluator::Value Evaluator::itemAt(Value iterator, Value number) {
  if (stopped())
    return {};
  const Object object = heap_.at(iterator);
  if (object.name == "rows")
    return isTensor(object.items[0]) ? rowOfTensor(object.items[0], number)
                                     : rowAt(object.items[0], number);
  if (object.name == "range")
    return binary(Opcode::PyAdd, object.items[0], binary(Opcode::PyMul, number, object.items[2]));
  Values row;
  if (object.name == "enumerate") {
    auto start = heap_.integer(static_cast<int64_t>(object.position));
    row.push_back(binary(Opcode::PyAdd, number, start));
  }
  for (Value each : object.items)
    row.push_back(itemAt(each, number));
  return stopped() ? Value() : heap_.makeList(ObjectKind::Tuple, std::move(row));
}

// An item of `for x in tensor`: one of many views.
Evaluator::Value Evaluator::rowOfTensor(Value tensor, Value number) {
  Value row = callOnRows("_row", {{tensor, number}, {}});
  if (!stopped()) {
    heap_.at(row).tensor.made = ViewMade::OneOfMany;
    nameNode(row, "UnbindBackward0");
  }
  return row;
}

// The next item of an iterator over rows that is asked by one who does not count: there are as many
// as in the profile.
std::optional<Evaluator::Value> Evaluator::nextInRows(Value iterator) {
  Value rows = heap_.at(iterator).items[0];
  if (!isTensor(rows))
    return refuseRows(rows), std::nullopt;
  Value all = callMethod(rows, "__iter__", {});
  if (stopped())
    return std::nullopt;
  heap_.at(iterator).items = heap_.at(all).items;
  heap_.at(iterator).name = heap_.at(all).name;
  heap_.at(iterator).source = heap_.at(all).source;
  heap_.at(iterator).sourceChanges = heap_.at(all).sourceChanges;
  return next(iterator);
}

// A loop has gone over the iterator, and those below it: nobody knows how far.
void Evaluator::consume(Value iterator) {
  Values below = std::exchange(heap_.at(iterator).items, {});
  if (std::string name = std::exchange(heap_.at(iterator).name, kConsumed.str());
      name == "zip" || name == "enumerate")
    for (Value each : below)
      consume(each);
}

// Over numbers, or what there is for each number: the next one is carried like anything else.
Evaluator::Flow Evaluator::countedTurns(Frame &frame, OpId id, Value iterator, Values carried) {
  LoopView loop(*frame.function, id);
  bool isRange = heap_.at(iterator).name == "range";
  Values bounds = isRange ? heap_.at(iterator).items
                          : Values{heap_.integer(0), countOf(iterator), heap_.integer(1)};
  if (stopped())
    return Flow::Stop;
  std::optional<int64_t> step = scalars_.fixedInt(bounds[2], "the step of a loop");
  if (!step)
    return Flow::Stop;
  ValueId item = frame.function->region(loop.body()).arguments[0];
  Value number;
  auto isInside = [&](Value at) {
    return binary(*step > 0 ? Opcode::PyLt : Opcode::PyGt, at, bounds[1]);
  };
  auto again = [&](Values next) {
    next.push_back(binary(Opcode::PyAdd, number, heap_.integer(*step)));
    Value more = isInside(next.back());
    passed_ = next;
    passed_.insert(passed_.begin(), more);
    return stopped() ? Flow::Stop : Flow::Yield;
  };
  auto beginTurn = [&](const Values &begin) {
    number = begin.back();
    bind(frame, item, isRange ? number : itemAt(iterator, number));
  };
  auto countTurns = [&] { return numbersBetween(bounds[0], bounds[1], bounds[2]); };
  if (isFirstApart(frame, id)) {
    bind(frame, item, isRange ? bounds[0] : itemAt(iterator, bounds[0]));
    Flow flow =
        stopped() ? Flow::Stop : firstTurn(frame, id, isInside(bounds[0]), std::move(carried));
    if (flow != Flow::Yield)
      return flow;
    carried = passed_;
    bounds[0] = binary(Opcode::PyAdd, bounds[0], bounds[2]);
  }
  carried.push_back(bounds[0]);
  Value enters = isInside(bounds[0]);
  if (stopped())
    return Flow::Stop;
  Flow flow = turns(frame, id, enters, std::move(carried), again, beginTurn, countTurns);
  consume(iterator);
  return flow;
}

}  // namespace janus::speculate
