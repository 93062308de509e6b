# janus_prelude: every runtime/prelude/**/*.py and the files of StandardLibrary.cmake through janusc to C++, and the table
# of these modules.
#
#   torch/nn/__init__.py -> module torch.nn -> prelude/torch__dot__nn.cpp -> jn_module_torch__dot__nn

include(StandardLibrary)
if(TARGET janusc AND NOT JANUSC_TOOL)
  target_compile_definitions(janusc PRIVATE JANUSC_STANDARD_LIBRARY="${standard_library_root}")
endif()

# With a compiler of another build, the objects of that build: sanitizers make generated code ten times as slow to
# compile (torch._numeric: 17 s instead of 1.5 s). The build that has a compiler of its own, scripts/nightly's, has them
# in the prelude, too.
if(JANUSC_TOOL)
  cmake_path(GET JANUSC_TOOL PARENT_PATH tool_build)
  cmake_path(GET tool_build PARENT_PATH tool_build)
  file(GLOB objects ${tool_build}/CMakeFiles/janus_prelude.dir/prelude/*.o)
  if(NOT objects)
    message(FATAL_ERROR "JANUSC_TOOL: there is no prelude compiled in ${tool_build}: build it first")
  endif()
  add_library(janus_prelude OBJECT IMPORTED GLOBAL)
  set_target_properties(janus_prelude PROPERTIES IMPORTED_OBJECTS "${objects}")
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/lib/janus)
  file(CREATE_LINK ${tool_build}/lib/janus/prelude ${PROJECT_BINARY_DIR}/lib/janus/prelude SYMBOLIC)
  return()
endif()

set(prelude_root ${PROJECT_SOURCE_DIR}/runtime/prelude)
set(prelude_out ${PROJECT_BINARY_DIR}/prelude)
# What janusc inlines from, found beside libjanus: the IR of each module, and its Python.
set(prelude_ir ${PROJECT_BINARY_DIR}/lib/janus/prelude)
file(GLOB_RECURSE prelude_files CONFIGURE_DEPENDS RELATIVE ${prelude_root} ${prelude_root}/*.py)
list(SORT prelude_files)
if(NOT JANUSC_PRELUDE OR NOT TARGET janusc)
  set(prelude_files "")
endif()

file(MAKE_DIRECTORY ${prelude_ir})
set(prelude_sources "")
set(JANUS_PRELUDE_DECLARATIONS "")
set(JANUS_PRELUDE_ENTRIES "")

# One module: `root` is the folder that its name is relative to; what follows are options of janusc.
function(janus_prelude_module root file)
  string(REGEX REPLACE "(/__init__)?\\.py$" "" module ${file})
  string(REPLACE "/" "." module ${module})
  string(REPLACE "." "__dot__" mangled ${module})
  set(source ${prelude_out}/${mangled}.cpp)
  set(compile janusc --prelude --module-name ${module} ${ARGN} ${root}/${file})
  add_custom_command(OUTPUT ${source}
    COMMAND ${compile} --emit=cpp -o ${source}.new
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${source}.new ${source}
    COMMAND ${CMAKE_COMMAND} -E rm ${source}.new
    COMMAND ${compile} --emit=ir --passes= -o ${prelude_ir}/${module}.ir
    COMMAND ${CMAKE_COMMAND} -E copy ${root}/${file} ${prelude_ir}/${module}.py
    BYPRODUCTS ${prelude_ir}/${module}.ir ${prelude_ir}/${module}.py
    DEPENDS janusc ${root}/${file}
    COMMENT "Compiling prelude module ${module}" VERBATIM)
  set(prelude_modules ${prelude_modules} ${module} PARENT_SCOPE)
  set(prelude_sources ${prelude_sources} ${source} PARENT_SCOPE)
  string(APPEND JANUS_PRELUDE_DECLARATIONS "extern \"C\" const jn_module_def jn_module_${mangled};\n")
  string(APPEND JANUS_PRELUDE_ENTRIES "    &jn_module_${mangled},\n")
  set(JANUS_PRELUDE_DECLARATIONS "${JANUS_PRELUDE_DECLARATIONS}" PARENT_SCOPE)
  set(JANUS_PRELUDE_ENTRIES "${JANUS_PRELUDE_ENTRIES}" PARENT_SCOPE)
endfunction()

foreach(file IN LISTS prelude_files)
  janus_prelude_module(${prelude_root} ${file})
endforeach()
if(prelude_files)
  # The file that the functional form calls is one for python3 and for compiled programs.
  janus_prelude_module(${PROJECT_SOURCE_DIR}/python janus_functional/__init__.py)
  # Tracebacks name CPython's files as python3 does.
  foreach(file IN LISTS standard_library_files)
    set(root ${standard_library_root})
    if(file IN_LIST standard_library_rewritten)
      set(root ${PROJECT_BINARY_DIR}/library)
    endif()
    janus_prelude_module(${root} ${file} --file-name ${standard_library_root}/${file})
  endforeach()
endif()
# Modules that are gone would still be found by the compiler.
file(GLOB known RELATIVE ${prelude_ir} ${prelude_ir}/*.ir)
foreach(file IN LISTS known)
  string(REGEX REPLACE "\\.ir$" "" module ${file})
  if(NOT module IN_LIST prelude_modules)
    file(REMOVE ${prelude_ir}/${module}.ir ${prelude_ir}/${module}.py)
  endif()
endforeach()

add_library(janus_prelude OBJECT ${prelude_sources})
if(EXISTS ${PROJECT_SOURCE_DIR}/runtime/include/janus/generated.h)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/PreludeRegistry.cpp.in ${prelude_out}/Registry.cpp @ONLY)
  target_sources(janus_prelude PRIVATE ${prelude_out}/Registry.cpp)
endif()
target_link_libraries(janus_prelude PRIVATE janus_contract)
target_compile_options(janus_prelude PRIVATE ${JANUSC_GENERATED_LEVEL} -w -fno-exceptions -fno-rtti -fvisibility=hidden
                       -ffp-contract=off -DJN_BUILDING_LIBJANUS=1)
janus_precompile(janus_prelude <janus/fast_paths.h>)
