"""janus.h and janus.hpp as other compilers, standards and warnings see them."""
import shutil
import unittest

from tools import BUILD, JANUSC, ROOT, ToolTest

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wundef", "-Wcast-qual", "-Werror"]
C_COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]
CXX_COMPILERS = [name for name in ("g++", "clang++") if shutil.which(name)]

MODEL = '''
def add(a, b):
    return a + b
def count(n):
    yield from range(n)
'''

# Every template of the header, once.
HOST = r'''
#include <janus/janus.hpp>
#include <cstdio>

struct Brain {
  uint16_t bits;
};
template <>
inline constexpr janus_dtype janus::kDTypeOf<Brain> = JANUS_BFLOAT16;

static int run(const char *path) {
  janus::Module module(path);
  janus::Value add = module["add"], list = janus::Value::list({1, "a", 2.5f, nullptr, true, int8_t{3}});
  int64_t items = 0;
  for (const janus::Value &item : list)
    items += item.str().size() != 0;
  auto sum = add(1u, janus::named("b", std::string_view("2").size())).as<unsigned char>();
  float row[4] = {1, 2, 3, 4};
  Brain brains[2] = {{0x3f80}, {0x4000}};
  janus::Tensor borrowed = janus::Tensor::borrow(row, {2, 2}, std::make_shared<int>(1));
  janus::Tensor copied = janus::Tensor::copy(static_cast<const float *>(row), {4});
  std::vector<int64_t> turned = {1, 2};
  janus::Tensor view = janus::Tensor::borrow(row, borrowed.sizes(), nullptr, turned);
  borrowed.at<float>(1, 0) = 7;
  janus::Value twice = janus::function("twice", [](std::span<const janus::Value> given) { return given[0].as<double>() * 2; });
  janus::Value dict = janus::Value::dict({{"t", view}, {2, janus::Value::tuple({twice(4), 1L})}});
  janus::Lock lock;
  std::printf("%d %d %g %g %g %s %zu %s\n", static_cast<int>(items), sum, static_cast<double>(view.at<float>(0, 1)),
              static_cast<double>(copied.data<float>()[2]), dict[2][0].as<double>(),
              janus::Tensor::borrow(brains, {2}).repr().c_str(),
              module["count"](3).as<std::vector<janus::Value>>().size(), dict.as<bool>() ? "full" : "empty");
  try {
    add.call("nothing");
  } catch (const janus::Error &error) {
    std::printf("%s\n", error.type().c_str());
  }
  return view.as<janus::Tensor>().isContiguous();
}

int main(int, char **argv) {
  return run(argv[1]);
}
'''
PRINTED = "6 2 7 3 8 tensor([1., 2.], dtype=torch.bfloat16) 3 full\nAttributeError\n"


class HeaderTest(ToolTest):
    def compile(self, compiler, source, *options):
        self.succeed(compiler, *STRICT, f"-I{ROOT}/runtime/include", source, *options)

    def test_both_compilers_are_there(self):
        self.assertEqual((len(C_COMPILERS), len(CXX_COMPILERS)), (2, 2), "install g++ and clang")

    def test_c(self):
        for compiler in C_COMPILERS:
            for standard in ("c99", "c11", "c17", "c2x"):
                with self.subTest(compiler=compiler, standard=standard):
                    self.compile(compiler, ROOT / "test/host/Interface.c", f"-std={standard}", "-Wstrict-prototypes",
                                 "-Wc++-compat", "-fsyntax-only")

    def test_c_header_in_older_cpp(self):
        source = self.write("host.cpp", "#include <janus/janus.h>\nint main() { return janus_kind_of(janus_float(1)) != JANUS_FLOAT; }\n")
        for compiler in CXX_COMPILERS:
            for standard in ("c++11", "c++17"):
                with self.subTest(compiler=compiler, standard=standard):
                    self.compile(compiler, source, f"-std={standard}", "-fsyntax-only")

    def test_cpp(self):
        source = self.write("host.cpp", HOST)
        self.succeed(JANUSC, self.write("model.py", MODEL), "-o", "model.so")
        for compiler in CXX_COMPILERS:
            for options in (["-std=c++20"], ["-std=c++2b", "-fno-rtti", "-O2"]):
                with self.subTest(compiler=compiler, options=options):
                    self.compile(compiler, source, *options, "-o", "host", f"-L{BUILD}/lib", "-ljanus", f"-Wl,-rpath,{BUILD}/lib")
                    self.assertEqual(self.succeed(self.folder / "host", "model.so"), PRINTED)

    def test_cpp_that_is_too_old_is_told(self):
        made = self.run_tool("g++", "-std=c++17", "-fsyntax-only", f"-I{ROOT}/runtime/include", "-x", "c++", "-",
                             input=b"#include <janus/janus.hpp>\n")
        self.assertIn("janus.hpp needs C++20", made.stderr.decode())


if __name__ == "__main__":
    unittest.main()
