// What `janusc explain` says of the places where a program goes over to Python.
#include "janusc/Explain.h"

#include "llvm/Support/Format.h"

#include <set>

namespace janus {
namespace {

using transforms::Crossing;
using Kind = Crossing::Kind;

// Whether a run counts this under the crossing's kind and name. Importing `a.b` is importing `a`,
// too.
bool countsFor(const CrossingCount &count, const Crossing &crossing) {
  llvm::StringRef name = count.name;
  switch (crossing.kind) {
  case Kind::Import: {
    llvm::StringRef wanted = crossing.name;
    return count.kind == "import" && (name == wanted || (wanted.startswith(name) &&
                                                         wanted.drop_front(name.size())[0] == '.'));
  }
  case Kind::Attribute:
  case Kind::Call:
    return count.kind == transforms::toString(crossing.kind) && name == crossing.name;
  case Kind::With:
    return count.kind == "call" && (name.endswith(".__enter__") || name.endswith(".__exit__"));
  case Kind::Item:
  case Kind::Operator:
  case Kind::Iteration:
  case Kind::Text:
  case Kind::Class: return count.kind == transforms::toString(crossing.kind);
  }
  __builtin_unreachable();
}

std::string quoted(llvm::StringRef name) {
  return name.empty() ? "an object of Python" : ("`" + name + "`").str();
}

std::string inWords(const Crossing &crossing) {
  switch (crossing.kind) {
  case Kind::Import: return "imports " + quoted(crossing.name) + ", which is not compiled";
  case Kind::Attribute: return "uses " + quoted(crossing.name);
  case Kind::Call: return "calls " + quoted(crossing.name);
  case Kind::Item: return "uses an item of an object of Python";
  case Kind::Operator: return "an operator on an object of Python";
  case Kind::Iteration: return "goes through an object of Python";
  case Kind::With: return "`with` an object of Python";
  case Kind::Text: return "formats an object of Python";
  case Kind::Class: return "derives from " + quoted(crossing.name);
  }
  __builtin_unreachable();
}

std::string costInWords(const CrossingCount &count, unsigned places) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << count.count << (count.count == 1 ? " time" : " times");
  if (places > 1)
    out << " at " << places << " places";
  out << llvm::format(", %.3f ms", double(count.nanoseconds) * 1e-6);
  return out.str();
}

void printRow(llvm::raw_ostream &out, const std::string &where, const std::string &what,
              const std::string &cost) {
  out << "  " << where;
  out.indent(where.size() < 10 ? 10 - unsigned(where.size()) : 1) << what;
  if (!cost.empty())
    out.indent(what.size() < 46 ? 46 - unsigned(what.size()) : 2) << cost;
  out << "\n";
}

std::string costOf(const ExplainedCrossing &each) {
  return each.count ? costInWords(*each.count, each.places) : "";
}

}  // namespace

ExplainedCrossings explainCrossings(const std::vector<std::vector<Crossing>> &found,
                                    const std::vector<CrossingCount> *counts) {
  ExplainedCrossings all;
  for (size_t unit = 0; unit < found.size(); ++unit)
    for (const Crossing &each : found[unit])
      all.places.push_back({unit, each, 1, std::nullopt});
  if (!counts)
    return all;
  std::vector<bool> used(counts->size());
  for (ExplainedCrossing &each : all.places) {
    CrossingCount sum;
    for (size_t i = 0; i < counts->size(); ++i)
      if (const CrossingCount &count = (*counts)[i]; countsFor(count, each.crossing)) {
        used[i] = true;
        sum.count += count.count;
        sum.nanoseconds += count.nanoseconds;
      }
    each.places = unsigned(llvm::count_if(all.places, [&](const ExplainedCrossing &other) {
      return other.crossing.kind == each.crossing.kind && other.crossing.name == each.crossing.name;
    }));
    each.count = sum;
  }
  for (size_t i = 0; i < counts->size(); ++i)
    if (!used[i] && (*counts)[i].kind != "start")
      all.elsewhere.push_back((*counts)[i]);
  return all;
}

void printCrossings(llvm::raw_ostream &out, const ExplainedCrossings &crossings, size_t unit,
                    const Unit &where, const SourceManager &sources) {
  bool isFirst = true;
  std::set<std::pair<std::string, std::string>> printed;
  for (const ExplainedCrossing &each : crossings.places) {
    if (each.unit != unit)
      continue;
    std::string line = "line " + std::to_string(sources.line(each.crossing.span));
    std::string what = inWords(each.crossing);
    if (!printed.insert({line, what}).second)
      continue;
    if (isFirst)
      out << "\n" << where.path << " goes over to Python\n\n";
    isFirst = false;
    printRow(out, line, what, costOf(each));
  }
}

void printElsewhere(llvm::raw_ostream &out, const ExplainedCrossings &crossings) {
  if (crossings.elsewhere.empty())
    return;
  out << "\nAt places that the text does not show\n\n";
  for (const CrossingCount &each : crossings.elsewhere)
    printRow(out, each.kind, each.name, costInWords(each, 1));
}

void writeCrossings(llvm::json::OStream &json, const ExplainedCrossings &crossings,
                    const std::vector<Unit> &units, const SourceManager &sources) {
  auto writeCount = [&](const CrossingCount &count) {
    json.attribute("count", int64_t(count.count));
    json.attribute("nanoseconds", int64_t(count.nanoseconds));
  };
  json.attributeArray("crossings", [&] {
    for (const ExplainedCrossing &each : crossings.places)
      json.object([&] {
        LineColumn at = sources.lineColumn(each.crossing.span);
        json.attribute("kind", transforms::toString(each.crossing.kind));
        if (!each.crossing.name.empty())
          json.attribute("name", llvm::json::fixUTF8(each.crossing.name));
        json.attribute("reason", llvm::json::fixUTF8(inWords(each.crossing)));
        json.attribute("module", units[each.unit].moduleName);
        json.attribute("function", llvm::json::fixUTF8(each.crossing.function));
        json.attribute("file", llvm::json::fixUTF8(sources.name(each.crossing.span.file)));
        json.attribute("line", at.line);
        json.attribute("column", at.column);
        if (!each.count)
          return;
        json.attribute("places", int64_t(each.places));
        writeCount(*each.count);
      });
    for (const CrossingCount &each : crossings.elsewhere)
      json.object([&] {
        json.attribute("kind", each.kind);
        if (!each.name.empty())
          json.attribute("name", llvm::json::fixUTF8(each.name));
        writeCount(each);
      });
  });
}

}  // namespace janus
