// Handles of values: what a host names the objects by that it holds (janus_value). A handle that
// was ended, or that never was, is known as such, also when its object's memory is in use again.
// All under the runtime's lock.
#pragma once

#include "janus/janus.h"
#include "value/object/Object.h"

#include <vector>

namespace janus {

// One reference to a value, for the host; takes the value's over.
janus_value handOut(Value owned);
// The value that a handle names, borrowed; an unbound one when the host holds no such handle.
Value namedBy(janus_value handle);
// Another reference of the host; false as above.
bool holdAgain(janus_value handle);
// Ends one reference of the host, which is the caller's then; an unbound one as above.
Value takeBack(janus_value handle);

// Handles of borrowed values for as long as a function of the host runs.
class LentHandles {
public:
  LentHandles(const Value *values, size_t count);
  ~LentHandles() { end(); }
  LentHandles(const LentHandles &) = delete;
  LentHandles &operator=(const LentHandles &) = delete;
  // False when the host has ended one, which was not its own.
  bool end();
  const janus_value *data() const { return handles_.data(); }

private:
  std::vector<janus_value> handles_;
};

}  // namespace janus
