// A process that the program knows nothing of.
#include "speculate/OutsideProcess.h"

#include <chrono>
#include <errno.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <thread>

namespace janus::test {
namespace {

using namespace std::chrono_literals;

TEST(OutsideProcess, IsNoChild) {
  char folder[] = "/tmp/outside-XXXXXX";
  ASSERT_TRUE(mkdtemp(folder));
  std::ofstream(std::string(folder) + "/from") << "text";
  ASSERT_TRUE(speculate::startOutside({"/bin/cp", "from", "to"}, folder, {}));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  for (int i = 0; i < 500 && !std::filesystem::exists(std::string(folder) + "/to"); ++i)
    std::this_thread::sleep_for(20ms);
  EXPECT_TRUE(std::filesystem::exists(std::string(folder) + "/to"));
  std::filesystem::remove_all(folder);
}

TEST(OutsideProcess, OfWhatIsNotThereNoneIsStarted) {
  EXPECT_FALSE(speculate::startOutside({"/nonexistent/program"}, "/", {}));
  EXPECT_FALSE(speculate::startOutside({"/bin/true"}, "/nonexistent", {}));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

}  // namespace
}  // namespace janus::test
