#include "kernels/cpu/convolution/DirectRows.inc.h"
