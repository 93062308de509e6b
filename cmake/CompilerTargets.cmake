# The compiler: lib/ from the bottom up, and build/bin/janusc.

add_library(janus_contract INTERFACE)
target_include_directories(janus_contract INTERFACE ${PROJECT_SOURCE_DIR}/runtime/include)
set_target_properties(janus_contract PROPERTIES JANUS_LAYER contract)

include(ContractHash)

# The compiler finds what a module is compiled against as ../include and ../lib from itself, in the
# build folder as in an installation.
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/runtime/include ${PROJECT_BINARY_DIR}/include SYMBOLIC)

# The sanitizers' build of the runtime takes the compiler of another build.
set(JANUSC_TOOL "" CACHE FILEPATH "A janusc of the same sources to use instead of building one")
if(JANUSC_TOOL)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  file(COPY_FILE ${JANUSC_TOOL} ${PROJECT_BINARY_DIR}/bin/janusc ONLY_IF_DIFFERENT)
  add_executable(janusc IMPORTED)
  set_target_properties(janusc PROPERTIES IMPORTED_LOCATION ${PROJECT_BINARY_DIR}/bin/janusc)
  return()
endif()

set(JANUSC_LIBRARIES janus_support janus_frontend janus_analysis janus_ir janus_inference
                     janus_transforms janus_codegen)

janus_library(NAME janus_support LAYER support DEPENDS janus_llvm_support)
janus_library(NAME janus_frontend LAYER frontend DEPENDS janus_support PRIVATE janus_tree_sitter)
janus_library(NAME janus_analysis LAYER analysis DEPENDS janus_frontend)
janus_library(NAME janus_ir LAYER ir DEPENDS janus_support janus_contract)
janus_library(NAME janus_inference LAYER inference DEPENDS janus_ir)
janus_library(NAME janus_transforms LAYER transforms DEPENDS janus_analysis janus_inference)
janus_library(NAME janus_codegen LAYER codegen DEPENDS janus_ir janus_contract)

foreach(library IN LISTS JANUSC_LIBRARIES)
  janus_compile_options(${library} -fno-exceptions -fno-rtti)
  get_target_property(type ${library} TYPE)
  if(type STREQUAL INTERFACE_LIBRARY)
    target_include_directories(${library} INTERFACE ${PROJECT_SOURCE_DIR}/lib)
  else()
    target_include_directories(${library} PUBLIC ${PROJECT_SOURCE_DIR}/lib)
  endif()
endforeach()

# Headers and templates are most of the time that a file of lib/ takes.
foreach(library IN LISTS JANUSC_LIBRARIES)
  if(JANUSC_FAST_FULL_BUILD AND library MATCHES "^janus_(frontend|transforms|codegen)$")
    set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  else()
    janus_precompile(${library}
      <algorithm> <deque> <functional> <map> <memory> <optional> <string> <unordered_map> <utility> <variant> <vector>
      <llvm/ADT/DenseMap.h> <llvm/ADT/SetVector.h> <llvm/ADT/SmallVector.h> <llvm/ADT/StringExtras.h>
      <llvm/ADT/StringMap.h> <llvm/ADT/StringSet.h> <llvm/ADT/Twine.h> <llvm/Support/raw_ostream.h>)
  endif()
endforeach()

# What compiles generated code, unless the user names another compiler; under sanitizers its output
# carries them too.
set(host_flags "")
if(JANUSC_SANITIZE)
  set(host_flags "-fsanitize=${JANUSC_SANITIZE} -fno-omit-frame-pointer")
endif()
janus_compile_options(janus_codegen "-DJANUSC_HOST_CXX=\"${CMAKE_CXX_COMPILER}\""
                      "-DJANUSC_HOST_FLAGS=\"${host_flags}\""
                      "-DJANUSC_VERSION=\"${PROJECT_VERSION}\"")

file(GLOB janusc_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/janusc/*.cpp)
if(janusc_sources)
  janus_check_edges(janusc driver ${JANUSC_LIBRARIES})
  add_executable(janusc ${janusc_sources})
  target_link_libraries(janusc PRIVATE ${JANUSC_LIBRARIES})
  target_include_directories(janusc PRIVATE ${PROJECT_SOURCE_DIR}/tools)
  target_compile_options(janusc PRIVATE ${JANUSC_WARNINGS} -fno-exceptions -fno-rtti)
  target_compile_definitions(janusc PRIVATE JANUSC_VERSION="${PROJECT_VERSION}")
endif()

# lib/ has no exceptions and no RTTI, except where a library that needs them is confined.
set(confined_headers ${CMAKE_CURRENT_LIST_DIR}/confined_headers.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${confined_headers})
file(STRINGS ${confined_headers} throwing_rows REGEX "^[^#]+ throws ")
foreach(row IN LISTS throwing_rows)
  string(REGEX REPLACE "^.* throws +" "" places "${row}")
  separate_arguments(places)
  list(TRANSFORM places REPLACE "/$" "/*.cpp")
  list(TRANSFORM places PREPEND ${PROJECT_SOURCE_DIR}/)
  file(GLOB files CONFIGURE_DEPENDS ${places})
  if(files)
    set_source_files_properties(${files} PROPERTIES COMPILE_OPTIONS "-fexceptions;-frtti"
                                SKIP_PRECOMPILE_HEADERS ON)
  endif()
endforeach()

