# janus_tree_sitter: the parser's C core and its Python grammar, one static library.

janus_fetch_sdists()
set(core ${JANUSC_DEPS_DIR}/tree-sitter-0.23.2/tree_sitter/core/lib)
set(grammar ${JANUSC_DEPS_DIR}/tree_sitter_python-0.23.6/src)
foreach(folder ${core} ${grammar})
  if(NOT EXISTS ${folder})
    file(GLOB archives ${JANUSC_DEPS_DIR}/sdist/*.tar.gz)
    foreach(archive IN LISTS archives)
      file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${JANUSC_DEPS_DIR})
    endforeach()
  endif()
  if(NOT EXISTS ${folder})
    message(FATAL_ERROR "no ${folder} after unpacking ${JANUSC_DEPS_DIR}/sdist: wrong archives")
  endif()
endforeach()

# The grammar's archive has no headers: it takes the core's.
set(headers ${JANUSC_DEPS_DIR}/tree-sitter-headers/tree_sitter)
foreach(header parser array alloc ts_assert)
  if(EXISTS ${core}/src/${header}.h)
    file(COPY ${core}/src/${header}.h DESTINATION ${headers})
  endif()
endforeach()

add_library(janus_tree_sitter STATIC EXCLUDE_FROM_ALL
            ${core}/src/lib.c ${grammar}/parser.c ${grammar}/scanner.c
            ${PROJECT_SOURCE_DIR}/lib/Frontend/Parse/GrammarLanguage.c
            ${PROJECT_SOURCE_DIR}/lib/Frontend/Parse/GrammarTree.c)
set_source_files_properties(${core}/src/lib.c ${grammar}/parser.c ${grammar}/scanner.c PROPERTIES COMPILE_OPTIONS -w)
target_include_directories(janus_tree_sitter SYSTEM PUBLIC ${core}/include
                           PRIVATE ${core}/src ${JANUSC_DEPS_DIR}/tree-sitter-headers)
target_compile_definitions(janus_tree_sitter PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
# Parsing is most of what the frontend does.
target_compile_options(janus_tree_sitter PRIVATE ${JANUSC_WARNINGS} -O3)
set_target_properties(janus_tree_sitter PROPERTIES C_STANDARD 11 C_VISIBILITY_PRESET hidden)
