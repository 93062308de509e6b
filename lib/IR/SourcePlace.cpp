#include "IR/SourcePlace.h"

#include "llvm/ADT/StringExtras.h"

namespace janus::ir {

std::string SourcePlace::callsText() const {
  return llvm::join(calls, " < ");
}

std::string SourcePlace::text() const {
  return what + (line.empty() ? "" : " (" + line + ")") + (calls.empty() ? "" : " < ") +
         callsText();
}

SourcePlace placeOfGuard(const Function &function, OpId guard) {
  const bool hasLine = function.attribute(guard, "line");
  return {function.stringAttribute(guard, "name").str(),
          hasLine ? function.stringAttribute(guard, "line").str() : "",
          function.stringsAttribute(guard, "calls").vec()};
}

std::vector<NamedAttribute> guardAttributes(llvm::StringRef kind, const SourcePlace &place) {
  std::vector<NamedAttribute> attributes = {{"kind", kind.str()}, {"name", place.what}};
  if (!place.line.empty())
    attributes.push_back({"line", place.line});
  if (!place.calls.empty())
    attributes.push_back({"calls", place.calls});
  return attributes;
}

}  // namespace janus::ir
