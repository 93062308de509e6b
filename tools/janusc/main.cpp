#include "janusc/Driver.h"
#include "janusc/ExecText.h"
#include "janusc/Options.h"
#include "janusc/Profiles.h"
#include "janusc/Run.h"
#include "janusc/TierUp.h"

#include "Support/DiagnosticTable.h"
#include "Support/LargeStack.h"

#include "llvm/Support/raw_ostream.h"

// What was printed must have arrived: a full disk or a closed descriptor is an error of its own.
static int afterOutput(int status) {
  llvm::raw_fd_ostream &out = llvm::outs();
  out.flush();
  if (!out.has_error())
    return status;
  llvm::errs() << janus::errorText(janus::DiagId::CannotPrint, {out.error().message()});
  out.clear_error();
  return status == 0 ? janus::exitCodeOf(janus::DiagId::CannotPrint) : status;
}

int main(int argc, char **argv) {
  janus::ParsedOptions parsed = janus::parseOptions(argc, argv);
  if (parsed.finished)
    return afterOutput(parsed.exitCode);
  const janus::Options &options = parsed.options;
  if (options.showProfile)
    return afterOutput(janus::showProfile(options));
  bool runs = options.run && options.emit.empty();
  if (runs)
    if (auto status = janus::runCached(options))
      return *status;
  int status = 70;
  std::string module;
  auto compile = runs                          ? janus::compileForRun
                 : !options.tierUp.empty()     ? janus::compileForTierUp
                 : !options.text.empty()       ? janus::compileText
                 : !options.profileRun.empty() ? janus::compileWithProfileRun
                                               : janus::compile;
  if (!janus::runOnLargeStack([&] { status = compile(options, &module); })) {
    llvm::errs() << janus::errorText(janus::DiagId::LimitExceeded,
                                     {"not enough memory for the compiler's stack"});
    return janus::exitCodeOf(janus::DiagId::LimitExceeded);
  }
  status = afterOutput(status);
  return status == 0 && runs ? janus::runModule(options, module) : status;
}
