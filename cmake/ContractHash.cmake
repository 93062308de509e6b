# What generated code is compiled against, as a hash: janusc writes it into each module, libjanus loads those with its own. So
# a module is refused after any change of layouts, records or tables, also when nobody has raised JN_ABI_VERSION.
# What a host includes (janus.h and its C++ face) has a version of its own.
set(contract_root ${PROJECT_SOURCE_DIR}/runtime/include/janus)
file(GLOB_RECURSE contract_headers CONFIGURE_DEPENDS RELATIVE ${contract_root}
     ${contract_root}/*.h ${contract_root}/*.def)
list(FILTER contract_headers EXCLUDE REGEX "^janus")
list(SORT contract_headers)
set(hashes "")
foreach(header IN LISTS contract_headers)
  file(SHA256 ${contract_root}/${header} hash)
  string(APPEND hashes "${header} ${hash}\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${contract_root}/${header})
endforeach()
string(SHA256 contract_hash "${hashes}")
string(SUBSTRING ${contract_hash} 0 16 contract_hash)
set_source_files_properties(
  ${PROJECT_SOURCE_DIR}/lib/Codegen/Link/LinkModule.cpp ${PROJECT_SOURCE_DIR}/runtime/host/ModuleFile.cpp
  PROPERTIES COMPILE_DEFINITIONS "JANUS_CONTRACT_HASH=\"${contract_hash}\"" SKIP_PRECOMPILE_HEADERS ON)
