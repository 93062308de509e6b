#include "kernels/cpu/elementwise/UnaryLoops.inc.h"
