#include "Transforms/Speculate/Gradients/GradientTable.h"

namespace janus::speculate {

using namespace ir;

namespace {

// Values of a module's body that are constants: texts, and tuples of them.
class Constants {
public:
  explicit Constants(const Module &module) : module_(module), body_(module.function(module.body)) {}

  std::optional<std::string> text(ValueId value) const {
    OpId op = body_.value(value).definedBy;
    if (!op || body_.op(op).opcode != Opcode::Const)
      return std::nullopt;
    return text(body_.constAttribute(op, "value"));
  }

  std::optional<std::vector<std::string>> texts(ValueId value) const {
    OpId op = body_.value(value).definedBy;
    if (!op)
      return std::nullopt;
    std::vector<std::string> all;
    auto add = [&](std::optional<std::string> one) {
      if (one)
        all.push_back(std::move(*one));
      return one.has_value();
    };
    if (body_.op(op).opcode == Opcode::PyTuple) {
      for (ValueId item : body_.op(op).operands)
        if (!add(text(item)))
          return std::nullopt;
      return all;
    }
    if (body_.op(op).opcode != Opcode::Const)
      return std::nullopt;
    const Constant &constant = module_.constant(body_.constAttribute(op, "value"));
    if (constant.kind != Constant::Kind::Tuple)
      return std::nullopt;
    for (ConstId item : constant.items)
      if (!add(text(item)))
        return std::nullopt;
    return all;
  }

  // False for the constant False alone.
  bool truth(ValueId value) const {
    OpId op = body_.value(value).definedBy;
    return !op || body_.op(op).opcode != Opcode::Const ||
           module_.constant(body_.constAttribute(op, "value")).kind != Constant::Kind::False;
  }

private:
  std::optional<std::string> text(ConstId id) const {
    const Constant &constant = module_.constant(id);
    if (constant.kind != Constant::Kind::Str)
      return std::nullopt;
    return constant.text;
  }

  const Module &module_;
  const Function &body_;
};

}  // namespace

bool GradientTable::knowsOtherResults(llvm::StringRef op) {
  return llvm::any_of(of(op), [](const GradientRule &rule) {
    return rule.module &&
           llvm::is_contained(rule.module->function(rule.function).parameters, "grads");
  });
}

void GradientTable::readAll() {
  if (std::exchange(isRead_, true))
    return;
  for (const Module *module : modules_.package(toString(PreludeName::GradientModules)))
    if (module->body)
      read(*module);
}

// %d = py.call %gradient, "mm" ... {kwnames=["of", "saves"]}
// %f = py.function @mm_self ...
// %r = py.call %d, %f
void GradientTable::read(const Module &module) {
  const Function &body = module.function(module.body);
  Constants constants(module);
  auto definition = [&](ValueId value, Opcode opcode) {
    OpId op = body.value(value).definedBy;
    return op && body.op(op).opcode == opcode ? op : OpId();
  };
  for (OpId id : body.region(body.body).ops) {
    const Op &application = body.op(id);
    if (application.opcode != Opcode::PyCall || application.operands.size() != 2)
      continue;
    OpId called = definition(application.operands[0], Opcode::GlobalLoad);
    if (called &&
        body.stringAttribute(called, "name") == toString(PreludeName::NeverDifferentiable))
      if (std::optional<std::string> op = constants.text(application.operands[1]))
        rules_[*op].push_back({*op, {}, {}, nullptr, FunctionId()});
    OpId decorator = definition(application.operands[0], Opcode::PyCall);
    ValueId decorated = application.operands[1];  // perhaps by other ones already
    for (OpId inner;
         (inner = definition(decorated, Opcode::PyCall)) && body.op(inner).operands.size() == 2;)
      decorated = body.op(inner).operands[1];
    OpId function = definition(decorated, Opcode::PyFunction);
    if (!decorator || !function)
      continue;
    llvm::ArrayRef<ValueId> args = body.op(decorator).operands;
    OpId callee = definition(args[0], Opcode::GlobalLoad);
    if (!callee || body.stringAttribute(callee, "name") != toString(PreludeName::GradientDecorator))
      continue;
    GradientRule rule;
    rule.module = &module;
    rule.function = body.functionAttribute(function, "function");
    llvm::ArrayRef<std::string> names = body.stringsAttribute(decorator, "kwnames");
    llvm::ArrayRef<ValueId> keywords = args.take_back(names.size());
    std::optional<std::string> op = args.size() > 1 ? constants.text(args[1]) : std::nullopt;
    bool complete = op.has_value();
    for (size_t i = 0; i < names.size(); ++i) {
      if (names[i] == "holomorphic")
        rule.isHolomorphic = constants.truth(keywords[i]);
      std::vector<std::string> *into = names[i] == "of"      ? &rule.of
                                       : names[i] == "saves" ? &rule.saves
                                                             : nullptr;
      if (!into)
        continue;
      std::optional<std::vector<std::string>> texts = constants.texts(keywords[i]);
      complete &= texts.has_value();
      if (texts)
        *into = std::move(*texts);
    }
    if (!complete)
      continue;
    rule.op = *op;
    rules_[rule.op].push_back(std::move(rule));
  }
}

}  // namespace janus::speculate
