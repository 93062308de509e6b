// What the runtime has done since it began (janus_totals), and a version while it ran. Under the
// runtime lock.
#pragma once

#include <cstdint>

namespace janus {

struct Work {
  uint64_t eagerOperations = 0;  // on tensors, called by the program one by one
  uint64_t objects = 0;          // blocks of memory taken for objects
  uint64_t tensors = 0;          // and for the elements of tensors
  // Of these blocks: for what leaves a version, objects that the program can reach and text that it
  // prints.
  uint64_t exposed = 0;

  // Blocks that nobody asked for.
  uint64_t allocations() const { return objects + tensors - exposed; }

  Work &operator+=(const Work &w) {
    eagerOperations += w.eagerOperations;
    objects += w.objects;
    tensors += w.tensors;
    exposed += w.exposed;
    return *this;
  }
  Work operator-(const Work &w) const {
    return {eagerOperations - w.eagerOperations, objects - w.objects, tensors - w.tensors,
            exposed - w.exposed};
  }
};
extern Work workDone;

// What is allocated meanwhile is exposed.
class Exposing {
public:
  Exposing() : before_(blocks()) {}
  Exposing(const Exposing &) = delete;
  Exposing &operator=(const Exposing &) = delete;
  ~Exposing() { workDone.exposed += blocks() - before_; }

private:
  static uint64_t blocks() { return workDone.objects + workDone.tensors; }
  uint64_t before_;
};

}  // namespace janus
