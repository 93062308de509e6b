// JANUS_TRACE=FILE: the events of this process (janus/contract/TraceFile.h). Whoever has something
// to tell asks `traceFile` first: off, it is one load.
#pragma once

#include "janus/contract/TraceFile.h"

namespace janus {

extern TraceFile *traceFile;         // null: off
extern int64_t traceShortestKernel;  // nanoseconds: JANUS_TRACE_KERNELS, in microseconds

// Reads the variables. At the start of the process.
void startTrace();

// Times a block.
class TraceSpan {
public:
  TraceSpan(const char *name, const char *category, int64_t shortest = 0)
      : begin_(__builtin_expect(traceFile != nullptr, 0) ? TraceFile::now() : 0),
        shortest_(shortest), name_(name), category_(category) {}
  ~TraceSpan() {
    if (__builtin_expect(begin_ != 0, 0))
      if (int64_t end = TraceFile::now(); end - begin_ >= shortest_)
        traceFile->span(name_, category_, begin_, end);
  }
  TraceSpan(const TraceSpan &) = delete;
  TraceSpan &operator=(const TraceSpan &) = delete;

private:
  int64_t begin_, shortest_;
  const char *name_, *category_;
};

}  // namespace janus
