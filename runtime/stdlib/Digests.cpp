#include "stdlib/Digests.h"

#include "value/bytes/Bytes.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace janus {
namespace {

// The first 64 bits of the fractions of the cube roots of the first 80 primes; SHA-256 takes 32 of
// each.
constexpr uint64_t kRoots[80] = {
    0x428a2f98d728ae22u, 0x7137449123ef65cdu, 0xb5c0fbcfec4d3b2fu, 0xe9b5dba58189dbbcu,
    0x3956c25bf348b538u, 0x59f111f1b605d019u, 0x923f82a4af194f9bu, 0xab1c5ed5da6d8118u,
    0xd807aa98a3030242u, 0x12835b0145706fbeu, 0x243185be4ee4b28cu, 0x550c7dc3d5ffb4e2u,
    0x72be5d74f27b896fu, 0x80deb1fe3b1696b1u, 0x9bdc06a725c71235u, 0xc19bf174cf692694u,
    0xe49b69c19ef14ad2u, 0xefbe4786384f25e3u, 0x0fc19dc68b8cd5b5u, 0x240ca1cc77ac9c65u,
    0x2de92c6f592b0275u, 0x4a7484aa6ea6e483u, 0x5cb0a9dcbd41fbd4u, 0x76f988da831153b5u,
    0x983e5152ee66dfabu, 0xa831c66d2db43210u, 0xb00327c898fb213fu, 0xbf597fc7beef0ee4u,
    0xc6e00bf33da88fc2u, 0xd5a79147930aa725u, 0x06ca6351e003826fu, 0x142929670a0e6e70u,
    0x27b70a8546d22ffcu, 0x2e1b21385c26c926u, 0x4d2c6dfc5ac42aedu, 0x53380d139d95b3dfu,
    0x650a73548baf63deu, 0x766a0abb3c77b2a8u, 0x81c2c92e47edaee6u, 0x92722c851482353bu,
    0xa2bfe8a14cf10364u, 0xa81a664bbc423001u, 0xc24b8b70d0f89791u, 0xc76c51a30654be30u,
    0xd192e819d6ef5218u, 0xd69906245565a910u, 0xf40e35855771202au, 0x106aa07032bbd1b8u,
    0x19a4c116b8d2d0c8u, 0x1e376c085141ab53u, 0x2748774cdf8eeb99u, 0x34b0bcb5e19b48a8u,
    0x391c0cb3c5c95a63u, 0x4ed8aa4ae3418acbu, 0x5b9cca4f7763e373u, 0x682e6ff3d6b2b8a3u,
    0x748f82ee5defb2fcu, 0x78a5636f43172f60u, 0x84c87814a1f0ab72u, 0x8cc702081a6439ecu,
    0x90befffa23631e28u, 0xa4506cebde82bde9u, 0xbef9a3f7b2c67915u, 0xc67178f2e372532bu,
    0xca273eceea26619cu, 0xd186b8c721c0c207u, 0xeada7dd6cde0eb1eu, 0xf57d4f7fee6ed178u,
    0x06f067aa72176fbau, 0x0a637dc5a2c898a6u, 0x113f9804bef90daeu, 0x1b710b35131c471bu,
    0x28db77f523047d84u, 0x32caab7b40c72493u, 0x3c9ebe0a15c9bebcu, 0x431d67c49c100d4cu,
    0x4cc5d4becb3e42b6u, 0x597f299cfc657e2au, 0x5fcb6fab3ad6faecu, 0x6c44198c4a475817u};
// Of the square roots of the first 16 primes.
constexpr uint64_t kStart[16] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
    0xcbbb9d5dc1059ed8u, 0x629a292a367cd507u, 0x9159015a3070dd17u, 0x152fecd8f70e5939u,
    0x67332667ffc00b31u, 0x8eb44a8768581511u, 0xdb0c2e0d64f98fa7u, 0x47b5481dbefa4fa4u};

uint32_t left(uint32_t x, int n) {
  return x << n | x >> (32 - n);
}
template <class T>
T right(T x, int n) {
  return x >> n | x << (8 * sizeof(T) - n);
}

template <class T>
T loadBig(const unsigned char *p) {
  T v = 0;
  for (size_t i = 0; i < sizeof(T); ++i)
    v = static_cast<T>(v << 8) | p[i];
  return v;
}

// Which bits the sums of SHA-2 rotate and shift by.
struct Turns {
  int big0[3], big1[3], small0[3], small1[3];  // the last of `small` is a shift
};
constexpr Turns kTurns32 = {{2, 13, 22}, {6, 11, 25}, {7, 18, 3}, {17, 19, 10}};
constexpr Turns kTurns64 = {{28, 34, 39}, {14, 18, 41}, {1, 8, 7}, {19, 61, 6}};

template <class T, int Rounds>
void sha2(uint64_t *state, const unsigned char *bytes, const Turns &t) {
  T w[Rounds], s[8];
  auto turned = [](T x, const int *n) { return right(x, n[0]) ^ right(x, n[1]) ^ right(x, n[2]); };
  auto shifted = [](T x, const int *n) { return right(x, n[0]) ^ right(x, n[1]) ^ (x >> n[2]); };
  for (int i = 0; i < 16; ++i)
    w[i] = loadBig<T>(bytes + i * sizeof(T));
  for (int i = 16; i < Rounds; ++i)
    w[i] = w[i - 16] + shifted(w[i - 15], t.small0) + w[i - 7] + shifted(w[i - 2], t.small1);
  for (int i = 0; i < 8; ++i)
    s[i] = static_cast<T>(state[i]);
  for (int i = 0; i < Rounds; ++i) {
    T k = sizeof(T) == 8 ? static_cast<T>(kRoots[i]) : static_cast<T>(kRoots[i] >> 32);
    T one = s[7] + turned(s[4], t.big1) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k + w[i];
    T two = turned(s[0], t.big0) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    std::copy_backward(s, s + 7, s + 8);
    s[4] += one;
    s[0] = one + two;
  }
  for (int i = 0; i < 8; ++i)
    state[i] = static_cast<T>(static_cast<T>(state[i]) + s[i]);
}

