// How a module's file ends: one line with a hash of all before it, which janusc writes and a loader
// compares before it maps anything.
#pragma once

#include <stddef.h>

#define JN_MODULE_END "janus sha256 "

enum { JN_MODULE_END_SIZE = sizeof(JN_MODULE_END) - 1 + 64 + 1 };  // the hash in hex, a newline
