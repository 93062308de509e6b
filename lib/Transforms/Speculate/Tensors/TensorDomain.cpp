#include "Transforms/Speculate/Tensors/TensorDomain.h"
#include "IR/FusedOps.h"
#include "IR/TensorRows.h"

#include "janus/contract/Keywords.h"

#include "llvm/ADT/StringSwitch.h"

namespace janus::speculate {

using namespace ir;

// ---------------------------------------------------------------- arguments

// True when `torch.NAME` is a type of elements.
static bool isTypeName(llvm::StringRef name) {
  name = name.rsplit('.').second;
  return llvm::any_of(kDTypes, [&](const DTypeInfo &each) {
    return name == llvm::StringRef(each.name.data(), each.name.size()) ||
           name == llvm::StringRef(each.alias.data(), each.alias.size());
  });
}

static bool isFormatName(llvm::StringRef name) {
  name = name.rsplit('.').second;
  return name.endswith("_format") || name.startswith("channels_last");
}

static bool isLayoutName(llvm::StringRef name) {
  static constexpr llvm::StringLiteral kLayouts[] = {"torch.strided",    "torch.sparse_coo",
                                                     "torch.sparse_csr", "torch.sparse_csc",
                                                     "torch.sparse_bsr", "torch.sparse_bsc"};
  return llvm::is_contained(kLayouts, name);
}

// "cpu", "cuda:1": as torch prints it.
static bool isDeviceName(llvm::StringRef name) {
  llvm::StringRef type = name.split(':').first;
  return type == "cpu" || type == "cuda" || type == "meta";
}

bool TensorDomain::isDevice(Value value) {
  return classOfNamed(value) == toString(PreludeName::DeviceClass);
}

// An object that lives in Python, or a list or tuple with such an item.
bool TensorDomain::holdsForeign(Value value) {
  auto isForeign = [&](Value each) {
    ObjectId type = each.isObject() ? heap_.at(each).type : ObjectId();
    return type && heap_.at(type).name == toString(PreludeName::ForeignClass);
  };
  bool isSequence = kindOf(value) == TypeKind::List || kindOf(value) == TypeKind::Tuple;
  return isForeign(value) ||
         (value.isObject() && isSequence && llvm::any_of(heap_.at(value).items, isForeign));
}

llvm::StringRef TensorDomain::classOfNamed(Value value) {
  ObjectKind kind = value.isObject() ? heap_.at(value).kind : ObjectKind::Opaque;
  if (kind != ObjectKind::Native && kind != ObjectKind::Enumerated)
    return "";
  llvm::StringRef name = heap_.at(value).name;
  if (dtypeOf(value))
    return toString(PreludeName::DTypeClass);
  if (isDeviceName(name))
    return toString(PreludeName::DeviceClass);
  if (isLayoutName(name))
    return toString(PreludeName::LayoutClass);
  return isFormatName(name) ? toString(PreludeName::MemoryFormatClass) : "";
}

bool TensorDomain::accepts(const Param &param, Value value) {
  bool none = value.isConstant() && value == heap_.none();
  if (none)
    return param.optional;
  TypeKind kind = kindOf(value);
  bool number = isNumber(kind);
  bool sequence = kind == TypeKind::List || kind == TypeKind::Tuple;
  bool named = value.isObject() && (heap_.at(value).kind == ObjectKind::Enumerated ||
                                    heap_.at(value).kind == ObjectKind::Native);
  auto listOf = [&](llvm::function_ref<bool(Value)> fits) {
    std::optional<Values> items = sequence ? python_.allItems(value) : std::nullopt;
    return items && llvm::all_of(*items, fits);
  };
  switch (param.kind) {
  case ArgKind::Tensor: return kind == TypeKind::Tensor || isSparse(value);
  case ArgKind::TensorList:
    return listOf([&](Value each) {
      return isTensor(each) || isSparse(each) || (param.optionalElements && each == heap_.none());
    });
  case ArgKind::Int: return kind == TypeKind::Int;  // torch takes no bool for an int
  case ArgKind::Float: return number;
  case ArgKind::Bool: return kind == TypeKind::Bool;
  case ArgKind::Scalar: return number || kind == TypeKind::Complex;
  case ArgKind::IntList:
    return (param.listSize > 0 && kind == TypeKind::Int) ||
           listOf([&](Value each) { return kindOf(each) == TypeKind::Int; });
  case ArgKind::FloatList:
    return number || listOf([&](Value each) { return isNumber(kindOf(each)); });
  case ArgKind::BoolList: return listOf([&](Value each) { return kindOf(each) == TypeKind::Bool; });
  case ArgKind::Str: return kind == TypeKind::Str;
  case ArgKind::DType: return named && isTypeName(heap_.at(value).name);
  case ArgKind::MemoryFormat: return named && isFormatName(heap_.at(value).name);
  // Graphs run on the CPU.
  case ArgKind::Device:
    return isDevice(value) && llvm::StringRef(heap_.at(value).name).split(':').first == "cpu";
  case ArgKind::Generator: return isGenerator(value);
  }
  return false;
}

// A tensor without dimensions where a number is asked for: its element, where no overload takes the
// tensor itself.
bool TensorDomain::isNumberTensor(const Param &param, Value value) {
  bool isNumber = param.kind == ArgKind::Scalar || param.kind == ArgKind::Float;
  if (!isNumber || !isTensor(value) || heap_.at(value).tensor.requiresGrad)
    return false;
  const auto &shape = graph_.types().get(heap_.at(value).tensorType).shape;
  return shape && shape->empty();
}

// One that was there before. What it draws it draws while the graph runs.
bool TensorDomain::isGenerator(Value value) {
  if (!value.isObject() || heap_.at(value).isNew())
    return false;
  ObjectId type = heap_.at(value).type;
  return type && heap_.at(type).name == toString(PreludeName::GeneratorClass);
}

TensorDomain::Value TensorDomain::defaultOf(const Param &param) {
  llvm::StringRef text(param.defaultText.data(), param.defaultText.size());
  int64_t integer;
  double real;
  if (text == "None" || text.empty())
    return heap_.none();
  if (text == "True" || text == "False")
    return heap_.boolean(text == "True");
  if (text.startswith("[")) {
    Values items;
    llvm::SmallVector<llvm::StringRef, 4> parts;
    text.drop_front().drop_back().split(parts, ',', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef part : parts)
      if (!part.trim().getAsInteger(10, integer))
        items.push_back(heap_.integer(integer));
    return heap_.makeList(ObjectKind::Tuple, std::move(items));
  }
  if (text.startswith("'"))
    return heap_.str(text.drop_front().drop_back());
  if (!text.getAsInteger(10, integer))
    return param.kind == ArgKind::Float ? heap_.real(static_cast<double>(integer))
                                        : heap_.integer(integer);
  if (!text.getAsDouble(real))
    return heap_.real(real);
  // A memory format or type by its name.
  std::string name = text == "long" ? "int64" : text.str();
  return Value::object(heap_.native(toString(PreludeName::FunctionsModule).str() + "." + name));
}

std::optional<TensorDomain::Values> TensorDomain::bindSchema(const Schema &schema,
                                                             const CallArgs &args, bool method,
                                                             bool readsNumbers) {
  Values bound(schema.params.size());
  llvm::ArrayRef<Value> positional = args.positional;
  // Sizes may be given one by one where they are all that is positional: x.view(2, 3).
  size_t self = method ? 1 : 0;
  bool spread = schema.positional == self + 1 && schema.params[self].kind == ArgKind::IntList &&
                positional.size() > self && kindOf(positional[self]) == TypeKind::Int;
  if (spread) {
    Values sizes(positional.begin() + self, positional.end());
    bound[self] = heap_.makeList(ObjectKind::Tuple, std::move(sizes));
    if (!accepts(schema.params[self], bound[self]))
      return std::nullopt;
    positional = positional.take_front(self);
  }
  if (positional.size() > schema.positional)
    return std::nullopt;
  for (size_t i = 0; i < positional.size(); ++i)
    bound[i] = positional[i];
  for (const auto &[name, value] : args.keywords) {
    int index = schema.find(name);
    std::string_view synonym = index < 0 ? janus::synonymOf(name) : std::string_view();
    if (!synonym.empty() && !(method && synonym == "self"))
      index = schema.find(synonym);
    if (index < 0 || bound[index].isBound())
      return std::nullopt;
    bound[index] = value;
  }
  for (size_t i = 0; i < bound.size(); ++i) {
    const Param &param = schema.params[i];
    if (bound[i].isBound()) {
      if (!accepts(param, bound[i]) && !(readsNumbers && isNumberTensor(param, bound[i])))
        return std::nullopt;
    } else if (param.hasDefault) {
      bound[i] = defaultOf(param);
    } else {
      return std::nullopt;
    }
  }
  return bound;
}

llvm::ArrayRef<TensorOp> TensorDomain::overloadsOf(llvm::StringRef name) {
  llvm::ArrayRef<TensorOp> overloads = in_.ops.spelled(name);
  llvm::StringRef rest = name;
  if (rest.consume_front(toString(PreludeName::OperationsModule)) && rest.consume_front("."))
    return in_.ops.named(rest);
  return overloads;
}

TensorDomain::Value TensorDomain::call(KnownSpelling spelling, Values args) {
  return call(in_.ops.spelled(toString(spelling)), toString(spelling), {std::move(args), {}});
}

// A keyword that operations with the trait take beside what their schemas say is taken away;
// unbound when it is not there.
static AbstractValue takeKeyword(llvm::StringRef name, Trait trait,
                                 llvm::ArrayRef<TensorOp> overloads, CallArgs &args) {
  if (overloads.empty() || !has(janus::row(overloads.front()).traits, trait))
    return {};
  auto found = llvm::find_if(args.keywords, [&](auto &each) { return each.first == name; });
  if (found == args.keywords.end())
    return {};
  AbstractValue wanted = found->second;
  args.keywords.erase(found);
  return wanted;
}

// Whether a number stands beside elements whose type has no such number: kernels refuse many.
static bool hasNumberBeyondType(AbstractHeap &heap, GraphWriter &graph,
                                llvm::ArrayRef<AbstractValue> args) {
  std::optional<DType> type;
  for (const AbstractValue &each : args)
    if (heap.isTensor(each))
      type = dtypeNamed(graph.types().get(heap.at(each).tensorType).dtype);
  return type && isFloating(*type) && llvm::any_of(args, [&](const AbstractValue &each) {
           std::optional<double> number =
               each.isConstant() ? numberOf(graph.constant(each.constantId())) : std::nullopt;
           return number && std::isfinite(*number) && std::fabs(*number) > info(*type).largest;
         });
}

TensorDomain::Value TensorDomain::call(llvm::ArrayRef<TensorOp> overloads, llvm::StringRef name,
                                       CallArgs args) {
  if (stopped())
    return {};
  Value requiresGrad = takeKeyword("requires_grad", Trait::Factory, overloads, args);
  Value out = takeKeyword("out", Trait::Out, overloads, args);
  if (isTensor(out))
    return callInto(overloads, name, args, out);
  if (out.isBound() && !(out == heap_.none()))
    return refuse(RefusalKind::NoOverload, name + " with `out=`");
  bool method = name.startswith("Tensor.");
  for (bool readsNumbers : {false, true}) {
    for (TensorOp op : overloads) {
      const Schema &schema = in_.ops.schema(op);
      std::optional<Values> bound = bindSchema(schema, args, method, readsNumbers);
      if (stopped())
        return {};
      if (!bound)
        continue;
      for (size_t i = 0; i < bound->size(); ++i)
        if (isNumberTensor(schema.params[i], (*bound)[i]))
          (*bound)[i] = apply(in_.ops.known(KnownOp::ReadNumber), {(*bound)[i]});
      if (mayNotFit(op, *bound))
        return refuse(RefusalKind::UnknownOperation, "a view of a tensor of unknown strides");
      if (hasNumberBeyondType(heap_, graph_, *bound))
        return refuse(RefusalKind::UnknownOperation, "a number beyond the type of the elements");
      Value result = apply(op, std::move(*bound));
      if (requiresGrad.isBound() && !stopped())
        setRequiresGrad(result.objectId(), requiresGrad);
      return stopped() ? Value() : result;
    }
  }
  if (llvm::any_of(args.positional, [&](Value each) { return holdsForeign(each); }))
    return refuse(RefusalKind::UnknownObject, "an array or another object of Python");
  std::string kinds;
  for (Value each : args.positional)
    kinds += (kinds.empty() ? " of " : ", ") + describe(each);
  return refuse(RefusalKind::NoOverload, name + kinds);
}

// An int as a size.
std::optional<SymbolicSize> TensorDomain::asSize(Value value, llvm::StringRef what) {
  std::optional<SymbolicSize> size = heap_.sizeOf(value);
  if (size || stopped())
    return size;
  std::optional<int64_t> number = scalars_.profiledInt(value);
  if (number && sizes_.makeSymbols(heap_.valueOf(value)))
    return SymbolicSize(*number);
  if (std::optional<SymbolicSize> decided = decidedSize(value))
    return decided;
  number = scalars_.fixedInt(value, what);
  return number ? std::optional(SymbolicSize(*number)) : std::nullopt;
}

// An int that contents decide as a size.
std::optional<SymbolicSize> TensorDomain::decidedSize(Value value) {
  std::optional<SymbolicSize> size = decidedNumber(value);
  if (size)
    sizes_.guardDecided(*size);
  return size;
}

// The same as an expression, which may be less than 1. Nothing: it is none, or another one in each
// turn of a loop.
std::optional<SymbolicSize> TensorDomain::decidedNumber(Value value) {
  if (stopped() || !value.isScalar() || kindOf(value) != TypeKind::Int || heap_.profiled(value) ||
      graph_.isInTurn())
    return std::nullopt;
  const Function &function = graph_.function();
  auto isOf = [&](OpId made, KnownOp op) {
    return made && function.op(made).opcode == ir::opcodeOf(in_.ops.known(op));
  };
  auto maskOf = [&](ValueId number) {  // `int(mask.sum())` is how many `x[mask]` has
    OpId read = function.value(number).definedBy;
    if (!isOf(read, KnownOp::ReadNumber))
      return ValueId();
    OpId sum = function.value(function.op(read).operands[0]).definedBy;
    ValueId mask = isOf(sum, KnownOp::CountTrue) ? function.op(sum).operands[0] : ValueId();
    return mask && graph_.types().get(function.value(mask).type).dtype == "bool" ? mask : ValueId();
  };
  return sizes_.decided(heap_.valueOf(value), maskOf);
}

// Arguments of which a rule for shapes wants to know the number, and that contents decide, are
// sizes from here on. False: there is none.
bool TensorDomain::nameSizes(TensorOp op, Values &args, llvm::ArrayRef<StaticArg> facts) {
  bool named = false;
  for (size_t i = 0; i < args.size(); ++i)
    if (in_.ops.schema(op).params[i].kind == ArgKind::Int && !facts[i].numbers)
      if (std::optional<SymbolicSize> size = decidedSize(args[i])) {
        args[i] = heap_.makeSize(*size);
        named = true;
      }
  return named;
}

StaticArg TensorDomain::staticArg(const Param &param, Value value) {
  StaticArg arg;
  if (value.isConstant() && value == heap_.none())
    return arg;
  switch (param.kind) {
  case ArgKind::Tensor: arg.tensor = graph_.types().get(heap_.at(value).tensorType); return arg;
  case ArgKind::TensorList:
    if (std::optional<Values> items = python_.allItems(value))
      for (Value each : *items) {
        if (isTensor(each))
          arg.tensors.push_back(graph_.types().get(heap_.at(each).tensorType));
        else
          arg.tensors.push_back(std::nullopt);
      }
    return arg;
  case ArgKind::Int:
    // An int argument does not become a symbol: the begin of a slice is no size, and the last batch
    // of an epoch always begins at one place.
    if (std::optional<SymbolicSize> size = heap_.sizeOf(value))
      arg.numbers = {*size};
    else if (!heap_.profiled(value))  // it hangs on contents: a rule that needs it will tell
      arg.scalar = TypeKind::Int;
    else if (std::optional<int64_t> number = scalars_.fixedInt(value, param.name))
      arg.numbers = {SymbolicSize(*number)};
    return arg;
  case ArgKind::IntList: {
    std::optional<Values> items = value.isObject() || kindOf(value) == TypeKind::Tuple
                                      ? python_.allItems(value)
                                      : Values{value};
    arg.numbers.emplace();
    // Ints that are symbols may be negative: -1 means another thing, and others raise.
    bool areSizes = param.name == "size" || param.name == "shape" || param.name == "repeats";
    for (Value each : items ? *items : Values())
      if (std::optional<SymbolicSize> size = asSize(each, param.name)) {
        if (areSizes && !size->expression.constant() && !size->expression.isCounted() &&
            !sizes_.less(SymbolicSize(-1), *size))
          size = SymbolicSize(sizes_.fix(*size));
        arg.numbers->push_back(*size);
      }
    return arg;
  }
  case ArgKind::Bool:
    if (std::optional<ConstId> known = scalars_.fixed(value, param.name))
      arg.truth = graph_.constant(*known).kind == Constant::Kind::True;
    return arg;
  case ArgKind::DType:
    arg.dtype = llvm::StringRef(heap_.at(value).name).rsplit('.').second.str();
    return arg;
  case ArgKind::MemoryFormat:
    arg.text = llvm::StringRef(heap_.at(value).name).rsplit('.').second.str();
    return arg;
  case ArgKind::Str:
    if (std::optional<std::string> text = scalars_.fixedText(value, param.name))
      arg.text = *text;
    return arg;
  default: break;
  }
  arg.scalar = kindOf(value);
  if (value.isConstant() && arg.scalar == TypeKind::Float)
    arg.real = graph_.constant(value.constantId()).number;
  if (std::optional<SymbolicSize> size = heap_.sizeOf(value))
    arg.numbers = {*size};
  return arg;
}

ValueId TensorDomain::operand(const Param &param, Value value) {
  if (isTensor(value))
    return contents(value.objectId());
  if (param.kind == ArgKind::TensorList || param.kind == ArgKind::IntList ||
      param.kind == ArgKind::FloatList || param.kind == ArgKind::BoolList) {
    bool none = value.isConstant() && value == heap_.none();
    std::optional<Values> items = none || !(value.isObject() || kindOf(value) == TypeKind::Tuple)
                                      ? std::nullopt
                                      : python_.allItems(value);
    if (items && param.kind == ArgKind::TensorList) {
      llvm::SmallVector<ValueId, 4> values;
      for (Value each : *items)
        values.push_back(isTensor(each) ? contents(each.objectId()) : heap_.valueOf(each));
      return graph_.emit(Opcode::Pack, values, graph_.types().of(TypeKind::List));
    }
    bool isSizes = param.kind == ArgKind::IntList;
    bool isSymbolic =
        items && llvm::any_of(*items, [&](Value each) {
          return each.isScalar() && (heap_.scalar(each).size || (isSizes && !heap_.profiled(each)));
        });
    if (isSymbolic) {
      llvm::SmallVector<ValueId, 4> values;
      for (Value each : *items) {
        if (std::optional<SymbolicSize> decided =
                isSizes && !heap_.sizeOf(each) ? decidedSize(each) : std::nullopt) {
          values.push_back(sizes_.valueOf(decided->expression));
          continue;
        }
        std::optional<ConstId> known =
            heap_.sizeOf(each) ? std::nullopt : scalars_.fixed(each, param.name);
        values.push_back(known ? graph_.materialize(*known) : heap_.valueOf(each));
      }
      return graph_.emit(Opcode::Pack, values, graph_.types().of(TypeKind::List));
    }
    if (items) {  // sizes are known: a constant
      Constant tuple;
      tuple.kind = Constant::Kind::Tuple;
      for (Value each : *items) {
        std::optional<ConstId> known = scalars_.fixed(each, param.name);
        if (!known)
          return ValueId();
        tuple.items.push_back(*known);
      }
      return graph_.materialize(graph_.add(std::move(tuple)));
    }
  }
  if (param.kind == ArgKind::Generator && value.isObject()) {
    const std::string path = heap_.at(value).path;
    graph_.assume("class", path, toString(PreludeName::GeneratorClass));
    return graph_.object(path);
  }
  if (value.isObject())
    return graph_.materialize(graph_.str(heap_.at(value).name));
  if (param.kind == ArgKind::Str && value.isScalar()) {
    std::optional<ConstId> known = scalars_.fixed(value, param.name);
    return known ? graph_.materialize(*known) : ValueId();
  }
  return heap_.valueOf(value);
}

// Masks, and tensors in which something is looked for, get symbols for how many are found. Turns of
// a loop have no name for that: it is another number in each.
void TensorDomain::addCounts(TensorOp op, const Values &args, std::vector<StaticArg> &facts) {
  ShapeRule rule = row(op).shape;
  bool isCounting = rule == ShapeRule::Counted || rule == ShapeRule::Distinct;
  if ((!isCounting && rule != ShapeRule::Index) || graph_.isInTurn())
    return;
  if (isCounting) {
    size_t of = std::max(in_.ops.schema(op).find("mask"), 0);
    facts[of].counts = {rule == ShapeRule::Distinct
                            ? sizes_.distinct()
                            : sizes_.nonzero(contents(args[of].objectId()))};
    return;
  }
  size_t indices = in_.ops.schema(op).find("indices");
  std::optional<Values> items = python_.allItems(args[indices]);
  for (Value each : items ? *items : Values()) {
    bool isMask = isTensor(each) && graph_.types().get(heap_.at(each).tensorType).dtype == "bool";
    facts[indices].counts.push_back(
        isMask ? std::optional(sizes_.nonzero(contents(each.objectId()))) : std::nullopt);
  }
}

// ---------------------------------------------------------------- results

bool TensorDomain::requiresGrad(Value value) {
  return isTensor(value) && heap_.at(value).tensor.requiresGrad;
}

bool TensorDomain::anyTensor(Value value, llvm::function_ref<bool(Value)> holds) {
  if (isTensor(value))
    return holds(value);
  ObjectKind kind = value.isObject() ? heap_.at(value).kind : ObjectKind::Opaque;
  if (kind != ObjectKind::List && kind != ObjectKind::Tuple)
    return false;
  Values items = heap_.load(value).items;
  return llvm::any_of(items, [&](Value each) { return isTensor(each) && holds(each); });
}

bool TensorDomain::anyRequiresGrad(Value value) {
  return anyTensor(value, [&](Value each) { return requiresGrad(each); });
}

TensorDomain::Value TensorDomain::apply(TensorOp op, Values args) {
  if (stopped())
    return {};
  if (llvm::any_of(args, [&](Value each) { return holdsSparse(each); }))
    return applySparse(op, std::move(args));
  if (isAutocastOn() && autocastPolicyOf(op) != AutocastPolicy::None)
    return applyCasting(op, std::move(args));
  if (hasTrait(op, Trait::InPlace))
    return applyInPlace(op, std::move(args));
  if (op == in_.ops.known(KnownOp::ShowConjugates))
    return conjugates(args[0]);
  if (op == in_.ops.known(KnownOp::ShowParts) && isConjugated(args[0].objectId()))
    return raise("RuntimeError", "view_as_real of a conjugated view");
  if (hasTrait(op, Trait::MaybeView) && !llvm::is_contained(decomposing_, op))
    return applyMaybeView(op, std::move(args));
  return applyForm(op, std::move(args));
}

// A sparse tensor, or a list or tuple with one.
bool TensorDomain::holdsSparse(Value value) {
  if (isSparse(value))
    return true;
  ObjectKind kind = value.isObject() ? heap_.at(value).kind : ObjectKind::Opaque;
  if (kind != ObjectKind::List && kind != ObjectKind::Tuple)
    return false;
  Values items = heap_.load(value).items;
  return llvm::any_of(items, [&](Value each) { return isSparse(each); });
}

// The prelude's function for sparse arguments, which takes all of the schema's by position.
TensorDomain::Value TensorDomain::applySparse(TensorOp op, Values args) {
  const Schema &schema = in_.ops.schema(op);
  StaticValue function = in_.statics.ofSparse(op, schema.fullName());
  if (!function.isKnown() || schema.results.size() > 1)
    return refuse(RefusalKind::NoRule,
                  llvm::Twine("graph form of `") + schema.fullName() + "` of sparse tensors");
  return python_.callStatic(function, {std::move(args), {}});
}

// The prelude's function for the operation, if it has one.
TensorDomain::Value TensorDomain::applyForm(TensorOp op, Values args) {
  const Schema &schema = in_.ops.schema(op);
  bool givesList = schema.results.size() == 1 && schema.results[0].kind == ArgKind::TensorList;
  if (!llvm::is_contained(decomposing_, op)) {
    if (has(row(op).kernels, Kernel::Prelude))
      return applyDecomposed(op, in_.statics.composite(schema.fullName()), std::move(args));
    if (givesList || hasTrait(op, Trait::Mutates))
      return refuse(RefusalKind::NoRule, llvm::Twine("graph form of `") + schema.fullName() + "`");
  }
  return emitOperation(op, std::move(args));
}

// The prelude's Python for an operation. Where it calls the operation itself, it means the pure
// one.
TensorDomain::Value TensorDomain::applyDecomposed(TensorOp op, const StaticValue &function,
                                                  Values args) {
  const Schema &schema = in_.ops.schema(op);
  CallArgs call;
  for (size_t i = 0; i < args.size(); ++i)
    if (i < schema.positional)
      call.positional.push_back(args[i]);
    else
      call.keywords.emplace_back(schema.params[i].name, args[i]);
  size_t before = heap_.objectCount();
  decomposing_.push_back(op);
  Value result = python_.callStatic(function, std::move(call));
  decomposing_.pop_back();
  if (!stopped() && !hasTrait(op, Trait::View | Trait::InPlace | Trait::Host))
    becomeOwn(result, before);
  if (!stopped() && schema.results.size() > 1 && result.isObject())
    nameResults(schema, result, Values(heap_.load(result).items));
  if (!stopped() && hasTrait(op, Trait::View) && kindOf(result) == TypeKind::Tuple)
    notePieces(op, args, Values(heap_.load(result).items));
  return result;
}

// Pieces that one operation has made of its first argument.
void TensorDomain::notePieces(TensorOp op, const Values &args, const Values &pieces) {
  auto together = std::make_shared<MadeTogether>();
  TapeEntry &whole = together->whole;
  for (Value each : pieces) {
    TensorState &piece = heap_.at(each).tensor;
    if (piece.made != ViewMade::Plain)
      continue;
    piece.made = ViewMade::OneOfMany;
    if (!piece.tape || tape_[piece.tape.index].args.empty() ||
        tape_[piece.tape.index].args[0] != args[0])
      continue;
    together->pieces.push_back(piece.tape);
    whole.results.push_back(each.objectId());
    whole.resultValues.push_back(tape_[piece.tape.index].resultValues[0]);
  }
  if (together->pieces.empty() || together->pieces.size() != pieces.size())
    return;
  const TapeEntry &first = tape_[together->pieces[0].index];
  whole.op = op;
  whole.args = args;
  whole.argValues.resize(args.size());
  whole.argValues[0] = first.argValues[0];
  whole.edges.resize(args.size());
  whole.edges[0] = first.edges[0];
  for (TapeId piece : together->pieces)
    tape_[piece.index].together = together;
}

void TensorDomain::nameResults(const Schema &schema, Value tuple, const Values &results) {
  for (size_t i = 0; i < results.size(); ++i)
    if (!schema.results[i].name.empty())
      heap_.at(tuple).attributes.emplace_back(schema.results[i].name, results[i]);
}

// A result that shows a tensor which nobody but its operation has seen is no view, as in the
// kernels' dispatch. `before`: how many objects there were.
void TensorDomain::becomeOwn(Value result, size_t before, bool isOneOfMany) {
  if (!result.isObject() || stopped())
    return;
  if (!isTensor(result)) {
    if (heap_.at(result).kind == ObjectKind::Tuple)
      for (Value each : Values(heap_.load(result).items))
        becomeOwn(each, before, true);
    return;
  }
  ObjectId base = heap_.baseOf(result.objectId());
  if (!base || base.index < before)
    return;
  heap_.at(result).tensor.isOwn = true;
  // All of it in its order: the memory is the result's, and an update of it one of a whole tensor.
  if (!isOneOfMany && layoutOf(result.objectId()) == Layout::Contiguous &&
      showsAll(result.objectId()) &&
      layoutOf(heap_.rootOf(result.objectId())) == Layout::Contiguous) {
    const AbstractHeap::Storage shown = heap_.storageOf(result.objectId());
    StorageId memory = heap_.at(heap_.makeTensor(contents(result.objectId()))).tensor.storage;
    heap_.storages()[memory.index].mayShow = shown.mayShow;
    heap_.storages()[memory.index].mayShowAt = shown.mayShowAt;
    heap_.storages()[memory.index].isConjugated = shown.isConjugated;
    TensorState &state = heap_.at(result).tensor;
    state.storage = memory;
    state.origin = nullptr;
    state.view = {};
    state.version = 0;
  }
}

TensorDomain::Value TensorDomain::emitOperation(TensorOp op, Values args) {
  const Schema &schema = in_.ops.schema(op);
  llvm::SmallVector<ValueId, 4> operands;
  std::optional<int64_t> length = guardRange(op, args);
  bool isRange = row(op).shape == ShapeRule::Range || row(op).shape == ShapeRule::ClosedRange;
  if (isRange && !length) {  // it is the shape
    for (Value &each : args)
      if (std::optional<SymbolicSize> decided = decidedSize(each))
        each = heap_.makeSize(*decided);
      else if (each.isScalar() && !heap_.scalar(each).size)
        if (std::optional<ConstId> known = scalars_.fixed(each, "a range"))
          each = Value::constant(*known);
  }
  std::vector<StaticArg> facts = staticArgs(op, args, length);
  for (size_t i = 0; i < args.size(); ++i)
    operands.push_back(operand(schema.params[i], args[i]));
  if (stopped())
    return {};
  addCounts(op, args, facts);
  if (row(op).shape == ShapeRule::Host) {
    // The kernel sees to it where contents decide how many there are.
    if (ir::readsElement(opcodeOf(op)) && !hasOneElement(args[0].objectId(), true))
      return raise("RuntimeError", "a tensor of several elements as a number");
    llvm::StringRef dtype = facts[0].tensor ? llvm::StringRef(facts[0].tensor->dtype) : "";
    if (categoryNamed(dtype) == Category::Complex)
      return refuse(RefusalKind::UnknownOperation, "a complex number read from a tensor");
    TypeKind kind = schema.results.size() == 1 && schema.results[0].kind == ArgKind::Bool
                        ? TypeKind::Bool
                    : dtype.startswith("float") || dtype.startswith("bfloat") ? TypeKind::Float
                    : dtype == "bool"                                         ? TypeKind::Bool
                                                                              : TypeKind::Int;
    ValueId value = graph_.emit(ir::opcodeOf(op), operands, graph_.types().of(kind));
    return heap_.makeScalar({kind, value, std::nullopt, ""});
  }
  bool failed = false;
  std::optional<std::vector<Type>> types =
      inference::inferResults(op, in_.ops.schema(op), facts, defaultType_, sizes_, &failed);
  if (stopped())  // a size that is counted was asked for
    return {};
  if (failed)
    return refuse(RefusalKind::BadShape, schema.fullName());
  if (!types && nameSizes(op, args, facts))
    return emitOperation(op, std::move(args));
  if (!types)
    return refuseShape(op, args, facts);
  guardNumbers(op, args, types->front().dtype);
  bool grad = modes_.isGradEnabled && hasTrait(op, Trait::Differentiable) &&
              llvm::any_of(args, [&](Value each) { return anyRequiresGrad(each); }) &&
              !in_.gradients.isNever(schema.fullName());
  auto borrows = [&](Value each) {
    return isTensor(each) && heap_.borrowsGradient(each.objectId());
  };
  if (modes_.isGradEnabled && hasTrait(op, Trait::Differentiable) && llvm::any_of(args, borrows))
    return refuse(RefusalKind::UnknownOperation, "a view made while gradients were off");
  if (modes_.isGradEnabled && hasTrait(op, Trait::Composite) &&
      llvm::any_of(args, [&](Value each) { return anyRequiresGrad(each); }))
    return refuse(RefusalKind::NoGradient, schema.fullName());
  llvm::SmallVector<TypeId, 2> resultTypes;
  bool othersGrad = grad && in_.gradients.knowsOtherResults(schema.fullName());
  for (Type &type : *types) {
    type.requiresGrad = (resultTypes.empty() ? grad : othersGrad) &&
                        categoryNamed(type.dtype) >= Category::Floating;
    resultTypes.push_back(graph_.types().intern(type));
  }
  Values results;
  for (ValueId value : graph_.emitMany(ir::opcodeOf(op), operands, resultTypes)) {
    sizes_.show(value);
    results.push_back(heap_.makeTensor(value));
  }
  if (hasTrait(op, Trait::View) && isTensor(args[0]))
    makeView(results[0].objectId(), op, args);
  if (grad) {
    for (size_t i = 0; i < results.size(); ++i)
      heap_.at(results[i]).tensor.requiresGrad = (*types)[i].requiresGrad;
    record(op, args, results);
  }
  if (results.size() == 1)
    return results[0];
  Value tuple = heap_.makeList(ObjectKind::Tuple, results);
  nameResults(schema, tuple, results);
  return tuple;
}

TapeEdge TensorDomain::edgeOf(Value tensor) {
  if (!requiresGrad(tensor))
    return {};
  const TensorState &state = heap_.at(tensor).tensor;
  return {true, tensor.objectId(), state.tape, state.output};
}

TapeEdge TensorDomain::askedEdgeOf(Value tensor) {
  if (isTensor(tensor))
    noteAsked(tensor.objectId());
  return edgeOf(tensor);
}

void TensorDomain::record(TensorOp op, const Values &args, llvm::ArrayRef<Value> results) {
  TapeEntry entry{op, args, {}, {}, {}, {}};
  for (Value each : args) {
    entry.argValues.push_back(isTensor(each) ? contents(each.objectId()) : ValueId());
    entry.argWrites.push_back(isTensor(each) ? heap_.storageOf(each.objectId()).writes : Value());
    std::vector<TapeEdge> edges;
    if (isTensor(each) || !anyRequiresGrad(each))
      edges.push_back(askedEdgeOf(each));
    else
      for (Value item : Values(heap_.load(each).items))
        edges.push_back(askedEdgeOf(item));
    entry.edges.push_back(std::move(edges));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    ObjectId id = results[i].objectId();
    entry.results.push_back(id);
    entry.resultValues.push_back(contents(id));
    heap_.at(id).tensor.tape = TapeId(tape_.size());
    heap_.at(id).tensor.output = i;
  }
  tape_.push_back(std::move(entry));
}

// ---------------------------------------------------------------- attributes

std::vector<SymbolicSize> TensorDomain::shapeOf(ObjectId tensor) {
  std::vector<SymbolicSize> sizes;
  for (const Dim &dim : *graph_.types().get(heap_.at(tensor).tensorType).shape)
    sizes.push_back(sizes_.sizeOf(dim));
  return sizes;
}

bool TensorDomain::haveOneShape(ObjectId a, ObjectId b) {
  std::vector<SymbolicSize> x = shapeOf(a), y = shapeOf(b);
  return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                    [&](auto &one, auto &other) { return sizes_.equal(one, other); });
}

