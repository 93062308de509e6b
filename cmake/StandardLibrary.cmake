# Modules of Python's standard library that are CPython's own: compiled from the library of the installed Python, beside
# runtime/prelude (docs/rationale/standard-library.md). Sets standard_library_root and standard_library_files.

# Files below the library's folder; a module stands here or in runtime/prelude, not in both.
set(standard_library_files
    _compat_pickle.py
    _pydecimal.py
    _strptime.py
    _weakrefset.py
    argparse.py
    asyncio/base_futures.py
    asyncio/base_tasks.py
    asyncio/constants.py
    asyncio/coroutines.py
    asyncio/exceptions.py
    asyncio/format_helpers.py
    asyncio/futures.py
    asyncio/locks.py
    asyncio/log.py
    asyncio/mixins.py
    asyncio/protocols.py
    asyncio/queues.py
    asyncio/runners.py
    asyncio/taskgroups.py
    asyncio/tasks.py
    asyncio/threads.py
    asyncio/timeouts.py
    asyncio/transports.py
    base64.py
    bisect.py
    calendar.py
    concurrent/__init__.py
    concurrent/futures/__init__.py
    concurrent/futures/_base.py
    concurrent/futures/thread.py
    configparser.py
    copy.py
    csv.py
    decimal.py
    difflib.py
    encodings/aliases.py
    enum.py
    fnmatch.py
    fractions.py
    genericpath.py
    gettext.py
    glob.py
    graphlib.py
    heapq.py
    ipaddress.py
    keyword.py
    locale.py
    ntpath.py
    numbers.py
    pathlib.py
    posixpath.py
    pprint.py
    queue.py
    reprlib.py
    shlex.py
    stat.py
    statistics.py
    string.py
    tempfile.py
    textwrap.py
    threading.py
    typing.py
    unittest/__init__.py
    unittest/__main__.py
    unittest/_log.py
    unittest/async_case.py
    unittest/case.py
    unittest/loader.py
    unittest/main.py
    unittest/result.py
    unittest/runner.py
    unittest/suite.py
    unittest/util.py
    urllib/__init__.py
    urllib/parse.py
    weakref.py
)

# The library is that of the Python that the build has found (-DPython3_EXECUTABLE=... names another), or of a python3.11
# or python3.12 beside it.
set(standard_library_python ${Python3_EXECUTABLE})
if(NOT Python3_VERSION MATCHES "^3\\.1[12]\\.")
  find_program(JANUSC_LIBRARY_PYTHON NAMES python3.11 python3.12)
  if(NOT JANUSC_LIBRARY_PYTHON)
    janus_missing("the library of Python 3.11 or 3.12 (found: ${Python3_VERSION})" "python3 of Debian 12 or Ubuntu 24.04")
  endif()
  set(standard_library_python ${JANUSC_LIBRARY_PYTHON})
endif()
execute_process(COMMAND ${standard_library_python} -I -c "import sysconfig; print(sysconfig.get_path('stdlib'))"
                OUTPUT_VARIABLE standard_library_root OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
foreach(file IN LISTS standard_library_files)
  if(NOT EXISTS ${standard_library_root}/${file})
    cmake_path(GET standard_library_root FILENAME version)
    janus_missing("${standard_library_root}/${file}" "lib${version}-stdlib")
  endif()
  if(EXISTS ${PROJECT_SOURCE_DIR}/runtime/prelude/${file})
    message(FATAL_ERROR "runtime/prelude/${file} and cmake/StandardLibrary.cmake both bring this module")
  endif()
endforeach()
# Of 3.12, the module that is written with type parameters, as 3.11 writes it.
set(standard_library_rewritten "")
cmake_path(GET standard_library_root FILENAME standard_library_version)
if(standard_library_version STREQUAL "python3.12")
  set(standard_library_rewritten typing.py)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/library)
  execute_process(COMMAND ${standard_library_python} ${CMAKE_CURRENT_LIST_DIR}/plain_type_parameters.py
                          ${standard_library_root}/typing.py ${PROJECT_BINARY_DIR}/library/typing.py COMMAND_ERROR_IS_FATAL ANY)
endif()
message(STATUS "Standard library: ${standard_library_root}")
