// Message digests: MD5, SHA-1 and the SHA-2 family, fed in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace janus {

enum class DigestKind : uint8_t { Md5, Sha1, Sha224, Sha256, Sha384, Sha512 };

class Digest {
public:
  explicit Digest(DigestKind kind);
  void update(std::string_view bytes);
  std::string finish() const;  // of all so far; more may follow
  std::string hex() const;     // finish() in hexadecimal digits
  DigestKind kind() const { return kind_; }
  static size_t size(DigestKind kind);
  static size_t blockSize(DigestKind kind) { return kind >= DigestKind::Sha384 ? 128 : 64; }

private:
  void block(const unsigned char *bytes);

  DigestKind kind_;
  uint64_t state_[8];  // words of 32 bits use the lower half
  uint64_t total_ = 0;
  size_t pending_ = 0;
  unsigned char buffer_[128];
};

}  // namespace janus
