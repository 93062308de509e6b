// What this process would leave behind if it were killed now: a temporary file or folder, a child.
// Another process, which outlives us by a moment, ends and removes what is registered when we are
// gone, whatever has killed us.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <sys/types.h>

namespace janus {

class Leftover {
public:
  Leftover() = default;
  // A file, or a folder with what is in it. Also before it is made.
  static Leftover path(llvm::StringRef path);
  // A child, or a group of processes: less than 0.
  static Leftover child(pid_t id);
  Leftover(Leftover &&other) noexcept;
  Leftover &operator=(Leftover &&other) noexcept;
  ~Leftover() { forget(); }

  // It is gone, or has become what stays.
  void forget();

private:
  explicit Leftover(int row) : row_(row) {}
  int row_ = -1;  // none: the table is full, or there is nobody to look at it
};

// Lives from before a child is started until there is a Leftover of it: signals that would end this
// process wait for that.
class StartsChild {
public:
  StartsChild();
  StartsChild(const StartsChild &) = delete;
  StartsChild &operator=(const StartsChild &) = delete;
  ~StartsChild();
};

}  // namespace janus
