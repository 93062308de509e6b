# janus_add_module(TARGET SOURCE model.py [ENTRY NAME...] [PROFILE FILE] [OPTIONS OPTION...]
#                  [BUNDLE FOLDER])
#
# Compiles a Python file to TARGET.so in the current binary folder, again whenever it or a file that
# it imports changes; TARGET-module is the target that does so. Programs that link TARGET get
# janus.hpp, libjanus, and the header TARGET.hpp with a class TARGET::Module that loads the file,
# from beside the program or else from where it was built.
#
#   SOURCE    the Python file; relative ones are in the current source folder
#   ENTRY     names of the module that become members of TARGET::Module
#   PROFILE   a profile, for --profile-use=FILE
#   OPTIONS   more options for janusc: -O2, --profile-run, --strict, ...
#   BUNDLE    a folder that receives the module with all that it needs to run elsewhere
#
# Properties of the target: JANUS_MODULE, the file, for install(FILES ...). The project needs the
# language CXX. Wrong uses are errors when it is configured.
function(janus_add_module target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE;PROFILE;BUNDLE" "ENTRY;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES OR NOT arg_SOURCE)
    message(FATAL_ERROR "janus_add_module(${target}): needs SOURCE; not understood: "
                        "${arg_UNPARSED_ARGUMENTS} ${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  if(NOT CMAKE_CXX_COMPILER_LOADED)
    message(FATAL_ERROR "janus_add_module(${target}): needs the language CXX in project()")
  endif()
  # Python's names that are none in C++.
  set(keywords alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t
               char16_t char32_t class co_await co_return co_yield compl concept const const_cast
               consteval constexpr constinit continue decltype default delete do double dynamic_cast
               else enum explicit export extern false float for friend goto if inline int long
               mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected
               public register reinterpret_cast requires return short signed sizeof static
               static_assert static_cast struct switch template this thread_local throw true try
               typedef typeid typename union unsigned using virtual void volatile wchar_t while xor
               xor_eq)
  foreach(name IN LISTS target arg_ENTRY)
    if(NOT name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$" OR name IN_LIST keywords)
      message(FATAL_ERROR "janus_add_module(${target}): `${name}` is no name that C++ can have")
    endif()
  endforeach()
  if(target MATCHES "^(janus|std)$")
    message(FATAL_ERROR "janus_add_module(${target}): `${target}` is a namespace that there is already")
  endif()
  foreach(name object unload Module file)
    if(name IN_LIST arg_ENTRY)
      message(FATAL_ERROR "janus_add_module(${target}): `${name}` is a member of janus::Module: ask for "
                          "module[\"${name}\"] instead")
    endif()
  endforeach()
  cmake_path(ABSOLUTE_PATH arg_SOURCE BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
  if(NOT EXISTS ${arg_SOURCE})
    message(FATAL_ERROR "janus_add_module(${target}): there is no file ${arg_SOURCE}")
  endif()

  set(module ${CMAKE_CURRENT_BINARY_DIR}/${target}.so)
  set(outputs ${module})
  set(options ${arg_OPTIONS})
  set(inputs ${arg_SOURCE})
  if(arg_PROFILE)
    cmake_path(ABSOLUTE_PATH arg_PROFILE BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    list(APPEND options --profile-use=${arg_PROFILE})
    list(APPEND inputs ${arg_PROFILE})
  endif()
  if(arg_BUNDLE)
    cmake_path(ABSOLUTE_PATH arg_BUNDLE BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} NORMALIZE)
    list(APPEND options --bundle ${arg_BUNDLE})
    list(APPEND outputs ${arg_BUNDLE}/${target}.so)
  endif()
  add_custom_command(OUTPUT ${outputs} BYPRODUCTS ${CMAKE_CURRENT_BINARY_DIR}/${target}.graph.json
    COMMAND janus::janusc ${arg_SOURCE} -o ${module} --depfile ${module}.d ${options}
    DEPENDS ${inputs} janus::janusc DEPFILE ${module}.d
    COMMENT "Compiling ${target}.so" VERBATIM)
  add_custom_target(${target}-module ALL DEPENDS ${outputs})

  set(JANUS_TARGET ${target})
  set(JANUS_FILE ${module})
  cmake_path(GET module FILENAME JANUS_FILE_NAME)
  cmake_path(GET arg_SOURCE FILENAME JANUS_SOURCE_NAME)
  set(JANUS_INITIALISERS "")
  set(JANUS_MEMBERS "")
  foreach(name IN LISTS arg_ENTRY)
    string(APPEND JANUS_INITIALISERS ",\n        ${name}((*this)[\"${name}\"])")
    string(APPEND JANUS_MEMBERS "  janus::Value ${name};\n")
  endforeach()
  set(header ${CMAKE_CURRENT_BINARY_DIR}/${target}-include/${target}.hpp)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/JanusModule.hpp.in ${header} @ONLY)

  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}-module)
  target_include_directories(${target} INTERFACE ${CMAKE_CURRENT_BINARY_DIR}/${target}-include)
  target_compile_features(${target} INTERFACE cxx_std_20)
  target_link_libraries(${target} INTERFACE janus::janus)
  set_target_properties(${target} PROPERTIES JANUS_MODULE ${module})
endfunction()
