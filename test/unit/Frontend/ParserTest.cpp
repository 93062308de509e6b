// What the parser makes of programs. Whole files are compared with CPython in test/lit/Frontend.
#include "Program.h"

namespace janus::test {
namespace {

std::string expression(llvm::StringRef text) {
  Program program(text);
  EXPECT_TRUE(program.ok) << program.firstError();
  if (!program.ok)
    return "";
  std::string whole = program.first();
  llvm::StringRef dump = whole;
  EXPECT_TRUE(dump.consume_front("Expr(value=") && dump.consume_back(")"));
  return dump.str();
}

TEST(Parser, OperatorsGroupAsPythons) {
  EXPECT_EQ(expression("-2 ** -2"),
            "UnaryOp(op=USub(), operand=BinOp(left=Constant(value=2), op=Pow(), "
            "right=UnaryOp(op=USub(), operand=Constant(value=2))))");
  EXPECT_EQ(expression("await x ** 2"),
            "BinOp(left=Await(value=Name(id='x', ctx=Load())), op=Pow(), right=Constant(value=2))");
  EXPECT_EQ(expression("not a in b"),
            "UnaryOp(op=Not(), operand=Compare(left=Name(id='a', ctx=Load()), ops=[In()], "
            "comparators=[Name(id='b', ctx=Load())]))");
  EXPECT_EQ(expression("a or b or c and d"),
            "BoolOp(op=Or(), values=[Name(id='a', ctx=Load()), Name(id='b', ctx=Load()), "
            "BoolOp(op=And(), values=[Name(id='c', ctx=Load()), Name(id='d', ctx=Load())])])");
}

// Constructs that tree-sitter's grammar refuses or reads otherwise; GrammarText.cpp repairs them.
TEST(Parser, RepairsOfTheGrammar) {
  EXPECT_EQ(expression("a ^ b & c"), expression("a ^ (b & c)"));
  EXPECT_EQ(expression("a & b ^ c | d"), expression("((a & b) ^ c) | d"));
  EXPECT_EQ(expression("- await x.y[0](z) ** 2"), expression("-((await (x.y[0](z))) ** 2)"));
  Program stars("*a.b, c = *f(), *g[0] | h\nx[*a, b:c]\ndef f(*a: *b): return *a, b\n");
  ASSERT_TRUE(stars.ok) << stars.firstError();
  EXPECT_EQ(stars.python(), "*a.b, c = *f(), *g[0] | h\nx[*a, b:c]\ndef f(*a: *b):\n"
                            "    return *a, b\n");
  Program types("x: A[b][c] = d\ny: A[b:c, f(d)] | None\ndef f(a: t[u][v] = 1) -> w[x][y]: pass\n");
  ASSERT_TRUE(types.ok) << types.firstError();
  EXPECT_EQ(types.python(), "x: A[b][c] = d\ny: A[b:c, f(d)] | None\n"
                            "def f(a: t[u][v]=1) -> w[x][y]:\n    pass\n");
  Program groups("try: pass\nexcept *A as b: pass\nexcept* C: pass\n");
  ASSERT_TRUE(groups.ok) << groups.firstError();
  Program patterns(
      "match *a, b:\n  case A(x=0 as y, z=_): pass\n  case [*_] | {'k': -1, **r}: pass\n");
  ASSERT_TRUE(patterns.ok) << patterns.firstError();
}

// What the grammar accepts and Python does not.
TEST(Parser, TheGrammarsExcessIsRefused) {
  for (const char *text : {"ese:\n    x = 1\n",
                           "def f\n(self): pass\n",
                           "x = 1\n  y = 2\n",
                           "f(,)\n",
                           "{,}\n",
                           "x = a + *b\n",
                           "x = await -y\n",
                           "def def(): pass\n",
                           "x.if\n",
                           "a <> b\n",
                           "if a := b, c: pass\n",
                           "x := 1\n",
                           "[x for x in a if b else c]\n",
                           "import a,\n",
                           "assert a, b, c\n",
                           "a = b += c\n",
                           "(a as b)\n",
                           "f(a=1, b)\n",
                           "print x\n",
                           "def f(a=1, b): pass\n",
                           "if a:\nb\n",
                           "not_a_match x:\n  case y: pass\n",
                           "(yield, 1)\n"})
    EXPECT_FALSE(Program(text).ok) << text;
}

TEST(Parser, SoftKeywordsAreNamesElsewhere) {
  Program program("match = case = type = _ = print\n"
                  "match[case], match(x), match * a, match - 1\n"
                  "match (x), y\n"
                  "print >>f, x\n"
                  "match x:\n  case case: pass\n");
  ASSERT_TRUE(program.ok) << program.firstError();
  const auto &body = program.ast->get<ast::Module>(program.ast->root()).body;
  EXPECT_EQ(program.ast->kind(body[2]), NodeKind::Expr);
  EXPECT_EQ(program.ast->kind(body.back()), NodeKind::Match);
}

TEST(Parser, ParenthesizedItemsOfWithAreItemsOrATuple) {
  auto items = [](llvm::StringRef text) {
    Program program(text);
    EXPECT_TRUE(program.ok) << program.firstError();
    const auto &body = program.ast->get<ast::Module>(program.ast->root()).body;
    return program.ast->get<ast::With>(body.front()).items.size();
  };
  EXPECT_EQ(items("with (a, b): pass"), 2u);
  EXPECT_EQ(items("with (a as b, c,): pass"), 2u);
  EXPECT_EQ(items("with ((a, b)): pass"), 1u);
  EXPECT_EQ(items("with (a, b) as c: pass"), 1u);
  EXPECT_EQ(items("with (*a, b): pass"), 1u);
  EXPECT_EQ(items("with (a := b, c): pass"), 1u);
  EXPECT_EQ(items("with (a), (b): pass"), 2u);
  EXPECT_EQ(items("with (yield): pass"), 1u);
}

TEST(Parser, TargetsKeepTheirForm) {
  Program program("*(a), (b), [c.d, e[0]] = (f) = x\n"
                  "(g): int\nh: int = 1\n(i.j): int\n"
                  "for *(k, l), m in x: pass\n");
  ASSERT_TRUE(program.ok) << program.firstError();
  EXPECT_EQ(program.python(), "*a, b, [c.d, e[0]] = f = x\n(g): int\nh: int = 1\ni.j: int\n"
                              "for *(k, l), m in x:\n    pass\n");
}

TEST(Parser, LinesMayBeJoinedAndIndentedFreelyInBrackets) {
  Program program("def f():\n    return (a.\nb +\nc\n) \\\n  + d # comment\n  # dedented comment\n"
                  "\f\ndef g(): return 1; x\n");
  ASSERT_TRUE(program.ok) << program.firstError();
  EXPECT_EQ(program.python(), "def f():\n    return a.b + c + d\ndef g():\n    return 1\n    x\n");
}

TEST(Parser, LineEndsAndByteOrderMarkDoNotMatter) {
  std::string expected = Program("if x:\n  a = '''p\nq'''\nb\n").dump();
  EXPECT_EQ(Program("if x:\r\n  a = '''p\r\nq'''\r\nb\r\n").dump(), expected);
  EXPECT_EQ(Program("if x:\r  a = '''p\rq'''\rb\r").dump(), expected);
  EXPECT_EQ(Program("\xEF\xBB\xBFif x:\n  a = '''p\nq'''\nb").dump(), expected);
}

TEST(Parser, CodingCookiesAreFollowed) {
  EXPECT_EQ(Program("# coding: latin-1\nx = '\xe9'\n").first(),
            "Assign(targets=[Name(id='x', ctx=Store())], value=Constant(value='é'))");
  EXPECT_EQ(Program("#!/bin/sh\n# vim: set fileencoding=koi8-r :\n'\xc1'\n").first(),
            "Expr(value=Constant(value='а'))");
  EXPECT_EQ(Program("x\n# coding: latin-1\n'\xe9'\n").firstError().substr(0, 5), "3:2: ");
  EXPECT_EQ(Program("# coding: no-such\n").firstError(), "1:1: unknown encoding: no-such");
  EXPECT_EQ(Program(llvm::StringRef("\xff\xfe"
                                    "a\0",
                                    4))
                .firstError(),
            "1:1: the file is encoded in UTF-16");
}

TEST(Parser, IdentifiersAreNormalized) {
  EXPECT_EQ(expression("ﬁ + 𝘹"), expression("fi + x"));
}

TEST(Parser, NumbersKeepTheirValue) {
  EXPECT_EQ(expression("0xDEAD_beef"), "Constant(value=3735928559)");
  EXPECT_EQ(expression("0b_1010"), "Constant(value=10)");
  EXPECT_EQ(expression("0o777"), "Constant(value=511)");
  EXPECT_EQ(expression("00_0"), "Constant(value=0)");
  EXPECT_EQ(expression("123456789012345678901234567890"),
            "Constant(value=123456789012345678901234567890)");
  EXPECT_EQ(expression("0x1_0000_0000_0000_0000"), "Constant(value=18446744073709551616)");
  EXPECT_EQ(expression("1_0.5e-3_0"), "Constant(value=1.05e-29)");
  EXPECT_EQ(expression("1e16"), "Constant(value=1e+16)");
  EXPECT_EQ(expression("1e15"), "Constant(value=1000000000000000.0)");
  EXPECT_EQ(expression(".00001"), "Constant(value=1e-05)");
  EXPECT_EQ(expression("1e999"), "Constant(value=inf)");
  EXPECT_EQ(expression("2.5j"), "Constant(value=2.5j)");
  EXPECT_EQ(expression("09j"), "Constant(value=9j)");
  EXPECT_EQ(expression("1if x else 2"), expression("1 if x else 2"));
}

TEST(Parser, StringsAreDecodedAndJoined) {
  EXPECT_EQ(expression(R"('a' "b" r'\n' '\n')"), R"(Constant(value='ab\\n\n'))");
  EXPECT_EQ(expression(R"(u'a' 'b')"), "Constant(value='ab', kind='u')");
  EXPECT_EQ(expression(R"('\x41\u00e9\U0001F600\101\N{EM DASH}\q')"),
            R"(Constant(value='Aé😀A—\\q'))");
  EXPECT_EQ(expression(R"('\ud800')"), R"(Constant(value='\ud800'))");
  EXPECT_EQ(expression(R"(b'\xff\0' rb'\x')"), R"(Constant(value=b'\xff\x00\\x'))");
  EXPECT_EQ(expression("'a\\\nb'"), "Constant(value='ab')");
  EXPECT_EQ(expression(R"("it's")"), R"(Constant(value="it's"))");
}

TEST(Parser, FormattedStringsBecomeTheirParts) {
  EXPECT_EQ(expression("f'{x!r:>{w}}{{}}'"),
            "JoinedStr(values=[FormattedValue(value=Name(id='x', ctx=Load()), conversion=114, "
            "format_spec=JoinedStr(values=[Constant(value='>'), FormattedValue("
            "value=Name(id='w', ctx=Load()), conversion=-1)])), Constant(value='{}')])");
  EXPECT_EQ(expression("f'{x = }' 'y'"),
            "JoinedStr(values=[Constant(value='x = '), FormattedValue(value=Name(id='x', "
            "ctx=Load()), conversion=114), Constant(value='y')])");
  EXPECT_EQ(expression("f''"), "JoinedStr(values=[])");
  EXPECT_EQ(expression("f'{a != b}'"),
            "JoinedStr(values=[FormattedValue(value=Compare(left=Name(id='a', ctx=Load()), "
            "ops=[NotEq()], comparators=[Name(id='b', ctx=Load())]), conversion=-1)])");
  EXPECT_EQ(expression(R"(f'\N{EN DASH}')").substr(0, 9), "JoinedStr");
  EXPECT_EQ(expression("f'''{\n a\n + b }'''"), expression("f'{a+b}'"));
  EXPECT_EQ(expression("f'{ {1: 2}[1] }{lambda_}{(lambda: 1)}{a,}'").substr(0, 9), "JoinedStr");
}

TEST(Parser, SpansCoverWhatCPythonSays) {
  Program program("x = (a) + f(b)\n");
  const auto &assign =
      program.ast->get<ast::Assign>(program.ast->get<ast::Module>(program.ast->root()).body[0]);
  EXPECT_EQ(program.sources.text(program.ast->span(assign.value)), "(a) + f(b)");
  const auto &sum = program.ast->get<ast::BinOp>(assign.value);
  EXPECT_EQ(program.sources.text(program.ast->span(sum.left)), "a");
}

// The grammar sees only the first of lines that are written alike.
TEST(Parser, RepeatedLinesHaveTheirOwnNames) {
  Program program("a = b(*c, 1); d = await_\n"
                  "def f():\n"
                  "    e = g(*h, 2); i = j\n"
                  "    return k\n"
                  "l = m(*n, 'o'); p = q\n"
                  "return_ = r(*s, 3); t = u\n");
  ASSERT_TRUE(program.ok);
  EXPECT_EQ(program.python(), "a = b(*c, 1)\n"
                              "d = await_\n"
                              "def f():\n"
                              "    e = g(*h, 2)\n"
                              "    i = j\n"
                              "    return k\n"
                              "l = m(*n, 'o')\n"
                              "p = q\n"
                              "return_ = r(*s, 3)\n"
                              "t = u\n");
  const auto &last = program.ast->get<ast::Module>(program.ast->root()).body.back();
  EXPECT_EQ(program.sources.text(program.ast->span(last)), "t = u");
  EXPECT_EQ(Program("x = y\nif x:\n    x = y\nelse:\n    x = = y\n").firstError(),
            "5:9: invalid syntax");
}

TEST(Parser, DotsOfImportsAreNoEllipsis) {
  EXPECT_EQ(Program("from ....a import b\nfrom . import c\nx = ...\n").python(),
            "from ....a import b\nfrom . import c\nx = ...\n");
  EXPECT_TRUE(Program("def f():\n    yield from ...\n").ok);
  EXPECT_TRUE(Program("raise x from ...\n").ok);
}

TEST(Parser, EmptyProgramsAreLegal) {
  EXPECT_EQ(Program("").dump(), "Module(body=[], type_ignores=[])");
  EXPECT_EQ(Program("\n\n# only a comment").dump(), "Module(body=[], type_ignores=[])");
  EXPECT_EQ(Program("\\\n\n").dump(), "Module(body=[], type_ignores=[])");
}

TEST(Parser, LimitsAreCPythons) {
  auto nested = [](int depth, const char *open, const char *inner, const char *close) {
    std::string text;
    for (int i = 0; i < depth; ++i)
      text += open;
    text += inner;
    for (int i = 0; i < depth; ++i)
      text += close;
    return text + "\n";
  };
  EXPECT_TRUE(Program(nested(200, "(", "1", ")")).ok);
  EXPECT_EQ(Program(nested(201, "(", "1", ")")).firstError(), "1:201: too many nested parentheses");
  EXPECT_TRUE(Program(nested(2000, "1 + ", "1", "")).ok);
  EXPECT_TRUE(Program(nested(2900, "-", "1", "")).ok);
  Program deep(nested(4000, "1 + ", "1", ""));
  EXPECT_EQ(deep.diag.diagnostics().front().id, DiagId::LimitExceeded);
  EXPECT_EQ(deep.diag.exitCode(), 5);
  EXPECT_FALSE(Program(nested(200000, "-", "1", "")).ok);
  EXPECT_FALSE(Program(nested(200000, "not ", "1", "")).ok);
  EXPECT_FALSE(Program(nested(200000, "lambda: ", "1", "")).ok);
  EXPECT_FALSE(Program(nested(200000, "1 if x else ", "1", "")).ok);
  EXPECT_FALSE(Program(nested(200000, "2 ** ", "1", "")).ok);
  EXPECT_FALSE(Program(nested(200000, "a.", "b", "")).ok);
}

}  // namespace
}  // namespace janus::test
