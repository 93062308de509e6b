// The module hashlib.
#include "stdlib/Digests.h"
#include "value/bytes/Bytes.h"
#include "value/object/DataTypes.h"

#include <new>

namespace janus {
namespace {

Type hashType;
struct HashObject {
  Object head;
  alignas(16) unsigned char digest[sizeof(Digest)];
};
Digest &digestOf(Value v) {
  return *reinterpret_cast<Digest *>(as<HashObject>(v)->digest);
}

constexpr const char *kNames[] = {"md5", "sha1", "sha224", "sha256", "sha384", "sha512"};

Value newHash(const Digest &digest) {
  auto *h = allocate<HashObject>(&hashType);
  new (h->digest) Digest(digest);
  return jn_obj(h);
}

bool feed(Digest &digest, Value data) {
  std::string_view bytes;
  if (isStr(data)) {
    raise(jn_exc_TypeError, "Strings must be encoded before hashing");
    return false;
  }
  if (!bytesView(data, &bytes)) {
    raise(jn_exc_TypeError, "object supporting the buffer API required");
    return false;
  }
  digest.update(bytes);
  return true;
}

template <DigestKind Kind>
Value hashFn(const Value *args, size_t count, Value kwnames) {
  Value out[2];
  if (!parseArgs(kNames[static_cast<int>(Kind)], {"string", "usedforsecurity"}, 0, 1, args, count,
                 kwnames, out))
    return jn_error();
  Digest digest(Kind);
  return given(out[0]) && !feed(digest, out[0]) ? jn_error() : newHash(digest);
}
Value newFn(const Value *args, size_t count, Value kwnames) {
  Value out[3];
  if (!parseArgs("new", {"name", "data", "usedforsecurity"}, 1, 2, args, count, kwnames, out))
    return jn_error();
  if (!isStr(out[0]))
    return raise(jn_exc_TypeError, "name must be a string");
  std::string name;
  for (char c : utf8Of(out[0]))
    if (c != '-')
      name += static_cast<char>(tolower(c));
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (name != kNames[i])
      continue;
    Digest digest(static_cast<DigestKind>(i));
    return given(out[1]) && !feed(digest, out[1]) ? jn_error() : newHash(digest);
  }
  return raise(jn_exc_ValueError, "unsupported hash type %S", &out[0]);
}

Value update(const Value *args, size_t, Value) {
  return feed(digestOf(args[0]), args[1]) ? jn_none() : jn_error();
}
Value digest(const Value *args, size_t, Value) {
  return makeBytes(digestOf(args[0]).finish());
}
Value hexdigest(const Value *args, size_t, Value) {
  return makeStr(digestOf(args[0]).hex());
}
Value copy(const Value *args, size_t, Value) {
  return newHash(digestOf(args[0]));
}

Value getName(Object *o) {
  return makeStr(kNames[static_cast<int>(digestOf(jn_obj(o)).kind())]);
}
Value getSize(Object *o) {
  return jn_int(static_cast<int64_t>(Digest::size(digestOf(jn_obj(o)).kind())));
}
Value getBlockSize(Object *o) {
  return jn_int(static_cast<int64_t>(Digest::blockSize(digestOf(jn_obj(o)).kind())));
}
Value reprSlot(Object *o) {
  char text[80];
  snprintf(text, sizeof text, "<%s _hashlib.HASH object @ %p>",
           kNames[static_cast<int>(digestOf(jn_obj(o)).kind())], static_cast<void *>(o));
  return makeStr(text);
}

const MethodDef kMethods[] = {{"update", update, 2, 2},
                              {"digest", digest, 1, 1},
                              {"hexdigest", hexdigest, 1, 1},
                              {"copy", copy, 1, 1},
                              {}};
const GetSetDef kGetSets[] = {{"name", getName, nullptr},
                              {"digest_size", getSize, nullptr},
                              {"block_size", getBlockSize, nullptr},
                              {}};
const MethodDef kFunctions[] = {{"md5", hashFn<DigestKind::Md5>, 0, -1, true},
                                {"sha1", hashFn<DigestKind::Sha1>, 0, -1, true},
                                {"sha224", hashFn<DigestKind::Sha224>, 0, -1, true},
                                {"sha256", hashFn<DigestKind::Sha256>, 0, -1, true},
                                {"sha384", hashFn<DigestKind::Sha384>, 0, -1, true},
                                {"sha512", hashFn<DigestKind::Sha512>, 0, -1, true},
                                {"new", newFn, 0, -1, true},
                                {}};

int init(jn_module *m) {
  Type &t = hashType;
  t.name = "_hashlib.HASH";
  t.instanceSize = sizeof(HashObject);
  t.repr = reprSlot;
  t.methods = kMethods;
  t.getsets = kGetSets;
  Ref names(jn_make_set(nullptr, 0));
  for (const char *name : kNames)
    jn_set_add(names.get(), internStr(name));
  return readyType(&t) < 0 || addToModule(m, "algorithms_guaranteed", jn_own(names.get())) < 0 ||
                 addToModule(m, "algorithms_available", names.release()) < 0
             ? -1
             : 0;
}

}  // namespace

extern const NativeModuleDef hashlibModule;
const NativeModuleDef hashlibModule = {"hashlib", init, kFunctions};

}  // namespace janus
