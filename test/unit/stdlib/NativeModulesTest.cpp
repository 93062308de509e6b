// The table that compiler and runtime share says what the modules call themselves.
#include "value/call/Modules.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace janus {

extern const NativeModuleDef *const nativeModules[];

TEST(NativeModules, HaveTheNamesOfTheirRows) {
  const std::vector<std::string> names = {
#define JANUS_NATIVE_MODULE(symbol, name) name,
#include "janus/contract/NativeModules.def"
  };
  size_t count = 0;
  for (const NativeModuleDef *const *each = nativeModules; *each; ++each, ++count) {
    ASSERT_LT(count, names.size());
    EXPECT_EQ((*each)->name, names[count]);
  }
  EXPECT_EQ(count, names.size());
}

TEST(NativeModules, OfTheObjectModelHaveTheNamesOfTheirRows) {
#define JANUS_OBJECT_MODULE(symbol, dotted) EXPECT_STREQ(symbol##Module.name, dotted);
#include "janus/contract/NativeModules.def"
}

}  // namespace janus
