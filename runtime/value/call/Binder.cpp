// Binding arguments to the parameters of a compiled function, with CPython's TypeError texts.
#include "value/call/Calls.h"

#include <stdio.h>
#include <string.h>
#include <vector>

namespace janus {

namespace {

std::string quotedList(const std::vector<std::string> &names) {
  std::string out;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i)
      out += i + 1 < names.size() ? ", " : names.size() == 2 ? " and " : ", and ";
    out += "'" + names[i] + "'";
  }
  return out;
}

std::string qualname(jn_function *f) {
  return std::string(utf8Of(functionQualname(f)));
}

bool raiseMissing(jn_function *f, const char *kind, const std::vector<std::string> &names) {
  raise(jn_exc_TypeError, "%s() missing %zu required %s argument%s: %s", qualname(f).c_str(),
        names.size(), kind, names.size() == 1 ? "" : "s", quotedList(names).c_str());
  return false;
}

bool raiseTooMany(jn_function *f, size_t given, const Value *bound) {
  const jn_function_def *d = f->def;
  size_t defaults =
      f->defaults.tag == JN_OBJECT ? static_cast<size_t>(as<jn_tuple>(f->defaults)->size) : 0;
  size_t keywordGiven = 0;
  for (size_t i = 0; i < d->keyword_only; ++i)
    keywordGiven += bound[d->positional + i].tag != JN_UNBOUND;
  char takes[64];
  bool plural;
  if (defaults) {
    snprintf(takes, sizeof takes, "from %zu to %u", d->positional - defaults,
             unsigned{d->positional});
    plural = true;
  } else {
    snprintf(takes, sizeof takes, "%u", unsigned{d->positional});
    plural = d->positional != 1;
  }
  std::string extra;
  if (keywordGiven)
    extra = std::string(" positional argument") + (given != 1 ? "s" : "") + " (and " +
            std::to_string(keywordGiven) + " keyword-only argument" +
            (keywordGiven != 1 ? "s" : "") + ")";
  raise(jn_exc_TypeError, "%s() takes %s positional argument%s but %zu%s %s given",
        qualname(f).c_str(), takes, plural ? "s" : "", given, extra.c_str(),
        given == 1 && !keywordGiven ? "was" : "were");
  return false;
}

// Position of the parameter called `name` among [first, last), or -1.
int64_t findParameter(const jn_function_def *d, Value name, size_t first, size_t last) {
  std::string_view text = utf8Of(name);
  for (size_t i = first; i < last; ++i) {
    const char *parameter = d->parameters[i];
    if (strncmp(parameter, text.data(), text.size()) == 0 && strlen(parameter) == text.size())
      return static_cast<int64_t>(i);
  }
  return -1;
}

bool raisePositionalOnly(jn_function *f, Value kwnames) {
  const jn_function_def *d = f->def;
  std::string names;
  for (size_t i = 0; i < d->positional_only; ++i) {
    for (size_t k = 0; k < keywordsIn(kwnames); ++k) {
      if (utf8Of(as<jn_tuple>(kwnames)->items[k]) != d->parameters[i])
        continue;
      if (!names.empty())
        names += ", ";
      names += d->parameters[i];
    }
  }
  if (names.empty())
    return true;
  raise(jn_exc_TypeError,
        "%s() got some positional-only arguments passed as keyword arguments: '%s'",
        qualname(f).c_str(), names.c_str());
  return false;
}

// JN_UNBOUND when there is none. Few names are compared sooner than one is hashed.
Value keywordDefault(jn_dict *defaults, const char *name) {
  constexpr int64_t kFew = 8;
  if (defaults->used > kFew)
    return dictGetStr(defaults, internStr(name));
  for (int64_t i = 0; i < defaults->used; ++i) {
    const jn_dict_entry &entry = defaults->entries[i];
    if (entry.key.tag == JN_OBJECT && isStr(entry.key) && utf8Of(entry.key) == name)
      return entry.value;
  }
  return jn_unbound();
}

