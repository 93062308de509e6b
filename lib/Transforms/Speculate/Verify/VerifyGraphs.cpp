// The planner puts a graph's operations into phases - what is computed, objects, commits - and its
// loops read and write memory by the types that stand there. The compiler knows that its own graphs
// are fit for that.
#include "Transforms/Speculate/Verify/VerifyGraphs.h"

#include "IR/AccessPath.h"
#include "IR/Loops.h"
#include "IR/Printer.h"
#include "IR/TextMethods.h"
#include "IR/Walk.h"
#include "Transforms/Speculate/Verify/TensorClaims.h"
#include "Transforms/Speculate/Verify/VerifyHistories.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

#include <map>

namespace janus::speculate {

using namespace ir;

namespace {

class GraphCheck {
public:
  GraphCheck(Module &module, FunctionId id, std::vector<Problem> &problems)
      : module_(module), id_(id), problems_(problems) {}

  // `guards`: of the graph that it is the backward of. Answers them with its own.
  SizeGuards run(SizeGuards guards) {
    if (!function().parameters.empty() || !function().slots.empty()) {
      problem({}, "a graph has no parameters and no slots", "read them by `heap.input`");
      return {};
    }
    size_t before = problems_.size();
    readInputs();
    // A turn may ask for what an earlier turn has kept by an operation that stands further on.
    walk(function(), function().body, [&](OpId op) {
      if (function().op(op).opcode == Opcode::LoopSave)
        saved_.try_emplace(function().intAttribute(op, "key"), function().op(op).operands[0]);
    });
    walk(function(), function().body, [&](OpId op) { checkOp(op); });
    if (problems_.size() != before)  // the rest relies on these
      return {};
    TensorClaims tensors(module_, id_, std::move(guards), problems_);
    walk(function(), function().body, [&](OpId op) { tensors.check(op); });
    if (problems_.size() == before)
      checkStorages();
    return tensors.guards();
  }

private:
  const Function &function() const { return module_.function(id_); }
  const Type &typeOf(ValueId value) const {
    return module_.types.get(function().value(value).type);
  }
  TypeKind kindOf(ValueId value) const { return typeOf(value).kind; }
  Opcode makerOf(ValueId value) const {
    return function().op(function().value(value).definedBy).opcode;
  }
  void problem(OpId op, const llvm::Twine &text, const llvm::Twine &remedy) {
    problems_.push_back({id_, op, text.str(), remedy.str()});
  }

  // ---------------------------------------------------------------- sizes

  void readInputs() {
    for (OpId id : function().region(function().body).ops) {
      if (function().op(id).opcode != Opcode::HeapInput)
        continue;
      ValueId input = function().op(id).results[0];
      if (function().attribute(id, "symbol") && kindOf(input) == TypeKind::Int)
        symbols_.insert(function().stringAttribute(id, "symbol"));
      if (const Type &type = typeOf(input); type.shape)
        for (const Dim &dim : *type.shape)
          if (std::optional<SizeExpression> size = SizeExpression::parse(dim.symbol);
              size && size->asSymbol())
            symbols_.insert(*size->asSymbol());
    }
  }

  // `counts`: those that are counted while the graph runs as well.
  bool isKnownSize(llvm::StringRef text, bool counts) const {
    std::optional<SizeExpression> size = SizeExpression::parse(text);
    return size && size->isValid() && llvm::all_of(size->symbols(), [&](const std::string &each) {
             return symbols_.contains(each) || (counts && SizeExpression::isCounted(each));
           });
  }

  void checkSizes(OpId id) {
    for (ValueId result : function().op(id).results)
      if (const Type &type = typeOf(result); type.shape)
        for (const Dim &dim : *type.shape)
          if (!dim.symbol.empty() && !isKnownSize(dim.symbol, true))
            problem(id, "its type has the size `" + dim.symbol + "`, which no input tells",
                    "let an input have it");
  }

  // ---------------------------------------------------------------- operations

