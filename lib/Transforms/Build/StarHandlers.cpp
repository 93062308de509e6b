// except*: each handler gets the part of the exception that its type names, as a group, and what
// the handlers raise goes on together. Splitting and joining are Python (_exception_groups).
//
//   rest = exc; left = []
//   for each handler:
//     match, rest, wrong = star_split(rest, type)
//     if wrong is not None: raise wrong
//     if match is not None:
//       try:
//         try: raise match
//         except match: body
//       except error: left.append(error)
//   left.append(rest)
//   again = star_join(exc, left)
//   if again is not None: raise again
#include "Transforms/Build/FunctionBuilder.h"

namespace janus::build {

void FunctionBuilder::starHandlers(llvm::ArrayRef<NodeId> handlers, ValueId exception) {
  ValueId module =
      emit(Opcode::PyImport, {}, {{"module", std::string("_exception_groups")}, {"leaf", true}});
  auto ask = [&](const char *name, ValueId first, ValueId second) {
    ValueId function = emit(Opcode::PyGetAttr, {module}, {{"name", std::string(name)}});
    return emit(Opcode::PyCall, {function, first, second});
  };
  auto whenThere = [&](ValueId found, llvm::function_ref<void()> body) {
    emitWhen(negate(emit(Opcode::PyIs, {found, none()})), body);
  };
  auto exceptionArgument = [&](ir::OpId op) {
    return builder_.addArgument(op, 1, context_.module.types.of(TypeKind::Exception));
  };
  SlotId rest = temporarySlot("rest");
  storeSlot(rest, exception);
  ValueId left = emit(Opcode::PyList, {});
  for (NodeId each : handlers) {
    const auto &handler = ast().get<ast::ExceptHandler>(each);
    At at(*this, each);
    ValueId type = expression(handler.type);
    ValueId parts = ask("star_split", loadSlot(rest), type);
    ValueId wrong = emit(Opcode::PyGetItem, {parts, integer(2)});
    whenThere(wrong, [&] { emitEffect(Opcode::Raise, {wrong}); });
    ValueId match = emit(Opcode::PyGetItem, {parts, integer(0)});
    storeSlot(rest, emit(Opcode::PyGetItem, {parts, integer(1)}));
    whenThere(match, [&] {
      ir::OpId outer = emitControl(Opcode::Try, {});
      inRegion(outer, 0, [&] {
        ir::OpId inner = emitControl(Opcode::Try, {});
        inRegion(inner, 0, [&] {
          emitEffect(Opcode::ReraiseException, {emit(Opcode::PyAsException, {match})});
        });
        ValueId handled = exceptionArgument(inner);
        inRegion(inner, 1, [&] { handlerBody(handler, handled); });
      });
      ValueId error = exceptionArgument(outer);
      inRegion(outer, 1, [&] { emitEffect(Opcode::PyListAppend, {left, error}); });
    });
  }
  emitEffect(Opcode::PyListAppend, {left, loadSlot(rest)});
  emitEffect(Opcode::SlotClear, {}, {{"slot", rest}});
  ValueId again = ask("star_join", exception, left);
  whenThere(again,
            [&] { emitEffect(Opcode::ReraiseException, {emit(Opcode::PyAsException, {again})}); });
}

}  // namespace janus::build
