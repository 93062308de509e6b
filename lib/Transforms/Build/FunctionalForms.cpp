// Control flow in AutoGraph's functional form (`ag__.if_stmt(test, then, otherwise)`, see
// docs/functional-form.md): the regions that the statement would have, over calls of its parts. So
// the converters' output gives the same operations as the program, for both tiers.
#include "Transforms/Build/FunctionBuilder.h"

namespace janus::build {
namespace {

enum class Form { If, While, For, And, Or, Not };
struct FormRow {
  llvm::StringLiteral name;
  size_t arguments;
  Form form;
};
constexpr FormRow kForms[] = {{"if_stmt", 3, Form::If},       {"if_exp", 3, Form::If},
                              {"while_stmt", 3, Form::While}, {"for_stmt", 4, Form::For},
                              {"and_", 2, Form::And},         {"or_", 2, Form::Or},
                              {"not_", 1, Form::Not}};

const FormRow *formOf(const Ast &ast, const ast::Call &node, Symbol shim) {
  const auto *callee = ast.dynGet<ast::Attribute>(node.func);
  const auto *module = callee ? ast.dynGet<ast::Name>(callee->value) : nullptr;
  if (!module || module->id != shim || !node.keywords.empty())
    return nullptr;
  for (const FormRow &each : kForms)
    if (ast.text(callee->attr) == each.name && node.args.size() == each.arguments)
      return &each;
  return nullptr;
}

}  // namespace

ValueId FunctionBuilder::callOf(ValueId function, Operands arguments) {
  llvm::SmallVector<ValueId, 6> operands = {function};
  operands.append(arguments.begin(), arguments.end());
  return emit(Opcode::PyCall, operands);
}

// A loop whose functions take the state apart, as they get it from a display. Null when it is none.
ValueId FunctionBuilder::functionalLoop(const ast::Call &node, bool isFor) {
  const auto *display = ast().dynGet<ast::Tuple>(node.args.back());
  if (!display ||
      llvm::any_of(display->elts, [&](NodeId id) { return ast().isa<ast::Starred>(id); }))
    return {};
  ValueId first = expression(node.args[0]);
  bool hasTest = !isFor || !ast().isa<ast::Constant>(node.args[1]);
  ValueId test = isFor ? (hasTest ? expression(node.args[1]) : ValueId()) : first;
  ValueId body = expression(node.args[isFor ? 2 : 1]);
  llvm::SmallVector<SlotId, 4> state;
  for (ValueId value : expressions(display->elts)) {
    state.push_back(temporarySlot("state"));
    storeSlot(state.back(), value);
  }
  auto values = [&] {
    llvm::SmallVector<ValueId, 4> loaded;
    for (SlotId slot : state)
      loaded.push_back(loadSlot(slot));
    return loaded;
  };
  auto turn = [&](llvm::ArrayRef<ValueId> item) {
    llvm::SmallVector<ValueId, 4> arguments(item.begin(), item.end());
    arguments.append(values());
    ValueId result = callOf(body, arguments);
    if (state.empty())
      return;
    llvm::SmallVector<ValueId, 4> next = unpack(result, state.size(), state.size());
    for (size_t i = 0; i < state.size(); ++i)
      storeSlot(state[i], next[i]);
  };
  if (!isFor) {
    ir::OpId loop = emitControl(Opcode::While, {});
    inRegion(loop, 0, [&] { emitEffect(Opcode::Condition, {truth(callOf(test, values()))}); });
    inRegion(loop, 1, [&] { turn({}); });
    return emit(Opcode::PyTuple, values());
  }
  ValueId iterator = emit(Opcode::PyIter, {first});
  auto loop = [&] {
    emitFor(iterator, [&](ValueId item) {
      turn({item});
      if (hasTest)
        emitWhen(negate(truth(callOf(test, values()))), [&] { emitEffect(Opcode::Break, {}); });
    });
  };
  // The iterator does not advance where the test fails.
  if (hasTest)
    emitWhen(truth(callOf(test, values())), loop);
  else
    loop();
  return emit(Opcode::PyTuple, values());
}

ValueId FunctionBuilder::functionalForm(const ast::Call &node) {
  if (!context_.functionalShim || resolve(context_.functionalShim).kind != Place::Global)
    return {};
  const FormRow *row = formOf(ast(), node, context_.functionalShim);
  if (!row)
    return {};
  if (row->form == Form::While || row->form == Form::For)
    return functionalLoop(node, row->form == Form::For);
  llvm::SmallVector<ValueId, 4> parts = expressions(node.args);
  ValueId holds = truth(parts[0]);
  auto first = [&] { return parts[0]; };
  auto second = [&] { return callOf(parts[1], {}); };
  switch (row->form) {
  case Form::If: return emitIf(holds, second, [&] { return callOf(parts[2], {}); });
  case Form::And: return emitIf(holds, second, first);
  case Form::Or: return emitIf(holds, first, second);
  default: return negate(holds);
  }
}

}  // namespace janus::build
