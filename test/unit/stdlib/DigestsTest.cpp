// Digests of the standards' own messages, whole and in pieces.
#include "stdlib/Digests.h"

#include <gtest/gtest.h>

namespace janus {
namespace {

std::string hex(const std::string &bytes) {
  std::string text;
  for (unsigned char c : bytes) {
    text += "0123456789abcdef"[c >> 4];
    text += "0123456789abcdef"[c & 15];
  }
  return text;
}
std::string digestOf(DigestKind kind, std::string_view message) {
  Digest digest(kind);
  digest.update(message);
  return hex(digest.finish());
}

TEST(Digests, KnownMessages) {
  EXPECT_EQ(digestOf(DigestKind::Md5, "abc"), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(digestOf(DigestKind::Sha1, "abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(digestOf(DigestKind::Sha256, "abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Digests, PiecesGiveTheSameAsTheWhole) {
  for (size_t size : {0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 1000}) {
    std::string message(size, 'x');
    Digest digest(DigestKind::Sha512);
    for (char c : message)
      digest.update({&c, 1});
    EXPECT_EQ(hex(digest.finish()), digestOf(DigestKind::Sha512, message)) << size;
  }
}

}  // namespace
}  // namespace janus