TensorDomain::Value TensorDomain::shapeValue(ObjectId tensor) {
  Values sizes;
  for (const SymbolicSize &size : shapeOf(tensor))
    sizes.push_back(heap_.makeSize(size));
  contents(tensor);  // the input's type states the shape
  return heap_.makeShape(std::move(sizes));
}

// Guarded, where it hangs on a symbol: the code may catch what is raised otherwise.
bool TensorDomain::hasOneElement(ObjectId tensor, bool orCounted) {
  std::vector<SymbolicSize> sizes = shapeOf(tensor);
  return llvm::all_of(sizes, [&](const SymbolicSize &size) {
    return (orCounted && size.expression.isCounted()) || sizes_.equal(size, 1);
  });
}

TensorDomain::Value TensorDomain::elementCount(ObjectId tensor) {
  contents(tensor);
  SymbolicSize count = 1;
  for (const SymbolicSize &size : shapeOf(tensor))
    count = count * size;
  return heap_.makeSize(count);
}

// True for a tensor that came out of a branch as one or the other, and has that one's gradient and
// attributes.
bool TensorDomain::isUndecided(ObjectId tensor) {
  Value origin = heap_.at(tensor).origin;
  if (origin.isBound())
    heap_.noteUndecided(heap_.choice(origin).fork);
  return origin.isBound();
}

