#include "tensor/call/OldSpellings.h"

#include "tensor/core/Error.h"
#include "tensor/core/UserWarning.h"

#include <algorithm>

namespace janus {
namespace {

// The operations, and the names of the tensors that follow the one they are called on.
struct Operation {
  std::string_view name, first, second;
  bool takesResultType;       // the function, not the method
  bool takesNumbers = false;  // in the place of tensors after the first
};
constexpr Operation kOperations[] = {
    {"add", "other", "", false, true},        {"sub", "other", "", false, true},
    {"addcmul", "tensor1", "tensor2", false}, {"addcdiv", "tensor1", "tensor2", false},
    {"addmm", "mat1", "mat2", true},          {"addmv", "mat", "vec", false},
    {"addr", "vec1", "vec2", false},          {"addbmm", "batch1", "batch2", false},
    {"baddbmm", "batch1", "batch2", true},
};
// One row of the table, which explains the letters.
struct OldSpelling {
  std::string_view name, arguments;
};
constexpr OldSpelling kOldSpellings[] = {
#define JANUS_OLD_SPELLING(name, arguments) {name, arguments},
#include "janus/contract/OldSpellings.def"
};

std::string_view keywordOf(char letter) {
  return letter == 'a' ? "alpha" : letter == 'b' ? "beta" : "value";
}

bool isPlainNumber(Value v) {
  return !isTensor(v) && (isInt(v) || v.tag == JN_FLOAT || v.tag == JN_BOOL);
}

const Operation &operationOf(const OldSpelling &old) {
  return *std::find_if(std::begin(kOperations), std::end(kOperations),
                       [&](const Operation &o) { return o.name == old.name; });
}

bool fits(const OldSpelling &old, const OperationCall &call) {
  std::string_view name = call.group.name;
  if (name.ends_with('_'))
    name.remove_suffix(1);
  if (name != old.name || call.positional != old.arguments.size())
    return false;
  for (size_t i = 0; i < call.positional; ++i) {
    Value v = call.args[i];
    bool tensor = old.arguments[i] == 't';
    bool number = !tensor || (i > 0 && operationOf(old).takesNumbers);
    if (!(tensor && isTensor(v)) && !(number && isPlainNumber(v)))
      return false;
  }
  return true;
}

// The parameters in the order of `letters`, separated by commas; those of a method without `self`.
std::string parametersOf(const Operation &operation, std::string_view letters, bool method) {
  const std::string_view names[] = {"input", operation.first, operation.second};
  std::string text;
  size_t tensors = 0;
  for (char letter : letters) {
    bool isSelf = letter == 't' && tensors == 0;
    std::string one = letter == 't' ? "Tensor " + std::string(names[tensors++])
                                    : "Number " + std::string(keywordOf(letter));
    if (!isSelf || !method)
      text += (text.empty() ? "" : ", ") + one;
  }
  return text;
}

// The parameters that only keywords name today.
std::string keywordParametersOf(std::string_view letters) {
  if (letters.find('b') != letters.npos)
    return "Number beta = 1, Number alpha = 1";
  return letters.find('v') != letters.npos ? "Number value = 1" : "Number alpha = 1";
}

// Said for the first old spelling of a program, whichever it is, as torch does.
bool warnOfOldSpelling(const OldSpelling &old, const OverloadGroup &group) {
  static bool said;
  const Operation &operation = operationOf(old);
  std::string tensors(static_cast<size_t>(std::ranges::count(old.arguments, 't')), 't');
  std::string today = parametersOf(operation, tensors, group.method);
  std::string last =
      ", *, " + keywordParametersOf(old.arguments) + (group.method ? ")" : ", Tensor out = None)");
  std::string signature = "\n\t" + group.name + "(";
  std::string text = "This overload of " + group.name + " is deprecated:" + signature +
                     parametersOf(operation, old.arguments, group.method) +
                     (group.method ? ")" : ", *, Tensor out = None)") +
                     "\nConsider using one of the following signatures instead:" + signature +
                     today + last;
  if (operation.takesResultType && !group.method)
    text += signature + today + ", torch.dtype out_dtype" + last;
  return warnUserOnce(text, &said);
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
  if (!warnOfOldSpelling(*old, call.group))
    throw PendingError{};
  return true;
}

}  // namespace janus
