/* A host in C: loads the module, calls a function, reads an error. */
#include <janus/janus.h>

#include <stdio.h>
#include <string.h>

#define REQUIRE(condition)                                                                         \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "line %d: %s\n%s", __LINE__, #condition, janus_error_text());                \
      return 1;                                                                                    \
    }                                                                                              \
  } while (0)

int main(int argc, char **argv) {
  janus_module module;
  janus_value object, add, result, arguments[2];
  janus_frame frame;
  int64_t sum = 0;
  REQUIRE(argc == 2 && janus_abi_version() == JANUS_ABI_VERSION);
  REQUIRE(janus_load(argv[1], NULL, &module) == JANUS_OK);
  REQUIRE(janus_module_object(module, &object) == JANUS_OK);
  REQUIRE(janus_get(object, "add", &add) == JANUS_OK);

  arguments[0] = janus_int(40);
  arguments[1] = janus_int(2);
  REQUIRE(janus_call(add, arguments, 2, &result) == JANUS_OK);
  REQUIRE(janus_to_int(result, &sum) == JANUS_OK && sum == 42);

  arguments[1] = janus_none();
  REQUIRE(janus_call(add, arguments, 2, &result) == JANUS_RAISED);
  REQUIRE(strcmp(janus_error_type(), "TypeError") == 0);
  REQUIRE(janus_error_frame_count() == 1 && janus_error_frame(0, &frame) == JANUS_OK);
  REQUIRE(strcmp(frame.function, "add") == 0 && strcmp(frame.source, "return a + b") == 0);
  REQUIRE(janus_error_frame(1, &frame) == JANUS_MISUSE);
  janus_error_clear();
  REQUIRE(janus_error_status() == JANUS_OK && strcmp(janus_error_type(), "") == 0);

  janus_release(add);
  janus_release(object);
  REQUIRE(janus_unload(module) == JANUS_OK);
  REQUIRE(janus_unload(module) == JANUS_UNLOADED);
  return 0;
}
