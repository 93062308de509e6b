#include "janusc/Driver.h"
#include "janusc/Options.h"
#include "janusc/Run.h"

#include "Support/LargeStack.h"

#include <cstdio>

int main(int argc, char **argv) {
  janus::ParsedOptions parsed = janus::parseOptions(argc, argv);
  if (parsed.finished)
    return parsed.exitCode;
  const janus::Options &options = parsed.options;
  if (options.run)
    if (auto status = janus::runCached(options))
      return *status;
  int status = 70;
  std::string module;
  if (!janus::runOnLargeStack([&] { status = janus::compile(options, &module); })) {
    std::fputs("error: not enough memory for the compiler's stack\n", stderr);
    return 5;
  }
  return status == 0 && options.run ? janus::runModule(options, module) : status;
}
