// The module errno: names of error numbers, and errorcode from numbers to names.
#include "value/object/Object.h"

#include <cerrno>

namespace janus {
namespace {

struct Row {
  const char *name;
  int number;
};
#define ROW(name)                                                                                  \
  { #name, name }
constexpr Row kRows[] = {
    ROW(EPERM),           ROW(ENOENT),       ROW(ESRCH),        ROW(EINTR),        ROW(EIO),
    ROW(ENXIO),           ROW(E2BIG),        ROW(ENOEXEC),      ROW(EBADF),        ROW(ECHILD),
    ROW(EAGAIN),          ROW(ENOMEM),       ROW(EACCES),       ROW(EFAULT),       ROW(ENOTBLK),
    ROW(EBUSY),           ROW(EEXIST),       ROW(EXDEV),        ROW(ENODEV),       ROW(ENOTDIR),
    ROW(EISDIR),          ROW(EINVAL),       ROW(ENFILE),       ROW(EMFILE),       ROW(ENOTTY),
    ROW(ETXTBSY),         ROW(EFBIG),        ROW(ENOSPC),       ROW(ESPIPE),       ROW(EROFS),
    ROW(EMLINK),          ROW(EPIPE),        ROW(EDOM),         ROW(ERANGE),       ROW(EDEADLK),
    ROW(ENAMETOOLONG),    ROW(ENOLCK),       ROW(ENOSYS),       ROW(ENOTEMPTY),    ROW(ELOOP),
    ROW(EWOULDBLOCK),     ROW(ENOMSG),       ROW(EPROTO),       ROW(EOVERFLOW),    ROW(EILSEQ),
    ROW(ENOTSOCK),        ROW(EDESTADDRREQ), ROW(EMSGSIZE),     ROW(EPROTOTYPE),   ROW(ENOPROTOOPT),
    ROW(EPROTONOSUPPORT), ROW(EOPNOTSUPP),   ROW(ENOTSUP),      ROW(EAFNOSUPPORT), ROW(EADDRINUSE),
    ROW(EADDRNOTAVAIL),   ROW(ENETDOWN),     ROW(ENETUNREACH),  ROW(ECONNABORTED), ROW(ECONNRESET),
    ROW(ENOBUFS),         ROW(EISCONN),      ROW(ENOTCONN),     ROW(ESHUTDOWN),    ROW(ETIMEDOUT),
    ROW(ECONNREFUSED),    ROW(EHOSTDOWN),    ROW(EHOSTUNREACH), ROW(EALREADY),     ROW(EINPROGRESS),
    ROW(ESTALE),          ROW(EDQUOT),       ROW(ECANCELED)};
#undef ROW

int init(jn_module *m) {
  jn_dict *codes = newDict();
  if (addToModule(m, "errorcode", jn_obj(codes)) < 0)
    return -1;
  for (const Row &row : kRows) {
    if (addToModule(m, row.name, jn_int(row.number)) < 0)
      return -1;
    Value known = dictGet(codes, jn_int(row.number));
    if (known.tag == JN_UNBOUND && dictSet(codes, jn_int(row.number), internStr(row.name)) < 0)
      return -1;
  }
  return 0;
}

}  // namespace

extern const NativeModuleDef errnoModule;
const NativeModuleDef errnoModule = {"errno", init, nullptr};

}  // namespace janus
