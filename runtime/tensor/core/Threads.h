// How many threads one operation may use: torch.set_num_threads, else OMP_NUM_THREADS, else the
// processors this process may run on. And letting other threads have the runtime meanwhile.
#pragma once

#include "value/call/RuntimeLock.h"  // LockRelease, for kernels

#include <pthread.h>

namespace janus {

int computeThreads();
void setComputeThreads(int count);  // count >= 1

// A thread made with these attributes may run wherever the process could before OpenMP was loaded,
// which ties who loads it to one processor (OMP_PROC_BIND); threads inherit that.
void untieThreads(pthread_attr_t *attributes);

// Whether handlers of signals run on a stack of their own (value/call/Process.h), not on this
// thread's.
bool signalsLieApart();

}  // namespace janus
