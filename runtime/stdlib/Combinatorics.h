// product, permutations, combinations and combinations_with_replacement of itertools.
#pragma once

#include "stdlib/LazyIterator.h"

namespace janus {

int addCombinatorics(jn_module *m);

}  // namespace janus
