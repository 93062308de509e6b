#include "kernels/cpu/optimizer/UpdateRows.inc.h"
