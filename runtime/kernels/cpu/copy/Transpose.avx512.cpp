#include "kernels/cpu/copy/Transpose.inc.h"
