#include "value/error/Suggestions.h"
#include "value/builtin/Builtins.h"

#include <algorithm>
#include <string.h>
#include <vector>

namespace janus {

namespace {

// CPython's weights: a change of case costs half a change of letter.
constexpr size_t kMove = 2, kCase = 1, kLongest = 40, kMostCandidates = 750;

size_t substitution(char a, char b) {
  if (a == b)
    return 0;
  return (a | 32) == (b | 32) && ((a | 32) >= 'a' && (a | 32) <= 'z') ? kCase : kMove;
}

// Edit distance, or something above `limit`.
size_t distance(std::string_view a, std::string_view b, size_t limit) {
  while (!a.empty() && !b.empty() && a.front() == b.front())
    a.remove_prefix(1), b.remove_prefix(1);
  while (!a.empty() && !b.empty() && a.back() == b.back())
    a.remove_suffix(1), b.remove_suffix(1);
  if (a.empty() || b.empty())
    return (a.size() + b.size()) * kMove;
  if (a.size() > kLongest || b.size() > kLongest)
    return limit + 1;
  if (b.size() < a.size())
    std::swap(a, b);
  if ((b.size() - a.size()) * kMove > limit)
    return limit + 1;
  std::vector<size_t> row(a.size());
  for (size_t i = 0; i < a.size(); ++i)
    row[i] = (i + 1) * kMove;
  size_t result = 0;
  for (size_t i = 0; i < b.size(); ++i) {
    size_t left = result = i * kMove, least = SIZE_MAX;
    for (size_t k = 0; k < a.size(); ++k) {
      size_t change = left + substitution(b[i], a[k]);
      left = row[k];
      result = std::min(change, std::min(result, left) + kMove);
      row[k] = result;
      least = std::min(least, result);
    }
    if (least > limit)
      return limit + 1;
  }
  return result;
}

std::string best(const std::vector<std::string> &candidates, std::string_view name) {
  if (candidates.size() >= kMostCandidates)
    return {};
  size_t bestDistance = SIZE_MAX;
  std::string found;
  for (const std::string &c : candidates) {
    if (c == name)
      continue;
    size_t limit = (name.size() + c.size() + 3) * kMove / 6;
    limit = std::min(limit, bestDistance - 1);
    size_t d = distance(name, c, limit);
    if (d > limit || (!found.empty() && d >= bestDistance))
      continue;
    bestDistance = d;
    found = c;
  }
  return found;
}

void addNames(jn_dict *d, std::vector<std::string> *out) {
  int64_t at = 0;
  Value key, v;
  while (dictNext(d, &at, &key, &v))
    if (isStr(key))
      out->push_back(std::string(utf8Of(key)));
}

}  // namespace

std::string suggestionFor(ExceptionObject *e) {
  std::vector<std::string> candidates;
  std::string name;
  if (isSubtype(e->head.type, &jn_exc_AttributeError)) {
    Value object = e->fields[kAttributeErrorObj], n = e->fields[kAttributeErrorName];
    if (object.tag < JN_NONE || !isStr(n))
      return {};
    name = utf8Of(n);
    Ref dir(callSpecial(object, JN_NAME("__dir__"), {}));
    if (dir.failed() || dir.get().tag == JN_UNBOUND) {
      clearError();
      return {};
    }
    Ref sorted(jn_make_list(nullptr, 0));
    jn_list_extend(sorted.get(), dir.get());
    Ref done(callMethod(sorted.get(), JN_NAME("sort"), {}));
    clearError();
    forEach(sorted.get(), [&](Value v) {
      if (isStr(v))
        candidates.push_back(std::string(utf8Of(v)));
      return true;
    });
  } else if (isSubtype(e->head.type, &jn_exc_NameError)) {
    Value n = e->fields[kNameErrorName];
    if (!isStr(n) || !e->traceback)
      return {};
    name = utf8Of(n);
    TracebackObject *t = e->traceback;
    while (t->next)
      t = t->next;
    if (t->function) {
      const jn_function_def *d = t->function;
      size_t parameters = size_t{d->positional} + d->keyword_only;
      for (size_t i = 0; i < parameters; ++i)
        candidates.push_back(d->parameters[i]);
    }
    // Nearest scope first: a match there wins over a better one further out.
    if (best(candidates, name).empty() && t->module)
      addNames(t->module->dict, &candidates);
    if (best(candidates, name).empty())
      addNames(builtinsDict(), &candidates);
  } else {
    return {};
  }
  std::string found = best(candidates, name);
  return found.empty() ? "" : ". Did you mean: '" + found + "'?";
}

}  // namespace janus
