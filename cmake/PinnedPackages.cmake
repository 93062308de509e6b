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

# Fills `folder` with the packages of deps/<list> by `pip ARGN <folder>` unless that was done: the
# stamp in it holds the hash of the list. A folder without a stamp was filled by hand and is taken
# as it is; one that pip did not finish never gets its name.
function(janus_pip_once list folder)
  set(requirements ${JANUSC_DEPS_SOURCE_DIR}/${list})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${requirements})
  set(stamp ${folder}/${list}.stamp)
  file(SHA256 ${requirements} wanted)
  if(EXISTS ${stamp})
    file(READ ${stamp} fetched)
    if(fetched STREQUAL wanted)
      return()
    endif()
  elseif(EXISTS ${folder})
    return()
  endif()
  message(STATUS "Fetching ${list}")
  janus_fetch_python(python)
  file(REMOVE_RECURSE ${folder}.part ${folder})
  file(MAKE_DIRECTORY ${JANUSC_DEPS_DIR})
  execute_process(COMMAND ${python} -m pip --disable-pip-version-check ${ARGN} ${folder}.part
                          --no-deps --require-hashes -r ${requirements}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "could not fetch deps/${list}; without a network, fill a folder and pass "
                        "-DJANUSC_DEPS_DIR=FOLDER. pip said:\n${output}")
  endif()
  file(WRITE ${folder}.part/${list}.stamp ${wanted})
  file(RENAME ${folder}.part ${folder})
endfunction()

function(janus_fetch_sdists)
  janus_pip_once(requirements-src.txt ${JANUSC_DEPS_DIR}/sdist download --no-binary :all: -d)
endfunction()

function(janus_fetch_binaries)
  janus_pip_once(requirements-bin.txt ${JANUSC_DEPS_DIR}/prefix install --only-binary :all:
                 --ignore-installed --prefix)
endfunction()
