#include "kernels/cpu/random/UniformFill.inc.h"
