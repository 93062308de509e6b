#include "janusc/Profiles.h"

#include "janusc/Driver.h"
#include "janusc/Installation.h"

#include "Support/InputFile.h"
#include "Support/Leftover.h"
#include "Support/Subprocess.h"
#include "janus/region.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace janus {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using speculate::HeapNode;
using speculate::NodeId;
using speculate::NodeKind;
using speculate::Profile;
using speculate::ProfileFile;
using speculate::ProfileValue;

// Nothing when it cannot be read, which is an error, or is damaged, which is a warning.
std::optional<ProfileFile> readProfile(const std::string &file, DiagnosticEngine &diag,
                                       bool *readable) {
  std::string error;
  std::optional<std::string> text = readInputFile(file, error);
  *readable = text.has_value();
  if (!text) {
    diag.report(diag::CannotRead, Span::none(), file, error);
    return std::nullopt;
  }
  std::optional<ProfileFile> profile = speculate::profileFileFromJson(*text, &error);
  if (!profile)
    diag.report(diag::BadProfile, Span::none(), file, error)
        .help("`janusc --profile-generate` makes a module that writes one");
  return profile;
}

std::string hashOf(llvm::StringRef source) {
  return llvm::utohexstr(jn_source_hash(source.data(), source.size()), /*LowerCase=*/true);
}

// ---------------------------------------------------------------- show

std::string describe(const Profile &profile, const ProfileValue &value);

std::string describeNode(const Profile &profile, const HeapNode &node) {
  auto typeName = [&] { return node.type ? profile.heap[node.type].name : std::string("?"); };
  auto count = [](size_t n, const char *what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  };
  switch (node.kind) {
  case NodeKind::Tensor: {
    std::string text = node.tensor->dtype + " (";
    for (size_t i = 0; i < node.tensor->shape.size(); ++i)
      text += (i ? ", " : "") + std::to_string(node.tensor->shape[i]);
    return text + ")" + (node.tensor->requiresGrad ? " with gradient" : "");
  }
  case NodeKind::List:
  case NodeKind::Tuple:
  case NodeKind::Set: return typeName() + " of " + count(node.items.size(), "item");
  case NodeKind::Dict: return typeName() + " of " + count(node.entries.size(), "entry");
  case NodeKind::Instance: return "an instance of " + typeName();
  case NodeKind::Opaque: return node.type ? "an instance of " + typeName() : "not known";
  default: return node.name.empty() ? "an object" : node.name;
  }
}

std::string describe(const Profile &profile, const ProfileValue &value) {
  struct Visitor {
    const Profile &profile;
    std::string operator()(ProfileValue::Unbound) const { return "not bound"; }
    std::string operator()(ProfileValue::None) const { return "None"; }
    std::string operator()(bool truth) const { return truth ? "True" : "False"; }
    std::string operator()(int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return llvm::formatv("{0}", number); }
    std::string operator()(const std::string &text) const {
      constexpr size_t kShown = 40;
      return "\"" + (text.size() > kShown ? text.substr(0, kShown) + "..." : text) + "\"";
    }
    std::string operator()(NodeId node) const { return describeNode(profile, profile.heap[node]); }
  };
  return std::visit(Visitor{profile}, value.value);
}

