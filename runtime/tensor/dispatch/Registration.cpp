#include "tensor/dispatch/Registration.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace janus {
namespace {

constexpr size_t kNamespaces = 7;

using Groups = std::map<std::string, OverloadGroup, std::less<>>;
Groups tables[kNamespaces];
// A native function knows only its code, so every name has its own trampoline: number i calls
// slots[i].
constexpr size_t kMostNames = 2048;
const OverloadGroup *slots[kMostNames];
bool filled = false;

// A namespace of Python. `stem`: before the names of its functions in error texts.
struct Prefix {
  std::string_view text;
  Namespace where;
  std::string_view stem;
};
constexpr Prefix kPrefixes[] = {{"torch.nn.functional.", Namespace::Functional, ""},
                                {"torch.special.", Namespace::Special, "special_"},
                                {"torch.linalg.", Namespace::Linalg, "linalg_"},
                                {"torch.fft.", Namespace::Fft, "fft_"},
                                {"torch.", Namespace::Torch, ""},
                                {"Tensor.", Namespace::Method, ""}};

void add(Namespace where, const std::string &name, TensorOp op, std::string_view stem = {}) {
  OverloadGroup &g = tables[static_cast<size_t>(where)][name];
  if (g.ops.empty()) {
    g.name = std::string(stem) + name;
    g.method = where == Namespace::Method;
  }
  g.ops.push_back(op);
}

// Operations of several tensors, or of numbers of other types, that torch has in place as
// functions, too.
constexpr std::string_view kFunctionsInPlace[] = {"clamp", "clamp_max", "clamp_min",
                                                  "clip",  "gcd",       "lcm"};

void addSpelling(TensorOp op, std::string_view spelling) {
  for (const Prefix &p : kPrefixes) {
    if (spelling.substr(0, p.text.size()) != p.text)
      continue;
    std::string name(spelling.substr(p.text.size()));
    if (isTwin(op)) {
      // exp_: a method always, a function for operations of one tensor.
      bool sole = row(row(op).functional).type != TypeRule::Promote ||
                  std::ranges::find(kFunctionsInPlace, name) != std::end(kFunctionsInPlace);
      if (p.where != Namespace::Method && !(p.where == Namespace::Functional) &&
          !(p.where == Namespace::Torch && sole))
        return;
      name += '_';
    }
    add(p.where, name, op, p.stem);
    return;
  }
}

void fill() {
  if (filled)
    return;
  filled = true;
  for (size_t i = 0; i < kOpCount; ++i) {
    TensorOp op = static_cast<TensorOp>(i);
    std::string_view signature = row(op).signature;
    std::string name(signature.substr(0, signature.find_first_of(".(")));
    if (isTwin(op))
      name += '_';
    add(Namespace::Ops, name, op);
    std::string_view words = row(op).python;
    while (!words.empty()) {
      size_t end = words.find(' ');
      addSpelling(op, words.substr(0, end));
      words = end == std::string_view::npos ? std::string_view() : words.substr(end + 1);
    }
  }
}

template <size_t index>
Value trampoline(const Value *args, size_t count, Value kwnames) {
  return callOverloads(*slots[index], args, count, kwnames);
}
template <size_t... I>
constexpr auto makeTrampolines(std::index_sequence<I...>) {
  return std::array<NativeFn, sizeof...(I)>{trampoline<I>...};
}
constexpr auto kTrampolines = makeTrampolines(std::make_index_sequence<kMostNames>());

// A method of one signature without parameters; its schema is parsed at the first call only.
bool takesNothing(const OverloadGroup &group) {
  std::string_view signature = row(group.ops[0]).signature;
  return group.method && group.ops.size() == 1 &&
         signature.substr(0, signature.find(") ->")).find(',') == std::string_view::npos;
}

const MethodDef *definitions(Namespace where) {
  static const MethodDef *made[kNamespaces];
  const MethodDef *&slot = made[static_cast<size_t>(where)];
  if (slot)
    return slot;
  fill();
  static size_t used = 0;
  Groups &groups = tables[static_cast<size_t>(where)];
  auto *defs = new MethodDef[groups.size() + 1]{};
  size_t at = 0;
  for (auto &[name, group] : groups) {
    if (used == kMostNames)
      break;
    slots[used] = &group;
    MethodDef &d = defs[at++];
    d.name = name.c_str();
    d.fn = kTrampolines[used++];
    d.min = where == Namespace::Method ? 1 : 0;
    d.keywords = !takesNothing(group);
    d.max = d.keywords ? -1 : 1;
    d.doc = row(group.ops[0]).doc.data();
  }
  return slot = defs;
}

}  // namespace

const MethodDef *tensorMethods() {
  return definitions(Namespace::Method);
}

// A function is known by the module where programs find it: those of one name differ.
int addOperations(jn_module *m, Namespace where) {
  std::string_view module = "torch";
  for (const Prefix &p : kPrefixes)
    if (p.where == where)
      module = p.text.substr(0, p.text.size() - 1);
  for (const MethodDef *d = definitions(where); d->name; ++d)
    if (addToModule(m, d->name, makeNative(d, internStr(module))) < 0)
      return -1;
  return 0;
}

const OverloadGroup *findGroup(Namespace where, std::string_view name) {
  fill();
  auto &groups = tables[static_cast<size_t>(where)];
  auto it = groups.find(name);
  return it == groups.end() ? nullptr : &it->second;
}

}  // namespace janus