  void checkOp(OpId id) {
    const Op &op = function().op(id);
    checkSizes(id);
    checkUses(id);
    bool isInBranch = op.parent != function().body;
    for (const char *name : {"name", "path"})
      if (const Attribute *text = function().attribute(id, name))
        if (auto *held = std::get_if<std::string>(text); held && isMultiline(*held))
          problem(id, llvm::Twine("the attribute `") + name + "` has several lines", "shorten it");
    if (op.opcode == Opcode::Assume ? !assumptionOf(function(), id) : !hasReadablePath(id))
      problem(id, "its path or value cannot be read", "correct it");
    switch (op.opcode) {
    case Opcode::HeapInput:
    case Opcode::HeapObject:
    case Opcode::Assume:
    case Opcode::Return:
      if (isInBranch)
        problem(id, "stands in a branch", "move it to the graph's body");
      if (op.opcode == Opcode::HeapInput)
        checkInput(id);
      return;
    case Opcode::If: return checkBranch(id);
    case Opcode::Loop: return checkTurns(id);
    case Opcode::LoopSave:
      if (!isNumber(kindOf(op.operands[0])) && kindOf(op.operands[0]) != TypeKind::Tensor)
        problem(id, "keeps what is no number and no tensor", "keep what it is made of");
      checkKept(id);
      isBefore_.insert(function().intAttribute(id, "key"));
      return checkKey(id);
    case Opcode::LoopRestore: {
      auto kept = saved_.find(function().intAttribute(id, "key"));
      if (kept == saved_.end())
        problem(id, "asks for what no loop keeps", "keep it by `loop.save`");
      else if (!module_.types.isSubtype(function().value(kept->second).type,
                                        function().value(op.results[0]).type))
        problem(id, "claims another type than that of what was kept", "give it that type");
      if (kept != saved_.end() && isBefore_.contains(kept->first))
        isOfEarlier_.insert(id);
      return;
    }
    case Opcode::LoopRows: return checkRows(id);
    case Opcode::LoopProduct: {
      const Type *left = matrixOf(op.operands[0]), *right = matrixOf(op.operands[1]);
      if (!left || !right || left->dtype != right->dtype ||
          left->shape->front() != right->shape->front())
        problem(id, "multiplies what are no float matrices of as many rows", "use `t.mm`");
      else
        products_.try_emplace(function().intAttribute(id, "key"), id);
      return checkKey(id);
    }
    case Opcode::LoopSum: {
      auto product = products_.find(function().intAttribute(id, "key"));
      if (product == products_.end())
        return problem(id, "asks for products that no loop before it adds",
                       "add them by `loop.product`");
      const Op &added = function().op(product->second);
      const Type *left = matrixOf(added.operands[0]), *right = matrixOf(added.operands[1]);
      const Type *sum = matrixOf(op.results[0]);
      if (!sum || sum->dtype != left->dtype || sum->layout != Layout::Contiguous ||
          (*sum->shape)[0] != (*left->shape)[1] || (*sum->shape)[1] != (*right->shape)[1])
        problem(id, "claims another type than that of the products", "give it that type");
      return;
    }
    case Opcode::Size:
      if (!isKnownSize(function().stringAttribute(id, "size"), false))
        problem(id, "asks for a size that no input tells", "let an input have it");
      return;
    case Opcode::SizeOf: {
      const Type &type = typeOf(op.operands[0]);
      int64_t dim = function().intAttribute(id, "dim");
      if (type.kind != TypeKind::Tensor || dim < 0 || dim >= type.rank)
        problem(id, "asks for a size of what has no such dimension", "correct `dim`");
      return;
    }
    case Opcode::SizeDecided: {
      std::string symbol = function().stringAttribute(id, "symbol").str();
      std::optional<SizeExpression> size = SizeExpression::parse(symbol);
      if (!size || size->asSymbol() != symbol || !SizeExpression::isCounted(symbol))
        problem(id, "names what is no size that contents decide", "correct `symbol`");
      else if (decided_.try_emplace(symbol, op.operands[0]).first->second != op.operands[0])
        problem(id, "names a second number so", "give it a symbol of its own");
      return;
    }
    case Opcode::NativeCall:
      if (!llvm::all_of(op.operands, [&](ValueId each) { return isNumber(kindOf(each)); }) ||
          !isNumber(kindOf(op.results[0])))
        problem(id, "takes and gives numbers", "use types `bool`, `int` and `float`");
      return;
    case Opcode::HeapTensor:
      if (kindOf(op.operands[0]) != TypeKind::Tensor || kindOf(op.results[0]) != TypeKind::Tensor)
        problem(id, "makes a tensor of a tensor", "use `heap.commit`");
      for (auto part : llvm::enumerate(function().stringsAttribute(id, "parts")))
        if (part.value() == "version" && kindOf(op.operands[part.index() + 1]) != TypeKind::Int)
          problem(id, "has a version that is no number", "give it an int");
      return;
    case Opcode::StorageCommit:
      if (kindOf(op.operands[0]) != TypeKind::Tensor)
        problem(id, "takes a tensor", "use `heap.commit`");
      if (op.operands.size() > 1 && kindOf(op.operands[1]) != TypeKind::Int)
        problem(id, "takes a number of writes", "give it an int");
      return;
    case Opcode::TextFormat: {
      llvm::StringRef conversion = function().stringAttribute(id, "conversion");
      if (!conversion.empty() && conversion != "s" && conversion != "r" && conversion != "a")
        problem(id, "has an unknown conversion", "use `s`, `r`, `a` or none");
      if (kindOf(op.operands[0]) == TypeKind::Tensor && !function().attribute(id, "requires_grad"))
        problem(id, "does not say whether the tensor requires gradients", "set `requires_grad`");
      return;
    }
    case Opcode::TextCall: {
      if (!textMethod(function().stringAttribute(id, "method")))
        problem(id, "calls an unknown method of texts", "use a row of TextMethods.def");
      const Attribute *names = function().attribute(id, "names");
      size_t named = names ? function().stringsAttribute(id, "names").size() : 0;
      if (op.operands.size() <= named || kindOf(op.operands[0]) != TypeKind::Str)
        problem(id, "has no text to call it of", "give it a text as its first operand");
      if (!llvm::all_of(op.operands, [&](ValueId each) { return isPartOfText(kindOf(each)); }))
        problem(id, "takes texts and numbers", "use `text.format` for others");
      return;
    }
    case Opcode::TextCommit:
      if (!llvm::all_of(op.operands, [&](ValueId each) { return kindOf(each) == TypeKind::Str; }))
        problem(id, "takes texts", "use `text.format`");
      return;
    case Opcode::TapeCommit:
      if (std::string text = wrongHistory(module_, id_, id); !text.empty())
        problem(id, text, "leave histories to the generic code");
      return;
    default: return;
    }
  }