void show(llvm::raw_ostream &out, const ProfileFile &file) {
  for (const ProfileFile::Source &each : file.sources)
    out << "source " << each.module << " " << each.hash << "\n";
  for (const ProfileFile::Count &each : file.counts)
    out << llvm::formatv("{0,10} entries  {1}:{2} (line {3})\n", each.hits, each.module,
                         each.region, each.line);
  for (const Profile &profile : file.snapshots)
    for (const speculate::RootProfile &root : profile.roots) {
      out << "\nroot " << root.region << ": " << profile.heap.size() << " objects\n";
      for (size_t i = 0; i < root.liveIns.size(); ++i)
        out << "  %" << i << " = " << describe(profile, root.liveIns[i]) << "\n";
      for (const speculate::NamedValue &slot : root.slots)
        out << "  " << slot.name << " = " << describe(profile, slot.value) << "\n";
      for (const speculate::NamedValue &mode : root.modes)
        out << "  mode " << mode.name << " " << describe(profile, mode.value) << "\n";
      for (const speculate::BranchObservation &each : root.branches)
        out << "  branch in " << each.function << ", bytes " << each.begin << " to " << each.end
            << ": taken " << each.taken << ", not taken " << each.notTaken << "\n";
    }
  if (!file.notes.empty())
    out << "\n";
  for (const std::string &note : file.notes)
    out << "note: " << note << "\n";
}

}  // namespace

bool loadProfile(const std::string &file, const std::vector<Unit> &units, DiagnosticEngine &diag,
                 std::optional<ProfileFile> *profile) {
  if (file.empty())
    return true;
  bool readable;
  *profile = readProfile(file, diag, &readable);
  if (!*profile)
    return readable;
  for (const Unit &unit : units)
    for (const ProfileFile::Source &source : (*profile)->sources)
      if (source.module == unit.moduleName && unit.module &&
          llvm::StringRef(source.hash).ltrim('0') != hashOf(unit.module->source)) {
        diag.report(diag::StaleProfile, Span::none(), file, unit.path)
            .help("run the module that `--profile-generate` makes once more");
        profile->reset();
        return true;
      }
  return true;
}

int showProfile(const Options &options) {
  SourceManager sources;
  DiagnosticEngine diag(sources);
  bool readable;
  std::optional<ProfileFile> profile = readProfile(options.inputs[0], diag, &readable);
  diag.render(llvm::errs(), {options.format, options.colour == ColourMode::Always});
  if (!profile)
    return readable ? 6 : diag.exitCode();
  show(llvm::outs(), *profile);
  return 0;
}

int compileWithProfileRun(const Options &options, std::string *module) {
  SourceManager sources;
  DiagnosticEngine diag(sources);
  llvm::SmallString<128> folder;
  if (std::error_code error = fs::createUniqueDirectory("janusc-profile", folder)) {
    diag.report(diag::CannotWrite, Span::none(), "a folder for temporaries", error.message());
    diag.render(llvm::errs(), {options.format, false});
    return diag.exitCode();
  }
  Leftover leftover = Leftover::path(folder);
  Options probes = options, specialised = options;
  probes.profileRun.clear();
  probes.explain = false;
  probes.adaptive.reset();
  specialised.profileRun.clear();
  specialised.profileUse = (folder + "/profile.json").str();
  probes.profileGenerate = specialised.profileUse;
  probes.output = (folder + "/probes.so").str();
  probes.emit.clear();
  probes.bundle.clear();
  probes.dependencyFile.clear();
  int status = compile(probes, module);
  if (status == 0) {
    std::vector<std::string> words = {installation().runner, probes.output, "--program",
                                      path::stem(options.inputs[0]).str()};
    std::istringstream arguments(options.profileRun);
    for (std::string word; arguments >> word;)
      words.push_back(word);
    llvm::errs() << "running `" << options.inputs[0] << "` for its profile\n";
    setenv("JANUS_PROFILE_STOP", "1", 1);
    setenv("JANUS_PROFILE", specialised.profileUse.c_str(), 1);
    SubprocessResult result = runSubprocess(words, {.captureOutput = false});
    unsetenv("JANUS_PROFILE_STOP");
    unsetenv("JANUS_PROFILE");
    if (!result.ok())
      diag.report(diag::ProfileRunFailed, Span::none(), result.describe());
    diag.render(llvm::errs(), {options.format, false});
    if (!fs::exists(specialised.profileUse))
      specialised.profileUse.clear();
    status = compile(specialised, module);
  }
  fs::remove_directories(folder);
  return status;
}

}  // namespace janus
