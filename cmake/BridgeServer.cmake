# The server script of the Python bridge (runtime/bridge/server) as text in libjanus, in the order in
# which its modules import one another. Those of `process` and `host` are for a Python in a process of
# its own and for one that compiled code runs in.

set(bridge_server ${PROJECT_SOURCE_DIR}/runtime/bridge/server)
set(JANUS_SERVER_FILES "")
foreach(file IN ITEMS process/channel host/channel codec mirrors objects proxies exceptions randomness environment spaces
        packages spans process/memory host/memory storages arrays tensors source serve host/calls)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${bridge_server}/${file}.py)
  file(READ ${bridge_server}/${file}.py text)
  get_filename_component(name ${file} NAME)
  get_filename_component(side "${file}" DIRECTORY)
  string(APPEND JANUS_SERVER_FILES "    {\"${side}\", \"${name}\", R\"PY(${text})PY\"},\n")
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/BridgeServerFiles.cpp.in
               ${PROJECT_BINARY_DIR}/bridge/ServerFiles.cpp @ONLY)
target_sources(janus_bridge PRIVATE ${PROJECT_BINARY_DIR}/bridge/ServerFiles.cpp)
