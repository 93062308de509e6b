# `cmake --install`: a tree that works wherever it is put. Programs find libraries, headers and the
# prelude from their own place; nothing names the folder that it was built in.
#
#   bin/      janusc, janus-run
#   include/  janus/
#   lib/      libjanus.so, libdnnl.so.3, janus/prelude, cmake/Janus, pkgconfig

include(CMakePackageConfigHelpers)

if(NOT TARGET janus OR NOT TARGET janus-run OR JANUSC_TOOL)
  return()
endif()

set(cmake_folder lib/cmake/Janus)
install(TARGETS janusc janus-run janus EXPORT JanusTargets RUNTIME DESTINATION bin
        LIBRARY DESTINATION lib)
install(EXPORT JanusTargets NAMESPACE janus:: DESTINATION ${cmake_folder})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/include/janus DESTINATION include)
install(DIRECTORY ${PROJECT_BINARY_DIR}/lib/janus/prelude DESTINATION lib/janus)
if(JANUSC_ONEDNN STREQUAL pypi)
  install(FILES ${JANUSC_ONEDNN_LIBRARY_DIR}/libdnnl.so.3 DESTINATION lib)
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/JanusConfig.cmake.in
  ${PROJECT_BINARY_DIR}/JanusConfig.cmake INSTALL_DESTINATION ${cmake_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/JanusConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/JanusConfig.cmake ${PROJECT_BINARY_DIR}/JanusConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/JanusAddModule.cmake
              ${CMAKE_CURRENT_LIST_DIR}/JanusModule.hpp.in
        DESTINATION ${cmake_folder})
configure_file(${CMAKE_CURRENT_LIST_DIR}/janus.pc.in ${PROJECT_BINARY_DIR}/janus.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/janus.pc DESTINATION lib/pkgconfig)
