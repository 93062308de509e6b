// Writing JSON text: the encoder behind json.JSONEncoder, and the module _json.
#include "stdlib/Json.h"
#include "value/builtin/Builtins.h"
#include "value/container/Sequence.h"
#include "value/object/DataTypes.h"
#include "value/text/Str.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace janus {
namespace {

// Characters that stand for themselves in a JSON text.
inline bool isPlain(uint32_t c, bool asciiOnly) {
  return c >= 0x20 && c != '"' && c != '\\' && (c < 0x7f || !asciiOnly);
}
// The first one from `i` on that does not.
template <class Char>
int64_t plainEnd(const Char *chars, int64_t i, int64_t end, bool asciiOnly) {
  while (i < end && isPlain(chars[i], asciiOnly))
    ++i;
  return i;
}

void quote(StrBuilder *out, Value text, bool asciiOnly) {
  const StrObject *s = strOf(text);
  auto unit = [&](uint32_t c) {
    char buffer[sizeof "\\uffffffff"];
    snprintf(buffer, sizeof buffer, "\\u%04x", c);
    out->ascii(buffer);
  };
  // A wide text may have narrow parts: they do not widen what is written.
  auto copy = [&](int64_t start, int64_t end) {
    if (s->kind == 1)
      return out->part(text, start, end - start);
    for (; start < end; ++start)
      out->append(charAt(s, start));
  };
  out->append('"');
  int64_t plain = 0;  // what lies from here to `i` stands for itself
  for (int64_t i = 0; i < s->length; ++i) {
    i = withChars(s, [&](auto *chars) { return plainEnd(chars, i, s->length, asciiOnly); });
    if (i == s->length)
      break;
    uint32_t c = charAt(s, i);
    copy(plain, i);
    plain = i + 1;
    switch (c) {
    case '"': out->ascii("\\\""); break;
    case '\\': out->ascii("\\\\"); break;
    case '\n': out->ascii("\\n"); break;
    case '\r': out->ascii("\\r"); break;
    case '\t': out->ascii("\\t"); break;
    case '\f': out->ascii("\\f"); break;
    case '\b': out->ascii("\\b"); break;
    default:
      if (c < 0x10000) {
        unit(c);
      } else {
        unit(0xd800 + ((c - 0x10000) >> 10));
        unit(0xdc00 + ((c - 0x10000) & 0x3ff));
      }
    }
  }
  copy(plain, s->length);
  out->append('"');
}

class Encoder {
public:
  // The parameters of _json.encode behind the value.
  explicit Encoder(const Value *p)
      : indent_(p[0]), itemSeparator_(p[1]), keySeparator_(p[2]), default_(p[8]) {
    auto flag = [](Value v) { return jn_truth(v) == 1; };
    ascii_ = flag(p[3]);
    allowNan_ = flag(p[4]);
    sortKeys_ = flag(p[5]);
    skipKeys_ = flag(p[6]);
    checkCircular_ = flag(p[7]);
  }

  bool encode(Value v) {
    if (isStr(v)) {
      quote(&out_, v, ascii_);
      return true;
    }
    switch (v.tag) {
    case JN_NONE: out_.ascii("null"); return true;
    case JN_BOOL: out_.ascii(v.i ? "true" : "false"); return true;
    default: break;
    }
    if (isInt(v))
      return digits(v);
    if (isFloat(v))
      return number(doubleOf(v));
    if (isInstance(v, &jn_type_list) || isInstance(v, &jn_type_tuple))
      return nested(v, &Encoder::array);
    if (isInstance(v, &jn_type_dict))
      return nested(v, &Encoder::object);
    return nested(v, &Encoder::other);
  }

  Value finish() { return out_.finish(); }

private:
  bool digits(Value v) {
    if (v.tag == JN_INT) {
      char buffer[24];
      auto end = std::to_chars(buffer, buffer + sizeof buffer, v.i);
      out_.ascii({buffer, static_cast<size_t>(end.ptr - buffer)});
      return true;
    }
    std::string text;
    if (!intDigits(v, 10, &text))
      return false;
    out_.ascii(text);
    return true;
  }
  bool floatText(double f, std::string *text) {
    if (std::isfinite(f)) {
      *text = reprDouble(f);
      return true;
    }
    if (!allowNan_) {
      raise(jn_exc_ValueError, "Out of range float values are not JSON compliant");
      return false;
    }
    *text = std::isnan(f) ? "NaN" : f < 0 ? "-Infinity" : "Infinity";
    return true;
  }
  bool number(double f) {
    std::string text;
    if (!floatText(f, &text))
      return false;
    out_.ascii(text);
    return true;
  }

  bool nested(Value v, bool (Encoder::*write)(Value)) {
    if (checkCircular_) {
      for (Object *o : open_)
        if (o == v.o) {
          raise(jn_exc_ValueError, "Circular reference detected");
          return false;
        }
      if (v.tag == JN_OBJECT)
        open_.push_back(v.o);
    }
    bool tracked = checkCircular_ && v.tag == JN_OBJECT;
    bool good = enterNative(" while encoding a JSON object");
    if (good) {
      good = (this->*write)(v);
      jn_leave();
    }
    if (tracked)
      open_.pop_back();
    return good;
  }
  bool other(Value v) {
    Ref replaced(call(default_, {v}));
    return !replaced.failed() && encode(replaced.get());
  }

