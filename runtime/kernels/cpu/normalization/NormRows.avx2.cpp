#include "kernels/cpu/normalization/NormRows.inc.h"
