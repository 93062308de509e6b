#include "Transforms/Speculate/Modules/StaticModules.h"

#include "IR/Walk.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace janus::speculate {

using namespace ir;

llvm::StringRef toString(PreludeName name) {
  static const llvm::StringRef kNames[] = {
#define JANUS_PRELUDE_NAME(use, name) name,
#include "Transforms/Speculate/Modules/PreludeNames.def"
  };
  return kNames[static_cast<size_t>(name)];
}

std::string StaticModules::absoluteName(const Module &module, llvm::StringRef dotted,
                                        int64_t level) {
  if (level == 0)
    return dotted.str();
  llvm::StringRef base = module.name;
  for (int64_t i = module.isPackage ? 1 : 0; i < level; ++i)
    base = base.contains('.') ? base.rsplit('.').first : llvm::StringRef();
  if (dotted.empty() || base.empty())
    return (base + dotted).str();
  return (base + "." + dotted).str();
}

const StaticModules::Names &StaticModules::namesOf(const Module &module) {
  auto [known, isNew] = names_.try_emplace(module.name);
  Names &names = known->getValue();
  if (!isNew)
    return names;
  for (FunctionId id : module.functions()) {
    const Function &function = module.function(id);
    walk(function, function.body, [&](OpId op) {
      Opcode opcode = function.op(op).opcode;
      if (opcode == Opcode::GlobalStore || opcode == Opcode::GlobalDelete)
        ++names.stores[function.stringAttribute(op, "name")];
    });
  }
  if (!module.body)
    return names;
  const Function &body = module.function(module.body);
  for (OpId op : body.region(body.body).ops) {
    if (body.op(op).opcode == Opcode::GlobalStore)
      names.stored[body.stringAttribute(op, "name")] = body.op(op).operands[0];
    else if (body.op(op).opcode == Opcode::PyImportStar)
      names.stars.push_back(body.op(op).operands[0]);
  }
  // `try: from _heapq import *`, which hides what stands before it.
  walk(body, body.body, [&](OpId op) {
    ValueId from = body.op(op).opcode == Opcode::PyImportStar ? body.op(op).operands[0] : ValueId();
    if (from && !llvm::is_contained(names.stars, from))
      names.replacing.push_back(from);
  });
  readElsewhere(module, names);
  return names;
}

void StaticModules::readElsewhere(const Module &module, Names &names) {
  auto table = names.stored.find(toString(PreludeName::Elsewhere));
  if (table == names.stored.end())
    return;
  const Function &body = module.function(module.body);
  const Op &dict = body.op(body.value(table->getValue()).definedBy);
  auto constant = [&](ValueId id) {
    StaticValue item = valueOf(module, id);
    return item.kind == StaticValue::Kind::Constant ? item.module->constant(item.constant)
                                                    : Constant();
  };
  // Submodules are those of the package: the module itself, or the one that it is in.
  bool isPackage = llvm::StringRef(module.file).endswith("/__init__.py");
  const std::string package =
      isPackage ? module.name : llvm::StringRef(module.name).rsplit('.').first.str();
  // A name with its submodule, or a submodule with its names.
  for (size_t i = 0; dict.opcode == Opcode::PyDict && i + 1 < dict.operands.size(); i += 2) {
    Constant key = constant(dict.operands[i]), value = constant(dict.operands[i + 1]);
    if (value.kind == Constant::Kind::Str)
      names.elsewhere[key.text] = package + "." + value.text;
    for (ConstId name : value.items)
      names.elsewhere[module.constant(name).text] = package + "." + key.text;
  }
}

StaticValue StaticModules::global(llvm::StringRef module, llvm::StringRef name) {
  // Within a circle of modules the answer hangs on where it was begun.
  if (depth_ != 0)
    return findGlobal(module, name);
  auto [known, isNew] = globals_[module].try_emplace(name);
  if (isNew)
    known->getValue() = findGlobal(module, name);
  return known->getValue();
}

