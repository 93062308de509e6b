// Variables of the environment that steer janusc and libjanus (docs/profiling.md, docs/python-
// packages.md). One that is empty counts as not set; so does one whose value cannot be used, and a
// line on standard error says so.
#pragma once

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>

namespace janus {

// The text of a variable; null when it is not set.
inline const char *environmentText(const char *name) {
  const char *text = getenv(name);
  return text && *text ? text : nullptr;
}

inline void sayUnusable(const char *name, const char *text, const std::string &expected) {
  fprintf(stderr, "janus: %s=%s is ignored: expected %s\n", name, text, expected.c_str());
}

// "`a`, `b`, `c`"
inline std::string quotedList(std::initializer_list<const char *> words) {
  std::string all;
  for (const char *word : words)
    all += (all.empty() ? "`" : ", `") + std::string(word) + "`";
  return all;
}

// One of some words, by its place among them.
inline std::optional<size_t> environmentChoice(const char *name,
                                               std::initializer_list<const char *> words) {
  const char *text = environmentText(name);
  if (!text)
    return std::nullopt;
  for (size_t i = 0; i < words.size(); ++i)
    if (std::string_view(words.begin()[i]) == text)
      return i;
  sayUnusable(name, text, quotedList(words));
  return std::nullopt;
}

// The file that a variable names for what a run writes, which begins in one of some ways. Another
// file that stands there (the program, a module) is left alone; null then, and when none is named.
inline const char *environmentOutput(const char *name,
                                     std::initializer_list<std::string_view> beginnings) {
  const char *path = environmentText(name);
  struct stat status;
  if (!path || stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0)
    return path;
  char begin[32];
  FILE *file = fopen(path, "rb");
  std::string_view text(begin, file ? fread(begin, 1, sizeof begin, file) : 0);
  if (file)
    fclose(file);
  for (std::string_view known : beginnings)
    if (text.substr(0, known.size()) == known)
      return path;
  sayUnusable(name, path, "a new file, or one that a run has written there before");
  return nullptr;
}

// A number that is at least `least`: "0.5", "20".
inline std::optional<double> environmentNumber(const char *name, double least,
                                               const char *expected) {
  const char *text = environmentText(name);
  if (!text)
    return std::nullopt;
  char *end = nullptr;
  double number = strtod(text, &end);
  constexpr double kMost = 1e15;  // also no infinity
  if (!isspace(static_cast<unsigned char>(*text)) && !*end && number >= least && number <= kMost)
    return number;
  sayUnusable(name, text, expected);
  return std::nullopt;
}

}  // namespace janus
