// What `janusc explain` has found, for people and for tools.
#include "janusc/Explain.h"

namespace janus {
namespace {

const char *toString(ExplainedRoot::Kind kind) {
  switch (kind) {
  case ExplainedRoot::Kind::Function: return "function";
  case ExplainedRoot::Kind::Loop: return "loop";
  case ExplainedRoot::Kind::LoopBody: return "loop body";
  case ExplainedRoot::Kind::Part: return "part between Python";
  case ExplainedRoot::Kind::Piece: return "part of an update";
  case ExplainedRoot::Kind::Tail: return "part behind a choice of items";
  }
  __builtin_unreachable();
}

std::string count(uint64_t n, const char *what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

const char *state(const ExplainedRoot &root) {
  return !root.versions.empty() ? "specialised" : !root.partOf.empty() ? "inlined" : "generic";
}

// "forward (12 operations), backward (14), update of 8 tensors".
std::string whatEndsInIt(const ExplainedVersion &version) {
  std::string text = "forward (" + count(version.forward, "operation") + ")";
  if (version.backward != 0)
    text += ", backward (" + count(version.backward, "operation") + ")";
  if (version.turned != 0)
    text += ", " + count(version.turned, "loop") + " of the program";
  if (!version.parameters.empty())
    text += ", update of " + count(version.parameters.size(), "parameter");
  return text + (version.prints ? ", printing" : "");
}

class TextPrinter {
public:
  TextPrinter(llvm::raw_ostream &out, const SourceManager &sources, const ExplainStyle &style,
              std::vector<FileId> files)
      : out_(out), sources_(sources), style_(style), files_(std::move(files)) {}

  void print(const ExplainedRoot &root) {
    paint(root.versions.empty() ? (root.partOf.empty() ? "33" : "36") : "32");
    out_ << root.region;
    paint("");
    out_ << ", " << toString(root.kind) << " at line " << sources_.line(root.span) << ": "
         << state(root);
    if (!root.partOf.empty())
      out_ << " in " << root.partOf;
    if (root.entries)
      out_ << " (entered " << count(*root.entries, "time") << " in the profile)";
    out_ << "\n";
    if (root.count)
      field("run", "entered " + std::to_string(root.count->entries) + ", in tier 2 " +
                       std::to_string(root.count->committed));
    for (const ExplainedVersion &version : root.versions)
      print(version);
    if (root.versions.empty() && root.partOf.empty())
      remark(root);
  }

private:
  void paint(const char *code) {
    if (style_.colour)
      out_ << "\x1b[" << (*code ? code : "0") << "m";
  }

  void field(llvm::StringRef name, llvm::StringRef text) {
    out_ << "  " << name;
    out_.indent(name.size() < 10 ? 10 - unsigned(name.size()) : 1) << text << "\n";
  }

  void list(llvm::StringRef name, const std::vector<std::string> &rows) {
    for (const std::string &row : rows) {
      field(name, row);
      name = "";
    }
  }

  void print(const ExplainedVersion &version) {
    field("holds", whatEndsInIt(version));
    field("code", count(version.forward + version.backward, "operation") + ", optimised " +
                      std::to_string(version.operations) + ": " +
                      count(version.loops, "fused loop") + ", " +
                      count(version.calls, "kernel call") + "; " +
                      std::to_string(version.arenaBytes) + " bytes of planned memory");
    list("reads", version.inputs);
    list("updates", version.parameters);
    list("writes", version.writes);
    if (style_.verbose)
      list("assumes", version.assumptions);
    else if (!version.assumptions.empty())
      field("assumes", count(version.assumptions.size(), "thing") +
                           " more about objects and classes (-v lists them)");
    for (const ExplainedGuard &guard : version.guards)
      print(guard);
    if (version.guards.empty())
      field("guards", "none on what is computed");
    if (version.count)
      print(*version.count);
  }

  void print(const ExplainedGuard &guard) {
    field("guard", guard.kind + " `" + guard.expression + "`" +
                       (guard.place.empty() ? "" : " (" + guard.place + ")"));
    if (!guard.calls.empty())
      field("", "called from " + guard.calls);
    std::string expected = guard.expected.empty() ? "" : "expected " + guard.expected;
    if (!guard.count)
      return expected.empty() ? void() : field("", expected);
    const GuardCount &n = *guard.count;
    field("", "held " + count(n.held, "time") + ", failed " + std::to_string(n.failed) +
                  (n.seen.empty() || expected.empty() ? "" : ": " + expected + ", seen " + n.seen));
  }

  void print(const VersionCount &n) {
    field("version", "entered " + std::to_string(n.entered) + ", committed " +
                         std::to_string(n.committed) + (n.gaveUp ? ", gave up" : ""));
    for (const auto &[assumption, times] : n.bindingFailures)
      field("", "not " + assumption + ": " + count(times, "time"));
  }

  // The reason, at its line, and the remedy.
  void remark(const ExplainedRoot &root) {
    const std::vector<speculate::Refusal::Place> &places = root.why->places;
    if (!places.empty() && places.front().span == root.span) {  // the root as a whole
      std::string remedy = remedyOf(*root.why).str();
      field("why", "[" + codeOf(*root.why).str() + "] " + reasonOf(*root.why) +
                       (remedy.empty() ? "" : "; " + remedy));
      return;
    }
    render(out_, sources_, remarkOf(*root.why, root.region, files_, sources_),
           {DiagFormat::Human, style_.colour});
  }

  llvm::raw_ostream &out_;
  const SourceManager &sources_;
  const ExplainStyle &style_;
  std::vector<FileId> files_;
};

// The program's own modules, which are compiled along.
void printModules(llvm::raw_ostream &out, llvm::ArrayRef<Unit> units) {
  for (size_t i = 1; i < units.size(); ++i) {
    if (i == 1)
      out << "\n" << units[0].path << " is compiled together with\n\n";
    llvm::StringRef name = units[i].moduleName;
    out << "  " << name;
    out.indent(name.size() < 20 ? 20 - unsigned(name.size()) : 1) << units[i].path << "\n";
  }
}

}  // namespace

std::string explainedText(const Explanation &explanation, const std::vector<Unit> &units,
                          const SourceManager &sources, const ExplainStyle &style) {
  std::string text;
  llvm::raw_string_ostream out(text);
  std::vector<FileId> files;
  for (const Unit &unit : units)
    files.push_back(unit.file);
  for (size_t i = 0; i < units.size(); ++i) {
    const Unit &unit = units[i];
    TextPrinter printer(out, sources, style, files);
    bool isFirst = true;
    for (const ExplainedRoot &root : explanation.roots) {
      if (root.module != unit.moduleName)
        continue;
      out << (isFirst ? (out.tell() ? "\n" : "") + unit.path + "\n\n" : "\n");
      isFirst = false;
      printer.print(root);
    }
    printCrossings(out, explanation.crossings, i, unit, sources);
  }
  printElsewhere(out, explanation.crossings);
  if (out.str().empty())
    out << "there is no function and no loop\n";
  printModules(out, units);
  return out.str();
}

// ---------------------------------------------------------------- JSON

namespace {

void writeList(llvm::json::OStream &json, llvm::StringRef name,
               const std::vector<std::string> &rows) {
  json.attributeArray(name, [&] {
    for (const std::string &row : rows)
      json.value(llvm::json::fixUTF8(row));
  });
}

void text(llvm::json::OStream &json, llvm::StringRef name, const std::string &value) {
  if (!value.empty())
    json.attribute(name, llvm::json::fixUTF8(value));
}

void write(llvm::json::OStream &json, const ExplainedGuard &guard) {
  json.object([&] {
    text(json, "kind", guard.kind);
    text(json, "name", guard.name);
    text(json, "expression", guard.expression);
    text(json, "place", guard.place);
    text(json, "calls", guard.calls);
    text(json, "expected", guard.expected);
    if (!guard.count)
      return;
    json.attribute("held", int64_t(guard.count->held));
    json.attribute("failed", int64_t(guard.count->failed));
    text(json, "seen", guard.count->seen);
  });
}

void write(llvm::json::OStream &json, const ExplainedVersion &version) {
  json.object([&] {
    json.attribute("forward", int64_t(version.forward));
    json.attribute("backward", int64_t(version.backward));
    json.attribute("loops_of_program", int64_t(version.turned));
    json.attribute("optimised", int64_t(version.operations));
    json.attribute("loops", int64_t(version.loops));
    json.attribute("calls", int64_t(version.calls));
    json.attribute("arena_bytes", int64_t(version.arenaBytes));
    json.attribute("prints", version.prints);
    writeList(json, "inputs", version.inputs);
    writeList(json, "assumptions", version.assumptions);
    writeList(json, "parameters", version.parameters);
    writeList(json, "writes", version.writes);
    json.attributeArray("guards", [&] {
      for (const ExplainedGuard &guard : version.guards)
        write(json, guard);
    });
    if (!version.count)
      return;
    json.attribute("entered", int64_t(version.count->entered));
    json.attribute("committed", int64_t(version.count->committed));
    json.attribute("gave_up", version.count->gaveUp);
    json.attributeArray("binding_failures", [&] {
      for (const auto &[assumption, times] : version.count->bindingFailures)
        json.object([&] {
          json.attribute("assumption", llvm::json::fixUTF8(assumption));
          json.attribute("count", int64_t(times));
        });
    });
  });
}

void write(llvm::json::OStream &json, const speculate::Refusal &why, const SourceManager &sources) {
  json.object([&] {
    json.attribute("code", codeOf(why));
    json.attribute("text", llvm::json::fixUTF8(reasonOf(why)));
    text(json, "remedy", remedyOf(why).str());
    json.attributeArray("places", [&] {
      for (const speculate::Refusal::Place &place : why.places)
        json.object([&] {
          json.attribute("function", llvm::json::fixUTF8(place.function));
          if (!place.span.valid())
            return;
          LineColumn at = sources.lineColumn(place.span);
          json.attribute("file", llvm::json::fixUTF8(sources.name(place.span.file)));
          json.attribute("line", at.line);
          json.attribute("column", at.column);
        });
    });
  });
}

}  // namespace

std::string explainedJson(const Explanation &explanation, const std::vector<Unit> &units,
                          const SourceManager &sources) {
  std::string all;
  llvm::raw_string_ostream out(all);
  llvm::json::OStream json(out, 1);
  json.object([&] {
    json.attribute("format", "janus explanation");
    json.attribute("version", 1);
    json.attributeArray("modules", [&] {
      for (const Unit &unit : units)
        json.object([&] {
          json.attribute("name", unit.moduleName);
          json.attribute("file", llvm::json::fixUTF8(unit.path));
        });
    });
    json.attributeArray("roots", [&] {
      for (const ExplainedRoot &root : explanation.roots)
        json.object([&] {
          json.attribute("module", root.module);
          json.attribute("function", llvm::json::fixUTF8(root.function));
          json.attribute("region", llvm::json::fixUTF8(root.region));
          json.attribute("kind", toString(root.kind));
          json.attribute("file", llvm::json::fixUTF8(sources.name(root.span.file)));
          json.attribute("line", sources.line(root.span));
          json.attribute("state", state(root));
          text(json, "part_of", root.partOf);
          if (root.entries)
            json.attribute("profile_entries", int64_t(*root.entries));
          if (root.count) {
            json.attribute("entries", int64_t(root.count->entries));
            json.attribute("tier2", int64_t(root.count->committed));
          }
          if (root.why && root.versions.empty() && root.partOf.empty()) {
            json.attributeBegin("why");
            write(json, *root.why, sources);
            json.attributeEnd();
          }
          json.attributeArray("versions", [&] {
            for (const ExplainedVersion &version : root.versions)
              write(json, version);
          });
        });
    });
    writeCrossings(json, explanation.crossings, units, sources);
  });
  out << "\n";
  return out.str();
}

}  // namespace janus
