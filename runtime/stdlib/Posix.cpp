// posix: the system calls under the prelude's os module.
#include "value/Builtins.h"
#include "value/Object.h"

#include <cerrno>
#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

namespace janus {

namespace {

// The bytes of a path given as str or bytes, or through __fspath__. False with TypeError or ValueError pending.
bool pathOf(Value v, std::string *out) {
  Ref path = Ref::own(v);
  if (!isStr(v) && !isInstance(v, &jn_type_bytes)) {
    Value asked = callSpecial(v, JN_NAME("__fspath__"), {});
    if (asked.tag == JN_ERROR) return false;
    if (asked.tag == JN_UNBOUND) {
      raise(jn_exc_TypeError, "expected str, bytes or os.PathLike object, not %T", &v);
      return false;
    }
    path = Ref(asked);
  }
  if (!isStr(path.get())) {
    raise(jn_exc_TypeError, "a path must be str here, not %T", &v);
    return false;
  }
  *out = utf8Of(path.get());
  if (out->find('\0') == std::string::npos) return true;
  raise(jn_exc_ValueError, "embedded null byte");
  return false;
}

template <class Call> Value onPath(Value v, Call &&systemCall) {
  std::string path;
  if (!pathOf(v, &path)) return jn_error();
  return systemCall(path.c_str()) == 0 ? jn_none() : raiseOsError(errno, v);
}

Value getcwdFn(const Value *, size_t, Value) {
  char buffer[PATH_MAX];
  return getcwd(buffer, sizeof buffer) ? makeStr(buffer) : raiseOsError(errno, jn_none());
}
Value chdirFn(const Value *args, size_t, Value) { return onPath(args[0], chdir); }
Value removeFn(const Value *args, size_t, Value) { return onPath(args[0], unlink); }
Value rmdirFn(const Value *args, size_t, Value) { return onPath(args[0], rmdir); }
Value mkdirFn(const Value *args, size_t count, Value) {
  int64_t mode = 0777;
  if (count > 1 && !toInt64(args[1], &mode)) return jn_error();
  return onPath(args[0], [&](const char *path) { return mkdir(path, static_cast<mode_t>(mode)); });
}
Value chmodFn(const Value *args, size_t, Value) {
  int64_t mode;
  if (!toInt64(args[1], &mode)) return jn_error();
  return onPath(args[0], [&](const char *path) { return chmod(path, static_cast<mode_t>(mode)); });
}
Value renameFn(const Value *args, size_t, Value) {
  std::string to;
  if (!pathOf(args[1], &to)) return jn_error();
  return onPath(args[0], [&](const char *from) { return rename(from, to.c_str()); });
}
Value symlinkFn(const Value *args, size_t, Value) {
  std::string to;
  if (!pathOf(args[1], &to)) return jn_error();
  return onPath(args[0], [&](const char *from) { return symlink(from, to.c_str()); });
}
Value readlinkFn(const Value *args, size_t, Value) {
  std::string path;
  if (!pathOf(args[0], &path)) return jn_error();
  char buffer[PATH_MAX];
  ssize_t n = readlink(path.c_str(), buffer, sizeof buffer);
  return n >= 0 ? makeStr(std::string_view(buffer, static_cast<size_t>(n))) : raiseOsError(errno, args[0]);
}
Value accessFn(const Value *args, size_t, Value) {
  std::string path;
  int64_t mode;
  if (!pathOf(args[0], &path) || !toInt64(args[1], &mode)) return jn_error();
  return jn_bool(access(path.c_str(), static_cast<int>(mode)) == 0);
}

// Names without "." and "..", in the order of the directory.
Value listdirFn(const Value *args, size_t count, Value) {
  std::string path = ".";
  if (count && args[0].tag != JN_NONE && !pathOf(args[0], &path)) return jn_error();
  DIR *dir = opendir(path.c_str());
  if (!dir) return raiseOsError(errno, count ? args[0] : jn_none());
  Ref list(jn_make_list(nullptr, 0));
  while (dirent *entry = readdir(dir)) {
    std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    Ref text(makeStr(name));
    jn_list_append(list.get(), text.get());
  }
  closedir(dir);
  return list.release();
}

// (mode, inode, device, links, uid, gid, size, atime, mtime, ctime); times in seconds as floats.
Value statTuple(const struct stat &s) {
  auto time = [](const timespec &t) {
    return jn_float(static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9);
  };
  return makeTuple({jn_int(s.st_mode), jn_int(static_cast<int64_t>(s.st_ino)), jn_int(static_cast<int64_t>(s.st_dev)),
                    jn_int(static_cast<int64_t>(s.st_nlink)), jn_int(s.st_uid), jn_int(s.st_gid), jn_int(s.st_size),
                    time(s.st_atim), time(s.st_mtim), time(s.st_ctim)});
}
template <int (*systemCall)(const char *, struct stat *)> Value statFn(const Value *args, size_t, Value) {
  std::string path;
  if (!pathOf(args[0], &path)) return jn_error();
  struct stat s;
  return systemCall(path.c_str(), &s) == 0 ? statTuple(s) : raiseOsError(errno, args[0]);
}

Value getpidFn(const Value *, size_t, Value) { return jn_int(getpid()); }
Value getppidFn(const Value *, size_t, Value) { return jn_int(getppid()); }
Value getuidFn(const Value *, size_t, Value) { return jn_int(getuid()); }
Value cpuCountFn(const Value *, size_t, Value) { return jn_int(sysconf(_SC_NPROCESSORS_ONLN)); }
Value strerrorFn(const Value *args, size_t, Value) {
  int64_t number;
  if (!toInt64(args[0], &number)) return jn_error();
  return makeStr(strerror(static_cast<int>(number)));
}
Value urandomFn(const Value *args, size_t, Value) {
  int64_t size;
  if (!toInt64(args[0], &size)) return jn_error();
  if (size < 0) return raise(jn_exc_ValueError, "negative argument not allowed");
  std::string bytes(static_cast<size_t>(size), '\0');
  for (size_t done = 0; done < bytes.size(); done += 256)
    if (getentropy(bytes.data() + done, std::min<size_t>(256, bytes.size() - done)) != 0)
      return raiseOsError(errno, jn_none());
  return makeBytes(bytes);
}
Value exitFn(const Value *args, size_t, Value) {
  int64_t status;
  if (!toInt64(args[0], &status)) return jn_error();
  _exit(static_cast<int>(status));
}
Value getenvDictFn(const Value *, size_t, Value) {
  jn_dict *dict = newDict();
  Ref owner(jn_obj(dict));
  for (char **entry = environ; *entry; ++entry) {
    std::string_view text = *entry;
    size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    Ref key(makeStr(text.substr(0, equals))), value(makeStr(text.substr(equals + 1)));
    if (dictSet(dict, key.get(), value.get()) < 0) return jn_error();
  }
  return owner.release();
}
Value putenvFn(const Value *args, size_t, Value) {
  if (!isStr(args[0]) || !isStr(args[1])) return raise(jn_exc_TypeError, "str expected, not %T", &args[1]);
  std::string name(utf8Of(args[0])), value(utf8Of(args[1]));
  return setenv(name.c_str(), value.c_str(), 1) == 0 ? jn_none() : raiseOsError(errno, jn_none());
}
Value unsetenvFn(const Value *args, size_t, Value) {
  if (!isStr(args[0])) return raise(jn_exc_TypeError, "str expected, not %T", &args[0]);
  std::string name(utf8Of(args[0]));
  return unsetenv(name.c_str()) == 0 ? jn_none() : raiseOsError(errno, jn_none());
}
Value fspathFn(const Value *args, size_t, Value) {
  if (isStr(args[0]) || isInstance(args[0], &jn_type_bytes)) return jn_own(args[0]);
  Value asked = callSpecial(args[0], JN_NAME("__fspath__"), {});
  if (asked.tag != JN_UNBOUND) return asked;
  return raise(jn_exc_TypeError, "expected str, bytes or os.PathLike object, not %T", &args[0]);
}

const MethodDef kFunctions[] = {{"getcwd", getcwdFn, 0, 0},
                                {"chdir", chdirFn, 1, 1},
                                {"remove", removeFn, 1, 1},
                                {"rmdir", rmdirFn, 1, 1},
                                {"mkdir", mkdirFn, 1, 2},
                                {"chmod", chmodFn, 2, 2},
                                {"rename", renameFn, 2, 2},
                                {"symlink", symlinkFn, 2, 2},
                                {"readlink", readlinkFn, 1, 1},
                                {"access", accessFn, 2, 2},
                                {"listdir", listdirFn, 0, 1},
                                {"stat", statFn<stat>, 1, 1},
                                {"lstat", statFn<lstat>, 1, 1},
                                {"getpid", getpidFn, 0, 0},
                                {"getppid", getppidFn, 0, 0},
                                {"getuid", getuidFn, 0, 0},
                                {"cpu_count", cpuCountFn, 0, 0},
                                {"strerror", strerrorFn, 1, 1},
                                {"urandom", urandomFn, 1, 1},
                                {"_exit", exitFn, 1, 1},
                                {"environ", getenvDictFn, 0, 0},
                                {"putenv", putenvFn, 2, 2},
                                {"unsetenv", unsetenvFn, 1, 1},
                                {"fspath", fspathFn, 1, 1},
                                {}};

} // namespace

extern const NativeModuleDef posixModule;
const NativeModuleDef posixModule = {"_posix", nullptr, kFunctions};

} // namespace janus
