#include "kernels/cpu/reduce/RowKernels.inc.h"
