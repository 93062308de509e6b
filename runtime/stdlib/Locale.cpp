// The module _locale: names of locales, how they write numbers and order text. The process itself
// stays in the C locale, in which the run time reads and writes numbers; the locale that a program
// sets is an object of its own.
#include "stdlib/ExceptionClass.h"
#include "value/container/Sequence.h"
#include "value/object/DataTypes.h"
#include "value/text/Str.h"

#include <climits>
#include <langinfo.h>
#include <locale.h>
#include <string>
#include <wchar.h>

namespace janus {
namespace {

// Rows by number of the category, without LC_ALL.
constexpr int kCategories[] = {LC_CTYPE,    LC_NUMERIC,   LC_TIME,        LC_COLLATE,
                               LC_MONETARY, LC_MESSAGES,  LC_PAPER,       LC_NAME,
                               LC_ADDRESS,  LC_TELEPHONE, LC_MEASUREMENT, LC_IDENTIFICATION};
constexpr const char *kNames[] = {
    "LC_CTYPE", "LC_NUMERIC", "LC_TIME",    "LC_COLLATE",   "LC_MONETARY",    "LC_MESSAGES",
    "LC_PAPER", "LC_NAME",    "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION"};
constexpr size_t kCount = std::size(kCategories);

Value errorClass;
locale_t current;
std::string names[kCount];

// The name that the environment gives a category, as setlocale() reads it.
std::string ofEnvironment(size_t i) {
  for (const char *variable : {"LC_ALL", kNames[i], "LANG"})
    if (const char *text = getenv(variable); text && *text)
      return text;
  return "C";
}

bool set(size_t i, const std::string &name) {
  locale_t made = newlocale(1 << kCategories[i], name.c_str(), current);
  if (!made)
    return false;
  current = made;
  names[i] = name;
  return true;
}

// One name when all categories have it, else `LC_CTYPE=C.UTF-8;LC_NUMERIC=C;...`.
std::string nameOf(int category) {
  std::string all;
  bool same = true;
  for (size_t i = 0; i < kCount; ++i) {
    if (kCategories[i] == category)
      return names[i];
    same &= names[i] == names[0];
    all += std::string(i ? ";" : "") + kNames[i] + "=" + names[i];
  }
  return same ? names[0] : all;
}

// The name for a category in a text of either form; empty where it has none.
std::string partOf(const std::string &text, size_t i) {
  if (text.empty())
    return ofEnvironment(i);
  if (text.find('=') == std::string::npos)
    return text == "POSIX" ? "C" : text;
  std::string key = std::string(kNames[i]) + "=";
  size_t at = text.find(key);
  return at == std::string::npos
             ? ""
             : text.substr(at + key.size(), text.find(';', at) - at - key.size());
}

Value setlocaleFn(const Value *args, size_t count, Value) {
  int64_t category;
  if (!toInt64(args[0], &category))
    return jn_error();
  bool known = category == LC_ALL;
  for (int each : kCategories)
    known |= each == category;
  if (!known)
    return raiseOf(errorClass, "invalid locale category");
  if (count > 1 && args[1].tag != JN_NONE) {
    if (!isStr(args[1]))
      return raise(jn_exc_TypeError, "setlocale() argument 2 must be str or None, not %T",
                   &args[1]);
    std::string text(utf8Of(args[1]));
    locale_t before = duplocale(current);
    std::string namesBefore[kCount];
    std::copy(names, names + kCount, namesBefore);
    for (size_t i = 0; i < kCount; ++i) {
      if (category != LC_ALL && category != kCategories[i])
        continue;
      if (std::string part = partOf(text, i); part.empty() || !set(i, part)) {
        freelocale(current);
        current = before;
        std::copy(namesBefore, namesBefore + kCount, names);
        return raiseOf(errorClass, "unsupported locale setting");
      }
    }
    freelocale(before);
  }
  return makeStr(nameOf(static_cast<int>(category)));
}

Value groupingOf(const char *text) {
  Ref list(jn_make_list(nullptr, 0));
  for (const char *p = text; *p; ++p) {
    jn_list_append(list.get(), jn_int(*p));
    if (*p == CHAR_MAX)
      return list.release();
  }
  if (*text)
    jn_list_append(list.get(), jn_int(0));
  return list.release();
}

Value localeconvFn(const Value *, size_t, Value) {
  locale_t before = uselocale(current);
  const lconv *conventions = localeconv();
  Ref made(jn_obj(newDict()));
  auto put = [&](const char *name, Value owned) {
    Ref value(owned);
    dictSet(made.as<jn_dict>(), internStr(name), value.get());
  };
#define TEXT(field) put(#field, makeStr(conventions->field));
#define NUMBER(field) put(#field, jn_int(conventions->field));
  TEXT(decimal_point)
  TEXT(thousands_sep)
  put("grouping", groupingOf(conventions->grouping));
  TEXT(int_curr_symbol)
  TEXT(currency_symbol)
  TEXT(mon_decimal_point)
  TEXT(mon_thousands_sep)
  put("mon_grouping", groupingOf(conventions->mon_grouping));
  TEXT(positive_sign)
  TEXT(negative_sign)
  NUMBER(int_frac_digits)
  NUMBER(frac_digits)
  NUMBER(p_cs_precedes)
  NUMBER(p_sep_by_space)
  NUMBER(n_cs_precedes)
  NUMBER(n_sep_by_space)
  NUMBER(p_sign_posn)
  NUMBER(n_sign_posn)
#undef TEXT
#undef NUMBER
  uselocale(before);
  return made.release();
}

bool textArgument(const char *fname, Value v, std::string *out) {
  if (!isStr(v)) {
    raise(jn_exc_TypeError, "%s() argument must be str, not %T", fname, &v);
    return false;
  }
  *out = utf8Of(v);
  return true;
}

Value strcollFn(const Value *args, size_t, Value) {
  std::string a, b;
  if (!textArgument("strcoll", args[0], &a) || !textArgument("strcoll", args[1], &b))
    return jn_error();
  return jn_int(strcoll_l(a.c_str(), b.c_str(), current));
}

Value strxfrmFn(const Value *args, size_t, Value) {
  std::string text;
  if (!textArgument("strxfrm", args[0], &text))
    return jn_error();
  std::string out(strxfrm_l(nullptr, text.c_str(), 0, current) + 1, 0);
  strxfrm_l(out.data(), text.c_str(), out.size(), current);
  out.pop_back();
  // Bytes, of which only the order counts.
  std::string characters;
  for (char c : out) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 128)
      characters += c;
    else
      characters += {static_cast<char>(0xC0 | byte >> 6), static_cast<char>(0x80 | (byte & 63))};
  }
  return makeStr(characters);
}