bool TensorDomain::isOfSomeTurn(ObjectId tensor) {
  Value origin = heap_.at(tensor).origin;
  return heap_.at(tensor).tensor.requiresGrad && origin.isBound() &&
         !heap_.choice(origin).condition.isBound();
}

TensorDomain::Value TensorDomain::gradientOf(ObjectId id) {
  Object &object = heap_.at(id);
  if (isUndecided(id))
    return {};
  if (!object.tensor.gradKnown) {
    object.tensor.gradKnown = true;
    const HeapNode &node = in_.profile.heap[object.node];
    Value grad = heap_.fromProfile(node.tensor->grad, object.path + ".grad");
    heap_.at(id).tensor.grad = grad.isBound() ? grad : heap_.none();
    heap_.at(id).tensor.oldGrad = heap_.at(id).tensor.grad;
  }
  if (!heap_.at(id).tensor.grad.isBound())
    heap_.at(id).tensor.grad = heap_.none();
  return heap_.read(heap_.at(id).tensor.grad);
}

// The type of an input states what holds at the entry. A leaf of the snapshot may change in between
// (a discriminator that is frozen for the generator's step); what it has in the end is what it had.
void TensorDomain::setRequiresGrad(ObjectId id, Value given) {
  if (kindOf(given) != TypeKind::Bool)
    return void(raise("TypeError", "requires_grad must be a bool"));
  std::optional<ConstId> known = scalars_.fixed(given, "whether a tensor requires gradients");
  if (!known)
    return;
  bool wanted = graph_.constant(*known).kind == Constant::Kind::True;
  contents(id);
  TensorState &tensor = heap_.at(id).tensor;
  bool isLeaf = !tensor.tape && !tensor.hasPast;
  if (wanted && !isInexact(id))
    return void(raise("RuntimeError", "only floating tensors can require gradients"));
  if (!isLeaf && !wanted)
    return void(raise("RuntimeError", "requires_grad of what is no leaf"));
  if (tensor.requiresGrad == wanted || stopped())
    return;
  // The result of `detach()` is a leaf of its own.
  bool isDetached = tensor.isView() && tensor.made == ViewMade::Plain && isLeaf &&
                    tensor.origin->op == static_cast<uint16_t>(TensorOp::Detach);
  if (tensor.isView() && !(isDetached && wanted && heap_.at(id).isNew()))
    return void(refuse(RefusalKind::UnknownOperation, "a change of requires_grad of a view"));
  tensor.requiresGrad = wanted;
  tensor.wasChanged = !heap_.at(id).isNew();
}