  static bool isMultiline(llvm::StringRef text) {
    return text.contains('\n') || text.contains('\r') || text.endswith("\\");
  }

  // The type of a matrix of floats, of sizes that are numbers; null: it is none.
  const Type *matrixOf(ValueId value) const {
    const Type &type = module_.types.get(function().value(value).type);
    bool isOne = (type.dtype == "float32" || type.dtype == "float64") && type.shape &&
                 type.shape->size() == 2 && llvm::all_of(*type.shape, [](const Dim &dim) {
                   return dim.symbol.empty() && dim.number > 0;
                 });
    return isOne ? &type : nullptr;
  }

  // The first size is how many there are, which the operand says when it runs.
  void checkRows(OpId id) {
    auto kept = saved_.find(function().intAttribute(id, "key"));
    if (kept == saved_.end())
      return problem(id, "asks for what no loop keeps", "keep it by `loop.save`");
    const Type &row = typeOf(kept->second), &all = typeOf(function().op(id).results[0]);
    const std::string dtype = row.kind == TypeKind::Float  ? "float64"
                              : row.kind == TypeKind::Int  ? "int64"
                              : row.kind == TypeKind::Bool ? "bool"
                                                           : row.dtype;
    std::vector<Dim> shape = row.shape.value_or(std::vector<Dim>());
    bool isKnown = all.shape && !all.shape->empty() && (row.shape || isNumber(row.kind));
    if (isKnown)
      shape.insert(shape.begin(), all.shape->front());
    if (!isKnown || dtype.empty() || all.dtype != dtype || all.layout != Layout::Contiguous ||
        *all.shape != shape)
      problem(id, "claims another type than that of rows of what was kept", "give it that type");
  }

  void checkKey(OpId id) {
    const int64_t key = function().intAttribute(id, "key");
    if (key < 0 || key >= kMostKeys)
      problem(id, "has a key that is no place", "number keys from 0 on");
  }

  // Several turns may keep values of one kind under one key, each for a turn of its own.
  void checkKept(OpId id) {
    ValueId value = function().op(id).operands[0];
    auto [known, isNew] = saved_.try_emplace(function().intAttribute(id, "key"), value);
    if (isNew)
      return;
    const Type &first = module_.types.get(function().value(known->second).type),
               &other = module_.types.get(function().value(value).type);
    if (first.kind != other.kind || first.dtype != other.dtype || first.shape != other.shape)
      problem(id, "keeps a value of another kind under one key", "give it a key of its own");
  }

