// Why a version has given up, where it was no guard.
#pragma once

#include <string>

namespace janus {

// Gets the message of the exception that a version leaves with; null: nobody asks.
extern thread_local std::string *faultText;

}  // namespace janus
