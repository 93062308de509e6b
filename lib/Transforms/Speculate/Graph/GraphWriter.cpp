#include "Transforms/Speculate/Graph/GraphWriter.h"

#include "IR/TensorRows.h"
#include "IR/Walk.h"

namespace janus::speculate {

using namespace ir;

GraphWriter::GraphWriter(Module &module, llvm::StringRef name)
    : module_(module), builder_(module, module.addFunction(name.str())) {
  function().flags |= kFnGraph;
}

OpId GraphWriter::placed(OpId op) {
  if (here_)
    function().op(op).place = here_();
  return op;
}

OpId GraphWriter::create(Opcode opcode, llvm::ArrayRef<ValueId> operands,
                         llvm::ArrayRef<NamedAttribute> attributes) {
  return placed(builder_.create(opcode, operands, attributes));
}

OpId GraphWriter::create(Opcode opcode, llvm::ArrayRef<ValueId> operands,
                         llvm::ArrayRef<NamedAttribute> attributes,
                         llvm::ArrayRef<TypeId> resultTypes) {
  return placed(builder_.create(opcode, operands, attributes, resultTypes));
}

void GraphWriter::assume(llvm::StringRef kind, llvm::StringRef path, llvm::StringRef value) {
  if (!assumed_.insert((llvm::Twine(kind) + "\n" + path + "\n" + value).str()).second)
    return;
  RegionId body = function().body;
  builder_.setInsertionPoint(body, head_++);
  llvm::SmallVector<NamedAttribute, 3> attributes = {{"kind", kind.str()}, {"path", path.str()}};
  if (!value.empty())
    attributes.push_back({"value", value.str()});
  create(Opcode::Assume, {}, attributes);
  toEnd();
}

ValueId GraphWriter::input(llvm::StringRef path, TypeId type, bool history) {
  ValueId &known = inputs_[path];
  if (!known) {
    known = emitAtHead(Opcode::HeapInput, {}, type, NamedAttribute{"path", path.str()});
    if (history)
      function().setAttribute(function().value(known).definedBy, "history", true);
  }
  return known;
}

ValueId GraphWriter::object(llvm::StringRef path) {
  ValueId &known = objects_[path];
  if (!known)
    known = emitAtHead(Opcode::HeapObject, {}, types().dyn(), NamedAttribute{"path", path.str()});
  return known;
}

ValueId GraphWriter::size(llvm::StringRef expression) {
  ValueId &known = sizes_[expression];
  if (!known)
    known = emitAtHead(Opcode::Size, {}, types().of(TypeKind::Int),
                       NamedAttribute{"size", expression.str()});
  return known;
}

// Emits an operation at the head of the graph, where every region sees its results.
ValueId GraphWriter::emitAtHead(Opcode opcode, llvm::ArrayRef<ValueId> operands, TypeId type,
                                llvm::ArrayRef<NamedAttribute> attributes) {
  builder_.setInsertionPoint(function().body, head_++);
  OpId op = create(opcode, operands, attributes, type);
  toEnd();
  return builder_.result(op);
}

void GraphWriter::guardAtHead(llvm::StringRef kind, const SourcePlace &place, ValueId condition) {
  ++guards_;
  builder_.setInsertionPoint(function().body, head_++);
  create(Opcode::Guard, condition, guardAttributes(kind, place), llvm::ArrayRef<TypeId>());
  toEnd();
}

ConstId GraphWriter::boolean(bool value) {
  Constant constant;
  constant.kind = value ? Constant::Kind::True : Constant::Kind::False;
  return add(std::move(constant));
}
ConstId GraphWriter::integer(int64_t value) {
  Constant constant;
  constant.kind = Constant::Kind::Int;
  constant.integer = value;
  return add(std::move(constant));
}
ConstId GraphWriter::real(double value) {
  Constant constant;
  constant.kind = Constant::Kind::Float;
  constant.number = value;
  return add(std::move(constant));
}
ConstId GraphWriter::str(llvm::StringRef text) {
  Constant constant;
  constant.kind = Constant::Kind::Str;
  constant.text = text.str();
  return add(std::move(constant));
}

ValueId GraphWriter::materialize(ConstId id) {
  ValueId &known = constants_[id];
  if (!known) {
    // At the head, so that it is defined wherever it is used.
    RegionId body = function().body;
    builder_.setInsertionPoint(body, head_++);
    known = builder_.constant(id);
    toEnd();
  }
  return known;
}

ConstId GraphWriter::import(const Module &from, ConstId id) {
  Constant constant = from.constant(id);
  for (ConstId &item : constant.items)
    item = import(from, item);
  return add(std::move(constant));
}

void GraphWriter::count(Opcode opcode) {
  ++emitted_;
  if (isTensorOp(opcode))
    ++(isBackward_ ? work_.backward : work_.forward);
}

ValueId GraphWriter::emit(Opcode opcode, llvm::ArrayRef<ValueId> operands, TypeId type,
                          llvm::ArrayRef<NamedAttribute> attributes) {
  count(opcode);
  return builder_.result(create(opcode, visible(operands), attributes, type));
}

llvm::SmallVector<ValueId, 2> GraphWriter::emitMany(Opcode opcode, llvm::ArrayRef<ValueId> operands,
                                                    llvm::ArrayRef<TypeId> types,
                                                    llvm::ArrayRef<NamedAttribute> attributes) {
  count(opcode);
  OpId op = create(opcode, visible(operands), attributes, types);
  return {function().op(op).results.begin(), function().op(op).results.end()};
}

void GraphWriter::emitEffect(Opcode opcode, llvm::ArrayRef<ValueId> operands,
                             llvm::ArrayRef<NamedAttribute> attributes) {
  count(opcode);
  create(opcode, visible(operands), attributes, llvm::ArrayRef<TypeId>());
}

bool GraphWriter::takeMemory(ValueId value) {
  ValueId memory = memoryOf(function(), value);
  OpId made = function().value(memory).definedBy;
  return isTensorOp(function().op(made).opcode) && takenMemory_.insert({memory, value}).second;
}

bool GraphWriter::showsTakenMemory(ValueId value) {
  ValueId memory = memoryOf(function(), value);
  auto taken = takenMemory_.find(memory);
  if (value == (taken == takenMemory_.end() ? memory : taken->second))
    return false;
  auto dims = [&](ValueId of) { return types().get(function().value(of).type).shape; };
  auto part = dims(value), all = dims(memory);
  auto count = [](const std::vector<Dim> &shape) {
    int64_t n = 1;
    for (const Dim &dim : shape)
      n = dim.number < 0 || n < 0 ? -1 : n * dim.number;
    return n;
  };
  return !part || !all || count(*part) == count(*all);
}

bool GraphWriter::addMemories(ValueId value, llvm::SmallVectorImpl<ValueId> *all) {
  ValueId memory = memoryOf(function(), value);
  OpId made = function().value(memory).definedBy;
  if (function().op(made).opcode == Opcode::HeapInput ||
      function().op(made).opcode == Opcode::LoopCarried ||
      function().op(made).opcode == Opcode::LoopRestore)
    return false;
  if (function().op(made).opcode == Opcode::Loop)
    return addMemories(loops_.find(made)->second.results[function().value(memory).index], all);
  if (function().op(made).opcode != Opcode::If) {
    all->push_back(memory);
    return true;
  }
  const Results &given = branches_[branchIndex_[made]];
  auto index = static_cast<size_t>(llvm::find(function().op(made).results, memory) -
                                   function().op(made).results.begin());
  return addMemories(given.then[index], all) && addMemories(given.otherwise[index], all);
}

llvm::SmallVector<ValueId, 2> GraphWriter::madeMemories(ValueId value) {
  llvm::SmallVector<ValueId, 2> all;
  return addMemories(value, &all) ? all : llvm::SmallVector<ValueId, 2>();
}

void GraphWriter::guard(llvm::StringRef kind, const SourcePlace &place, ValueId condition) {
  ++guards_;
  emitEffect(Opcode::Guard, condition, guardAttributes(kind, place));
}

// ---------------------------------------------------------------- branches

bool GraphWriter::hoistGuards(ValueId value) {
  Function &f = function();
  std::vector<OpId> &ops = f.region(f.body).ops;
  auto node = llvm::find(ops, f.value(value).definedBy);
  std::vector<OpId> hoisted, left;
  llvm::DenseSet<OpId> tested;
  for (auto at = ops.end(); --at != node;) {
    const Op &op = f.op(*at);
    bool isGuard = op.opcode == Opcode::Guard;
    bool inBranch = false;
    for (RegionId region : op.regions)
      walk(f, region, [&](OpId id) { inBranch |= f.op(id).opcode == Opcode::Guard; });
    if (inBranch || (tested.contains(*at) && traitsOf(f, *at) != Pure))
      return false;
    if (!isGuard && !tested.contains(*at)) {
      left.push_back(*at);
      continue;
    }
    hoisted.push_back(*at);
    for (ValueId operand : op.operands)
      tested.insert(f.value(operand).definedBy);
  }
  if (tested.contains(*node))
    return false;
  std::vector<OpId> order(ops.begin(), node);
  order.insert(order.end(), hoisted.rbegin(), hoisted.rend());
  order.push_back(*node);
  order.insert(order.end(), left.rbegin(), left.rend());
  ops = std::move(order);
  return true;
}

void GraphWriter::toEnd() {
  builder_.setInsertionPoint(open_.empty() ? function().body : open_.back().region);
}

OpId GraphWriter::branch(ValueId condition) {
  ++emitted_;
  OpId made = create(Opcode::If, visible(condition), {}, llvm::ArrayRef<TypeId>());
  branchIndex_[made] = branches_.size();
  branches_.push_back({made, {}, {}});
  return made;
}

ValueId GraphWriter::result(OpId branch, ValueId then, ValueId otherwise) {
  Results &results = branches_[branchIndex_[branch]];
  auto at = [&](unsigned side, ValueId value) {
    SideScope scope(*this, branch, side);
    return visible(value);
  };
  then = at(0, then);
  otherwise = at(1, otherwise);
  results.then.push_back(then);
  results.otherwise.push_back(otherwise);
  TypeId type = types().join(function().value(then).type, function().value(otherwise).type);
  return function().addResult(branch, type);
}

GraphWriter::SideScope::SideScope(GraphWriter &writer, OpId branch, unsigned side)
    : writer_(writer) {
  const Op &op = writer.function().op(branch);
  writer.open_.push_back({op.regions[side], writer.original(op.operands[0]), side});
  writer.toEnd();
}

GraphWriter::SideScope::~SideScope() {
  writer_.open_.pop_back();
  writer_.toEnd();
}

ValueId GraphWriter::original(ValueId value) const {
  for (auto found = originals_.find(value); found != originals_.end();
       found = originals_.find(value))
    value = found->second;
  return value;
}

bool GraphWriter::isOpen(RegionId region) {
  return region == function().body ||
         llvm::any_of(open_, [&](const OpenSide &each) { return each.region == region; });
}

bool GraphWriter::isVisible(ValueId value) {
  RegionId region = function().op(function().value(value).definedBy).parent;
  while (!isOpen(region)) {
    OpId holder = function().region(region).parent;
    if (!loops_.count(holder))
      return false;
    region = function().op(holder).parent;
  }
  return true;
}

// A value as it can be used here. One of a side that is not open is a result of its branch, if the
// condition holds here as well.
ValueId GraphWriter::visible(ValueId value) {
  if (!value)
    return value;
  RegionId region = function().op(function().value(value).definedBy).parent;
  if (isOpen(region))
    return value;
  OpId holder = function().region(region).parent;
  return function().op(holder).opcode == Opcode::Loop ? ofLastTurn(holder, value)
                                                      : ofSide(holder, value);
}

ValueId GraphWriter::ofLastTurn(OpId loop, ValueId value) {
  auto turns = loops_.find(loop);
  if (turns == loops_.end()) {  // an attempt that was given up
    leaked_ = true;
    return value;
  }
  for (Reverse &each : reverse_)
    if (each.loop == loop)
      return ofTurn(each, value);
  auto known = givenOut_.find(value);
  if (known == givenOut_.end()) {
    turns->second.results.push_back(value);
    ValueId result = function().addResult(loop, function().value(value).type);
    originals_[result] = value;
    known = givenOut_.try_emplace(value, result).first;
  }
  return visible(known->second);
}

// A value of the turn that is gone back through: it was kept at the turn's end, and is there from
// the beginning of the turn back.
ValueId GraphWriter::ofTurn(Reverse &reverse, ValueId value) {
  auto [known, isNew] = reverse.restored.try_emplace(value);
  if (!isNew)
    return known->second;
  TypeId type = function().value(value).type;
  leaked_ |= hasCountedSize(types().get(type));  // what is kept has one size
  Turns &turns = loops_.find(reverse.loop)->second;
  auto [key, isFirst] = turns.saved.try_emplace(value, savedValues_);
  if (isFirst) {
    ++savedValues_;
    builder_.setInsertionPoint(function().op(reverse.loop).regions[0]);
    create(Opcode::LoopSave, {value, turns.number}, {{"key", key->second}},
           llvm::ArrayRef<TypeId>());
  }
  const std::vector<OpId> &ops = function().region(reverse.region).ops;
  auto isCarried = [this](OpId id) { return function().op(id).opcode == Opcode::LoopCarried; };
  size_t at = llvm::find_if_not(ops, isCarried) - ops.begin();
  builder_.setInsertionPoint(reverse.region, at);
  OpId made = create(Opcode::LoopRestore, reverse.number, {{"key", key->second}}, type);
  toEnd();
  ValueId restored = builder_.result(made);
  originals_[restored] = value;
  return reverse.restored[value] = restored;
}

GraphWriter::ReverseScope::ReverseScope(GraphWriter &writer, OpId loop, ValueId number)
    : writer_(writer) {
  Reverse made;
  made.loop = loop;
  made.number = number;
  made.region = writer.open_.back().region;
  writer.reverse_.push_back(std::move(made));
}

ValueId GraphWriter::ofSide(OpId branch, ValueId value) {
  unsigned side =
      function().op(branch).regions[0] == function().op(function().value(value).definedBy).parent
          ? 0
          : 1;
  ValueId condition = original(function().op(branch).operands[0]);
  if (llvm::none_of(open_, [&](const OpenSide &each) {
        return each.condition == condition && each.side == side;
      })) {
    leaked_ = true;
    return value;
  }
  auto known = givenOut_.find(value);
  if (known == givenOut_.end()) {
    TypeId type = function().value(value).type;
    RegionId other = function().op(branch).regions[1 - side];
    builder_.setInsertionPoint(other);
    ValueId absent =
        builder_.result(create(Opcode::Absent, {}, llvm::ArrayRef<NamedAttribute>(), type));
    toEnd();
    Results &results = branches_[branchIndex_[branch]];
    results.then.push_back(side == 0 ? value : absent);
    results.otherwise.push_back(side == 0 ? absent : value);
    ValueId result = function().addResult(branch, type);
    originals_[result] = value;
    known = givenOut_.try_emplace(value, result).first;
  }
  return visible(known->second);
}

llvm::SmallVector<ValueId, 8> GraphWriter::visible(llvm::ArrayRef<ValueId> values) {
  llvm::SmallVector<ValueId, 8> seen;
  for (ValueId value : values)
    seen.push_back(visible(value));
  return seen;
}

// ---------------------------------------------------------------- loops

bool GraphWriter::drawsInTurn() const {
  auto turn = std::find_if(open_.rbegin(), open_.rend(),
                           [](const OpenSide &each) { return !each.condition; });
  bool draws = false;
  if (turn != open_.rend())
    walk(builder_.function(), turn->region,
         [&](OpId id) { draws |= (info(builder_.function().op(id).opcode).traits & Draws) != 0; });
  return draws;
}

size_t GraphWriter::operationCount() const {
  return builder_.function().opCount();
}

bool GraphWriter::drawsSince(size_t operations) const {
  const Function &function = builder_.function();
  for (size_t i = operations; i < function.opCount(); ++i)
    if (info(function.op(OpId(i)).opcode).traits & Draws)
      return true;
  return false;
}

GraphWriter::TurnScope::TurnScope(GraphWriter &writer)
    : writer_(writer), branches_(writer.branches_.size()), emitted_(writer.emitted_),
      guards_(writer.guards_), work_(writer.work_) {
  loop_ = writer.create(Opcode::Loop);
  writer.open_.push_back({writer.function().op(loop_).regions[0], ValueId(), 0});
  writer.toEnd();
}

GraphWriter::TurnScope::~TurnScope() {
  writer_.open_.pop_back();
  if (!isClosed_) {
    Function &function = writer_.function();
    llvm::erase_value(function.region(function.op(loop_).parent).ops, loop_);
    writer_.branches_.resize(branches_);
    writer_.emitted_ = emitted_;
    writer_.guards_ = guards_;
    writer_.work_ = work_;
  }
  writer_.toEnd();
}

ValueId GraphWriter::TurnScope::carry(ValueId initial, TypeId type) {
  // The initial value is one from outside the loop.
  OpenSide own = writer_.open_.back();
  writer_.open_.pop_back();
  initial = writer_.visible(initial);
  writer_.open_.push_back(own);
  writer_.builder_.setInsertionPoint(own.region, carried_++);
  OpId made = writer_.create(Opcode::LoopCarried, initial, {}, type);
  writer_.toEnd();
  return writer_.builder_.result(made);
}

void GraphWriter::TurnScope::close(ValueId more, llvm::ArrayRef<ValueId> next, ValueId number) {
  Turns turns;
  turns.more = writer_.visible(more);
  turns.number = number;
  for (ValueId each : next)
    turns.next.push_back(writer_.visible(each));
  writer_.loops_.insert({loop_, std::move(turns)});
  isClosed_ = true;
}

void GraphWriter::finish() {
  for (auto &[loop, turns] : loops_) {
    std::vector<ValueId> last = {turns.more};
    llvm::append_range(last, turns.next);
    llvm::append_range(last, turns.results);
    builder_.setInsertionPoint(function().op(loop).regions[0]);
    create(Opcode::LoopAgain, last);
  }
  for (const Results &each : branches_) {
    if (each.then.empty())
      continue;
    for (unsigned side : {0u, 1u}) {
      builder_.setInsertionPoint(function().op(each.branch).regions[side]);
      create(Opcode::YieldValues, side == 0 ? each.then : each.otherwise);
    }
  }
  toEnd();
}

}  // namespace janus::speculate
