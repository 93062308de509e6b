# The language, the build type, and what every file of ours is compiled with.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# Assertions are checked in the builds for people and sanitizers, not in the one that is measured.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g")
# Optimising what sanitizers have added takes g++ four times as long as compiling it (MaxPoolOps.cpp:
# 9.3 s at O1, 2.4 s at O0).
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O0 -g1")

option(JANUSC_TESTS "Build the tests" ON)
option(JANUSC_PRELUDE "Compile runtime/prelude into libjanus" ON)
set(JANUSC_SANITIZE "" CACHE STRING "Sanitizers for everything, as in address,undefined")

# -Wrestrict, -Wmaybe-uninitialized, -Warray-bounds and those of -Wstringop of g++ 12 report what cannot happen inside
# the C++ library (its bugs 105651, 105562, 105329), the latter only where its headers are precompiled.
set(JANUSC_WARNINGS -Wall -Wextra -Wno-restrict -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow
                    -Wno-stringop-overread)
option(JANUSC_WARNINGS_ARE_ERRORS "As in the tests" OFF)
if(JANUSC_WARNINGS_ARE_ERRORS)
  list(APPEND JANUSC_WARNINGS -Werror)
endif()

# Kernels and generated code have levels of their own, except under sanitizers.
set(JANUSC_KERNEL_LEVEL -O3)
set(JANUSC_GENERATED_LEVEL -O1)
if(JANUSC_SANITIZE)
  set(JANUSC_KERNEL_LEVEL "")
  set(JANUSC_GENERATED_LEVEL "")
  add_compile_options(-fsanitize=${JANUSC_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${JANUSC_SANITIZE})
endif()

find_program(JANUSC_CCACHE ccache)
if(JANUSC_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${JANUSC_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${JANUSC_CCACHE})
endif()
# A compiler cache does better with files compiled alone, once there is something in it.
set(fast_full_build ON)
if(JANUSC_CCACHE)
  execute_process(COMMAND ${JANUSC_CCACHE} --print-stats OUTPUT_VARIABLE cache_statistics ERROR_QUIET)
  if(NOT cache_statistics MATCHES "files_in_cache[ \t]+0[\r\n]")
    set(fast_full_build OFF)
  endif()
endif()
option(JANUSC_FAST_FULL_BUILD "Precompile headers, and compile several files of lib/ at once" ${fast_full_build})
