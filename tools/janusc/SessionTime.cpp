#include "janusc/SessionTime.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <system_error>
#include <unistd.h>

namespace janus {
namespace {

// Fields of /proc/ID/stat behind the name of the program: proc(5).
constexpr size_t kSession = 3, kFirstTime = 11, kTimes = 4;  // own and children's, user and system

double processorSeconds(llvm::StringRef statistics, pid_t session) {
  llvm::SmallVector<llvm::StringRef, 64> fields;
  statistics.rsplit(") ").second.split(fields, ' ');
  pid_t its;
  if (fields.size() < kFirstTime + kTimes || fields[kSession].getAsInteger(10, its) ||
      its != session)
    return 0;
  double ticks = 0;
  for (llvm::StringRef field : llvm::makeArrayRef(fields).slice(kFirstTime, kTimes))
    if (int64_t count; !field.getAsInteger(10, count))
      ticks += static_cast<double>(count);
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double processorSeconds(pid_t session) {
  double all = 0;
  std::error_code failed;
  for (llvm::sys::fs::directory_iterator each("/proc", failed), end; !failed && each != end;
       each.increment(failed))
    // Sizes of these files are not known; a process may have ended meanwhile.
    if (auto text = llvm::MemoryBuffer::getFileAsStream(each->path() + "/stat"))
      all += processorSeconds((*text)->getBuffer(), session);
  return all;
}

}  // namespace

double secondsOfWork(pid_t session, std::chrono::steady_clock::time_point since) {
  double gone = std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
  return std::clamp(processorSeconds(session), gone / 4, gone);
}

}  // namespace janus