bool TensorDomain::isFloat(ObjectId id) {
  contents(id);  // the input's type states it
  return categoryNamed(graph_.types().get(heap_.at(id).tensorType).dtype) == Category::Floating;
}

TensorDomain::Value TensorDomain::attribute(ObjectId tensor, llvm::StringRef name) {
  enum class Use : uint8_t {
    None,
    Grad,
    RequiresGrad,
    IsLeaf,
    Shape,
    Rank,
    DType,
    Device,
    GradFunction,
    Data,
    Transposed,
    MatricesTransposed,
    RealPart,
    ImaginaryPart,
    IsCpu,
    Never
  };
  Use use = llvm::StringSwitch<Use>(name)
#define JANUS_TENSOR_ATTRIBUTE(name, use) .Case(name, Use::use)
#include "Transforms/Speculate/Tensors/TensorAttributes.def"
                .Default(Use::None);
  if (use == Use::None)
    return {};
  if (use != Use::Grad)
    contents(tensor);  // the input's type states what the others say
  const Type type = graph_.types().get(heap_.at(tensor).tensorType);
  // The first of a loop's tensors may have another history than those of its turns.
  bool isOfHistory = use == Use::RequiresGrad || use == Use::IsLeaf || use == Use::GradFunction;
  if (isOfHistory && isOfSomeTurn(tensor) && isUndecided(tensor))
    return {};
  switch (use) {
  case Use::None: return {};
  case Use::Grad:
    if (heap_.at(tensor).tensor.hasPast)
      return refuse(RefusalKind::UnknownAttribute, "grad");
    if (heap_.at(tensor).tensor.tape && heap_.at(tensor).tensor.requiresGrad)
      return refuse(RefusalKind::UnknownOperation, "the warning of `.grad` of what is no leaf");
    return gradientOf(tensor);
  case Use::RequiresGrad:
    return heap_.boolean(heap_.at(tensor).tensor.requiresGrad || heap_.borrowsGradient(tensor));
  case Use::IsLeaf:
    if (heap_.borrowsGradient(tensor))
      return refuse(RefusalKind::UnknownOperation, "a view made while gradients were off");
    noteAsked(tensor);
    return heap_.boolean(!heap_.at(tensor).tensor.tape && !heap_.at(tensor).tensor.hasPast);
  case Use::Shape: return shapeValue(tensor);
  case Use::Rank: return heap_.integer(shapeOf(tensor).size());
  case Use::DType: return typeObject(elementType(Value::object(tensor)));
  case Use::Device: {
    ObjectId device = heap_.native(type.device);
    return Value::object(device);
  }
  case Use::GradFunction:
    noteAsked(tensor);
    if (!heap_.at(tensor).tensor.tape && !heap_.at(tensor).tensor.hasPast)
      return heap_.none();
    return Value::object(heap_.make(ObjectKind::Opaque));
  case Use::Data: {
    Value data = apply(in_.ops.known(KnownOp::Detach), {Value::object(tensor)});
    if (isTensor(data))
      heap_.at(data).tensor.hasOwnVersion = true;
    return data;
  }
  case Use::Transposed: {
    if (shapeOf(tensor).size() != 2)
      return refuse(RefusalKind::UnknownOperation, "the warning of `.T` of what is no matrix");
    Values order;
    for (size_t i = shapeOf(tensor).size(); i-- > 0;)
      order.push_back(heap_.integer(i));
    return apply(in_.ops.known(KnownOp::Permute),
                 {Value::object(tensor), heap_.makeList(ObjectKind::Tuple, std::move(order))});
  }
  case Use::MatricesTransposed: {
    size_t rank = shapeOf(tensor).size();
    if (name == "H" ? rank != 2 : rank < 2)
      return refuse(RefusalKind::UnknownOperation, "`." + name + "` of what is no matrix");
    Value turned = call(KnownSpelling::Transpose,
                        {Value::object(tensor), heap_.integer(-2), heap_.integer(-1)});
    bool isAdjoint = name == "H" || name == "mH";
    return isAdjoint && !stopped() ? call(KnownSpelling::ConjugateOf, {turned}) : turned;
  }
  case Use::RealPart: return call(KnownSpelling::RealPart, {Value::object(tensor)});
  case Use::ImaginaryPart: return call(KnownSpelling::ImaginaryPart, {Value::object(tensor)});
  case Use::IsCpu: return heap_.boolean(type.device == "cpu");
  case Use::Never: return heap_.boolean(false);
  }
  return {};
}

