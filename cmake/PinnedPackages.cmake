# Fetches the packages of deps/requirements-*.txt once; a stamp holds the hash of each list.

# Makes the venv that fetching uses, so that the system's Python stays as it is.
function(janus_fetch_python result)
  set(venv ${PROJECT_BINARY_DIR}/venv-fetch)
  if(NOT EXISTS ${venv}/bin/pip)
    execute_process(COMMAND ${Python3_EXECUTABLE} -m venv ${venv} RESULT_VARIABLE status
                    OUTPUT_QUIET ERROR_VARIABLE errors)
    if(NOT status EQUAL 0)
      janus_missing("Python's venv module" python3-venv)
    endif()
  endif()
  set(${result} ${venv}/bin/python PARENT_SCOPE)
endfunction()

# Runs `pip ARGN -r deps/<list>` unless the stamp of that list is fresh.
function(janus_pip_once list)
  set(requirements ${JANUSC_DEPS_SOURCE_DIR}/${list})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${requirements})
  set(stamp ${JANUSC_DEPS_DIR}/${list}.stamp)
  file(SHA256 ${requirements} wanted)
  if(EXISTS ${stamp})
    file(READ ${stamp} fetched)
    if(fetched STREQUAL wanted)
      return()
    endif()
  endif()
  message(STATUS "Fetching ${list}")
  janus_fetch_python(python)
  file(MAKE_DIRECTORY ${JANUSC_DEPS_DIR})
  execute_process(COMMAND ${python} -m pip --disable-pip-version-check ${ARGN} --require-hashes
                          -r ${requirements}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "could not fetch deps/${list}; without a network, fill a folder and pass "
                        "-DJANUSC_DEPS_DIR=FOLDER. pip said:\n${output}")
  endif()
  file(WRITE ${stamp} ${wanted})
endfunction()

# A folder filled by hand has the files but no stamps: those are taken as they are.
function(janus_fetch_sdists)
  file(GLOB present ${JANUSC_DEPS_DIR}/sdist/*.tar.gz)
  if(present AND NOT EXISTS ${JANUSC_DEPS_DIR}/requirements-src.txt.stamp)
    return()
  endif()
  janus_pip_once(requirements-src.txt download --no-deps --no-binary :all:
                 -d ${JANUSC_DEPS_DIR}/sdist)
endfunction()

function(janus_fetch_binaries)
  if(EXISTS ${JANUSC_DEPS_DIR}/prefix AND
     NOT EXISTS ${JANUSC_DEPS_DIR}/requirements-bin.txt.stamp)
    return()
  endif()
  janus_pip_once(requirements-bin.txt install --no-deps --only-binary :all: --ignore-installed
                 --prefix ${JANUSC_DEPS_DIR}/prefix)
endfunction()