StaticValue StaticModules::findGlobal(llvm::StringRef moduleName, llvm::StringRef name) {
  StaticValue unknown;
  const Module *module = modules_.find(moduleName);
  if (!module) {
    StaticValue native;
    native.kind = StaticValue::Kind::Native;
    native.name = nativeName(moduleName, name);
    return native;
  }
  if (depth_ > 40)
    return unknown;  // modules that import each other in a circle
  ++depth_;
  StaticValue value;
  const Names &names = namesOf(*module);
  auto stored = names.stored.find(name);
  for (ValueId star : names.replacing) {
    StaticValue from = valueOf(*module, star);
    if (!value.isKnown() && from.kind == StaticValue::Kind::Module && modules_.find(from.name) &&
        !name.startswith("_"))
      value = global(from.name, name);
  }
  if (value.isKnown()) {
    --depth_;
    return value;
  }
  if (stored != names.stored.end()) {
    value = valueOf(*module, stored->getValue());
    // A constant is assumed, so that another one is found out; of other things the name is.
    if (names.stores.lookup(name) != 1 && value.kind != StaticValue::Kind::Constant)
      value = unknown;
  } else if (!names.stores.count(name)) {
    std::string submodule = (moduleName + "." + name).str();
    if (modules_.find(submodule)) {
      value.kind = StaticValue::Kind::Module;
      value.name = submodule;
    }
    if (auto from = names.elsewhere.find(name); !value.isKnown() && from != names.elsewhere.end())
      value = global(from->getValue(), name);
    // A native module has any name.
    llvm::SmallVector<StaticValue, 2> natives;
    for (ValueId star : names.stars) {
      StaticValue from = valueOf(*module, star);
      if (value.isKnown() || from.kind != StaticValue::Kind::Module)
        continue;
      StaticValue found = global(from.name, name);
      if (modules_.find(from.name))
        value = found;
      else
        natives.push_back(found);
    }
    if (!value.isKnown() && !natives.empty() && !name.startswith("__"))
      value = natives.front();
  }
  --depth_;
  return value;
}

bool StaticModules::isMethodByFunction(llvm::StringRef name) {
  StaticValue list =
      global(toString(PreludeName::MethodsModule), toString(PreludeName::MethodsByFunctions));
  if (list.kind != StaticValue::Kind::Constant)
    return false;
  return llvm::any_of(list.module->constant(list.constant).items,
                      [&](ConstId id) { return list.module->constant(id).text == name; });
}

StaticValue StaticModules::functionIn(llvm::ArrayRef<PreludeName> modules, llvm::StringRef name) {
  std::string mangled = name.str();
  std::replace(mangled.begin(), mangled.end(), '.', '_');
  for (PreludeName module : modules) {
    StaticValue function = global(toString(module), mangled);
    if (function.kind == StaticValue::Kind::Function)
      return function;
  }
  return {};
}

StaticValue StaticModules::composite(llvm::StringRef name) {
  StaticValue decomposed = functionIn({PreludeName::CompositeModule, PreludeName::OperationModule,
                                       PreludeName::DecompositionModule},
                                      name);
  return decomposed.isKnown() ? decomposed : methodByFunction(name);
}

StaticValue StaticModules::ofSparse(TensorOp op, llvm::StringRef name) {
  StaticValue own = functionIn(PreludeName::SparseOperationModule, name);
  return own.isKnown() || !isWrittenInPython(op) ? own
                                                 : functionIn(PreludeName::OperationModule, name);
}

StaticValue StaticModules::ofSparse(llvm::StringRef native) {
  StaticValue function = functionIn(PreludeName::CompositeModule, native);
  return function.isKnown() ? function : methodByFunction(native);
}

StaticValue StaticModules::methodByFunction(llvm::StringRef name) {
  // A method that is a function of torch.
  llvm::StringRef method = name;
  bool isMethod = method.consume_front(toString(PreludeName::TensorMethods)) &&
                  method.consume_front(".") && isMethodByFunction(method);
  StaticValue function =
      isMethod ? global(toString(PreludeName::FunctionsModule), method) : StaticValue();
  return function.kind == StaticValue::Kind::Function ? function : StaticValue();
}

