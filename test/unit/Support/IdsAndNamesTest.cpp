#include "Support/Id.h"
#include "Support/Interner.h"
#include "Support/Unicode.h"
#include "Support/UnicodeNames.h"

#include "llvm/ADT/DenseMap.h"
#include <gtest/gtest.h>

namespace janus {
namespace {

struct ThingTag;
using Thing = Id<ThingTag>;

TEST(Id, InvalidIsFalseAndCanBeLookedUp) {
  Thing none;
  EXPECT_FALSE(none);
  EXPECT_EQ(none, Thing::invalid());
  llvm::DenseMap<Thing, int> map;
  map[Thing(3)] = 7;
  EXPECT_EQ(map.lookup(Thing(3)), 7);
  EXPECT_EQ(map.lookup(none), 0);
  EXPECT_LT(Thing(1), Thing(2));
}

TEST(IdVector, GivesIdsAndIsIndexedByThem) {
  IdVector<Thing, std::string> things;
  Thing a = things.push_back("a"), b = things.emplace_back(2, 'b');
  EXPECT_EQ(things[a] + things[b], "abb");
  std::string joined;
  for (Thing id : things.ids())
    joined += things[id];
  EXPECT_EQ(joined, "abb");
  EXPECT_FALSE(things.contains(Thing::invalid()));
}

TEST(Interner, EqualTextIsOneSymbol) {
  Interner names;
  Symbol a = names.intern("alpha");
  EXPECT_EQ(names.intern(std::string("al") + "pha"), a);
  EXPECT_NE(names.intern("beta"), a);
  EXPECT_EQ(names.text(a), "alpha");
  EXPECT_EQ(names.text(Symbol()), "");
  EXPECT_FALSE(names.lookup("gamma"));
  for (int i = 0; i < 5000; ++i)
    names.intern("n" + std::to_string(i));
  EXPECT_EQ(names.text(a), "alpha");
}

TEST(Unicode, NormalizesIdentifiers) {
  EXPECT_EQ(unicode::nfkc("ﬁ"), "fi");
  EXPECT_EQ(unicode::nfkc("e\u0301t\u00e9"), "\u00e9t\u00e9");
  EXPECT_EQ(unicode::nfkc("𝔘𝔫𝔦"), "Uni");
  EXPECT_EQ(unicode::nfkc("\u1112\u1161\u11ab"), "\ud55c");
  EXPECT_EQ(unicode::nfkc("a\u0323\u0307"), unicode::nfkc("a\u0307\u0323")) << "marks by class";
}

TEST(Unicode, KnowsTheCharactersOfIdentifiers) {
  EXPECT_TRUE(unicode::isIdentifierStart(U'é'));
  EXPECT_TRUE(unicode::isIdentifierStart(U'名'));
  EXPECT_FALSE(unicode::isIdentifierStart(U'€'));
  EXPECT_FALSE(unicode::isIdentifierStart(U'1'));
  EXPECT_TRUE(unicode::isIdentifierContinue(U'1'));
  EXPECT_TRUE(unicode::isPrintable(U'€'));
  EXPECT_FALSE(unicode::isPrintable(0xA0));
}

TEST(Unicode, FindsWhatIsNotUtf8) {
  EXPECT_EQ(unicode::findInvalidUtf8("aé日😀"), std::string::npos);
  EXPECT_EQ(unicode::findInvalidUtf8("a\xff"), 1u);
  EXPECT_EQ(unicode::findInvalidUtf8("\xc0\x80"), 0u) << "overlong";
  EXPECT_EQ(unicode::findInvalidUtf8("x\xed\xa0\x80"), 1u) << "surrogate";
  EXPECT_EQ(unicode::findInvalidUtf8("\xf4\x90\x80\x80"), 0u) << "past U+10FFFF";
  EXPECT_EQ(unicode::findInvalidUtf8("ab\xe6\x97"), 2u) << "cut off";
}

TEST(Unicode, FindsCharactersByName) {
  EXPECT_EQ(unicode::characterByName("LATIN SMALL LETTER A"), U'a');
  EXPECT_EQ(unicode::characterByName("em dash"), U'—');
  EXPECT_EQ(unicode::characterByName("NULL"), U'\0') << "an alias";
  EXPECT_EQ(unicode::characterByName("HANGUL SYLLABLE HAN"), 0xD55Cu);
  EXPECT_EQ(unicode::characterByName("CJK UNIFIED IDEOGRAPH-65E5"), U'日');
  EXPECT_EQ(unicode::characterByName("NO SUCH NAME"), std::nullopt);
  EXPECT_EQ(unicode::characterByName("CJK UNIFIED IDEOGRAPH-0041"), std::nullopt);
}

}  // namespace
}  // namespace janus
