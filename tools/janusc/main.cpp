#include "janusc/Driver.h"
#include "janusc/Options.h"
#include "janusc/Profiles.h"
#include "janusc/Run.h"

#include "Support/LargeStack.h"

#include <cstdio>

int main(int argc, char **argv) {
  janus::ParsedOptions parsed = janus::parseOptions(argc, argv);
  if (parsed.finished)
    return parsed.exitCode;
  const janus::Options &options = parsed.options;
  if (options.showProfile)
    return janus::showProfile(options);
  if (options.run)
    if (auto status = janus::runCached(options))
      return *status;
  int status = 70;
  std::string module;
  auto compile = options.profileRun.empty() ? janus::compile : janus::compileWithProfileRun;
  if (!janus::runOnLargeStack([&] { status = compile(options, &module); })) {
    std::fputs("error: not enough memory for the compiler's stack\n", stderr);
    return 5;
  }
  return status == 0 && options.run ? janus::runModule(options, module) : status;
}
