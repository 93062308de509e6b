// Bytes of a file -> UTF-8, by the byte order mark and the coding cookie.
#pragma once

#include "Support/Diagnostics.h"
#include "Support/SourceManager.h"

namespace janus {

// Replaces the text of the file. False, with a diagnostic, when it cannot be decoded.
bool decodeSource(SourceManager &sources, FileId file, DiagnosticEngine &diag);

}  // namespace janus
