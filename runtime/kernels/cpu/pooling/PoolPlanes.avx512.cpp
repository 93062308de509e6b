#include "kernels/cpu/pooling/PoolPlanes.inc.h"
