// Arithmetic past 64 bits. Operands are ints in any form (Number.h), results are normalised:
// whatever fits 64 bits comes back as JN_INT. The only file that knows the library behind it is
// BigInt.cpp.
#pragma once

#include "value/number/Number.h"

namespace janus::bigint {

void destroy(IntObject *o);
// Copies the number of `from` into the fresh instance `to` of a subclass.
void copyInto(IntObject *to, const IntObject *from);
Value fromUnsigned(uint64_t v);
Value fromDouble(double integral);
// `digits` are valid in `base`, without sign or prefix.
Value fromDigits(std::string_view digits, int base, bool negative);
Value fromBytes(const unsigned char *littleEndian, size_t size, bool isSigned);
// False when v does not fit into `size` bytes.
bool toBytes(Value v, unsigned char *littleEndian, size_t size, bool isSigned);
std::string toDigits(Value v, int base);

Value add(Value a, Value b);
Value sub(Value a, Value b);
Value mul(Value a, Value b);
void divMod(Value a, Value b, Value *quotient, Value *remainder);  // floors; either may be null
Value pow(Value a, uint64_t exponent);
Value powMod(Value a, Value exponent, Value modulus);  // exponent >= 0, modulus > 0
Value inverseMod(Value a, Value modulus);              // JN_UNBOUND when there is none
Value shiftLeft(Value a, uint64_t bits);
Value shiftRight(Value a, uint64_t bits);
Value bitAnd(Value a, Value b);
Value bitOr(Value a, Value b);
Value bitXor(Value a, Value b);
Value neg(Value a);
Value gcd(Value a, Value b);
Value sqrt(Value a);

int sign(Value a);
bool isOdd(Value a);
int compare(Value a, Value b);
int64_t hash(Value a);
int64_t bitLength(Value a);
int64_t bitCount(Value a);
// Rounds half to even; false when it overflows.
bool toDouble(Value a, double *out);
// a / b rounded once; false when it overflows. b is not zero.
bool trueDivide(Value a, Value b, double *out);

}  // namespace janus::bigint
