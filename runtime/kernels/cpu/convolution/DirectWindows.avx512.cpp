#include "kernels/cpu/convolution/DirectWindows.inc.h"
