#include "value/Trace.h"

#include <errno.h>
#include <string.h>

namespace janus {

TraceFile *traceFile;
int64_t traceShortestKernel;

void startTrace() {
  const char *path = getenv("JANUS_TRACE");
  if (!path || !*path)
    return;
  constexpr int64_t kMicrosecond = 1000, kShortest = 20;
  const char *shortest = getenv("JANUS_TRACE_KERNELS");
  traceShortestKernel = (shortest ? atoll(shortest) : kShortest) * kMicrosecond;
  // By `janusc run`, which has become this process.
  bool continues = getenv("JANUS_TRACE_BEGUN") != nullptr;
  unsetenv("JANUS_TRACE_BEGUN");
  static auto &file = *new TraceFile;
  if (file.open(path, continues)) {
    traceFile = &file;
    atexit([] { traceFile->flush(); });
  } else {
    fprintf(stderr, "janus: cannot write the trace `%s`: %s\n", path, strerror(errno));
  }
}

}  // namespace janus
