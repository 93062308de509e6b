# janus_library(): one library of one folder, which may only depend downward.
#
#   janus_library(NAME janus_ir LAYER ir DEPENDS janus_support)
#   janus_library(NAME janus_cpu_kernels LAYER kernels FOLDER runtime/kernels/cpu OBJECT)
#
# The folder comes from the layer's row in layers.txt; FOLDER names a part of it. All *.cpp below are
# compiled. A folder that has no sources yet gives an interface library, so that dependents configure.

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/layers.txt janus_layer_rows REGEX "^[a-z]")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/layers.txt)
foreach(row IN LISTS janus_layer_rows)
  string(REGEX REPLACE " +" ";" fields "${row}")
  list(POP_FRONT fields layer folder)
  set(JANUS_LAYER_${layer}_FOLDER ${folder})
  set(JANUS_LAYER_${layer}_MAY_USE ${layer} ${fields})
endforeach()

# Stops the configuration when `target` (of `layer`) depends on a target of a layer it must not see.
function(janus_check_edges target layer)
  foreach(dependency IN LISTS ARGN)
    if(NOT TARGET ${dependency})
      message(FATAL_ERROR "${target} depends on ${dependency}, which is not declared (yet): "
                          "a layer is declared after the layers below it")
    endif()
    get_target_property(below ${dependency} JANUS_LAYER)
    if(below AND NOT below IN_LIST JANUS_LAYER_${layer}_MAY_USE)
      message(FATAL_ERROR "${target} (layer ${layer}) must not depend on ${dependency} (layer "
                          "${below}); the table is cmake/layers.txt")
    endif()
  endforeach()
endfunction()

function(janus_library)
  cmake_parse_arguments(PARSE_ARGV 0 arg "OBJECT;SHARED" "NAME;LAYER;FOLDER" "DEPENDS;PRIVATE")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME OR NOT arg_LAYER)
    message(FATAL_ERROR "janus_library: needs NAME and LAYER; unknown: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT DEFINED JANUS_LAYER_${arg_LAYER}_FOLDER)
    message(FATAL_ERROR "janus_library: layer ${arg_LAYER} has no row in cmake/layers.txt")
  endif()
  if(NOT arg_FOLDER)
    set(arg_FOLDER ${JANUS_LAYER_${arg_LAYER}_FOLDER})
  endif()
  janus_check_edges(${arg_NAME} ${arg_LAYER} ${arg_DEPENDS})

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${arg_FOLDER}/*.cpp)
  if(NOT sources)
    message(STATUS "${arg_NAME}: no sources in ${arg_FOLDER} yet")
    add_library(${arg_NAME} INTERFACE)
    target_link_libraries(${arg_NAME} INTERFACE ${arg_DEPENDS})
  else()
    set(kind STATIC)
    if(arg_OBJECT)
      set(kind OBJECT)
    elseif(arg_SHARED)
      set(kind SHARED)
    endif()
    add_library(${arg_NAME} ${kind} ${sources})
    target_link_libraries(${arg_NAME} PUBLIC ${arg_DEPENDS} PRIVATE ${arg_PRIVATE})
    target_compile_options(${arg_NAME} PRIVATE ${JANUSC_WARNINGS})
  endif()
  set_target_properties(${arg_NAME} PROPERTIES JANUS_LAYER ${arg_LAYER})
endfunction()

# Options for one library's own sources; nothing while it has none.
function(janus_compile_options target)
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL INTERFACE_LIBRARY)
    target_compile_options(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# Precompiles the headers, where JANUSC_FAST_FULL_BUILD says so. Headers of ours are named from the library's include
# folder.
function(janus_precompile target)
  get_target_property(type ${target} TYPE)
  if(JANUSC_FAST_FULL_BUILD AND NOT type STREQUAL INTERFACE_LIBRARY)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# The objects of those of the named object libraries that have sources.
function(janus_objects result)
  set(objects "")
  foreach(target IN LISTS ARGN)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL OBJECT_LIBRARY)
      list(APPEND objects $<TARGET_OBJECTS:${target}>)
    endif()
  endforeach()
  set(${result} ${objects} PARENT_SCOPE)
endfunction()
