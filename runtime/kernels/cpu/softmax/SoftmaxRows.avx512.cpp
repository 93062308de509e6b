#include "kernels/cpu/softmax/SoftmaxRows.inc.h"
