// await, async for and async with. Each is the plain form, with an awaitable where that has a
// value.
#include "Transforms/Build/FunctionBuilder.h"

namespace janus::build {

ValueId FunctionBuilder::await(ValueId awaitable, AwaitableOf of) {
  return emit(Opcode::PyAwait, {awaitable}, {{"of", static_cast<int64_t>(of)}});
}

void FunctionBuilder::markCoroutine(bool yields) {
  fn().flags |= ir::kFnGenerator | (yields ? ir::kFnAsyncGenerator : ir::kFnCoroutine);
}

// The end comes as an exception of `__anext__` alone, not of the body:
//
//   while True:
//     try: item = await iterator.__anext__()
//     except exc: if not StopAsyncIteration: raise; go to else
//     body(item)
ir::OpId FunctionBuilder::emitAsyncFor(ValueId iterator, llvm::function_ref<void(ValueId)> body) {
  SlotId item = temporarySlot("item");
  ir::OpId loop = emitControl(Opcode::While, {});
  inRegion(loop, 0, [&] {
    ir::OpId step = emitControl(Opcode::Try, {});
    inRegion(step, 0, [&] {
      storeSlot(item, await(emit(Opcode::PyAsyncNext, {iterator}), AwaitableOf::Next));
    });
    ValueId exception =
        builder_.addArgument(step, 1, context_.module.types.of(TypeKind::Exception));
    inRegion(step, 1, [&] {
      ValueId goesOn = negate(emit(Opcode::PyAsyncEnded, {exception}));
      emitWhen(goesOn, [&] { emitEffect(Opcode::ReraiseException, {exception}); });
    });
    emitEffect(Opcode::Condition, {emit(Opcode::SlotIsBound, {}, {{"slot", item}})});
  });
  inRegion(loop, 1, [&] {
    ValueId value = loadSlot(item);
    emitEffect(Opcode::SlotClear, {}, {{"slot", item}});
    body(value);
  });
  return loop;
}

void FunctionBuilder::asyncForStatement(const ast::AsyncFor &node) {
  ValueId iterator = emit(Opcode::PyAsyncIter, {expression(node.iter)});
  ir::OpId loop = emitAsyncFor(iterator, [&](ValueId item) {
    assignTo(node.target, item);
    statements(node.body);
  });
  inRegion(loop, 2, [&] { statements(node.orelse); });
}

}  // namespace janus::build
