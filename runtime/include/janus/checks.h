// What follows an operation in generated code: goes to the path of errors, or on.
#ifndef JANUS_CHECKS_H
#define JANUS_CHECKS_H

#include "janus/value.h"

#define JN_CHECK(v, path)                                                                          \
  if (JN_UNLIKELY((v).tag == JN_ERROR))                                                            \
  goto path
#define JN_CHECK_STATUS(status, path)                                                              \
  if (JN_UNLIKELY((status) < 0))                                                                   \
  goto path
#define JN_CHECK_BOUND(v, path)                                                                    \
  if (JN_UNLIKELY((v).tag == JN_UNBOUND))                                                          \
  goto path
#define JN_CHECK_NEXT(v, done, path)                                                               \
  if (JN_UNLIKELY((v).tag <= JN_DONE)) {                                                           \
    if ((v).tag == JN_DONE)                                                                        \
      goto done;                                                                                   \
    goto path;                                                                                     \
  }
#define JN_CHECK_THAT(condition, path)                                                             \
  if (JN_UNLIKELY(!(condition)))                                                                   \
  goto path

#endif