  bool hasReadablePath(OpId id) const {
    const Attribute *path = function().attribute(id, "path");
    auto *text = path ? std::get_if<std::string>(path) : nullptr;
    return !text || parsePath(*text);
  }

  // Binding compares these with what is there; of objects nothing is claimed.
  void checkInput(OpId id) {
    switch (kindOf(function().op(id).results[0])) {
    case TypeKind::Bool:
    case TypeKind::Int:
    case TypeKind::Float:
    case TypeKind::Str:
    case TypeKind::Tensor:
    case TypeKind::Dyn: return;
    default: problem(id, "an input of this type cannot be checked", "read a `heap.object`");
    }
  }

  // ---------------------------------------------------------------- phases

  // A branch that writes stands apart from one that computes: writes are done when nothing fails
  // any more.
  void checkBranch(OpId id) {
    bool commits = false, computes = false;
    for (RegionId side : function().op(id).regions)
      walk(function(), side, [&](OpId each) {
        Opcode opcode = function().op(each).opcode;
        commits |= isCommit(opcode);
        computes |= !isCommit(opcode) && opcode != Opcode::YieldValues && opcode != Opcode::If;
      });
    if (commits && (computes || !function().op(id).results.empty()))
      problem(id, "a branch that writes computes, too", "write in a branch of its own");
    for (ValueId result : function().op(id).results)
      if (isObjectOf(id, function().value(result).index))
        objects_.insert(result);
  }

  void checkTurns(OpId id) {
    walk(function(), function().op(id).regions[0], [&](OpId each) {
      Opcode opcode = function().op(each).opcode;
      if (isCommit(opcode) || isMaker(opcode))
        problem(each, "stands in a loop, which only computes", "move it behind the loop");
    });
  }

  bool isObjectOf(OpId branch, unsigned index) const {
    return llvm::any_of(function().op(branch).regions, [&](RegionId side) {
      OpId end = terminatorOf(function(), side);
      return end && isObject(function().op(end).operands[index]);
    });
  }
  bool isObject(ValueId value) const {
    return objects_.contains(value) || isMaker(makerOf(value)) ||
           (makerOf(value) == Opcode::If &&
            isObjectOf(function().value(value).definedBy, function().value(value).index));
  }

  // A tensor in the plan's memory, which the next entry uses again.
  bool isContents(ValueId value) const {
    OpId made = function().value(value).definedBy;
    if (makerOf(value) == Opcode::Loop)
      return isContents(TurnView(function(), made).results()[function().value(value).index]);
    if (makerOf(value) != Opcode::If)
      return (isTensorOp(makerOf(value)) || makerOf(value) == Opcode::LoopCarried ||
              makerOf(value) == Opcode::LoopRestore) &&
             kindOf(value) == TypeKind::Tensor;
    return llvm::any_of(function().op(made).regions, [&](RegionId side) {
      OpId end = terminatorOf(function(), side);
      return end && isContents(function().op(end).operands[function().value(value).index]);
    });
  }

  bool isListOfSizes(ValueId list) const {
    OpId made = function().value(list).definedBy;
    return made && llvm::all_of(function().op(made).operands, [&](ValueId item) {
             return makerOf(item) == Opcode::Const || makerOf(item) == Opcode::Size;
           });
  }

