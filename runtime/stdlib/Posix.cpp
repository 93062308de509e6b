// The module _posix: system calls on files, folders, processes and the environment. Paths come in
// as str, bytes or os.PathLike.
#include "value/bytes/Bytes.h"
#include "value/call/Modules.h"
#include "value/call/Process.h"
#include "value/call/RuntimeLock.h"
#include "value/container/Sequence.h"
#include "value/file/Streams.h"
#include "value/object/Foreign.h"
#include "value/text/Str.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace janus {
namespace {

// A path argument as bytes; false with the error raised.
bool pathArgument(Value v, std::string *out) {
  Ref path(pathOf(v));
  if (path.failed())
    return false;
  *out = pathBytes(path.get());
  if (out->find('\0') == out->npos)
    return true;
  raise(jn_exc_ValueError, "embedded null byte");
  return false;
}
// Errors name files by their text, also where an object stood for it.
Value shownPath(Value path) {
  bool isObject = path.tag == JN_OBJECT && !isStr(path) && !isInt(path) &&
                  lookupInType(typeOf(path), JN_NAME("__fspath__")).tag != JN_UNBOUND;
  return isObject ? pathOf(path) : jn_own(path);
}
Value fail(Value path) {
  int number = errno;
  Ref shown(shownPath(path));
  return shown.failed() ? jn_error() : raiseOsError(number, shown.get());
}
Value answer(int status, Value path = jn_none()) {
  return status < 0 ? fail(path) : jn_none();
}
// Names of files as Python sees them: bytes that are no UTF-8 become surrogate escapes.
Value nameOf(std::string_view bytes, bool asBytes) {
  return asBytes ? makeBytes(bytes) : makeStr(bytes);
}

template <int (*F)(const char *)>
Value pathFn(const Value *args, size_t, Value) {
  std::string path;
  return pathArgument(args[0], &path) ? answer(F(path.c_str()), args[0]) : jn_error();
}
template <int (*F)(const char *, const char *)>
Value twoPathsFn(const Value *args, size_t, Value) {
  std::string from, to;
  if (!pathArgument(args[0], &from) || !pathArgument(args[1], &to))
    return jn_error();
  if (F(from.c_str(), to.c_str()) == 0)
    return jn_none();
  int number = errno;
  Ref text(makeStr(strerror(number))), first(shownPath(args[0])), second(shownPath(args[1]));
  if (first.failed() || second.failed())
    return jn_error();
  Ref error(call(jn_obj(&jn_exc_OSError),
                 {jn_int(number), text.get(), first.get(), jn_none(), second.get()}));
  if (!error.failed())
    setError(error.release());
  return jn_error();
}

Value mkdirFn(const Value *args, size_t count, Value kwnames) {
  Value out[2];
  int64_t mode = 0777;
  std::string path;
  if (!parseArgs("mkdir", {"path", "mode"}, 1, 2, args, count, kwnames, out) ||
      !pathArgument(out[0], &path) || (given(out[1]) && !toInt64(out[1], &mode)))
    return jn_error();
  return answer(mkdir(path.c_str(), static_cast<mode_t>(mode)), out[0]);
}
Value chmodFn(const Value *args, size_t, Value) {
  int64_t mode;
  std::string path;
  if (!pathArgument(args[0], &path) || !toInt64(args[1], &mode))
    return jn_error();
  return answer(chmod(path.c_str(), static_cast<mode_t>(mode)), args[0]);
}
Value chownFn(const Value *args, size_t, Value) {
  int64_t user, group;
  std::string path;
  if (!pathArgument(args[0], &path) || !toInt64(args[1], &user) || !toInt64(args[2], &group))
    return jn_error();
  return answer(chown(path.c_str(), static_cast<uid_t>(user), static_cast<gid_t>(group)), args[0]);
}
Value accessFn(const Value *args, size_t, Value) {
  int64_t mode;
  std::string path;
  if (!pathArgument(args[0], &path) || !toInt64(args[1], &mode))
    return jn_error();
  return jn_bool(access(path.c_str(), static_cast<int>(mode)) == 0);
}
Value getcwdFn(const Value *, size_t, Value) {
  char path[PATH_MAX];
  return getcwd(path, sizeof path) ? makeStr(path) : fail(jn_none());
}
Value readlinkFn(const Value *args, size_t, Value) {
  char target[PATH_MAX];
  std::string path;
  if (!pathArgument(args[0], &path))
    return jn_error();
  ssize_t size = readlink(path.c_str(), target, sizeof target);
  return size < 0 ? fail(args[0]) : nameOf({target, static_cast<size_t>(size)}, isBytes(args[0]));
}
Value listdirFn(const Value *args, size_t count, Value) {
  std::string path = ".";
  Ref dot(makeStr("."));
  Value shown = count && args[0].tag != JN_NONE ? args[0] : dot.get();
  if (!pathArgument(shown, &path))
    return jn_error();
  DIR *folder = opendir(path.c_str());
  if (!folder)
    return fail(shown);
  Ref list(jn_obj(newList(0)));
  while (dirent *entry = readdir(folder))
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      listAppendOwned(list.as<jn_list>(), nameOf(entry->d_name, isBytes(shown)));
  closedir(folder);
  return list.release();
}

// ---- stat: mode, inode, device, links, uid, gid, size, times in whole seconds, in
// seconds, in nanoseconds, block size, blocks, device of a device file

Value statTuple(const struct stat &s) {
  auto seconds = [](const timespec &t) {
    return jn_float(static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9);
  };
  auto nanoseconds = [](const timespec &t) {
    return jn_int(t.tv_sec * int64_t(1000000000) + t.tv_nsec);
  };
  Value parts[] = {jn_int(s.st_mode),
                   makeUnsigned(s.st_ino),
                   jn_int(static_cast<int64_t>(s.st_dev)),
                   jn_int(static_cast<int64_t>(s.st_nlink)),
                   jn_int(s.st_uid),
                   jn_int(s.st_gid),
                   jn_int(s.st_size),
                   jn_int(s.st_atim.tv_sec),
                   jn_int(s.st_mtim.tv_sec),
                   jn_int(s.st_ctim.tv_sec),
                   seconds(s.st_atim),
                   seconds(s.st_mtim),
                   seconds(s.st_ctim),
                   nanoseconds(s.st_atim),
                   nanoseconds(s.st_mtim),
                   nanoseconds(s.st_ctim),
                   jn_int(s.st_blksize),
                   jn_int(s.st_blocks),
                   jn_int(static_cast<int64_t>(s.st_rdev))};
  return tupleOf(parts, std::size(parts));
}
template <bool Follow>
Value statFn(const Value *args, size_t, Value) {
  struct stat s;
  int64_t fd;
  std::string path;
  if (isInt(args[0])) {
    if (!toInt64(args[0], &fd))
      return jn_error();
    return fstat(static_cast<int>(fd), &s) < 0 ? fail(args[0]) : statTuple(s);
  }
  if (!pathArgument(args[0], &path))
    return jn_error();
  int status = Follow ? stat(path.c_str(), &s) : lstat(path.c_str(), &s);
  return status < 0 ? fail(args[0]) : statTuple(s);
}
Value utimeFn(const Value *args, size_t count, Value) {
  std::string path;
  timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
  if (!pathArgument(args[0], &path))
    return jn_error();
  if (count > 1 && args[1].tag != JN_NONE) {
    Ref pair(tupleFrom(args[1]));
    if (pair.failed())
      return jn_error();
    for (int i = 0; i < 2; ++i) {
      double seconds;
      if (pair.as<jn_tuple>()->size != 2 || !toDouble(pair.as<jn_tuple>()->items[i], &seconds))
        return hasError() ? jn_error()
                          : raise(jn_exc_TypeError, "utime: 'times' must be either a tuple of two "
                                                    "ints or None");
      times[i].tv_sec = static_cast<time_t>(seconds);
      times[i].tv_nsec = static_cast<long>((seconds - static_cast<double>(times[i].tv_sec)) * 1e9);
    }
  }
  return answer(utimensat(AT_FDCWD, path.c_str(), times, 0), args[0]);
}

// ---- descriptors

bool descriptor(Value v, int *out) {
  int64_t fd;
  if (!toInt64(v, &fd))
    return false;
  *out = static_cast<int>(fd);
  return true;
}
Value openFn(const Value *args, size_t count, Value kwnames) {
  Value out[3];
  int64_t flags, mode = 0777;
  std::string path;
  if (!parseArgs("open", {"path", "flags", "mode"}, 2, 3, args, count, kwnames, out) ||
      !pathArgument(out[0], &path) || !toInt64(out[1], &flags) ||
      (given(out[2]) && !toInt64(out[2], &mode)))
    return jn_error();
  int fd = open(path.c_str(), static_cast<int>(flags) | O_CLOEXEC, static_cast<mode_t>(mode));
  return fd < 0 ? fail(out[0]) : jn_int(fd);
}
Value closeFn(const Value *args, size_t, Value) {
  int fd;
  return descriptor(args[0], &fd) ? answer(close(fd)) : jn_error();
}
// A call of the system that may wait, while other threads run.
template <class F>
auto letting(F call) {
  decltype(call()) result;
  int why;
  {
    LockRelease others;
    result = call();
    why = errno;
  }
  errno = why;
  return result;
}

Value readFn(const Value *args, size_t, Value) {
  int fd;
  int64_t size;
  if (!descriptor(args[0], &fd) || !toInt64(args[1], &size))
    return jn_error();
  if (size < 0)
    return raiseOsError(EINVAL, jn_none());
  std::string bytes(size, 0);
  ssize_t got;
  while ((got = letting([&] { return read(fd, bytes.data(), bytes.size()); })) < 0 &&
         errno == EINTR)
    if (pollAfterSignal() < 0)
      return jn_error();
  return got < 0 ? fail(jn_none()) : makeBytes(std::string_view(bytes).substr(0, got));
}
Value writeFn(const Value *args, size_t, Value) {
  int fd;
  std::string_view bytes;
  if (!descriptor(args[0], &fd) || !requireBytes(args[1], &bytes))
    return jn_error();
  ssize_t put;
  while ((put = letting([&] { return write(fd, bytes.data(), bytes.size()); })) < 0 &&
         errno == EINTR)
    if (pollAfterSignal() < 0)
      return jn_error();
  return put < 0 ? fail(jn_none()) : jn_int(put);
}
Value lseekFn(const Value *args, size_t, Value) {
  int fd;
  int64_t offset, whence;
  if (!descriptor(args[0], &fd) || !toInt64(args[1], &offset) || !toInt64(args[2], &whence))
    return jn_error();
  off_t at = lseek(fd, offset, static_cast<int>(whence));
  return at < 0 ? fail(jn_none()) : jn_int(at);
}
Value isattyFn(const Value *args, size_t, Value) {
  int fd;
  return descriptor(args[0], &fd) ? jn_bool(isatty(fd)) : jn_error();
}
Value fsyncFn(const Value *args, size_t, Value) {
  int fd;
  if (isInt(args[0]))
    return descriptor(args[0], &fd) ? answer(fsync(fd)) : jn_error();
  Ref number(callMethod(args[0], JN_NAME("fileno"), {}));
  return !number.failed() && descriptor(number.get(), &fd) ? answer(fsync(fd)) : jn_error();
}
Value dupFn(const Value *args, size_t, Value) {
  int fd;
  if (!descriptor(args[0], &fd))
    return jn_error();
  int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  return copy < 0 ? fail(jn_none()) : jn_int(copy);
}
Value dup2Fn(const Value *args, size_t, Value) {
  int from, to;
  if (!descriptor(args[0], &from) || !descriptor(args[1], &to))
    return jn_error();
  return dup2(from, to) < 0 ? fail(jn_none()) : jn_int(to);
}
Value pipeFn(const Value *, size_t, Value) {
  int ends[2];
  return pipe2(ends, O_CLOEXEC) < 0 ? fail(jn_none())
                                    : makeTuple({jn_int(ends[0]), jn_int(ends[1])});
}
Value truncateFn(const Value *args, size_t, Value) {
  int64_t size;
  std::string path;
  int fd;
  if (!toInt64(args[1], &size))
    return jn_error();
  if (isInt(args[0]))
    return descriptor(args[0], &fd) ? answer(ftruncate(fd, size)) : jn_error();
  return pathArgument(args[0], &path) ? answer(truncate(path.c_str(), size), args[0]) : jn_error();
}
Value terminalSizeFn(const Value *args, size_t count, Value) {
  int fd = 1;
  winsize size;
  if (count && !descriptor(args[0], &fd))
    return jn_error();
  if (ioctl(fd, TIOCGWINSZ, &size) < 0)
    return fail(jn_none());
  return makeTuple({jn_int(size.ws_col), jn_int(size.ws_row)});
}

// ---- process and environment

Value environFn(const Value *, size_t, Value) {
  jn_dict *d = newDict();
  for (char **entry = environ; entry && *entry; ++entry) {
    const char *equals = strchr(*entry, '=');
    if (!equals)
      continue;
    Ref name(makeStr({*entry, static_cast<size_t>(equals - *entry)})), v(makeStr(equals + 1));
    dictSet(d, name.get(), v.get());
  }
  return jn_obj(d);
}
Value putenvFn(const Value *args, size_t, Value) {
  std::string name, v;
  if (!pathArgument(args[0], &name) || !pathArgument(args[1], &v))
    return jn_error();
  if (name.empty() || name.find('=') != name.npos)
    return raise(jn_exc_ValueError, "illegal environment variable name");
  return answer(setenv(name.c_str(), v.c_str(), 1));
}
Value unsetenvFn(const Value *args, size_t, Value) {
  std::string name;
  return pathArgument(args[0], &name) ? answer(unsetenv(name.c_str())) : jn_error();
}
Value exitFn(const Value *args, size_t, Value) {
  int64_t status;
  if (!toInt64(args[0], &status))
    return jn_error();
  endObservation();
  _exit(static_cast<int>(status));
}
Value forkFn(const Value *, size_t, Value) {
  pid_t pid = fork();
  if (pid == 0)
    programThreads = 0;
  return pid < 0 ? fail(jn_none()) : jn_int(pid);
}
// Of a process that fork() has made: nothing of the program that it is a copy of happens.
Value leaveCopy(const Value *, size_t, Value) {
  _exit(0);
}
// A copy would go on as this process does: it is the program's own, has one thread, and no
// package runs in a Python process whose one end the copy would have.
Value mayFork(const Value *, size_t, Value) {
  int64_t at = 0;
  Value name, module;
  while (dictNext(modulesDict(), &at, &name, &module))
    if (isForeignObject(module))
      return jn_bool(false);
  return jn_bool(signalsHaveTheirStack && programThreads == 0 && isMainThread());
}
Value waitpidFn(const Value *args, size_t, Value) {
  int64_t pid, options;
  if (!toInt64(args[0], &pid) || !toInt64(args[1], &options))
    return jn_error();
  int status = 0;
  pid_t ended;
  while ((ended = letting([&] {
            return waitpid(static_cast<pid_t>(pid), &status, static_cast<int>(options));
          })) < 0 &&
         errno == EINTR)
    if (pollAfterSignal() < 0)
      return jn_error();
  return ended < 0 ? fail(jn_none()) : makeTuple({jn_int(ended), jn_int(status)});
}
// A function of a status of waitpid().
template <Value (*Of)(int status)>
Value statusFn(const Value *args, size_t, Value) {
  int64_t status;
  return toInt64(args[0], &status) ? Of(static_cast<int>(status)) : jn_error();
}
Value exitCode(int status) {
  return jn_int(WIFEXITED(status)     ? WEXITSTATUS(status)
                : WIFSIGNALED(status) ? -WTERMSIG(status)
                                      : -1);
}
Value hasCore(int status) {
  return jn_bool(WCOREDUMP(status) != 0);
}
Value exitOf(int status) {
  return jn_int(WEXITSTATUS(status));
}
Value isContinued(int status) {
  return jn_bool(WIFCONTINUED(status));
}
Value isExited(int status) {
  return jn_bool(WIFEXITED(status));
}
Value isSignaled(int status) {
  return jn_bool(WIFSIGNALED(status));
}
Value isStopped(int status) {
  return jn_bool(WIFSTOPPED(status));
}
Value stopOf(int status) {
  return jn_int(WSTOPSIG(status));
}
Value signalOf(int status) {
  return jn_int(WTERMSIG(status));
}
Value tellVariable(const Value *args, size_t, Value) {
  if (&foreignInterface)
    foreignInterface.environmentChanged(args[0], args[1]);
  return jn_none();
}
Value getpidFn(const Value *, size_t, Value) {
  return jn_int(getpid());
}
Value getppidFn(const Value *, size_t, Value) {
  return jn_int(getppid());
}
Value getuidFn(const Value *, size_t, Value) {
  return jn_int(getuid());
}
Value geteuidFn(const Value *, size_t, Value) {
  return jn_int(geteuid());
}
Value getgidFn(const Value *, size_t, Value) {
  return jn_int(getgid());
}
Value cpuCountFn(const Value *, size_t, Value) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? jn_int(n) : jn_none();
}
Value affinityFn(const Value *, size_t, Value) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) < 0)
    return fail(jn_none());
  Ref cpus(jn_make_set(nullptr, 0));
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &set))
      jn_set_add(cpus.get(), jn_int(i));
  return cpus.release();
}
Value umaskFn(const Value *args, size_t, Value) {
  int64_t mask;
  return toInt64(args[0], &mask) ? jn_int(umask(static_cast<mode_t>(mask))) : jn_error();
}
Value killFn(const Value *args, size_t, Value) {
  int64_t pid, signal;
  if (!toInt64(args[0], &pid) || !toInt64(args[1], &signal))
    return jn_error();
  int status = kill(static_cast<pid_t>(pid), static_cast<int>(signal));
  return status == 0 && pollAfterSignal() < 0 ? jn_error() : answer(status);
}
Value systemFn(const Value *args, size_t, Value) {
  std::string command;
  if (!pathArgument(args[0], &command))
    return jn_error();
  flushStdout();
  return jn_int(system(command.c_str()));
}
Value urandomFn(const Value *args, size_t, Value) {
  int64_t size;
  if (!toInt64(args[0], &size))
    return jn_error();
  if (size < 0)
    return raise(jn_exc_ValueError, "negative argument not allowed");
  char *data;
  Ref bytes(newBytes(size, &data));
  for (int64_t at = 0; at < size;) {
    ssize_t got = getrandom(data + at, size - at, 0);
    if (got < 0 && errno != EINTR)
      return fail(jn_none());
    at += std::max<ssize_t>(got, 0);
  }
  return bytes.release();
}
Value strerrorFn(const Value *args, size_t, Value) {
  int64_t number;
  return toInt64(args[0], &number) ? makeStr(strerror(static_cast<int>(number))) : jn_error();
}
Value fspathFn(const Value *args, size_t, Value) {
  return pathOf(args[0]);
}
Value unameFn(const Value *, size_t, Value) {
  utsname u;
  if (uname(&u) < 0)
    return fail(jn_none());
  Ref a(makeStr(u.sysname)), b(makeStr(u.nodename)), c(makeStr(u.release)), d(makeStr(u.version)),
      e(makeStr(u.machine));
  return makeTuple({a.get(), b.get(), c.get(), d.get(), e.get()});
}

