// torch.linalg.LinAlgError: a matrix that has no factorization of the wanted kind.
#pragma once

#include "value/object/Object.h"

namespace janus {

Type &linAlgError();

}  // namespace janus
