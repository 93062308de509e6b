// A trace is valid JSON after each write, goes on where another process began it, and survives
// names of any kind.
#include "janus/contract/TraceFile.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

using janus::TraceFile;

namespace {

class TraceFileTest : public testing::Test {
protected:
  void SetUp() override { path_ = testing::TempDir() + "trace." + std::to_string(getpid()); }
  void TearDown() override { unlink(path_.c_str()); }

  std::string text() const {
    std::ifstream file(path_);
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
  }
  size_t count(const std::string &what) const {
    size_t found = 0, at = 0;
    for (std::string all = text(); (at = all.find(what, at)) != all.npos; ++at)
      ++found;
    return found;
  }
  // One array of objects, by brackets outside of texts.
  bool isClosed() const {
    int depth = 0;
    bool quoted = false;
    std::string all = text();
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i] == '"')
        quoted = !quoted;
      else if (quoted)
        i += all[i] == '\\';
      else if (all[i] == '[' || all[i] == '{')
        ++depth;
      else if (all[i] == ']' || all[i] == '}')
        --depth;
    }
    return depth == 0 && !quoted && !all.empty() && all.substr(all.size() - 3) == "\n]\n";
  }

  std::string path_;
};

TEST_F(TraceFileTest, ClosedAfterEachWrite) {
  TraceFile file;
  ASSERT_TRUE(file.open(path_.c_str(), false));
  for (int i = 0; i < 5; ++i) {
    file.span("a \"quoted\\ name\n", "test", 1000, 2500, "\"n\": 1");
    file.instant("b", "test");
    file.flush();
    EXPECT_TRUE(isClosed()) << text();
    EXPECT_EQ(count("\"ph\": \"X\""), size_t(i + 1));
  }
  EXPECT_EQ(count("\"dur\": 1.500"), 5u);
}

TEST_F(TraceFileTest, GoesOn) {
  for (int run = 0; run < 3; ++run) {
    TraceFile file;
    ASSERT_TRUE(file.open(path_.c_str(), run != 0));
    file.instant("event", "test");
  }
  EXPECT_TRUE(isClosed()) << text();
  EXPECT_EQ(count("event"), 3u);
  TraceFile other;
  ASSERT_TRUE(other.open(path_.c_str(), false));
  EXPECT_EQ(text(), "[\n]\n");
}

TEST_F(TraceFileTest, ManyEvents) {
  TraceFile file;
  ASSERT_TRUE(file.open(path_.c_str(), false));
  constexpr size_t kEvents = 5000;  // more than are kept
  for (size_t i = 0; i < kEvents; ++i) {
    file.instant("event", "test");
    if (i % 1000 == 999) {
      EXPECT_TRUE(isClosed());
    }
  }
  file.flush();
  EXPECT_EQ(count("\"event\""), kEvents);
  EXPECT_TRUE(isClosed());
}

TEST_F(TraceFileTest, NowhereToWrite) {
  TraceFile file;
  EXPECT_FALSE(file.open("/nowhere/trace", false));
  TraceFile full;
  if (full.open("/dev/full", true)) {
    full.instant("event", "test");
    full.flush();
    full.instant("event", "test");
    full.flush();
  }
}

}  // namespace