StaticValue StaticModules::imported(const Module &module, const Op &op, OpId id) {
  const Function &body = module.function(module.body);
  StaticValue value;
  if (op.opcode == Opcode::PyImport) {
    llvm::StringRef dotted = body.stringAttribute(id, "module");
    value.kind = StaticValue::Kind::Module;
    value.name = (body.boolAttribute(id, "leaf") ? dotted : dotted.split('.').first).str();
    return value;
  }
  if (op.opcode == Opcode::PyImportForFrom) {
    value.kind = StaticValue::Kind::Module;
    value.name =
        absoluteName(module, body.stringAttribute(id, "module"), body.intAttribute(id, "level"));
    return value;
  }
  StaticValue from = valueOf(module, op.operands[0]);
  if (from.kind != StaticValue::Kind::Module)
    return value;
  llvm::StringRef name = body.stringAttribute(id, "name");
  if (modules_.find(from.name)) {
    value = global(from.name, name);
    if (value.isKnown())
      return value;
    // A module without code of ours.
    value.kind = StaticValue::Kind::Module;
    value.name = from.name + "." + name.str();
    return value;
  }
  value.kind = StaticValue::Kind::Native;
  value.name = nativeName(from.name, name);
  return value;
}

std::string StaticModules::nativeName(llvm::StringRef module, llvm::StringRef name) {
  llvm::StringRef known = llvm::StringSwitch<llvm::StringRef>(module)
#define JANUS_NATIVE_MODULE(module, as) .Case(module, as)
#include "Transforms/Speculate/Modules/PreludeNames.def"
                              .Default(module);
  std::string found = (known + "." + name).str();
  return llvm::StringSwitch<llvm::StringRef>(found)
#define JANUS_NATIVE_CLASS(found, as) .Case(found, as)
#include "Transforms/Speculate/Modules/PreludeNames.def"
      .Default(found)
      .str();
}

StaticValue StaticModules::valueOf(const Module &module, ValueId id) {
  const Function &body = module.function(module.body);
  OpId definition = body.value(id).definedBy;
  StaticValue value;
  if (!definition)
    return value;
  const Op &op = body.op(definition);
  switch (op.opcode) {
  case Opcode::Const:
    value.kind = StaticValue::Kind::Constant;
    value.module = &module;
    value.constant = body.constAttribute(definition, "value");
    return value;
  case Opcode::PyFunction:
  case Opcode::PyClass:
    value.kind =
        op.opcode == Opcode::PyClass ? StaticValue::Kind::Class : StaticValue::Kind::Function;
    value.module = &module;
    value.function = body.functionAttribute(definition, "function");
    value.defaults = op.operands[0];
    value.keywordDefaults = op.operands[1];
    return value;
  case Opcode::PyImport:
  case Opcode::PyImportForFrom:
  case Opcode::PyImportFrom: return imported(module, op, definition);
  case Opcode::GlobalLoad: return global(module.name, body.stringAttribute(definition, "name"));
  case Opcode::PyGetAttr: {
    StaticValue holder = valueOf(module, op.operands[0]);
    if (holder.kind == StaticValue::Kind::Module)
      return global(holder.name, body.stringAttribute(definition, "name"));
    return value;
  }
  case Opcode::PyList:
  case Opcode::PyDict:
  case Opcode::PyTuple:
    value.kind = StaticValue::Kind::Display;
    value.module = &module;
    value.defaults = id;
    return value;
  case Opcode::PyCall: {  // of `dict()`, `set()`, `list()`, `type(f)`, a class of the module
    OpId callee = body.value(op.operands[0]).definedBy;
    if (op.operands.size() == 1 && callee && body.op(callee).opcode == Opcode::GlobalLoad &&
        llvm::StringSwitch<bool>(body.stringAttribute(callee, "name"))
            .Cases("dict", "set", "list", true)
            .Default(false)) {
      value.kind = StaticValue::Kind::Display;
      value.module = &module;
      value.defaults = id;
    }
    // The class of functions, which has no name of its own: `type(f)`.
    if (op.operands.size() == 2 && callee && body.op(callee).opcode == Opcode::GlobalLoad &&
        body.stringAttribute(callee, "name") == "type" &&
        valueOf(module, op.operands[1]).kind == StaticValue::Kind::Function) {
      value.kind = StaticValue::Kind::Native;
      value.name = "builtins.function";
    }
    if (!value.isKnown() && valueOf(module, op.operands[0]).kind == StaticValue::Kind::Class) {
      value.kind = StaticValue::Kind::Instance;
      value.module = &module;
      value.defaults = id;
    }
    return value;
  }
  default: return value;
  }
}

}  // namespace janus::speculate
