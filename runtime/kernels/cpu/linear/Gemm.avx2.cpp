#include "kernels/cpu/linear/Gemm.inc.h"