  void line(int64_t level) {
    if (indent_.tag == JN_NONE)
      return;
    out_.append('\n');
    for (int64_t i = 0; i < level; ++i)
      out_.str(indent_);
  }
  bool array(Value v) {
    Ref items(fastSequence(v));
    if (items.failed())
      return false;
    int64_t size;
    itemsOf(items.get(), &size);
    if (size == 0) {
      out_.ascii("[]");
      return true;
    }
    out_.append('[');
    ++level_;
    for (int64_t i = 0;; ++i) {
      // default() may have changed the list.
      const Value *now = itemsOf(items.get(), &size);
      if (i >= size)
        break;
      if (i)
        out_.str(itemSeparator_);
      line(level_);
      Ref item = Ref::own(now[i]);
      if (!encode(item.get()))
        return false;
    }
    line(--level_);
    out_.append(']');
    return true;
  }

  // The text of a key (owned); JN_UNBOUND for one to skip.
  Value keyText(Value key) {
    std::string text;
    if (isStr(key))
      return jn_own(key);
    if (isFloat(key))
      return floatText(doubleOf(key), &text) ? makeStr(text) : jn_error();
    if (key.tag == JN_BOOL)
      return makeStr(key.i ? "true" : "false");
    if (key.tag == JN_NONE)
      return makeStr("null");
    if (isInt(key))
      return intDigits(key, 10, &text) ? makeStr(text) : jn_error();
    if (skipKeys_)
      return jn_unbound();
    return raise(jn_exc_TypeError, "keys must be str, int, float, bool or None, not %T", &key);
  }
  // An exact dict: its pairs as they are now, in the order that is asked for. False where they are
  // to be sorted and the keys are not all texts, which then are compared as Python does.
  bool pairsOf(jn_dict *d, std::vector<Ref> *out) {
    std::vector<const jn_dict_entry *> entries;
    entries.reserve(static_cast<size_t>(d->count));
    for (int64_t i = 0; i < d->used; ++i) {
      const jn_dict_entry *entry = &d->entries[i];
      if (entry->key.tag == JN_UNBOUND)
        continue;
      if (sortKeys_ && !isExact(entry->key, &jn_type_str))
        return false;
      entries.push_back(entry);
    }
    if (sortKeys_)
      std::sort(entries.begin(), entries.end(),
                [](const auto *a, const auto *b) { return strCompare(a->key, b->key) < 0; });
    out->reserve(2 * entries.size());
    for (const jn_dict_entry *entry : entries) {
      out->push_back(Ref::own(entry->key));
      out->push_back(Ref::own(entry->value));
    }
    return true;
  }
  bool pair(Value name, Value item, bool *first) {
    Ref key(keyText(name));
    if (key.failed())
      return false;
    if (!given(key.get()))
      return true;
    if (!*first)
      out_.str(itemSeparator_);
    *first = false;
    line(level_);
    quote(&out_, key.get(), ascii_);
    out_.str(keySeparator_);
    return encode(item);
  }
  bool object(Value v) {
    bool first = true;
    if (std::vector<Ref> pairs; isExact(v, &jn_type_dict) && pairsOf(as<jn_dict>(v), &pairs)) {
      out_.append('{');
      ++level_;
      for (size_t i = 0; i < pairs.size(); i += 2)
        if (!pair(pairs[i].get(), pairs[i + 1].get(), &first))
          return false;
      --level_;
      if (!pairs.empty())
        line(level_);
      out_.append('}');
      return true;
    }
    Ref items(callMethod(v, JN_NAME("items"), {}));
    if (items.failed())
      return false;
    Ref list(listFrom(items.get()));
    if (list.failed() || (sortKeys_ && listSort(list.get(), jn_none(), false) < 0))
      return false;
    out_.append('{');
    ++level_;
    for (int64_t i = 0; i < list.as<jn_list>()->size; ++i) {
      int64_t parts;
      Value item = list.as<jn_list>()->items[i];
      if (!isInstance(item, &jn_type_tuple) || (itemsOf(item, &parts), parts != 2)) {
        raise(jn_exc_ValueError, "items must return 2-tuples");
        return false;
      }
      const Value *kv = itemsOf(item, &parts);
      if (!pair(kv[0], kv[1], &first))
        return false;
    }
    --level_;
    if (list.as<jn_list>()->size)
      line(level_);
    out_.append('}');
    return true;
  }

  StrBuilder out_;
  Value indent_, itemSeparator_, keySeparator_, default_;
  bool ascii_, allowNan_, sortKeys_, skipKeys_, checkCircular_;
  int64_t level_ = 0;
  std::vector<Object *> open_;  // containers being written
};

const MethodDef kFunctions[] = {
    {"scan", jsonScan, 9, 9}, {"encode", jsonEncode, 10, 10}, {"quote", jsonQuote, 2, 2}, {}};

}  // namespace

Value jsonEncode(const Value *args, size_t, Value) {
  Encoder encoder(args + 1);
  return encoder.encode(args[0]) ? encoder.finish() : jn_error();
}
Value jsonQuote(const Value *args, size_t, Value) {
  if (!isStr(args[0]))
    return raise(jn_exc_TypeError, "first argument must be a string, not %T", &args[0]);
  StrBuilder out;
  quote(&out, args[0], jn_truth(args[1]) == 1);
  return out.finish();
}

extern const NativeModuleDef jsonModule;
const NativeModuleDef jsonModule = {"_json", nullptr, kFunctions};

}  // namespace janus
