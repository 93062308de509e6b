#include "speculate/Log.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

namespace janus::speculate {

const LogOptions &logOptions() {
  static const LogOptions options = [] {
    LogOptions chosen;
    const char *text = getenv("JANUS_LOG");
    std::string all = text ? std::string(",") + text + "," : "";
    chosen.guards = all.find(",guards,") != std::string::npos;
    chosen.summary = all.find(",summary,") != std::string::npos;
    return chosen;
  }();
  return options;
}

void logGuard(const Version &version, uint32_t guard) {
  if (!logOptions().guards)
    return;
  bool fault = guard >= version.def->guard_count;
  fprintf(stderr, "janus: %s: %s `%s` failed\n", version.root->name,
          fault ? "fault" : version.def->guards[guard].kind,
          fault ? "an operation" : version.def->guards[guard].name);
}

void logBinding(const Version &version, const std::string &why) {
  if (logOptions().guards)
    fprintf(stderr, "janus: %s: not bound: %s\n", version.root->name, why.c_str());
}

void printSummary(const std::vector<RootState *> &roots) {
  for (const RootState *root : roots) {
    fprintf(stderr, "janus: root %s:%s line %u: entered %" PRIu64 ", tier 2 %" PRIu64 "\n",
            root->root->module, root->root->name, root->root->line, root->entries, root->committed);
    for (const auto &version : root->versions) {
      const VersionCounts &n = version->counts;
      if (!version->unusable.empty())
        fprintf(stderr, "janus:   version %s: not used: %s\n", version->def->name,
                version->unusable.c_str());
      fprintf(stderr,
              "janus:   version %s: entered %" PRIu64 ", committed %" PRIu64 ", bound %" PRIu64
              ", not bound %" PRIu64 ", stale %" PRIu64 ", other arguments %" PRIu64 "\n",
              version->def->name, n.entered, n.committed, n.bound, n.notBound, n.stale,
              n.arguments);
      for (uint32_t i = 0; i <= version->def->guard_count; ++i) {
        bool fault = i == version->def->guard_count;
        if (fault && version->guardFailures[i] == 0)
          continue;
        fprintf(stderr, "janus:     %s `%s`: failed %" PRIu64 "\n",
                fault ? "fault" : version->def->guards[i].kind,
                fault ? "an operation" : version->def->guards[i].name, version->guardFailures[i]);
      }
    }
  }
}

}  // namespace janus::speculate
