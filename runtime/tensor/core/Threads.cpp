#include "tensor/core/Threads.h"

#include "value/call/Process.h"

#include <cstdlib>
#include <sched.h>

namespace janus {
namespace {

struct Processors {
  cpu_set_t set = {};
  bool known = sched_getaffinity(0, sizeof set, &set) == 0;
};
// Those of the process: first asked for before OpenMP is loaded.
const Processors &processors() {
  static const Processors first = {};
  return first;
}

int initialThreads() {
  const Processors &all = processors();
  if (const char *text = getenv("OMP_NUM_THREADS"))
    if (int count = atoi(text); count > 0)
      return count;
  int count = all.known ? CPU_COUNT(&all.set) : 1;
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
void untieThreads(pthread_attr_t *attributes) {
  const Processors &all = processors();
  if (all.known)
    pthread_attr_setaffinity_np(attributes, sizeof all.set, &all.set);
}

bool signalsLieApart() {
  return signalsHaveTheirStack;
}

}  // namespace janus
