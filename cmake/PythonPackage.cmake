# The Python package `janus`: lib/janus/python in the build folder as in an installation, which goes
# into PYTHONPATH; `python/make_wheel PREFIX` packs an installation's into a wheel.

option(JANUSC_PYTHON_PACKAGE "Build the Python package" ON)
if(NOT JANUSC_PYTHON_PACKAGE OR NOT TARGET janus)
  return()
endif()
find_package(Python3 3.10 COMPONENTS Interpreter Development.Module QUIET)
if(NOT Python3_Development.Module_FOUND)
  message(STATUS "the Python package is left out: install python3-dev (3.10 or newer) to have it")
  return()
endif()

set(package ${PROJECT_BINARY_DIR}/lib/janus/python/janus)
file(MAKE_DIRECTORY ${package})
file(GLOB python_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/janus/*.py)
foreach(source IN LISTS python_sources)
  get_filename_component(name ${source} NAME)
  file(CREATE_LINK ${source} ${package}/${name} SYMBOLIC)
endforeach()

file(GLOB native_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/native/*.cpp)
add_library(janus-python MODULE ${native_sources})
target_include_directories(janus-python SYSTEM PRIVATE ${Python3_INCLUDE_DIRS})
target_link_libraries(janus-python PRIVATE janus)
target_compile_options(janus-python PRIVATE ${JANUSC_WARNINGS} -fvisibility=hidden)
# Beside libjanus in a wheel, below its folder elsewhere.
set_target_properties(janus-python PROPERTIES PREFIX "" OUTPUT_NAME _native SUFFIX .abi3.so
  LIBRARY_OUTPUT_DIRECTORY ${package} BUILD_RPATH "$ORIGIN;$ORIGIN/../../.."
  INSTALL_RPATH "$ORIGIN;$ORIGIN/../../..")
install(TARGETS janus-python LIBRARY DESTINATION lib/janus/python/janus)
install(FILES ${python_sources} DESTINATION lib/janus/python/janus)
