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
  bool started = janus::runOnLargeStack([&] { status = janus::compile(options); });
  if (!started)
    std::fputs("error: cannot make a thread for the compiler: not enough memory\n", stderr);
  if (started && status == 0 && options.run)
    if (auto answer = janus::runCached(options))
      return *answer;
  return started ? status : 5;
}