Value langinfoFn(const Value *args, size_t, Value) {
  int64_t item;
  if (!toInt64(args[0], &item))
    return jn_error();
  return makeStr(nl_langinfo_l(static_cast<nl_item>(item), current));
}

Value encodingFn(const Value *, size_t, Value) {
  return makeStr(nl_langinfo_l(CODESET, current));
}

const MethodDef kFunctions[] = {{"getencoding", encodingFn, 0, 0},
                                {"localeconv", localeconvFn, 0, 0},
                                {"nl_langinfo", langinfoFn, 1, 1},
                                {"setlocale", setlocaleFn, 1, 2},
                                {"strcoll", strcollFn, 2, 2},
                                {"strxfrm", strxfrmFn, 1, 1},
                                {}};

int init(jn_module *m) {
  current = newlocale(LC_ALL_MASK, "C", nullptr);
  for (std::string &name : names)
    name = "C";
  set(0, ofEnvironment(0));  // python3 takes the characters' from the environment when it starts
  errorClass = newExceptionClass("locale", "Error", jn_exc_Exception);
  if (addToModule(m, "Error", jn_own(errorClass)) < 0)
    return -1;
  struct Row {
    const char *name;
    int value;
  };
#define ROW(name)                                                                                  \
  Row {                                                                                            \
#name, name                                                                                    \
  }
  for (const Row &row :
       {ROW(LC_CTYPE),   ROW(LC_TIME),     ROW(LC_COLLATE), ROW(LC_MONETARY), ROW(LC_MESSAGES),
        ROW(LC_NUMERIC), ROW(LC_ALL),      ROW(CHAR_MAX),   ROW(CODESET),     ROW(RADIXCHAR),
        ROW(THOUSEP),    ROW(CRNCYSTR),    ROW(D_FMT),      ROW(D_T_FMT),     ROW(T_FMT),
        ROW(T_FMT_AMPM), ROW(AM_STR),      ROW(PM_STR),     ROW(YESEXPR),     ROW(NOEXPR),
        ROW(ERA),        ROW(ERA_D_T_FMT), ROW(ERA_D_FMT),  ROW(ERA_T_FMT),   ROW(ALT_DIGITS)})
    if (addToModule(m, row.name, jn_int(row.value)) < 0)
      return -1;
#undef ROW
  auto numbered = [&](const char *stem, int first, int count) {
    for (int i = 0; i < count; ++i)
      if (addToModule(m, (stem + std::to_string(i + 1)).c_str(), jn_int(first + i)) < 0)
        return false;
    return true;
  };
  bool ok = numbered("DAY_", DAY_1, 7) && numbered("ABDAY_", ABDAY_1, 7) &&
            numbered("MON_", MON_1, 12) && numbered("ABMON_", ABMON_1, 12);
  return ok ? 0 : -1;
}

}  // namespace

extern const NativeModuleDef localeModule;
const NativeModuleDef localeModule = {"_locale", init, kFunctions};

}  // namespace janus
