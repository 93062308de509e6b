// The interpreter in a process of its own: started with an argument vector, watched, and ended with
// us.
#include "bridge/Memory.h"
#include "bridge/Server.h"
#include "bridge/Socket.h"

#include "janus/contract/Environment.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <semaphore>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace janus::bridge {
namespace {

constexpr double kStartSeconds = 20, kEndSeconds = 5;
constexpr int kTooOld = 97;  // exit status of a Python that is too old for the server script

// Reads the script from a descriptor: it is too long for an argument. Any Python can read this.
constexpr const char *kBootstrap =
    "import sys\n"
    "if sys.version_info < (3, 9) or sys.implementation.name != 'cpython': sys.exit(97)\n"
    "import os\n"
    "with os.fdopen(int(sys.argv[1]), 'rb') as f: text = f.read()\n"
    "exec(compile(text, '<janus_bridge>', 'exec'), {'__name__': 'janus_bridge'})\n";

class Descriptor {
public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() { reset(); }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }
  void reset(int fd = -1) {
    if (fd_ >= 0)
      close(fd_);
    fd_ = fd;
  }

private:
  int fd_;
};

std::string systemText(const char *what) {
  return std::string(what) + ": " + strerror(errno);
}

// Seconds that Python may take to answer; 0: any.
double answerSeconds() {
  static const double seconds =
      environmentNumber("JANUS_PYTHON_TIMEOUT", 0, "a number of seconds").value_or(0);
  return seconds;
}

// The script in memory, ready to be read.
int scriptDescriptor() {
  int fd = memfd_create("janus bridge", MFD_CLOEXEC);
  std::string text = serverScript(ServerSide::Process);
  for (size_t at = 0; fd >= 0 && at < text.size();) {
    ssize_t n = write(fd, text.data() + at, text.size() - at);
    if (n <= 0) {
      close(fd);
      return -1;
    }
    at += static_cast<size_t>(n);
  }
  if (fd >= 0)
    lseek(fd, 0, SEEK_SET);
  return fd;
}

class PythonProcess final : public Transport {
public:
  ~PythonProcess() override {
    end();
    if (parent_.joinable() && getpid() == starter_) {
      over_.release();
      parent_.join();
    } else if (parent_.joinable()) {
      parent_.detach();
    }
  }
  bool start(std::string *why);

  std::unique_ptr<Memory> makeMemory() const override { return makeMemoryFiles(); }
  bool send(const Frame &frame) override { return check(sendFrame(socket_.get(), frame)); }
  bool receive(Frame *frame) override {
    return check(receiveFrame(socket_.get(), &patience_, frame)) && !hasFailed(*frame);
  }

private:
  bool check(SocketStatus status);
  // The server script says goodbye when it fails itself.
  bool hasFailed(const Frame &frame);
  bool greet(std::string *why);
  // How the process ended, waiting at most so long for it: "was killed by signal 9".
  std::string waitForEnd(double seconds, bool *ended);
  void kill();
  void end();

  pid_t pid_ = -1;
  pid_t starter_ = -1;  // a copy of us made by fork() has no business with the process
  std::thread parent_;
  std::binary_semaphore over_{0};
  Descriptor socket_;
  Patience patience_;
  int status_ = 0;
  std::string name_;
};

bool PythonProcess::start(std::string *why) {
  const char *given = getenv("JANUS_PYTHON");
  name_ = given && *given ? given : "python3";
  patience_.seconds = answerSeconds();
  int pair[2], errors[2];
  Descriptor script(scriptDescriptor());
  if (script.get() < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
    *why = systemText("cannot make a channel to Python");
    return false;
  }
  socket_.reset(pair[0]);
  Descriptor theirs(pair[1]);
  if (pipe2(errors, O_CLOEXEC) != 0) {
    *why = systemText("cannot make a channel to Python");
    return false;
  }
  Descriptor failed(errors[0]), failing(errors[1]);

  std::string scriptText = std::to_string(script.get()), channelText = std::to_string(theirs.get());
  const char *arguments[] = {name_.c_str(),       "-c",   kBootstrap, scriptText.c_str(),
                             channelText.c_str(), nullptr};
  starter_ = getpid();
  // PR_SET_PDEATHSIG means the end of the thread that forks. The one that needs Python may end long
  // before the process does, so another one forks, and waits.
  std::binary_semaphore forked(0);
  parent_ = std::thread([&] {
    pid_t pid = fork();
    if (pid == 0) {
      // Only what is safe after fork(): other threads hold locks for ever.
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != starter_)
        _exit(1);
      sigset_t none;
      sigemptyset(&none);
      sigprocmask(SIG_SETMASK, &none, nullptr);
      signal(SIGPIPE, SIG_DFL);
      fcntl(script.get(), F_SETFD, 0);
      fcntl(theirs.get(), F_SETFD, 0);
      execvp(arguments[0], const_cast<char *const *>(arguments));
      int error = errno;
      _exit(write(failing.get(), &error, sizeof(error)) < 0 ? 126 : 127);
    }
    pid_ = pid;
    std::binary_semaphore &over = over_;
    forked.release();
    over.acquire();
  });
  forked.acquire();
  if (pid_ < 0) {
    *why = systemText("cannot start Python");
    return false;
  }
  failing.reset();
  theirs.reset();
  int error;
  ssize_t n;
  do
    n = read(failed.get(), &error, sizeof(error));
  while (n < 0 && errno == EINTR);
  if (n == sizeof(error)) {
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
    *why = "cannot start `" + name_ + "`: " + strerror(error);
    return false;
  }
  return greet(why);
}

