#include "IR/AccessPath.h"

#include <gtest/gtest.h>

using namespace janus;
using namespace janus::ir;

namespace {

TEST(AccessPath, Steps) {
  std::optional<AccessPath> path = parsePath("$model._parts[\"a.b\\\"]\"].w");
  ASSERT_TRUE(path);
  ASSERT_EQ(path->size(), 4u);
  EXPECT_EQ((*path)[0].kind, JN_STEP_SLOT);
  EXPECT_EQ((*path)[0].name, "model");
  EXPECT_EQ((*path)[1].name, "_parts");
  EXPECT_EQ((*path)[2].kind, JN_STEP_ITEM);
  EXPECT_EQ((*path)[2].key.text, "a.b\"]");
  EXPECT_EQ((*path)[3].name, "w");
}

TEST(AccessPath, Keys) {
  std::optional<AccessPath> path =
      parsePath("%1[<$model._parts[\"x\"].w>][\"step\"][-2][(1, 2.5, None)][nan]");
  ASSERT_TRUE(path);
  ASSERT_EQ(path->size(), 6u);
  EXPECT_EQ((*path)[0].index, 1u);
  EXPECT_EQ((*path)[1].kind, JN_STEP_ITEM_AT);
  EXPECT_EQ((*path)[1].object.size(), 4u);
  EXPECT_EQ((*path)[3].key.integer, -2);
  EXPECT_EQ(toText((*path)[4].key), "(1, 2.5, None)");
  EXPECT_EQ((*path)[5].key.kind, Constant::Kind::Float);
}

TEST(AccessPath, Roots) {
  std::optional<AccessPath> path = parsePath("<m:f.<locals>.C>.x.__defaults__[0]");
  ASSERT_TRUE(path);
  EXPECT_EQ((*path)[0].kind, JN_STEP_CLASS);
  EXPECT_EQ((*path)[0].name, "m:f.<locals>.C");
  EXPECT_EQ(path->size(), 4u);
  path = parsePath("@torch.nn:functional.relu");
  ASSERT_TRUE(path);
  EXPECT_EQ((*path)[0].name, "torch.nn");
  EXPECT_EQ((*path)[1].name, "functional");
  EXPECT_EQ(path->size(), 3u);
  // Variables of the compiler's own.
  EXPECT_EQ(parsePath("$.iter0")->front().name, ".iter0");
  EXPECT_EQ(parsePath("$.x.3.grad")->front().name, ".x.3");
  EXPECT_EQ(parsePath("$d.keys()[1]")->back().kind, JN_STEP_KEY_AT);
  EXPECT_EQ(parsePath("$l[+]")->back().kind, JN_STEP_END);
}

TEST(AccessPath, NodesOfTrees) {
  std::optional<AccessPath> path = parsePath(
      "$t.root.nodes(None; int; (node, int); [any]; <m:f.<locals>.T>{a: node, b: absent})");
  ASSERT_TRUE(path);
  ASSERT_EQ(path->size(), 3u);
  EXPECT_EQ(path->back().kind, JN_STEP_NODES);
  const std::vector<NodeForm> &forms = path->back().forms;
  ASSERT_EQ(forms.size(), 5u);
  EXPECT_EQ(forms[0].kind, JN_NODE_NONE);
  EXPECT_EQ(forms[1].columns(), 1u);
  EXPECT_EQ(forms[2].kind, JN_NODE_TUPLE);
  EXPECT_EQ(forms[2].column(1), 1);
  EXPECT_FALSE(forms[3].hasChildren());
  EXPECT_EQ(forms[3].column(0), -1);
  EXPECT_EQ(forms[4].className, "m:f.<locals>.T");
  EXPECT_TRUE(forms[4].hasChildren());
  EXPECT_EQ(forms[4].fields[1].kind, JN_FIELD_ABSENT);
  EXPECT_EQ(parseNodeForms(toText(forms)), forms);
}

TEST(AccessPath, CannotBeRead) {
  for (const char *bad : {"",
                          "$t.nodes(",
                          "$t.nodes()",
                          "$t.nodes(what)",
                          "$t.nodes(int; )",
                          "$t.nodes((node)",
                          "$t.nodes(<m:T>{a})",
                          "$t.nodes(<m:T>{a: })",
                          "$t.nodes(<m:T{a: int})",
                          "$",
                          "$.",
                          "%",
                          "%x",
                          "@",
                          "@m:",
                          "$model[",
                          "$model[\"x]",
                          "model",
                          "$model[what]",
                          "$model.keys()[x]",
                          "<m:C",
                          "$x.",
                          "$x..y",
                          "$x[1",
                          "$x[<%0]",
                          "$x[(1, 2]",
                          "$x]",
                          "%99999999999999999999"})
    EXPECT_FALSE(parsePath(bad)) << bad;
}

TEST(AccessPath, Assumptions) {
  std::optional<Assumption> keys = parseAssumption("keys", "$d", "[\"a\", <%0.x>, 3]");
  ASSERT_TRUE(keys);
  EXPECT_EQ(keys->kind, JN_ASSUME_KEYS);
  ASSERT_EQ(keys->keys.size(), 3u);
  EXPECT_EQ(keys->keys[1].object.size(), 2u);
  EXPECT_TRUE(parseAssumption("keys", "$d", "[]"));
  std::optional<Assumption> method = parseAssumption("method", "<m:C>", "__call__=m:C.__call__");
  ASSERT_TRUE(method);
  EXPECT_EQ(method->attribute, "__call__");
  EXPECT_EQ(method->name, "m:C.__call__");
  EXPECT_EQ(parseAssumption("mode", "grad", "True")->number, 1);
  EXPECT_EQ(parseAssumption("same", "$a", "$b.c")->other.size(), 2u);
  for (auto [kind, value] : {std::pair("nonsense", ""),
                             {"length", "x"},
                             {"length", "-1"},
                             {"class", ""},
                             {"constant", "[1]"},
                             {"method", "f"},
                             {"mode", "on"},
                             {"keys", "[1"},
                             {"same", "b"},
                             {"compared", "x"},
                             {"alone", "x"},
                             {"unrelated", ""}})
    EXPECT_FALSE(parseAssumption(kind, "$x", value)) << kind;
}

}  // namespace
