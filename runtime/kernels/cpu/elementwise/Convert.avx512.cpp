#include "kernels/cpu/elementwise/Convert.inc.h"
