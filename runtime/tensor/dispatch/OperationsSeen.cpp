#include "tensor/dispatch/OperationsSeen.h"

#include "janus/contract/Environment.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <string>
#include <unistd.h>

namespace janus {
namespace {

// Of the file, or -1. Opened for adding: a line is one write, so that processes may share a file.
int fileOfOperations() {
  const char *path = environmentOutput("JANUS_OPERATIONS", {"eager ", "planned "});
  if (!path)
    return -1;
  int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0)
    fprintf(stderr, "janus: cannot write the operations to `%s`: %s\n", path, strerror(errno));
  return file;
}

}  // namespace

bool operationsSeen[2][kOpCount];

void noteOperation(OperationRun run, TensorOp op) {
  static const int file = fileOfOperations();
  __atomic_store_n(&operationsSeen[static_cast<size_t>(run)][static_cast<size_t>(op)], true,
                   __ATOMIC_RELAXED);
  if (file < 0)
    return;
  std::string line = run == OperationRun::Eager ? "eager " : "planned ";
  line += kOps[static_cast<size_t>(op)].id;
  line += '\n';
  if (write(file, line.data(), line.size()) < 0)
    fprintf(stderr, "janus: JANUS_OPERATIONS: %s\n", strerror(errno));
}

}  // namespace janus
