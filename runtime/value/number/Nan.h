// Which nan a float is. Floats have no address here: a nan is the same object as another one when
// their bits are equal, so each that the program makes gets bits of its own. They are lost where it
// becomes a float32.
#pragma once

#include "value/object/Object.h"

namespace janus {

double distinctNan();
double plainNan(double v);  // as it stands in files: without these bits
inline Value asNewObject(Value v) {
  return JN_UNLIKELY(v.tag == JN_FLOAT && v.f != v.f) ? jn_float(distinctNan()) : v;
}

}  // namespace janus