void sha1(uint64_t *state, const unsigned char *bytes) {
  uint32_t w[80], s[5];
  for (int i = 0; i < 16; ++i)
    w[i] = loadBig<uint32_t>(bytes + 4 * i);
  for (int i = 16; i < 80; ++i)
    w[i] = left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
  std::copy(state, state + 5, s);
  for (int i = 0; i < 80; ++i) {
    uint32_t f, k;
    switch (i / 20) {
    case 0: f = (s[1] & s[2]) | (~s[1] & s[3]), k = 0x5a827999; break;
    case 1: f = s[1] ^ s[2] ^ s[3], k = 0x6ed9eba1; break;
    case 2: f = (s[1] & s[2]) | (s[1] & s[3]) | (s[2] & s[3]), k = 0x8f1bbcdc; break;
    default: f = s[1] ^ s[2] ^ s[3], k = 0xca62c1d6;
    }
    uint32_t next = left(s[0], 5) + f + s[4] + k + w[i];
    s[4] = s[3], s[3] = s[2], s[2] = left(s[1], 30), s[1] = s[0], s[0] = next;
  }
  for (int i = 0; i < 5; ++i)
    state[i] = static_cast<uint32_t>(state[i] + s[i]);
}

void md5(uint64_t *state, const unsigned char *bytes) {
  static const int kTurns[4][4] = {
      {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  uint32_t w[16], a = state[0], b = state[1], c = state[2], d = state[3];
  memcpy(w, bytes, sizeof w);
  for (int i = 0; i < 64; ++i) {
    uint32_t f;
    int g;
    switch (i / 16) {
    case 0: f = (b & c) | (~b & d), g = i; break;
    case 1: f = (d & b) | (~d & c), g = (5 * i + 1) & 15; break;
    case 2: f = b ^ c ^ d, g = (3 * i + 5) & 15; break;
    default: f = c ^ (b | ~d), g = 7 * i & 15;
    }
    auto k = static_cast<uint32_t>(std::floor(std::fabs(std::sin(i + 1.0)) * 4294967296.0));
    uint32_t next = b + left(a + f + k + w[g], kTurns[i / 16][i & 3]);
    a = d, d = c, c = b, b = next;
  }
  const uint32_t sums[4] = {a, b, c, d};
  for (int i = 0; i < 4; ++i)
    state[i] = static_cast<uint32_t>(state[i] + sums[i]);
}

}  // namespace

Digest::Digest(DigestKind kind) : kind_(kind) {
  constexpr uint32_t kOld[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  for (int i = 0; i < 8; ++i) {
    switch (kind) {
    case DigestKind::Md5:
    case DigestKind::Sha1: state_[i] = i < 5 ? kOld[i] : 0; break;
    case DigestKind::Sha224: state_[i] = kStart[8 + i] & 0xffffffffu; break;
    case DigestKind::Sha256: state_[i] = kStart[i] >> 32; break;
    case DigestKind::Sha384: state_[i] = kStart[8 + i]; break;
    case DigestKind::Sha512: state_[i] = kStart[i]; break;
    }
  }
}

size_t Digest::size(DigestKind kind) {
  constexpr size_t kSizes[] = {16, 20, 28, 32, 48, 64};
  return kSizes[static_cast<int>(kind)];
}

void Digest::block(const unsigned char *bytes) {
  switch (kind_) {
  case DigestKind::Md5: return md5(state_, bytes);
  case DigestKind::Sha1: return sha1(state_, bytes);
  case DigestKind::Sha224:
  case DigestKind::Sha256: return sha2<uint32_t, 64>(state_, bytes, kTurns32);
  case DigestKind::Sha384:
  case DigestKind::Sha512: return sha2<uint64_t, 80>(state_, bytes, kTurns64);
  }
}

void Digest::update(std::string_view bytes) {
  size_t whole = blockSize(kind_);
  total_ += bytes.size();
  while (!bytes.empty()) {
    size_t n = std::min(whole - pending_, bytes.size());
    memcpy(buffer_ + pending_, bytes.data(), n);
    pending_ += n;
    bytes.remove_prefix(n);
    if (pending_ == whole) {
      block(buffer_);
      pending_ = 0;
    }
  }
}

std::string Digest::finish() const {
  Digest end = *this;
  size_t whole = blockSize(kind_), lengthBytes = whole / 8;
  std::string padding(1, '\x80');
  size_t used = (pending_ + 1) % whole;
  padding.append((2 * whole - lengthBytes - used) % whole, 0);
  uint64_t bits = total_ * 8;
  bool little = kind_ == DigestKind::Md5;
  padding.append(lengthBytes - 8, 0);
  for (int i = 0; i < 8; ++i)
    padding += static_cast<char>(bits >> 8 * (little ? i : 7 - i));
  end.update(padding);
  std::string out;
  size_t word = kind_ >= DigestKind::Sha384 ? 8 : 4;
  for (size_t i = 0; i < size(kind_); ++i) {
    size_t at = i % word;
    out += static_cast<char>(end.state_[i / word] >> 8 * (little ? at : word - 1 - at));
  }
  return out;
}

std::string Digest::hex() const {
  std::string text;
  for (unsigned char byte : finish())
    appendHex(text, byte);
  return text;
}

}  // namespace janus
