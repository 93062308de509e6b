#include "Support/AtomicFile.h"
#include "Support/LargeStack.h"
#include "Support/Subprocess.h"
#include "Support/Timer.h"

#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace janus {
namespace {

using State = SubprocessResult::State;
using namespace std::chrono_literals;

TEST(Subprocess, GivesOutputErrorsAndStatus) {
  SubprocessResult result = runSubprocess({"sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_EQ(result.state, State::Exited);
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.out, "out\n");
  EXPECT_EQ(result.err, "err\n");
  EXPECT_EQ(result.describe(), "exited with status 3");
}

TEST(Subprocess, ArgumentsAreNoShellText) {
  SubprocessResult result = runSubprocess({"printf", "%s|%s", "a b", "$(touch x); *"});
  EXPECT_EQ(result.out, "a b|$(touch x); *");
}

TEST(Subprocess, FeedsInputAndDrainsMuchOutput) {
  std::string big(1 << 20, 'x');
  SubprocessResult result = runSubprocess({"cat"}, {.input = big});
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.out, big);
}

TEST(Subprocess, SurvivesAChildThatDoesNotReadItsInput) {
  SubprocessResult result = runSubprocess({"true"}, {.input = std::string(1 << 20, 'x')});
  EXPECT_TRUE(result.ok());
}

TEST(Subprocess, TellsSignalsTimeoutsAndMissingPrograms) {
  EXPECT_EQ(runSubprocess({"sh", "-c", "kill -9 $$"}).describe(), "was killed by signal 9");
  SubprocessResult late = runSubprocess({"sh", "-c", "sleep 60 & sleep 60"}, {.timeout = 50ms});
  EXPECT_EQ(late.state, State::TimedOut);
  SubprocessResult none = runSubprocess({"no-such-program-here"});
  EXPECT_EQ(none.state, State::NotStarted);
  EXPECT_EQ(none.describe(), "could not be started: No such file or directory");
}

TEST(Subprocess, MergesErrorsAndChangesFolder) {
  SubprocessResult result =
      runSubprocess({"sh", "-c", "pwd >&2"}, {.workingDirectory = "/", .mergeOutput = true});
  EXPECT_EQ(result.out, "/\n");
}

TEST(Subprocess, FindsPrograms) {
  EXPECT_TRUE(findProgram("sh").has_value());
  EXPECT_FALSE(findProgram("no-such-program-here").has_value());
  EXPECT_FALSE(findProgram("").has_value());
}

class AtomicFileTest : public ::testing::Test {
protected:
  AtomicFileTest() {
    char pattern[] = "/tmp/janus-atomic-XXXXXX";
    folder = ::mkdtemp(pattern);
  }
  ~AtomicFileTest() override { std::filesystem::remove_all(folder); }

  static std::string contents(const std::string &path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  size_t entries() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
  }

  std::string folder;
};

TEST_F(AtomicFileTest, AppearsWithCommit) {
  std::string path = folder + "/out";
  llvm::Expected<AtomicFile> file = AtomicFile::create(path);
  ASSERT_TRUE(bool(file));
  ASSERT_FALSE(bool(file->write("hello")));
  EXPECT_FALSE(std::filesystem::exists(path));
  ASSERT_FALSE(bool(file->commit()));
  EXPECT_EQ(contents(path), "hello");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(AtomicFileTest, DroppedLeavesTheOldContent) {
  std::string path = folder + "/out";
  std::ofstream(path) << "old";
  {
    llvm::Expected<AtomicFile> file = AtomicFile::create(path);
    ASSERT_TRUE(bool(file));
    ASSERT_FALSE(bool(file->write("new")));
  }
  EXPECT_EQ(contents(path), "old");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(AtomicFileTest, AProgramMayWriteTheTemporary) {
  llvm::Expected<AtomicFile> file = AtomicFile::create(folder + "/out");
  ASSERT_TRUE(bool(file));
  std::filesystem::remove(file->temporaryPath());
  std::ofstream(file->temporaryPath()) << "linked";
  ASSERT_FALSE(bool(file->commit()));
  EXPECT_EQ(contents(folder + "/out"), "linked");
}

TEST_F(AtomicFileTest, ReplacesTheTargetOfALink) {
  std::ofstream(folder + "/target") << "old";
  std::filesystem::create_symlink("target", folder + "/link");
  ASSERT_FALSE(bool(writeFileAtomically(folder + "/link", "new")));
  EXPECT_TRUE(std::filesystem::is_symlink(folder + "/link"));
  EXPECT_EQ(contents(folder + "/target"), "new");
}

TEST_F(AtomicFileTest, WritesThroughToDevices) {
  ASSERT_FALSE(bool(writeFileAtomically("/dev/null", "x")));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST_F(AtomicFileTest, SaysWhyItCannot) {
  EXPECT_EQ(llvm::toString(writeFileAtomically(folder, "x")),
            "cannot write `" + folder + "`: Is a directory");
  EXPECT_EQ(llvm::toString(writeFileAtomically(folder + "/no/out", "x")),
            "cannot write `" + folder + "/no/out`: No such file or directory");
}

TEST(LargeStack, HoldsDeepRecursion) {
  struct Deep {
    static int down(int n) {
      volatile char frame[4096];
      frame[0] = static_cast<char>(n);
      return n == 0 ? frame[0] : down(n - 1) + 1;
    }
  };
  int depth = 0;
  EXPECT_TRUE(runOnLargeStack([&] { depth = Deep::down(20000); }));
  EXPECT_EQ(depth, 20000);
}

TEST(Timer, AddsUpPhasesOfOneName) {
  Timer timer;
  for (int i = 0; i < 3; ++i) {
    Timer::Scope outer(timer, "parse");
    Timer::Scope inner(timer, "tokens");
  }
  ASSERT_EQ(timer.phases().size(), 2u);
  EXPECT_EQ(timer.phases()[0].count, 3u);
  EXPECT_EQ(timer.phases()[1].depth, 1u);
  EXPECT_LE(timer.phases()[1].wallSeconds, timer.total());
  std::string text;
  llvm::raw_string_ostream out(text);
  timer.print(out);
  EXPECT_NE(out.str().find("parse (3 times)"), std::string::npos);
}

}  // namespace
}  // namespace janus
