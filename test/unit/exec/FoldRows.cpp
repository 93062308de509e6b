// Rows that reduce within loops (`Sum of ...`): Steps.cpp compares loops and kernels on
// Inputs/folds.ir, so each must be there.
#include "Inputs/OpcodeText.h"

#include "janus/contract/Schema.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace janus::test {
namespace {

TEST(FoldRows, EachIsInTheGraphThatIsCompared) {
  std::ostringstream text;
  for (const char *name : {"folds.ir", "folds_eager.ir"})
    text << std::ifstream(std::string(JANUS_SOURCE_DIR "/test/unit/exec/Inputs/") + name).rdbuf();
  const std::string graphs = text.str();
  size_t rows = 0;
  for (size_t i = 0; i < kOpCount; ++i) {
    const OpRow &each = row(static_cast<TensorOp>(i));
    if (each.element.find(" of ") == std::string_view::npos)
      continue;
    ++rows;
    size_t first = graphs.find(" = " + opcodeText(each.id) + " ");
    EXPECT_NE(first, std::string::npos)
        << each.id << ": add it to Inputs/folds.ir and folds_eager.ir";
  }
  EXPECT_GE(rows, 12u);
}

}  // namespace
}  // namespace janus::test
