#include "janusc/Trace.h"

#include "janus/contract/TraceFile.h"

#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstring>

namespace janus {

void writeTrace(const Timer &timer, llvm::StringRef subject) {
  const char *path = timer.events().empty() ? nullptr : TraceFile::named();
  if (!path)
    return;
  TraceFile file;
  if (!file.open(path, std::getenv("JANUS_TRACE_BEGUN") != nullptr)) {
    llvm::errs() << "janusc: cannot write the trace `" << path << "`: " << std::strerror(errno)
                 << "\n";
    return;
  }
  setenv("JANUS_TRACE_BEGUN", "1", 1);
  // Both clocks are the monotonic one.
  auto time = [](std::chrono::steady_clock::time_point at) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(at.time_since_epoch()).count();
  };
  std::string arguments = "\"file\": ";
  TraceFile::appendText(arguments, std::string_view(subject.data(), subject.size()));
  for (const Timer::Event &event : timer.events())
    file.span(event.name, "compile", time(event.begin), time(event.end), arguments);
  file.flush();
}

}  // namespace janus
