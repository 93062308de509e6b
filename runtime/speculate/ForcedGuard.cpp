#include "speculate/ForcedGuard.h"

#include "speculate/Counters.h"

#include "janus/contract/Environment.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

namespace janus::speculate {
namespace {

constexpr const char *kVariable = "JANUS_FAIL_GUARD";
constexpr size_t kMostNames = 20;  // that are said

std::string namesOf(const std::set<std::string> &guards) {
  if (guards.empty())
    return "versions that ran have none";
  std::string all = "versions that ran have ";
  size_t said = 0;
  for (const std::string &name : guards) {
    if (said++ == kMostNames)
      return all + ", and " + std::to_string(guards.size() - kMostNames) + " others";
    all += (said == 1 ? "`" : ", `") + name + "`";
  }
  return all;
}

}  // namespace

std::optional<ForcedGuard> forcedGuard() {
  const char *text = environmentText(kVariable);
  if (!text)
    return std::nullopt;
  std::string_view all = text;
  size_t at = all.rfind('@');
  std::string_view number = at == std::string_view::npos ? "" : all.substr(at + 1);
  uint64_t entry = 0;
  auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), entry);
  if (number.empty() || error != std::errc() || end != number.data() + number.size() || entry == 0)
    return ForcedGuard{text, 1};
  return ForcedGuard{std::string(all.substr(0, at)), entry};
}

void sayWhyNotForced() {
  std::optional<ForcedGuard> forced = forcedGuard();
  if (!forced)
    return;
  std::set<std::string> names;
  uint64_t entered = 0;
  for (const RootCounters &root : counters())
    for (const VersionCounters &version : root.versions)
      for (const GuardCounters &guard : version.guards) {
        names.insert(guard.name);
        if (guard.name == forced->name)
          entered = std::max(entered, version.entered);
      }
  const char *text = environmentText(kVariable);
  if (!names.count(forced->name))
    fprintf(stderr,
            "janus: %s=%s: there is no guard `%s` (NAME@K: NAME as JANUS_LOG=summary and `janusc "
            "explain --json` give it, K from 1); %s\n",
            kVariable, text, forced->name.c_str(), namesOf(names).c_str());
  else if (entered < forced->entry)
    fprintf(stderr, "janus: %s=%s: its version was entered %llu times only\n", kVariable, text,
            static_cast<unsigned long long>(entered));
}

}  // namespace janus::speculate
