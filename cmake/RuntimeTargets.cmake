# The runtime: object libraries from the bottom up, build/lib/libjanus.so, and build/bin/janus-run.

janus_library(NAME janus_value LAYER value OBJECT DEPENDS janus_contract)
# The place of small functions must not hang on what else is in the library: it made a tenth of the time of exceptions.
target_compile_options(janus_value PRIVATE -falign-functions=64)
janus_library(NAME janus_stdlib LAYER stdlib OBJECT DEPENDS janus_value)
janus_library(NAME janus_tensor LAYER tensor OBJECT DEPENDS janus_value)
janus_library(NAME janus_cpu_kernels LAYER kernels FOLDER runtime/kernels/cpu OBJECT
              DEPENDS janus_tensor PRIVATE janus_onednn)
janus_library(NAME janus_meta_kernels LAYER kernels FOLDER runtime/kernels/meta OBJECT
              DEPENDS janus_cpu_kernels)
janus_library(NAME janus_autograd LAYER autograd OBJECT DEPENDS janus_tensor)
janus_library(NAME janus_exec LAYER exec OBJECT DEPENDS janus_autograd)
janus_library(NAME janus_speculate LAYER speculate OBJECT DEPENDS janus_exec)
janus_library(NAME janus_bridge LAYER bridge OBJECT DEPENDS janus_exec)
janus_library(NAME janus_dist LAYER dist OBJECT DEPENDS janus_exec)
janus_library(NAME janus_host LAYER host OBJECT DEPENDS janus_speculate)
janus_compile_options(janus_host "-DJANUS_VERSION=\"${PROJECT_VERSION}\"")
set(JANUS_RUNTIME_PARTS janus_value janus_stdlib janus_tensor janus_cpu_kernels janus_meta_kernels janus_autograd
                        janus_exec janus_speculate janus_bridge janus_dist janus_host)

# Kernels may contract a*b+c into one rounding; everything else rounds as CPython and torch do.
foreach(part IN LISTS JANUS_RUNTIME_PARTS)
  janus_compile_options(${part} -fvisibility=hidden -fvisibility-inlines-hidden
                        -DJN_BUILDING_LIBJANUS=1)
  if(NOT part STREQUAL janus_cpu_kernels)
    janus_compile_options(${part} -ffp-contract=off)
  endif()
  get_target_property(type ${part} TYPE)
  if(type STREQUAL OBJECT_LIBRARY)
    target_include_directories(${part} PRIVATE ${PROJECT_SOURCE_DIR}/runtime)
  endif()
endforeach()

set(value_headers <value/call/Calls.h> <value/container/Sequence.h> <value/error/Raise.h> <value/object/Types.h>
                  <value/text/Str.h> <algorithm> <cmath> <cstring> <memory> <string> <vector>)
foreach(part IN ITEMS janus_value janus_stdlib)
  janus_precompile(${part} ${value_headers})
endforeach()
foreach(part IN ITEMS janus_tensor janus_cpu_kernels janus_meta_kernels janus_autograd janus_speculate janus_bridge janus_host)
  janus_precompile(${part} <tensor/dispatch/Boxing.h> <tensor/core/Error.h> <tensor/core/Names.h> <tensor/dispatch/Ops.h> ${value_headers})
endforeach()

# A kernel file's name says which instructions it may use: Gemm.avx512.cpp, Gemm.avx2.cpp.
janus_compile_options(janus_cpu_kernels ${JANUSC_KERNEL_LEVEL} -fno-math-errno -fno-trapping-math)
file(GLOB_RECURSE avx2_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/runtime/kernels/*.avx2.cpp)
file(GLOB_RECURSE avx512_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/runtime/kernels/*.avx512.cpp)
set_source_files_properties(${avx2_files} PROPERTIES COMPILE_OPTIONS "-mavx2;-mfma;-mf16c")
set_source_files_properties(${avx512_files} PROPERTIES COMPILE_OPTIONS
  "-mavx2;-mfma;-mf16c;-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl;-mprefer-vector-width=512")
set_source_files_properties(${avx2_files} ${avx512_files} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)

include(BridgeServer)
include(Prelude)

janus_objects(runtime_objects ${JANUS_RUNTIME_PARTS} janus_prelude)
if(runtime_objects)
  add_library(janus SHARED ${runtime_objects})
  target_link_libraries(janus PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
  # Calls within the library do not go through its table of functions: nothing replaces one of them.
  target_link_options(janus PRIVATE -Wl,--no-undefined -Wl,-Bsymbolic-functions)
  # A system's oneDNN stays where it is; that of a wheel is installed beside libjanus.
  set(installed_rpath "$ORIGIN")
  if(JANUSC_ONEDNN STREQUAL system)
    list(APPEND installed_rpath ${JANUSC_ONEDNN_LIBRARY_DIR})
  endif()
  target_include_directories(janus INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/runtime/include> $<INSTALL_INTERFACE:include>)
  set_target_properties(janus PROPERTIES LINKER_LANGUAGE CXX
    BUILD_RPATH "$ORIGIN;${JANUSC_ONEDNN_LIBRARY_DIR}"
    INSTALL_RPATH "${installed_rpath}")

  # The same objects with their hidden symbols, for unit tests of the runtime.
  add_library(janus_runtime_static STATIC EXCLUDE_FROM_ALL ${runtime_objects})
  target_link_libraries(janus_runtime_static PUBLIC Threads::Threads ${CMAKE_DL_LIBS})
  target_include_directories(janus_runtime_static PUBLIC ${PROJECT_SOURCE_DIR}/runtime/include
                             ${PROJECT_SOURCE_DIR}/runtime)
  set_target_properties(janus_runtime_static PROPERTIES LINKER_LANGUAGE CXX)
endif()

file(GLOB runner_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/janus-run/*.cpp)
if(runner_sources AND TARGET janus)
  add_executable(janus-run ${runner_sources})
  target_link_libraries(janus-run PRIVATE janus)
  target_include_directories(janus-run PRIVATE ${PROJECT_SOURCE_DIR}/lib)  # the table of diagnostics
  target_compile_options(janus-run PRIVATE ${JANUSC_WARNINGS})
  set_target_properties(janus-run PROPERTIES BUILD_RPATH "$ORIGIN/../lib;$ORIGIN"
                        INSTALL_RPATH "$ORIGIN/../lib;$ORIGIN")
endif()
