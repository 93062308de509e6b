// Profiles that somebody has damaged or made up: each is refused with a reason, or leads to a graph
// that verifies or to a refusal; none to a crash.
#include "IR/Verifier.h"
#include "Program.h"
#include "Transforms/Speculate/Speculate.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <random>

using namespace janus;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

// Whether it could be read; a graph that came of it is well formed.
bool tryProfile(const Program &program, llvm::StringRef text) {
  std::string error;
  std::optional<speculate::ProfileFile> file = speculate::profileFileFromJson(text, &error);
  EXPECT_EQ(file.has_value(), error.empty()) << error;
  if (!file)
    return false;
  speculate::SpeculationTables tables(program.source);
  for (const speculate::Profile &profile : file->snapshots) {
    speculate::Spending spending;
    speculate::Speculation speculation(profile, tables, spending);
    for (const speculate::RootProfile &root : profile.roots) {
      ir::Module graphs;
      if (!speculation.specialise(root, graphs).graphs.empty()) {
        EXPECT_EQ(ir::verify(graphs), std::vector<std::string>());
      }
    }
  }
  return true;
}

class Mutator {
public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::string mutate(llvm::StringRef text) {
    Value all = llvm::cantFail(llvm::json::parse(text));
    for (unsigned i = 0; i < 1 + below(3); ++i) {
      places_.clear();
      collect(all);
      change(*places_[below(places_.size())]);
    }
    std::string out;
    llvm::raw_string_ostream(out) << all;
    return out;
  }

  std::string damage(llvm::StringRef text) {
    std::string out = text.str();
    for (unsigned i = 0; i < 1 + below(4); ++i)
      out[below(out.size())] = static_cast<char>(below(256));
    return out;
  }

private:
  size_t below(size_t limit) {
    return std::uniform_int_distribution<size_t>(0, limit - 1)(random_);
  }

  void collect(Value &value) {
    places_.push_back(&value);
    if (Object *object = value.getAsObject())
      for (auto &member : *object)
        collect(member.second);
    if (Array *array = value.getAsArray())
      for (Value &item : *array)
        collect(item);
  }

  void change(Value &value) {
    switch (below(6)) {
    case 0: {
      Value copy = *places_[below(places_.size())];  // what stands elsewhere
      value = std::move(copy);
      return;
    }
    case 1:
      if (Object *object = value.getAsObject(); object && !object->empty())
        object->erase(std::next(object->begin(), static_cast<long>(below(object->size()))));
      return;
    case 2:
      if (Array *array = value.getAsArray(); array && !array->empty()) {
        size_t left = below(array->size());
        Array others;
        for (size_t i = 0; i < array->size(); ++i)
          if (i != left)
            others.push_back((*array)[i]);
        value = std::move(others);
      }
      return;
    default: break;
    }
    static const Value kOthers[] = {nullptr,
                                    true,
                                    0,
                                    -1,
                                    1,
                                    7,
                                    int64_t{1} << 31,
                                    INT64_MAX,
                                    INT64_MIN,
                                    1.5,
                                    1e300,
                                    "",
                                    "float32",
                                    "int64",
                                    "tensor",
                                    "list",
                                    "dict",
                                    "__main__:nothing",
                                    Array{},
                                    Object{},
                                    Array{0},
                                    Array{-1, 2},
                                    Array{INT64_MAX, INT64_MAX},
                                    Object{{"ref", 0}},
                                    Object{{"ref", 3}},
                                    Object{{"float", "nan"}}};
    value = kOthers[below(std::size(kOthers))];
  }

  std::mt19937 random_;
  std::vector<Value *> places_;
};

TEST(ProfileFuzz, Mutations) {
  Program program;
  program.loadWithLibrary("regression");
  std::string text = fileText(kInputs + "regression.json");
  ASSERT_TRUE(tryProfile(program, text));
  unsigned read = 0;
  constexpr unsigned kRounds = 600;
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    SCOPED_TRACE(seed);
    read += tryProfile(program, Mutator(seed).mutate(text));
  }
  EXPECT_GT(read, kRounds / 10);  // not all stop at the door
}

TEST(ProfileFuzz, Damage) {
  Program program;
  program.loadWithLibrary("regression");
  std::string text = fileText(kInputs + "regression.json");
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    tryProfile(program, Mutator(seed).damage(text));
  }
  for (size_t size = 0; size < text.size(); size += 61)
    EXPECT_FALSE(tryProfile(program, llvm::StringRef(text).take_front(size)));
}

TEST(ProfileFuzz, DeepNesting) {
  Program program;
  for (const char *open : {"[", "{\"a\":", "{\"snapshots\": ["}) {
    std::string text;
    for (unsigned i = 0; i < 100'000; ++i)
      text += open;
    EXPECT_FALSE(tryProfile(program, text));
  }
}

}  // namespace
