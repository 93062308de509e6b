# What the build needs from outside: system packages, and what deps/*.txt pins by hash.
# JANUSC_DEPS_DIR may name a folder that a packager filled before, for builds without a network:
# sdist/ (the files of requirements-src.txt) and prefix/ (requirements-bin.txt installed).

set(JANUSC_DEPS_DIR ${PROJECT_BINARY_DIR}/_deps CACHE PATH "Where pinned dependencies are kept")
set(JANUSC_ONEDNN pypi CACHE STRING "Where oneDNN comes from: pypi, system or off")
set_property(CACHE JANUSC_ONEDNN PROPERTY STRINGS pypi system off)
set(JANUSC_DEPS_SOURCE_DIR ${PROJECT_SOURCE_DIR}/deps)

function(janus_missing what package)
  message(FATAL_ERROR "janusc needs ${what}: install ${package} (scripts/build does so on Debian "
                      "and Ubuntu)")
endfunction()

find_package(Python3 3.9 COMPONENTS Interpreter QUIET)
if(NOT Python3_FOUND)
  janus_missing("Python 3.9 or newer" "python3, python3-venv")
endif()

find_package(Threads REQUIRED)

# One of the LLVM releases the compiler is written for; the oldest first, as the tests use it.
foreach(version RANGE 14 19)
  find_package(LLVM ${version} QUIET CONFIG HINTS /usr/lib/llvm-${version})
  if(LLVM_FOUND)
    break()
  endif()
endforeach()
if(NOT LLVM_FOUND)
  janus_missing("LLVM's Support library, release 14 to 19" "llvm-14-dev")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION}")
add_library(janus_llvm_support INTERFACE)
target_include_directories(janus_llvm_support SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_link_libraries(janus_llvm_support INTERFACE LLVMSupport)

# Header-only libraries: the folder of one known header stands for each.
function(janus_find_header variable header package)
  find_path(${variable} ${header})
  if(NOT ${variable})
    janus_missing("the header ${header}" ${package})
  endif()
endfunction()
janus_find_header(JANUSC_CLI11_INCLUDE CLI/CLI.hpp libcli11-dev)
janus_find_header(JANUSC_JSON_INCLUDE nlohmann/json.hpp nlohmann-json3-dev)
janus_find_header(JANUSC_BOOST_INCLUDE boost/multiprecision/cpp_int.hpp libboost-dev)

include(${CMAKE_CURRENT_LIST_DIR}/PinnedPackages.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TreeSitter.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/OneDnn.cmake)