  // Lists for kernels are made where those run; objects are there when all has been computed.
  void checkUses(OpId id) {
    const Op &op = function().op(id);
    bool takesObjects = isMaker(op.opcode) || op.opcode == Opcode::HeapCommit ||
                        op.opcode == Opcode::Return || op.opcode == Opcode::YieldValues;
    for (ValueId operand : op.operands) {
      // Histories keep lists of sizes, which are values of Python.
      bool isKept = op.opcode == Opcode::TapeCommit && isListOfSizes(operand);
      if (makerOf(operand) == Opcode::Pack && !isTensorOp(op.opcode) && !isKept)
        problem(id, "takes a `pack`, which is for operations on tensors", "use `py.list`");
      if (isObject(operand) && !takesObjects)
        problem(id, "takes an object that is made when all has been computed",
                "use what it is made of");
      if (takesObjects && op.opcode != Opcode::YieldValues && op.opcode != Opcode::HeapTensor &&
          op.opcode != Opcode::TapeCommit && isContents(operand))
        problem(id, "lets the memory of the plan out", "make a `heap.tensor` of what it takes");
      if (makerOf(operand) == Opcode::Absent && op.opcode != Opcode::YieldValues)
        problem(id, "takes an `absent` value", "use it in `yield_values` only");
    }
    // Values that a turn gives or keeps may be of one side, like those that a side gives.
    bool isOfTurn = op.opcode == Opcode::LoopAgain || op.opcode == Opcode::LoopSave;
    OpId around = function().region(op.parent).parent;
    bool isOfSide =
        op.opcode == Opcode::YieldValues && around && function().op(around).opcode == Opcode::If;
    size_t first = isOfSide ? 0 : isOfTurn ? numberOfNext(op) : op.operands.size();
    for (ValueId operand : llvm::makeArrayRef(op.operands).take_front(first))
      if (!isPresent(operand, op.parent))
        problem(id, "takes a value of a branch's other side", "use it under the same condition");
  }

  // The number of operands of a turn's end that the next turn gets, with the condition for it.
  size_t numberOfNext(const Op &op) const {
    if (op.opcode == Opcode::LoopSave)
      return 0;
    return 1 + TurnView(function(), function().region(op.parent).parent).carried().size();
  }

  // A result that one side does not give is there where the other side was taken.
  bool isPresent(ValueId value, RegionId where) const {
    value = ofTurn(value);
    if (makerOf(value) != Opcode::If)
      return true;
    OpId branch = function().value(value).definedBy;
    for (unsigned side : {0u, 1u}) {
      RegionId of = function().op(branch).regions[side];
      OpId end = terminatorOf(function(), of);
      if (!end)
        continue;
      ValueId given = function().op(end).operands[function().value(value).index];
      bool isGiven =
          makerOf(given) != Opcode::Absent && (isPresent(given, of) || isPresent(given, where));
      if (!isGiven && !isUnder(where, originOf(function().op(branch).operands[0]), 1 - side))
        return false;
    }
    return true;
  }
  // The value of a turn, where it is asked for behind its loop, or in a turn back.
  ValueId ofTurn(ValueId value) const {
    while (true) {
      OpId made = function().value(value).definedBy;
      if (makerOf(value) == Opcode::Loop) {
        value = TurnView(function(), made).results()[function().value(value).index];
        continue;
      }
      auto kept = makerOf(value) == Opcode::LoopRestore && isOfEarlier_.contains(made)
                      ? saved_.find(function().intAttribute(made, "key"))
                      : saved_.end();
      if (kept == saved_.end())
        return value;
      value = kept->second;
    }
  }
  bool isUnder(RegionId where, ValueId condition, unsigned side) const {
    for (OpId around = function().region(where).parent; around;
         around = function().region(where).parent) {
      const Op &op = function().op(around);
      if (op.opcode == Opcode::If && op.regions[side] == where &&
          originOf(op.operands[0]) == condition)
        return true;
      where = op.parent;
    }
    return false;
  }
  // The value that a side gave, of a result that the other one does not give.
  ValueId originOf(ValueId value) const {
    for (value = ofTurn(value); makerOf(value) == Opcode::If; value = ofTurn(value)) {
      OpId branch = function().value(value).definedBy;
      ValueId given[2];
      for (unsigned side : {0u, 1u})
        if (OpId end = terminatorOf(function(), function().op(branch).regions[side]))
          given[side] = function().op(end).operands[function().value(value).index];
      if (!given[0] || !given[1])
        return value;
      if (makerOf(given[1]) == Opcode::Absent)
        value = given[0];
      else if (makerOf(given[0]) == Opcode::Absent)
        value = given[1];
      else
        return value;
    }
    return value;
  }

