#include "IR/OperandCounts.h"

#include "IR/ViewMade.h"

#include <set>

namespace janus::ir {
std::vector<std::string> countProblems(const Function &function, OpId id) {
  const Op &op = function.op(id);
  std::vector<std::string> problems;
  auto expect = [&](bool holds, const char *what) {
    if (!holds)
      problems.push_back(what);
  };
  size_t count = op.operands.size();
  switch (op.opcode) {
  case Opcode::PyCall:
  case Opcode::PyCallMethod: {
    size_t named =
        function.attribute(id, "kwnames") ? function.stringsAttribute(id, "kwnames").size() : 0;
    expect(count >= 1 + named, "takes a callee or receiver, and a value for each name");
    break;
  }
  case Opcode::HeapTensor: {
    std::vector<std::string> given = function.stringsAttribute(id, "parts");
    std::set<std::string> parts;
    for (const std::string &part : given)
      expect(part == "end" || ((part == "gradient" || part == "base" || part == "version") &&
                               parts.insert(part).second),
             "has parts other than one `gradient`, `base` and `version`, and `end`");
    expect(count == 1 + given.size(), "takes contents, and a value for each part");
    llvm::StringRef made =
        function.attribute(id, "made") ? function.stringAttribute(id, "made") : "";
    bool isData = made == viewMade(ViewMade::Data).name;
    expect(parts.count("base") ? viewMadeNamed(made) && !isData
                               : made.empty() || (isData && !parts.count("version")),
           "is no view of a base, made in one of the ways there are");
    break;
  }
  case Opcode::HeapInstance:
    expect(count >= 1 + function.stringsAttribute(id, "names").size(),
           "takes a class, and a value for each name");
    break;
  case Opcode::StorageCommit:
    expect(count == 1 || count == 2, "takes contents and perhaps the number of writes");
    break;
  case Opcode::PyDict: expect(count % 2 == 0, "takes keys and values in turn"); break;
  case Opcode::PyFormat: {
    expect(count == 1 || count == 2, "takes a value and perhaps a specification");
    llvm::StringRef conversion = function.stringAttribute(id, "conversion");
    expect(conversion.empty() || conversion == "s" || conversion == "r" || conversion == "a",
           "has an unknown conversion");
    break;
  }
  case Opcode::PyUnpack: {
    int64_t before = function.intAttribute(id, "before"),
            after = function.intAttribute(id, "after");
    int64_t most = static_cast<int64_t>(op.results.size());
    bool fits = before >= 0 && after >= 0 && before <= most && after <= most;
    expect(fits && before + after + function.boolAttribute(id, "star") == most,
           "has another number of results than it takes the value apart into");
    break;
  }
  default: break;
  }
  return problems;
}

}  // namespace janus::ir