bool PythonProcess::greet(std::string *why) {
  Frame hello;
  Patience forStart = {patience_.seconds > 0 ? patience_.seconds : kStartSeconds, false};
  SocketStatus status = receiveFrame(socket_.get(), &forStart, &hello);
  if (status == SocketStatus::Ok && hello.kind == FrameKind::Hello)
    return true;
  if (status == SocketStatus::Closed) {
    bool ended;
    std::string how = waitForEnd(kEndSeconds, &ended);
    *why = ended && WIFEXITED(status_) && WEXITSTATUS(status_) == kTooOld
               ? "`" + name_ + "` is not CPython 3.9 or newer"
               : "`" + name_ + "` did not start: it " + how;
  } else {
    *why = "`" + name_ + "` does not answer as Python would";
  }
  kill();
  return false;
}

bool PythonProcess::check(SocketStatus status) {
  switch (status) {
  case SocketStatus::Ok: return true;
  case SocketStatus::Closed: {
    bool ended;
    std::string how = waitForEnd(1, &ended);
    kill();
    return fail("the Python process " + how);
  }
  case SocketStatus::TimedOut: {
    kill();
    char text[32];
    snprintf(text, sizeof(text), "%g", patience_.seconds);
    return fail(std::string("the Python process did not answer within ") + text +
                " s (JANUS_PYTHON_TIMEOUT) and was ended");
  }
  case SocketStatus::Garbage:
    kill();
    return fail("the Python process wrote what is not the bridge's protocol and was ended");
  case SocketStatus::TooLarge:
    kill();
    return fail("more than the bridge carries at once (1 GiB, 200 new storages) was to cross; the "
                "Python process was ended");
  case SocketStatus::Failed: break;
  }
  std::string text = systemText("the channel to the Python process failed");
  kill();
  return fail(text);
}

bool PythonProcess::hasFailed(const Frame &frame) {
  if (frame.kind != FrameKind::Bye)
    return false;
  kill();
  fail("the bridge failed in the Python process, which was ended: " + frame.payload);
  return true;
}

std::string PythonProcess::waitForEnd(double seconds, bool *ended) {
  *ended = false;
  for (int i = 0; pid_ > 0 && i <= static_cast<int>(seconds * 1000); ++i) {
    pid_t done = waitpid(pid_, &status_, WNOHANG);
    if (done == pid_) {
      pid_ = -1;
      *ended = true;
      if (WIFSIGNALED(status_))
        return "was killed by signal " + std::to_string(WTERMSIG(status_));
      return "ended with status " + std::to_string(WEXITSTATUS(status_));
    }
    timespec pause = {0, 1000000};
    nanosleep(&pause, nullptr);
  }
  return "closed its channel";
}

void PythonProcess::kill() {
  if (pid_ > 0 && getpid() == starter_) {
    ::kill(pid_, SIGKILL);
    while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
    }
  }
  pid_ = -1;
  socket_.reset();
}

// Lets Python run its exit functions and flush its files.
void PythonProcess::end() {
  if (pid_ > 0 && getpid() == starter_) {
    Frame bye;
    bye.kind = FrameKind::Bye;
    bool ended = false;
    if (sendFrame(socket_.get(), bye) == SocketStatus::Ok)
      waitForEnd(kEndSeconds, &ended);
  }
  kill();
}

static_assert(kTooOld == 97, "kBootstrap says it, too");

}  // namespace

std::unique_ptr<Transport> startPythonProcess(std::string *why) {
  auto process = std::make_unique<PythonProcess>();
  if (!process->start(why))
    return nullptr;
  return process;
}

}  // namespace janus::bridge
