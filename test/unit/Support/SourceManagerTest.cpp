#include "Support/SourceManager.h"

#include "Support/Diagnostics.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace janus {
namespace {

TEST(SourceManager, LinesEndWithLfCrlfAndCr) {
  SourceManager sources;
  FileId file = sources.addBuffer("a", "one\ntwo\r\nthree\rfour");
  EXPECT_EQ(sources.lineCount(file), 4u);
  EXPECT_EQ(sources.lineText(file, 1), "one");
  EXPECT_EQ(sources.lineText(file, 2), "two");
  EXPECT_EQ(sources.lineText(file, 3), "three");
  EXPECT_EQ(sources.lineText(file, 4), "four");
  EXPECT_EQ(sources.lineText(file, 5), "");
  EXPECT_EQ(sources.lineBegin(file, 3), 9u);
}

TEST(SourceManager, ColumnsCountCharacters) {
  SourceManager sources;
  FileId file = sources.addBuffer("a", "é = x\n日本 = y");
  EXPECT_EQ(sources.lineColumn(file, 0), (LineColumn{1, 1}));
  EXPECT_EQ(sources.lineColumn(file, 2), (LineColumn{1, 2}));
  EXPECT_EQ(sources.lineColumn(file, 5), (LineColumn{1, 5}));
  EXPECT_EQ(sources.lineColumn(file, 14), (LineColumn{2, 4}));
  EXPECT_EQ(sources.lineColumn(file, 1000), (LineColumn{2, 7})) << "past the end is the end";
}

TEST(SourceManager, EmptyFileHasOneLine) {
  SourceManager sources;
  FileId file = sources.addBuffer("a", "");
  EXPECT_EQ(sources.lineCount(file), 1u);
  EXPECT_EQ(sources.lineColumn(file, 0), (LineColumn{1, 1}));
}

class LoadTest : public ::testing::Test {
protected:
  LoadTest() {
    char pattern[] = "/tmp/janus-sources-XXXXXX";
    folder = ::mkdtemp(pattern);
  }
  ~LoadTest() override {
    (void)std::system(("chmod -R u+rw " + folder + "; rm -r " + folder).c_str());
  }

  std::string failure(const std::string &path) {
    EXPECT_FALSE(sources.load(path, diag).has_value());
    return diag.diagnostics().back().message;
  }

  std::string folder;
  SourceManager sources;
  DiagnosticEngine diag{sources};
};

TEST_F(LoadTest, ReadsWhatIsThere) {
  std::string path = folder + "/a.py";
  std::ofstream(path) << "x = 1\n";
  std::optional<FileId> file = sources.load(path, diag);
  ASSERT_TRUE(file);
  EXPECT_EQ(sources.text(*file), "x = 1\n");
  EXPECT_EQ(sources.name(*file), path);
}

TEST_F(LoadTest, SaysWhyItCannot) {
  EXPECT_EQ(failure(folder + "/none.py"),
            "cannot read `" + folder + "/none.py`: No such file or directory");
  EXPECT_EQ(failure(folder), "cannot read `" + folder + "`: it is a directory");
  if (::geteuid() != 0) {
    std::string secret = folder + "/secret.py";
    std::ofstream(secret) << "x";
    ::chmod(secret.c_str(), 0);
    EXPECT_EQ(failure(secret), "cannot read `" + secret + "`: Permission denied");
  }
}

}  // namespace
}  // namespace janus