  // The value written to a storage has the type that binding has checked of it.
  void checkStorages() {
    llvm::StringMap<TypeId> known;
    for (OpId id : function().region(function().body).ops)
      if (function().op(id).opcode == Opcode::HeapInput)
        known[function().stringAttribute(id, "path")] =
            function().value(function().op(id).results[0]).type;
    walk(function(), function().body, [&](OpId id) {
      if (function().op(id).opcode != Opcode::StorageCommit)
        return;
      TypeId type = function().value(function().op(id).operands[0]).type;
      auto [entry, isFirst] = known.try_emplace(function().stringAttribute(id, "path"), type);
      const Type &was = module_.types.get(entry->getValue()), &is = module_.types.get(type);
      if (was.kind != TypeKind::Tensor || was.dtype != is.dtype || was.shape != is.shape ||
          !is.shape || is.dtype.empty())
        problem(id, "writes a tensor of another type or shape than the storage's",
                "write what has `" + module_.types.text(entry->getValue()) + "`");
    });
  }

  Module &module_;
  const FunctionId id_;
  std::vector<Problem> &problems_;
  llvm::StringSet<> symbols_;
  llvm::DenseSet<ValueId> objects_;
  std::map<std::string, ValueId> decided_;  // by `size.decided`, under the symbols
  llvm::DenseMap<int64_t, ValueId> saved_;  // by loops, under their keys
  llvm::DenseMap<int64_t, OpId> products_;  // the same
  llvm::DenseSet<int64_t> isBefore_;        // keys under which something has been kept so far
  llvm::DenseSet<OpId> isOfEarlier_;        // restores behind what was kept first
  static constexpr int64_t kMostKeys = 1 << 20;
};

// A graph is a version of the root that it names: what it leaves in slots has their types, and it
// gives no results but what a function returns.
class RootCheck {
public:
  RootCheck(const Module &module, std::vector<Problem> &problems)
      : module_(module), problems_(problems), symbols_(functionSymbols(module)) {
    for (FunctionId id : module.functions())
      if (const Function &each = module.function(id); each.flags & kFnGraph)
        graphs_[{each.name, each.qualname}].push_back(id);
  }

  void run() {
    for (FunctionId id : module_.functions()) {
      const Function &function = module_.function(id);
      walk(function, function.body, [&](OpId op) {
        if (function.op(op).opcode != Opcode::Region)
          return;
        auto found = graphs_.find({symbols_[id], function.stringAttribute(op, "name").str()});
        if (found == graphs_.end())
          return;
        if (function.op(op).results.size() > 1)
          problems_.push_back(
              {id, op, "has several results, and graphs, which give one", "let slots hold them"});
        for (FunctionId graph : found->second)
          checkSlots(function, op, graph);
      });
    }
  }

private:
  void checkSlots(const Function &function, OpId root, FunctionId id) {
    const Function &graph = module_.function(id);
    IdVector<SlotId, std::string> names = slotSymbols(function);
    walk(graph, graph.body, [&](OpId op) {
      if (graph.op(op).opcode != Opcode::HeapCommit)
        return;
      for (SlotId slot : function.slotsAttribute(root, "slots_out")) {
        TypeId type = function.slots[slot].type;
        if (type && graph.stringAttribute(op, "path") == "$" + names[slot] &&
            !module_.types.isSubtype(graph.value(graph.op(op).operands[0]).type, type))
          problems_.push_back({id, op, "writes a value of another type than the slot's",
                               "leave the slot without a type"});
      }
    });
  }

  const Module &module_;
  std::vector<Problem> &problems_;
  IdVector<FunctionId, std::string> symbols_;
  std::map<std::pair<std::string, std::string>, std::vector<FunctionId>> graphs_;
};

}  // namespace

std::vector<Problem> findWrongGraphs(Module &module) {
  std::vector<Problem> problems;
  RootCheck(module, problems).run();
  IdVector<FunctionId, std::vector<FunctionId>> forwards(module.functions().size());
  for (FunctionId id : module.functions())
    walk(module.function(id), module.function(id).body, [&](OpId op) {
      if (module.function(id).op(op).opcode == Opcode::TapeCommit)
        forwards[module.function(id).functionAttribute(op, "backward")].push_back(id);
    });
  IdVector<FunctionId, SizeGuards> guards(module.functions().size());
  for (bool isBackward : {false, true})
    for (FunctionId id : module.functions())
      if (module.function(id).flags & kFnGraph && isBackward == !forwards[id].empty() &&
          problems.empty()) {
        // Sizes that have one name are one size: the types have been compared.
        bool inherits = forwards[id].size() == 1;
        guards[id] =
            GraphCheck(module, id, problems).run(inherits ? guards[forwards[id][0]] : SizeGuards());
      }
  return problems;
}

}  // namespace janus::speculate
