#include "value/error/Trace.h"

#include "janus/contract/Environment.h"

#include <errno.h>
#include <string.h>

namespace janus {

TraceFile *traceFile;
int64_t traceShortestKernel;

void startTrace() {
  const char *path = TraceFile::named();
  auto shortest = environmentNumber("JANUS_TRACE_KERNELS", 0, "a number of microseconds");
  if (!path)
    return;
  constexpr double kMicrosecond = 1000, kShortest = 20;
  traceShortestKernel = static_cast<int64_t>(shortest.value_or(kShortest) * kMicrosecond);
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