bool bindKeywords(jn_function *f, const Value *values, Value kwnames, Value *bound, jn_dict *rest) {
  const jn_function_def *d = f->def;
  size_t named = size_t{d->positional} + d->keyword_only;
  for (size_t k = 0; k < keywordsIn(kwnames); ++k) {
    Value name = as<jn_tuple>(kwnames)->items[k];
    if (!isStr(name)) {
      raise(jn_exc_TypeError, "%s() keywords must be strings", qualname(f).c_str());
      return false;
    }
    int64_t at = findParameter(d, name, d->positional_only, named);
    if (at < 0) {
      if (rest) {
        if (dictSet(rest, name, values[k]) < 0)
          return false;
        continue;
      }
      if (d->positional_only && !raisePositionalOnly(f, kwnames))
        return false;
      raise(jn_exc_TypeError, "%s() got an unexpected keyword argument '%S'", qualname(f).c_str(),
            &name);
      return false;
    }
    if (bound[at].tag != JN_UNBOUND) {
      raise(jn_exc_TypeError, "%s() got multiple values for argument '%S'", qualname(f).c_str(),
            &name);
      return false;
    }
    bound[at] = values[k];
  }
  return true;
}

}  // namespace

bool bindArguments(jn_function *f, const Value *args, size_t count, Value kwnames, Value *bound,
                   Value *owned) {
  const jn_function_def *d = f->def;
  size_t keywords = keywordsIn(kwnames), positional = count - keywords;
  size_t named = size_t{d->positional} + d->keyword_only;
  size_t taken = positional < d->positional ? positional : d->positional;
  if (taken)
    memcpy(bound, args, taken * sizeof(Value));
  for (size_t i = taken; i < named; ++i)
    bound[i] = jn_unbound();
  size_t at = named;
  if (d->flags & JN_FN_VARARGS) {
    owned[0] = jn_make_tuple(args + taken, positional - taken);
    bound[at++] = owned[0];
  }
  jn_dict *rest = nullptr;
  if (d->flags & JN_FN_VARKW) {
    rest = newDict();
    owned[1] = jn_obj(rest);
    bound[at++] = owned[1];
  }
  if (keywords && !bindKeywords(f, args + positional, kwnames, bound, rest))
    return false;
  if (JN_UNLIKELY(positional > d->positional && !(d->flags & JN_FN_VARARGS)))
    return raiseTooMany(f, positional, bound);
  if (taken < d->positional) {
    size_t defaults =
        f->defaults.tag == JN_OBJECT ? static_cast<size_t>(as<jn_tuple>(f->defaults)->size) : 0;
    size_t required = d->positional - defaults;
    bool missing = false;
    for (size_t i = taken; i < d->positional; ++i) {
      if (bound[i].tag != JN_UNBOUND)
        continue;
      if (i < required)
        missing = true;
      else
        bound[i] = as<jn_tuple>(f->defaults)->items[i - required];
    }
    if (JN_UNLIKELY(missing)) {
      std::vector<std::string> names;
      for (size_t i = taken; i < required; ++i)
        if (bound[i].tag == JN_UNBOUND)
          names.push_back(d->parameters[i]);
      return raiseMissing(f, "positional", names);
    }
  }
  bool missing = false;
  for (size_t i = d->positional; i < named; ++i) {
    if (bound[i].tag != JN_UNBOUND)
      continue;
    if (f->kwdefaults.tag == JN_OBJECT)
      bound[i] = keywordDefault(as<jn_dict>(f->kwdefaults), d->parameters[i]);
    missing |= bound[i].tag == JN_UNBOUND;
  }
  if (JN_UNLIKELY(missing)) {
    std::vector<std::string> names;
    for (size_t i = d->positional; i < named; ++i)
      if (bound[i].tag == JN_UNBOUND)
        names.push_back(d->parameters[i]);
    return raiseMissing(f, "keyword-only", names);
  }
  return true;
}

}  // namespace janus
