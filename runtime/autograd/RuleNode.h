// Memory of recorded operations, and the calls of their gradient functions.
#pragma once

#include "autograd/Record.h"

namespace janus {

RuleNode *allocateRuleNode(const OpRules &rules, uint32_t edgeCount);

}  // namespace janus
