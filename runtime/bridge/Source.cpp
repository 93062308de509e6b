// The program's own source in Python (--fallback=python): functions that are not compiled, and
// regions whose guards have failed. server/source.py is the other side.
#include "bridge/Frames.h"
#include "bridge/Session.h"
#include "janus/in_python.h"
#include "janus/region.h"
#include "value/container/Sequence.h"
#include "value/error/Raise.h"

#include <algorithm>

namespace janus::bridge {
namespace {

// In place of the reason that Session::get() gives.
Session *sessionFor(const char *kind, const char *name, const char *file, uint32_t line) {
  Session *s = Session::get();
  if (s || !errorMatches(jn_exc_RuntimeError))
    return s;
  Ref error(takeError());
  Value why = error.get();
  raise(jn_exc_RuntimeError,
        "%s `%s` (%s:%u) runs in Python because of `--fallback=python`, and cannot: %S; set "
        "JANUS_PYTHON to a Python, or compile without the option",
        kind, name, file, line, &why);
  return nullptr;
}

Ref names(const char *const *texts, size_t count) {
  Ref t(jn_obj(newTuple(static_cast<int64_t>(count))));
  for (size_t i = 0; i < count; ++i)
    t.as<jn_tuple>()->items[i] = jn_own(internStr(texts[i]));
  return t;
}

Ref sourceOf(const jn_module *m) {
  knowSource(m->def->file, {m->def->source, m->def->source_size});
  return Ref(makeStr({m->def->source, m->def->source_size}));
}

// ---------------------------------------------------------------- regions

// The functions that Python has made of regions, by session.
struct RegionFunction {
  uint32_t session;
  Value function;  // None: these statements cannot run there
};
using RegionFunctions = std::unordered_map<const jn_region_def *, RegionFunction>;
RegionFunctions &regionFunctions() {
  static auto *functions = new RegionFunctions;
  return *functions;
}

Value makeRegion(Session &s, const jn_module *m, const jn_region_def *root) {
  const jn_region_source &at = *root->source;
  Value numbers[] = {jn_int(at.function), jn_int(at.owner), jn_bool(at.is_loop != 0),
                     jn_int(at.first), jn_int(at.last)};
  Ref file(makeStr(m->def->file)), text(sourceOf(m)), places(jn_make_tuple(numbers, 5)),
      name(makeStr(at.function_name)), read(names(at.locals, at.local_count)),
      cells(names(at.cells, at.cell_count)), written(names(at.written, at.written_count));
  return s.ask(ToPython::MakeRegion,
               {jn_obj(m->dict), file.get(), text.get(), places.get(), name.get(),
                jn_bool(root->operand_count != 0), read.get(), cells.get(), written.get()});
}

// Borrowed; JN_ERROR.
Value regionFunction(Session &s, const jn_module *m, const jn_region_def *root) {
  auto [it, isNew] = regionFunctions().try_emplace(root, RegionFunction{0, jn_none()});
  if (!isNew && it->second.session == s.number())
    return it->second.function;
  Value made = makeRegion(s, m, root);
  if (made.tag == JN_ERROR) {
    regionFunctions().erase(root);
    return made;
  }
  jn_decref(it->second.function);
  it->second = {s.number(), made};
  return made;
}

int raiseAnswer() {
  raise(jn_exc_RuntimeError, "Python answered with something that is no end of a region");
  return JN_REGION_RAISED;
}

// How the statements were left, a value, the frames of an exception, and the variables written.
int takeAnswer(const jn_region_source &at, Value answer, Value *left) {
  constexpr int64_t kParts = 4;
  if (!isExact(answer, &jn_type_tuple) || as<jn_tuple>(answer)->size != kParts)
    return raiseAnswer();
  const Value *part = as<jn_tuple>(answer)->items;
  static constexpr int kOutcomes[] = {JN_REGION_DONE, JN_REGION_CONTINUES, JN_REGION_BREAKS,
                                      JN_REGION_RETURNED, JN_REGION_RAISED};
  bool isWell = part[0].tag == JN_INT && part[0].i >= 0 &&
                part[0].i < static_cast<int64_t>(std::size(kOutcomes)) &&
                isExact(part[2], &jn_type_tuple) && isExact(part[3], &jn_type_tuple) &&
                as<jn_tuple>(part[3])->size == at.written_count;
  if (!isWell)
    return raiseAnswer();
  int outcome = kOutcomes[part[0].i];
  if (outcome == JN_REGION_RAISED) {
    if (!isException(part[1]) || !addFrames(as<ExceptionObject>(part[1]), as<jn_tuple>(part[2])))
      return raiseAnswer();
    setRaised(as<ExceptionObject>(jn_own(part[1])));
  }
  for (uint32_t i = 0; i < at.written_count; ++i) {
    Value v = as<jn_tuple>(part[3])->items[i];
    left[i] = v.tag == JN_DONE ? jn_unbound() : jn_own(v);
  }
  if (outcome == JN_REGION_RETURNED)
    left[at.written_count] = jn_own(part[1]);
  return outcome;
}

}  // namespace

}  // namespace janus::bridge

using namespace janus;
using namespace janus::bridge;

jn_value jn_make_function_in_python(jn_module *m, const jn_function_def *d, jn_value defaults,
                                    jn_value kwdefaults, jn_value annotations,
                                    jn_cell *const *closure, uint32_t begin) {
  Session *s = sessionFor("the function", d->qualname, d->file, d->line);
  if (!s)
    return jn_error();
  Ref file(makeStr(m->def->file)), text(sourceOf(m)), name(makeStr(d->name)),
      qualname(makeStr(d->qualname)), free(names(d->free_names, d->free_count)),
      cells(jn_obj(newTuple(d->free_count)));
  for (uint16_t i = 0; i < d->free_count; ++i)
    cells.as<jn_tuple>()->items[i] = jn_own(jn_obj(closure[i]));
  return s->ask(ToPython::MakeFunction,
                {jn_obj(m->dict), file.get(), text.get(), jn_int(begin), name.get(), qualname.get(),
                 defaults, kwdefaults, annotations, free.get(), cells.get()});
}

int jn_region_interpret(jn_module *m, const jn_region_def *root, const jn_value *in,
                        jn_value *left) {
  const jn_region_source &at = *root->source;
  std::fill_n(left, at.written_count + 1, jn_error());
  Session *s = sessionFor("a guard has failed: the region", root->name, m->def->file, root->line);
  if (!s)
    return JN_REGION_RAISED;
  Value function = regionFunction(*s, m, root);
  if (function.tag != JN_OBJECT)
    return function.tag == JN_ERROR ? JN_REGION_RAISED : JN_REGION_GENERIC;
  size_t count = at.cell_count + root->operand_count + at.local_count;
  std::vector<Value> args = {function, jn_none()};
  for (size_t i = 0; i < count; ++i)
    args.push_back(in[i].tag == JN_UNBOUND ? jn_done() : in[i]);
  Ref answer(s->ask(ToPython::Call, args.data(), args.size()));
  return answer.failed() ? JN_REGION_RAISED : takeAnswer(at, answer.get(), left);
}
