#include "tensor/Threads.h"

#include <cstdlib>
#include <sched.h>

namespace janus {
namespace {

int initialThreads() {
  if (const char *text = getenv("OMP_NUM_THREADS"))
    if (int count = atoi(text); count > 0)
      return count;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return 1;
  int count = CPU_COUNT(&set);
  return count > 0 ? count : 1;
}

int &threads() {
  static int count = initialThreads();
  return count;
}

}  // namespace

int computeThreads() {
  return threads();
}
void setComputeThreads(int count) {
  threads() = count;
}

}  // namespace janus
