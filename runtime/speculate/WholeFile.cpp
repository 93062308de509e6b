#include "speculate/WholeFile.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

namespace janus::speculate {

bool writeWholeFile(const std::string &file, const std::string &text) {
  std::string temporary = file + "." + std::to_string(getpid()) + ".tmp";
  FILE *out = fopen(temporary.c_str(), "wb");
  if (!out)
    return false;
  bool ok = fwrite(text.data(), 1, text.size(), out) == text.size();
  ok &= fclose(out) == 0;
  ok = ok && rename(temporary.c_str(), file.c_str()) == 0;
  if (!ok) {
    int why = errno;
    unlink(temporary.c_str());
    errno = why;
  }
  return ok;
}

}  // namespace janus::speculate
