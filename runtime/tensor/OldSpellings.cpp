#include "tensor/OldSpellings.h"

#include "tensor/Error.h"
#include "tensor/UserWarning.h"

#include <algorithm>
#include <set>

namespace janus {
namespace {

// One letter an argument: `t` a tensor, another one a number: `a` alpha, `b` beta, `v` value.
struct OldSpelling {
  std::string_view name, arguments;
};
constexpr OldSpelling kOldSpellings[] = {
    {"add", "tat"},       {"sub", "tat"},      {"addcmul", "tvtt"},  {"addcdiv", "tvtt"},
    {"addmm", "btatt"},   {"addmm", "bttt"},   {"addmm", "tbatt"},   {"addmm", "tbtt"},
    {"addmv", "btatt"},   {"addmv", "bttt"},   {"addmv", "tbatt"},   {"addmv", "tbtt"},
    {"addr", "btatt"},    {"addr", "bttt"},    {"addr", "tbatt"},    {"addr", "tbtt"},
    {"addbmm", "btatt"},  {"addbmm", "bttt"},  {"addbmm", "tbatt"},  {"addbmm", "tbtt"},
    {"baddbmm", "btatt"}, {"baddbmm", "bttt"}, {"baddbmm", "tbatt"}, {"baddbmm", "tbtt"},
};

std::string_view keywordOf(char letter) {
  return letter == 'a' ? "alpha" : letter == 'b' ? "beta" : "value";
}

bool fits(const OldSpelling &old, const OperationCall &call) {
  std::string_view name = call.group.name;
  if (name.ends_with('_'))
    name.remove_suffix(1);
  if (name != old.name || call.positional != old.arguments.size())
    return false;
  for (size_t i = 0; i < call.positional; ++i) {
    Value v = call.args[i];
    if (old.arguments[i] == 't'
            ? !isTensor(v)
            : isTensor(v) || !(isInt(v) || v.tag == JN_FLOAT || v.tag == JN_BOOL))
      return false;
  }
  return true;
}

}  // namespace

bool readOldSpelling(const OperationCall &call, ModernCall *modern) {
  const OldSpelling *old = std::find_if(std::begin(kOldSpellings), std::end(kOldSpellings),
                                        [&](const OldSpelling &each) { return fits(each, call); });
  if (old == std::end(kOldSpellings))
    return false;
  std::vector<Value> values;
  for (size_t i = 0; i < call.positional; ++i) {
    if (old->arguments[i] == 't') {
      modern->args.push_back(call.args[i]);
    } else {
      values.push_back(call.args[i]);
      modern->keywords.push_back(internStr(keywordOf(old->arguments[i])));
    }
  }
  for (size_t k = 0; k < call.keywordCount; ++k) {
    values.push_back(call.keywordValues[k]);
    modern->keywords.push_back(call.keywords[k]);
  }
  modern->args.insert(modern->args.end(), values.begin(), values.end());
  static std::set<std::string> warned;
  if (warned.insert(call.group.name).second &&
      !warnUser("This overload of " + call.group.name +
                " is deprecated: give the numbers behind the tensors, by keyword."))
    throw PendingError{};
  return true;
}

}  // namespace janus
