#include "kernels/cpu/elementwise/BinaryLoops.inc.h"
