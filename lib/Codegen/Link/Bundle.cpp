#include "Codegen/Link/Bundle.h"

namespace janus::codegen {

bool makeBundle(const std::string &, const std::string &, const std::string &,
                DiagnosticEngine &) {
  return true;
}

}  // namespace janus::codegen