// "torch.float32", as an object of the snapshot or as a name.
std::optional<DType> TensorDomain::dtypeOf(Value value) {
  if (!value.isObject())
    return std::nullopt;
  llvm::StringRef name = heap_.at(value).name;
  if (!name.consume_front(toString(PreludeName::FunctionsModule)) || !name.consume_front("."))
    return std::nullopt;
  return dtypeNamed({name.data(), name.size()});
}

TensorDomain::Value TensorDomain::typeObject(DType type) {
  std::string_view name = info(type).name;
  return Value::object(
      heap_.native(toString(PreludeName::FunctionsModule).str() + "." + std::string(name)));
}

std::optional<TensorDomain::Value> TensorDomain::namedAttribute(Value value, llvm::StringRef name) {
  if (isDevice(value)) {
    auto [type, index] = llvm::StringRef(heap_.at(value).name).split(':');
    int64_t number;
    if (name == "type")
      return heap_.str(type);
    if (name == "index")
      return index.getAsInteger(10, number) ? heap_.none() : heap_.integer(number);
  }
  std::optional<DType> dtype = dtypeOf(value);
  if (!dtype)
    return std::nullopt;
  if (name == "is_floating_point")
    return heap_.boolean(isFloating(*dtype));
  if (name == "is_complex")
    return heap_.boolean(janus::isComplex(*dtype));
  if (name == "itemsize")
    return heap_.integer(static_cast<int64_t>(sizeOf(*dtype)));
  return std::nullopt;
}

}  // namespace janus::speculate
