#include "speculate/TierUp.h"

#include "janus/contract/Environment.h"
#include "kernels/cpu/Cpu.h"
#include "speculate/Log.h"
#include "speculate/OutsideProcess.h"
#include "speculate/VersionsFile.h"
#include "value/error/Trace.h"

#include <filesystem>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

extern char **environ;

namespace janus::speculate {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLookEvery{10};
// A compilation begins when nothing new was seen for so long, or something for the other time.
constexpr milliseconds kQuiet{500}, kLongest{5'000};
constexpr milliseconds kMostCompiling{600'000};
// Compiling again is no help to a program that each compilation shows to be another one. They begin
// at growing distances.
constexpr uint32_t kMostCompilations = 6;

bool isThere(const std::string &path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0;
}

// All but what would make the compiler write where the program does.
std::vector<std::string> compilerEnvironment() {
  std::vector<std::string> out;
  for (char **each = environ; each && *each; ++each)
    if (std::string_view text = *each;
        text.substr(0, 12) != "JANUS_TRACE=" && text.substr(0, 14) != "JANUS_TIER_UP=")
      out.emplace_back(text);
  return out;
}

void say(const std::string &what) {
  if (traceFile) {
    std::string arguments = "\"what\": ";
    TraceFile::appendText(arguments, what);
    traceFile->instant("tier-up", "tier-up", arguments);
  }
  if (logOptions().guards)
    fprintf(stderr, "janus: tier-up: %s\n", what.c_str());
}

constexpr std::initializer_list<const char *> kChoices = {"0", "now"};

// Of files beside the profile, from which janusc lets later runs begin (tools/janusc/Run): versions
// of what was seen until some moment, and those of all that the profile has.
constexpr const char *kEarlier = ".tier-up.so", *kComplete = ".versions.so";

}  // namespace

bool isTierUpWanted() {
  return environmentChoice("JANUS_TIER_UP", kChoices) != 0;
}

TierUp::TierUp(const jn_tier_up_def &def, const std::string &profile,
               std::function<bool(const std::string &)> writeProfile)
    : def_(def), kept_(profile.substr(0, profile.rfind('.'))),
      writeProfile_(std::move(writeProfile)), process_(getpid()),
      isAtOnce_(environmentChoice("JANUS_TIER_UP", kChoices) == 1) {}

// Seconds after what was seen first, or at once, when a test wants to know what versions do.
bool TierUp::isTime(uint64_t news, Clock::time_point now) {
  if (news != news_) {
    if (news_ == compiledNews_)
      firstNewsAt_ = now;
    news_ = news;
    newsAt_ = now;
  }
  return isAtOnce_ ||
         (now >= notBefore_ && (now - newsAt_ >= kQuiet || now - firstNewsAt_ >= kLongest));
}

// Only its owner can put code there.
bool TierUp::makeFolder() {
  const char *temporary = environmentText("TMPDIR");
  for (const std::string &place :
       {kept_.substr(0, kept_.rfind('/')), std::string(temporary ? temporary : "/tmp")}) {
    std::string name = place + "/tier-up-XXXXXX";
    if (place.substr(0, 1) == "/" && mkdtemp(name.data())) {
      folder_ = name;
      return true;
    }
  }
  return false;
}

void TierUp::start(uint64_t news, Clock::time_point now) {
  compiledNews_ = news;
  startedAt_ = now;
  ++started_;
  std::vector<std::string> words;
  for (const char *const *each = def_.command; *each; ++each)
    words.emplace_back(*each);
  if (!makeFolder()) {
    state_ = State::Closed;
    return say("there is no folder for it");
  }
  words.insert(words.begin() + 1,
               {"--tier-up=" + folder_, "--tier-up-of=" + std::to_string(process_),
                "--tier-up-round=" + std::to_string(started_),
                "--tier-up-level=" + std::to_string(static_cast<int>(cpuLevel()))});
  if (writeProfile_(folder_ + "/profile.json"))
    compiler_ = OutsideProcess::start(words, def_.folder, compilerEnvironment());
  if (!compiler_) {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
    state_ = State::Closed;
    return say("the compiler cannot be started");
  }
  state_ = State::Compiling;
  say("compiling");
}

// The compiler removes the folder when it has failed, or when its versions were taken; one that was
// killed may have left it.
const jn_versions_def *TierUp::fetch(Clock::time_point now) {
  std::string file = folder_ + "/versions.so", why;
  bool hasEnded = compiler_->hasEnded();  // looked at first: the file may be its last deed
  if (!isThere(file)) {
    if (!hasEnded && isThere(folder_) && now - startedAt_ < kMostCompiling)
      return nullptr;
    say("the compiler has made nothing");
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
    ended(now);
    return nullptr;
  }
  const jn_versions_def *made = loadVersions(file, def_.program, &why);
  areKept_ = made && !kept_.empty() && rename(file.c_str(), (kept_ + kEarlier).c_str()) == 0;
  if (!areKept_)
    unlink(file.c_str());
  say(made ? "versions of " + std::to_string(made->root_count) + " roots" : why);
  ended(now);
  return made;
}

void TierUp::ended(Clock::time_point now) {
  compiler_.reset();
  state_ = started_ < kMostCompilations ? State::Watching : State::Closed;
  notBefore_ = now + (now - startedAt_) * (1 << started_);
}

void TierUp::end(uint64_t news) const {
  if (areKept_ && state_ != State::Compiling && news == compiledNews_ && getpid() == process_)
    rename((kept_ + kEarlier).c_str(), (kept_ + kComplete).c_str());
}

const jn_versions_def *TierUp::look(uint64_t news) {
  if (state_ == State::Closed || (state_ == State::Watching && news == compiledNews_))
    return nullptr;
  Clock::time_point now = Clock::now();
  if (now < nextLook_ && !isAtOnce_)
    return nullptr;
  nextLook_ = now + kLookEvery;
  if (getpid() != process_) {
    state_ = State::Closed;
    return nullptr;
  }
  if (state_ == State::Watching && isTime(news, now))
    start(news, now);
  const jn_versions_def *made = nullptr;
  if (state_ == State::Compiling)
    made = fetch(now);
  while (isAtOnce_ && state_ == State::Compiling) {
    std::this_thread::sleep_for(kLookEvery);
    made = fetch(Clock::now());
  }
  return made;
}

}  // namespace janus::speculate
