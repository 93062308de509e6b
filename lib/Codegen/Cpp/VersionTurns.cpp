// Loops of the program in a version: what one turn hands to the next has a place of its own, into
// which its next value is copied when the turn is over.
//
//   v.i7 = 0;                                       // %7 = loop.carried %3
//   jn_plan_store(plan, places[4], in[1]);          // %8 = loop.carried %4
//   for (;;) {
//     ...
//     if (!v.b12) {
//       t[5] = jn_own(places[6]);                   // the loop's result
//       break;
//     }
//     const auto n7 = v.i11;
//     jn_plan_store(plan, places[4], places[6]);
//     v.i7 = n7;
//     JN_CHECK_THAT(jn_plan_next_turn(t + 2, 3), leave);
//   }
#include "Codegen/Cpp/VersionBody.h"

#include "IR/TensorRows.h"
#include "IR/Walk.h"

namespace janus::codegen {

using namespace ir;

void VersionBody::turns(const PlanStep &step) {
  const Op &loop = op(step.op);
  TurnView turn(function_, step.op);
  carry(turn);
  for (ValueId result : loop.results) {
    if (isNumber(kindOf(result)))
      declare(result);
    else
      temporaryFor(result);
  }
  bool draws = false;
  walk(function_, turn.body(),
       [&](OpId id) { draws |= (info(op(id).opcode).traits & Draws) != 0; });
  if (draws && !draws_) {
    draws_ = true;
    line("jn_plan_keep_random(plan);");
  }
  const unsigned first = temporaries_;
  line("for (;;) {");
  indent_ += "  ";
  sequence(llvm::makeArrayRef(step.sides[0]).drop_back(), &VersionBody::step);
  line("if (!" + native(turn.more()) + ") {");
  indent_ += "  ";
  giveLast(step.op);
  line("break;");
  indent_.resize(indent_.size() - 2);
  line("}");
  carryOn(turn);
  closeBlock();
  checkThat("jn_plan_next_turn(t + " + std::to_string(first) + ", " +
            std::to_string(temporaries_ - first) + ")");
  indent_.resize(indent_.size() - 2);
  line("}");
}

// The values that it may be, one for each side of the branches that choose it.
static void choicesOf(const Function &function, ValueId value,
                      llvm::SmallVectorImpl<ValueId> &choices) {
  OpId made = function.value(value).definedBy;
  if (!made || function.op(made).opcode != Opcode::If) {
    choices.push_back(value);
    return;
  }
  for (ValueId side : sidesOf(function, value))
    choicesOf(function, side, choices);
}

// The loop's results. What only parts of a carried value change in is that value, with the parts of
// the last turn; who shows what was there before is copied first.
void VersionBody::giveLast(OpId id) {
  TurnView turn(function_, id);
  auto storedPartly = [&](ValueId result) { return plan_.carriedResults.lookup(result); };
  if (llvm::none_of(op(id).results, storedPartly))
    return give(op(id).results, turn.results());
  auto showsStored = [&](ValueId value) {
    llvm::SmallVector<ValueId, 4> choices;
    choicesOf(function_, value, choices);
    return llvm::any_of(choices, [&](ValueId choice) {
      return llvm::any_of(memoriesOf(function_, choice), [&](ValueId memory) {
        return llvm::any_of(op(id).results,
                            [&](ValueId each) { return storedPartly(each) == memory; });
      });
    });
  };
  auto source = [&](ValueId value) {
    bool isCopied = !isNumber(kindOf(value)) && showsStored(value);
    return isCopied ? copyOf(value).text() : boxed(value);
  };
  llvm::SmallVector<ValueId, 4> results, values;
  llvm::SmallVector<std::pair<std::string, std::string>, 4> stored;
  for (auto [result, value] : llvm::zip(op(id).results, turn.results())) {
    if (ValueId carried = storedPartly(result)) {
      for (const PlanPart &part : plan_.carriedParts.find(carried)->second) {
        std::string from = source(part.source);
        stored.emplace_back(viewOf(slots_[carried], part), from);
      }
    } else if (numberKind(kindOf(result))) {
      results.push_back(result);
      values.push_back(value);
    } else {
      line(slots_[result].text() + " = jn_own(" + source(value) + ");");
    }
  }
  give(results, values);
  for (auto &[to, from] : stored)
    line("jn_plan_store(plan, " + to + ", " + from + ");");
  for (ValueId result : op(id).results)
    if (ValueId carried = storedPartly(result))
      line(slots_[result].text() + " = jn_own(" + copyOf(carried).text() + ");");
}

// The carried values of the first turn.
void VersionBody::carry(const TurnView &turn) {
  for (size_t i = 0; i < turn.carried().size(); ++i) {
    ValueId carried = turn.carried()[i], initial = turn.initial(i);
    if (isNumber(kindOf(carried))) {
      line(declare(carried) + " = " + native(initial) + ";");
      continue;
    }
    const PlanPlace *place = plan_.place(carried);
    std::string number = place ? std::to_string(placeIndex_[place]) : "", target;
    if (place && place->kind == PlanPlace::Kind::Arena) {
      slots_[carried] = {Slot::In::Place, placeIndex_[place]};
      target = boxed(carried);
    } else {
      target = temporaryFor(carried);
      line(target + " = " +
           (place ? "jn_plan_fresh(plan, " + number + ")" : "jn_own(" + boxed(initial) + ")") +
           ";");
      check(target);
    }
    if (place)
      line("jn_plan_store(plan, " + target + ", " + boxed(initial) + ");");
  }
}

// True when the value that is stored as number `i` of the next turn may lie where one before it is
// stored, or be another view of the memory that it is stored to itself.
bool VersionBody::isOverwritten(const TurnView &turn, size_t i, ValueId stored) const {
  llvm::SmallVector<ValueId, 4> choices;
  choicesOf(function_, stored, choices);
  return llvm::any_of(choices, [&](ValueId choice) {
    return choice != turn.carried()[i] &&
           llvm::any_of(memoriesOf(function_, choice), [&](ValueId memory) {
             auto carried = turn.carried().take_front(i + 1);
             return llvm::is_contained(carried, memory);
           });
  });
}

// The carried values of the next turn. This turn has made them all: one that may lie where another
// is stored before it is copied first.
void VersionBody::carryOn(const TurnView &turn) {
  llvm::SmallVector<std::pair<ValueId, std::string>, 8> numbers, replaced;
  llvm::SmallVector<std::pair<std::string, std::string>, 8> stored;
  auto source = [&](size_t i, ValueId value) {
    return isOverwritten(turn, i, value) ? copyOf(value).text() : boxed(value);
  };
  for (size_t i = 0; i < turn.carried().size(); ++i) {
    ValueId carried = turn.carried()[i], next = turn.next()[i];
    if (next == carried || isNumber(kindOf(carried)))
      continue;
    if (!plan_.place(carried)) {
      replaced.emplace_back(carried, copyOf(next).text());
      continue;
    }
    auto parts = plan_.carriedParts.find(carried);
    if (parts == plan_.carriedParts.end())
      stored.emplace_back(boxed(carried), source(i, next));
    else
      for (const PlanPart &part : parts->second) {
        std::string from = source(i, part.source);
        stored.emplace_back(viewOf(slots_[carried], part), from);
      }
  }
  for (size_t i = 0; i < turn.carried().size(); ++i) {
    ValueId carried = turn.carried()[i], next = turn.next()[i];
    if (next == carried || !isNumber(kindOf(carried)))
      continue;
    numbers.emplace_back(carried, "n" + std::to_string(carried.index));
    local("const auto " + numbers.back().second + " = " + native(next) + ";");
  }
  for (auto &[to, from] : stored)
    line("jn_plan_store(plan, " + to + ", " + from + ");");
  for (auto &[carried, from] : replaced)
    line("jn_assign(&" + boxed(carried) + ", jn_own(" + from + "));");
  for (auto &[carried, from] : numbers)
    line(variable(carried) + " = " + from + ";");
}

void VersionBody::save(OpId id) {
  checkThat("jn_plan_save(plan, " + std::to_string(function_.intAttribute(id, "key")) + ", " +
            native(op(id).operands[1]) + ", " + boxed(op(id).operands[0]) + ")");
}

void VersionBody::product(OpId id) {
  checkThat("jn_plan_add_product(plan, " + std::to_string(function_.intAttribute(id, "key")) +
            ", " + boxed(op(id).operands[0]) + ", " + boxed(op(id).operands[1]) + ")");
}

void VersionBody::productSum(OpId id) {
  std::string target = temporaryFor(op(id).results[0]);
  line(target + " = jn_own(jn_plan_products(plan, " +
       std::to_string(function_.intAttribute(id, "key")) + "));");
  check(target);
}

void VersionBody::rows(OpId id) {
  std::string target = temporaryFor(op(id).results[0]);
  line(target + " = jn_plan_rows(plan, " + std::to_string(function_.intAttribute(id, "key")) +
       ", " + native(op(id).operands[0]) + ");");
  check(target);
}

void VersionBody::restore(OpId id) {
  ValueId result = op(id).results[0];
  std::string saved = "jn_plan_saved(plan, " + std::to_string(function_.intAttribute(id, "key")) +
                      ", " + native(op(id).operands[0]) + ")";
  if (!isNumber(kindOf(result))) {
    std::string target = temporaryFor(result);
    line(target + " = jn_own(" + saved + ");");
    return check(target);
  }
  local("const jn_value r = " + saved + ";");
  check("r");
  line(declare(result) + " = r" + fieldOf(result) + ";");
}

}  // namespace janus::codegen