int linkFiles(const char *from, const char *to) {
  return link(from, to);
}

const MethodDef kFunctions[] = {{"_exit", exitFn, 1, 1},
                                {"fork", forkFn, 0, 0},
                                {"leave_copy", leaveCopy, 0, 0},
                                {"may_fork", mayFork, 0, 0},
                                {"waitpid", waitpidFn, 2, 2},
                                {"waitstatus_to_exitcode", statusFn<exitCode>, 1, 1},
                                {"access", accessFn, 2, 2},
                                {"chdir", pathFn<chdir>, 1, 1},
                                {"chmod", chmodFn, 2, 2},
                                {"chown", chownFn, 3, 3},
                                {"close", closeFn, 1, 1},
                                {"cpu_count", cpuCountFn, 0, 0},
                                {"dup", dupFn, 1, 1},
                                {"dup2", dup2Fn, 2, 3},
                                {"environ", environFn, 0, 0},
                                {"fspath", fspathFn, 1, 1},
                                {"fstat", statFn<true>, 1, 1},
                                {"fsync", fsyncFn, 1, 1},
                                {"get_terminal_size", terminalSizeFn, 0, 1},
                                {"getcwd", getcwdFn, 0, 0},
                                {"geteuid", geteuidFn, 0, 0},
                                {"getgid", getgidFn, 0, 0},
                                {"getpid", getpidFn, 0, 0},
                                {"getppid", getppidFn, 0, 0},
                                {"getuid", getuidFn, 0, 0},
                                {"isatty", isattyFn, 1, 1},
                                {"kill", killFn, 2, 2},
                                {"link", twoPathsFn<linkFiles>, 2, 2},
                                {"listdir", listdirFn, 0, 1},
                                {"lseek", lseekFn, 3, 3},
                                {"lstat", statFn<false>, 1, 1},
                                {"mkdir", mkdirFn, 1, 2, true},
                                {"open", openFn, 2, 3, true},
                                {"pipe", pipeFn, 0, 0},
                                {"putenv", putenvFn, 2, 2},
                                {"read", readFn, 2, 2},
                                {"readlink", readlinkFn, 1, 1},
                                {"remove", pathFn<unlink>, 1, 1},
                                {"rename", twoPathsFn<rename>, 2, 2},
                                {"rmdir", pathFn<rmdir>, 1, 1},
                                {"sched_getaffinity", affinityFn, 1, 1},
                                {"stat", statFn<true>, 1, 1},
                                {"strerror", strerrorFn, 1, 1},
                                {"symlink", twoPathsFn<symlink>, 2, 2},
                                {"system", systemFn, 1, 1},
                                {"truncate", truncateFn, 2, 2},
                                {"umask", umaskFn, 1, 1},
                                {"uname", unameFn, 0, 0},
                                {"unsetenv", unsetenvFn, 1, 1},
                                {"urandom", urandomFn, 1, 1},
                                {"utime", utimeFn, 1, 2},
                                {"write", writeFn, 2, 2},
                                {"tell_variable", tellVariable, 2, 2},
                                {"WCOREDUMP", statusFn<hasCore>, 1, 1},
                                {"WEXITSTATUS", statusFn<exitOf>, 1, 1},
                                {"WIFCONTINUED", statusFn<isContinued>, 1, 1},
                                {"WIFEXITED", statusFn<isExited>, 1, 1},
                                {"WIFSIGNALED", statusFn<isSignaled>, 1, 1},
                                {"WIFSTOPPED", statusFn<isStopped>, 1, 1},
                                {"WSTOPSIG", statusFn<stopOf>, 1, 1},
                                {"WTERMSIG", statusFn<signalOf>, 1, 1},
                                {}};

int init(jn_module *m) {
  struct Row {
    const char *name;
    int value;
  };
  for (const Row &row :
       {Row{"O_RDONLY", O_RDONLY}, Row{"O_WRONLY", O_WRONLY}, Row{"O_RDWR", O_RDWR},
        Row{"O_CREAT", O_CREAT}, Row{"O_EXCL", O_EXCL}, Row{"O_TRUNC", O_TRUNC},
        Row{"O_APPEND", O_APPEND}, Row{"O_NONBLOCK", O_NONBLOCK}, Row{"O_CLOEXEC", O_CLOEXEC},
        Row{"O_SYNC", O_SYNC}, Row{"WCONTINUED", WCONTINUED}, Row{"WNOHANG", WNOHANG},
        Row{"WUNTRACED", WUNTRACED}})
    if (addToModule(m, row.name, jn_int(row.value)) < 0)
      return -1;
  return 0;
}

}  // namespace

extern const NativeModuleDef posixModule;
const NativeModuleDef posixModule = {"_posix", init, kFunctions};

}  // namespace janus
