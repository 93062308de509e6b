// A process that the program knows nothing of.
#include "speculate/OutsideProcess.h"

#include <chrono>
#include <errno.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>

namespace janus::test {
namespace {

using namespace std::chrono_literals;
using speculate::OutsideProcess;

TEST(OutsideProcess, IsNoChild) {
  char folder[] = "/tmp/outside-XXXXXX";
  ASSERT_TRUE(mkdtemp(folder));
  std::ofstream(std::string(folder) + "/from") << "text";
  ASSERT_TRUE(OutsideProcess::start({"/bin/cp", "from", "to"}, folder, {}));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  for (int i = 0; i < 500 && !std::filesystem::exists(std::string(folder) + "/to"); ++i)
    std::this_thread::sleep_for(20ms);
  EXPECT_TRUE(std::filesystem::exists(std::string(folder) + "/to"));
  std::filesystem::remove_all(folder);
}

TEST(OutsideProcess, TellsOfItsEnd) {
  char folder[] = "/tmp/outside-XXXXXX";
  ASSERT_TRUE(mkdtemp(folder));
  std::string pipe = std::string(folder) + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  auto process = OutsideProcess::start({"/bin/cat", "pipe"}, folder, {});
  ASSERT_TRUE(process);
  EXPECT_FALSE(process->hasEnded());
  std::ofstream(pipe) << "text";
  for (int i = 0; i < 500 && !process->hasEnded(); ++i)
    std::this_thread::sleep_for(20ms);
  EXPECT_TRUE(process->hasEnded());
  std::filesystem::remove_all(folder);
}

TEST(OutsideProcess, OfWhatIsNotThereNoneIsStarted) {
  EXPECT_FALSE(OutsideProcess::start({"/nonexistent/program"}, "/", {}));
  EXPECT_FALSE(OutsideProcess::start({"/bin/true"}, "/nonexistent", {}));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

}  // namespace
}  // namespace janus::test
