# The server script of the Python bridge (runtime/bridge/server) as text in libjanus, in the order in
# which its modules import one another.

set(bridge_server ${PROJECT_SOURCE_DIR}/runtime/bridge/server)
set(JANUS_SERVER_FILES "")
foreach(name IN ITEMS channel codec mirrors objects proxies exceptions randomness tensors serve)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${bridge_server}/${name}.py)
  file(READ ${bridge_server}/${name}.py text)
  string(APPEND JANUS_SERVER_FILES "    {\"${name}\", R\"PY(${text})PY\"},\n")
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/BridgeServerFiles.cpp.in
               ${PROJECT_BINARY_DIR}/bridge/ServerFiles.cpp @ONLY)
target_sources(janus_bridge PRIVATE ${PROJECT_BINARY_DIR}/bridge/ServerFiles.cpp)
