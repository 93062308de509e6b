// Counts how deep the parser's rules are nested.
#pragma once

namespace janus {

class Parser;

constexpr unsigned kMaxParserDepth = 6000;

class DepthGuard {
public:
  explicit DepthGuard(Parser &parser);
  ~DepthGuard();
  DepthGuard(const DepthGuard &) = delete;
  DepthGuard &operator=(const DepthGuard &) = delete;

private:
  Parser &parser_;
};

}  // namespace janus
