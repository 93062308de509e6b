// Reads the schemas of the op table: names, types and defaults of parameters and results.
#pragma once

#include "janus/contract/OpTable.h"

#include <string>
#include <vector>

namespace janus {

enum class ArgKind : uint8_t {
  Tensor,
  TensorList,
  Int,
  IntList,
  Float,
  FloatList,
  Bool,
  BoolList,
  Scalar,  // a Python int, float or bool
  Str,
  DType,
  Device,
  MemoryFormat,
  Generator,
};

struct Param {
  std::string_view name;
  ArgKind kind = ArgKind::Tensor;
  bool optional = false;          // None is allowed: `Tensor?`
  bool optionalElements = false;  // None is allowed inside the list: `Tensor?[]`
  bool keywordOnly = false;
  bool written = false;  // `Tensor(a!)`
  bool hasDefault = false;
  int8_t listSize = 0;           // int[2]: a single int stands for two; 0: any number
  std::string_view defaultText;  // None, True, 1, 0.5, 'text', [], [0, 1], contiguous_format, long
};

struct ResultType {
  ArgKind kind = ArgKind::Tensor;
  std::string_view name;  // of a named tuple's field, or empty
};

struct Schema {
  std::string name;           // without overload; twins end in `_`
  std::string_view overload;  // may be empty
  std::vector<Param> params;
  std::vector<ResultType> results;  // empty: None
  bool resultIsTuple = false;
  size_t positional = 0;  // parameters before `*`

  std::string fullName() const {
    return overload.empty() ? name : name + "." + std::string(overload);
  }
  int find(std::string_view param) const {
    for (size_t i = 0; i < params.size(); ++i)
      if (params[i].name == param)
        return static_cast<int>(i);
    return -1;
  }
};

namespace detail {

class SchemaReader {
public:
  explicit SchemaReader(std::string_view text) : text_(text) {}

  Schema read() {
    Schema s;
    std::string_view name = until('(');
    size_t dot = name.find('.');
    s.name = std::string(name.substr(0, dot));
    if (dot != std::string_view::npos)
      s.overload = name.substr(dot + 1);
    ++at_;
    bool keywordOnly = false;
    while (skipSpace(), peek() != ')') {
      if (peek() == '*') {
        keywordOnly = true;
        ++at_;
      } else {
        Param p = readParam();
        p.keywordOnly = keywordOnly;
        if (!keywordOnly)
          ++s.positional;
        s.params.push_back(p);
      }
      skipSpace();
      if (peek() == ',')
        ++at_;
    }
    at_ = text_.find("->", at_) + 2;
    skipSpace();
    readResults(s);
    return s;
  }

private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skipSpace() {
    while (peek() == ' ')
      ++at_;
  }
  std::string_view until(char stop) {
    size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != stop)
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::string_view word() {
    size_t begin = at_;
    auto isWord = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    while (at_ < text_.size() && isWord(text_[at_]))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // Type up to the parameter name: word, alias annotation, `?`, `[n]`, `?` in torch's notation.
  void readType(Param &p) {
    std::string_view t = word();
    if (peek() == '(') {
      std::string_view alias = until(')');
      ++at_;
      p.written = alias.find('!') != std::string_view::npos;
    }
    bool elementOptional = false, isList = false;
    if (peek() == '?') {
      elementOptional = true;
      ++at_;
    }
    if (peek() == '[') {
      isList = true;
      ++at_;
      for (; peek() != ']'; ++at_)
        p.listSize = static_cast<int8_t>(p.listSize * 10 + (peek() - '0'));
      ++at_;
      if (peek() == '?') {
        p.optional = true;
        ++at_;
      }
      p.optionalElements = elementOptional;
    } else {
      p.optional = elementOptional;
    }
    p.kind = kindOf(t, isList);
  }
  static ArgKind kindOf(std::string_view t, bool list) {
    if (t == "Tensor")
      return list ? ArgKind::TensorList : ArgKind::Tensor;
    if (t == "int")
      return list ? ArgKind::IntList : ArgKind::Int;
    if (t == "float")
      return list ? ArgKind::FloatList : ArgKind::Float;
    if (t == "bool")
      return list ? ArgKind::BoolList : ArgKind::Bool;
    if (t == "Scalar")
      return ArgKind::Scalar;
    if (t == "str")
      return ArgKind::Str;
    if (t == "ScalarType")
      return ArgKind::DType;
    if (t == "Device")
      return ArgKind::Device;
    if (t == "MemoryFormat")
      return ArgKind::MemoryFormat;
    return ArgKind::Generator;
  }
  Param readParam() {
    Param p;
    readType(p);
    skipSpace();
    p.name = word();
    if (peek() == '=') {
      ++at_;
      p.hasDefault = true;
      size_t begin = at_;
      char open = peek();
      if (open == '[') {
        until(']');
        ++at_;
      } else if (open == '\'') {
        ++at_;
        until('\'');
        ++at_;
      } else {
        while (peek() != ',' && peek() != ')')
          ++at_;
      }
      p.defaultText = text_.substr(begin, at_ - begin);
    }
    return p;
  }
  void readResults(Schema &s) {
    s.resultIsTuple = peek() == '(';
    if (s.resultIsTuple)
      ++at_;
    while (skipSpace(), at_ < text_.size() && peek() != ')') {
      Param p;
      readType(p);
      skipSpace();
      s.results.push_back({p.kind, word()});
      skipSpace();
      if (peek() == ',')
        ++at_;
    }
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace detail

inline Schema parseSchema(std::string_view signature) {
  return detail::SchemaReader(signature).read();
}
inline Schema parseSchema(TensorOp op) {
  Schema s = parseSchema(row(op).signature);
  if (isTwin(op)) {
    s.name += '_';
    s.params[0].written = true;
  }
  return s;
}

}  // namespace janus
