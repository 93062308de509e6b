#include "Codegen/Cpp/EmitModule.h"

#include "Codegen/Cpp/FunctionEmitter.h"
#include "IR/Walk.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace janus::codegen {

using ir::FunctionId;

std::string symbolOf(const ir::Module &module) {
  std::string name = mangleModule(module.name);
  if (module.name == "__main__")
    name += "__" + mangleModule(llvm::sys::path::stem(module.file));
  return name;
}

std::string rootKey(llvm::StringRef function, llvm::StringRef root) {
  return (llvm::Twine(function) + " " + root).str();
}

namespace {

const char kHeader[] =
    "// Tier-1 code of a Python module; the comments are its lines.\n"
    "// t: temporaries, m: receivers of methods, v_: variables, c_: cells, K: constants, S: "
    "places,\n"
    "// a/g: caches of attributes and globals, d_: definition records, e and u: paths of errors.\n"
    "#include \"janus/fast_paths.h\"\n";

std::string arrayOfStrings(const std::string &name, llvm::ArrayRef<std::string> texts) {
  std::string out = "static const char *const " + name + "[] = {";
  for (const std::string &text : texts)
    out += stringLiteral(text) + ", ";
  return out + "nullptr};\n";
}

// The runtime's flags have the IR's values.
static_assert(ir::kFnVarArgs == 1 && ir::kFnVarKw == 2 && ir::kFnGenerator == 4 &&
              ir::kFnClassBody == 8 && ir::kFnModuleBody == 16 && ir::kFnCoroutine == 128 &&
              ir::kFnAsyncGenerator == 256);

class ModuleWriter {
public:
  ModuleWriter(const ir::Module &module, const SourceManager &sources, const CppOptions &options)
      : module_(module), options_(options), context_(module, sources) {
    context_.lineOfEveryStatement = options.lineOfEveryStatement;
    context_.keepsFrames = options.keepsFrames;
    context_.profileFile = options.profileFile;
    context_.profileIsKept = options.profileIsKept;
    context_.tierUp = options.tierUp;
    context_.joinsProfile = options.joinsProfile;
    context_.versions = options.versions;
    context_.rootsHaveSource = options.rootsHaveSource;
  }

  std::vector<CppText> write() {
    emitFunctions();
    // With several files, what they share has hidden linkage in a namespace.
    shared_ = parts_.size() > 1;
    context_.linkage = shared_ ? "" : "static ";
    std::vector<CppText> files;
    for (size_t i = 0; i < parts_.size(); ++i)
      files.push_back({fileName(i), writeFile(i)});
    return files;
  }

private:
  // The functions of one file.
  struct Part {
    std::string text;
    unsigned firstAttributeCache = 0, lastAttributeCache = 0;  // (first, last]
    unsigned firstGlobalCache = 0, lastGlobalCache = 0;
  };

  // Graphs are versions of roots: EmitVersion.
  bool isGraph(FunctionId id) const { return module_.function(id).flags & ir::kFnGraph; }

  std::string fileName(size_t part) const {
    std::string stem = llvm::sys::path::stem(module_.file).str();
    return stem + (part == 0 ? "" : "." + std::to_string(part + 1)) + ".cpp";
  }

  void emitFunctions() {
    bool split = options_.opsPerFile != 0 && totalOps() > options_.opsPerFile;
    context_.linkage = split ? "" : "static ";
    size_t ops = 0;
    for (FunctionId id : module_.functions()) {
      if (isGraph(id)) {
        frameSlots_.push_back(0);
        continue;
      }
      size_t count = module_.function(id).opCount();
      if (parts_.empty() || (split && ops + count > options_.opsPerFile && ops != 0)) {
        startPart();
        ops = 0;
      }
      ops += count;
      FunctionEmitter emitter(context_, id);
      parts_.back().text += "\n" + emitter.emit();
      frameSlots_.push_back(emitter.frameSlots());
    }
    endPart();
  }

  size_t totalOps() const {
    size_t total = 0;
    for (FunctionId id : module_.functions())
      if (!isGraph(id))
        total += module_.function(id).opCount();
    return total;
  }

  void startPart() {
    endPart();
    Part part;
    part.firstAttributeCache = context_.attributeCaches;
    part.firstGlobalCache = context_.globalCacheCount;
    context_.globalCaches.clear();
    parts_.push_back(part);
  }
  void endPart() {
    if (parts_.empty())
      return;
    parts_.back().lastAttributeCache = context_.attributeCaches;
    parts_.back().lastGlobalCache = context_.globalCacheCount;
  }

  std::string writeFile(size_t index) {
    std::string text;
    llvm::raw_string_ostream out(text);
    out_ = &out;
    bool hasRoots = context_.roots != 0 || context_.hasProbes();
    bool inPython = llvm::any_of(module_.functions(), [&](FunctionId id) {
      return module_.function(id).flags & ir::kFnInPython;
    });
    out << kHeader << (inPython ? "#include \"janus/in_python.h\"\n" : "")
        << (context_.keepsFrames ? "#include \"janus/frames.h\"\n" : "")
        << (context_.notesCallers ? "#include \"janus/callers.h\"\n" : "")
        << (hasRoots ? "#include \"janus/region.h\"\n\n" : "\n");
    if (index == 0 || shared_)
      declareVersions();
    // A module may be named like a keyword of C++, or a function of its library.
    std::string space = "module_" + symbolOf(module_);
    if (shared_)
      out << "namespace " << space << " {\n\n";
    declareFunctions();
    if (index == 0)
      tables();
    else
      declareTables();
    const Part &part = parts_[index];
    caches("jn_attr_cache", "a", part.firstAttributeCache, part.lastAttributeCache);
    caches("jn_global_cache", "g", part.firstGlobalCache, part.lastGlobalCache);
    if (index == 0)
      for (FunctionId id : module_.functions())
        if (!isGraph(id))
          record(id);
    out << part.text << "\n";
    if (index == 0) {
      out.flush();
      size_t lines = std::count(text.begin(), text.end(), '\n');
      out << "#line " << lines + 2 << " " << stringLiteral(fileName(0)) << "\n";
      moduleRecord();
    }
    if (shared_)
      out << "\n}  // namespace " << space << "\n";
    out.flush();
    return text;
  }

  // They stand in a file of their own.
  void declareVersions() {
    if (!options_.versions || options_.versions->empty())
      return;
    std::vector<std::string> names;
    for (const auto &root : *options_.versions)
      names.insert(names.end(), root.getValue().begin(), root.getValue().end());
    llvm::sort(names);
    for (const std::string &name : names)
      *out_ << "extern const jn_version_def " << name << ";\n";
    *out_ << "\n";
  }

  void declareFunctions() {
    for (FunctionId id : module_.functions()) {
      if (isGraph(id))
        continue;
      bool generator = module_.function(id).flags & ir::kFnGenerator;
      *out_ << context_.linkage << "jn_value " << context_.functionName(id)
            << (generator ? "(jn_generator *g, jn_value sent);\n"
                          : "(jn_function *fn, const jn_value *args);\n");
    }
    *out_ << "\n";
    if (shared_)
      for (FunctionId id : module_.functions())
        if (!isGraph(id))
          *out_ << "extern const jn_function_def " << context_.recordName(id) << ";\n";
    if (shared_)
      for (unsigned i = 1; i <= context_.roots; ++i)
        *out_ << "extern const jn_region_def R" << i << ";\n";
  }

  void declareTables() {
    if (context_.constants.size() != 0)
      *out_ << "extern jn_value K[" << context_.constants.size() << "];\n";
    if (!context_.spans.empty())
      *out_ << "extern const jn_span S[" << context_.spans.size() << "];\n";
  }

  void tables() {
    if (shared_)
      declareTables();
    context_.constants.print(*out_);
    if (context_.constants.size() != 0)
      *out_ << context_.linkage << "jn_value K[" << context_.constants.size() << "];\n";
    if (context_.spans.empty())
      return;
    constexpr size_t kPerLine = 4;
    *out_ << context_.linkage << "const jn_span S[] = {";
    for (size_t i = 0; i < context_.spans.size(); ++i)
      *out_ << (i % kPerLine == 0 ? "\n    " : " ") << context_.spans[i] << ",";
    *out_ << "\n};\n";
  }

  // Those numbered from first + 1 to last.
  void caches(llvm::StringRef type, llvm::StringRef prefix, unsigned first, unsigned last) {
    constexpr unsigned kPerLine = 12;
    for (unsigned i = first; i < last; ++i) {
      unsigned column = (i - first) % kPerLine;
      *out_ << (column == 0 ? ("static " + type + " ").str() : ", ") << prefix << i + 1
            << (column == kPerLine - 1 || i + 1 == last ? ";\n" : "");
    }
  }

  void record(FunctionId id) {
    const ir::Function &function = module_.function(id);
    std::string name = context_.names[id];
    auto array = [&](const char *prefix, llvm::ArrayRef<std::string> texts) -> std::string {
      if (texts.empty())
        return "nullptr";
      *out_ << arrayOfStrings(prefix + name, texts);
      return prefix + name;
    };
    std::string parameters = array("p_", function.parameters);
    std::string freeNames = array("n_", function.freeNames);
    bool generator = function.flags & ir::kFnGenerator;
    std::string doc = function.hasDocstring ? stringLiteral(function.docstring, 8) : "nullptr";
    std::string code = context_.functionName(id);
    unsigned twin = ir::twinNumber(module_, id);
    *out_ << context_.linkage << "const jn_function_def " << context_.recordName(id) << " = {\n"
          << "    .name = " << stringLiteral(function.name)
          << ", .qualname = " << stringLiteral(function.qualname) << ",\n"
          << "    .doc = " << doc << ",\n"
          << "    .file = " << stringLiteral(module_.file)
          << ", .line = " << context_.line(function.span)
          << ", .flags = " << (function.flags & ~ir::kFnInPython) << ",\n"
          << "    .positional_only = " << function.positionalOnly
          << ", .positional = " << function.positional
          << ", .keyword_only = " << function.keywordOnly << ", .frame_slots = " << frameSlots_[id]
          << ",\n"
          << "    .parameters = " << parameters << ", .body = " << (generator ? "nullptr" : code)
          << ", .resume = " << (generator ? code : "nullptr") << ",\n"
          << "    .free_names = " << freeNames << ", .free_count = " << function.freeNames.size()
          << (twin ? ", .twin = " + std::to_string(twin) : "") << "};\n";
  }

  void moduleRecord() {
    const ir::Function &body = module_.function(module_.body);
    bool hasConstants = context_.constants.size() != 0;
    bool hasSource = options_.embedSource && !module_.source.empty();
    if (hasSource)
      *out_ << "static const char source[] =\n    " << stringLiteral(module_.source, 4) << ";\n";
    if (context_.roots != 0) {
      *out_ << "static const jn_region_def *const regions[] = {";
      for (unsigned i = 1; i <= context_.roots; ++i)
        *out_ << (i == 1 ? "&R" : ", &R") << i;
      *out_ << "};\n";
    }
    std::string name = "jn_module_" + symbolOf(module_);
    // Hidden, as all else here: a program's `csv.py` is not the library's.
    *out_ << "extern \"C\" const jn_module_def " << name << ";\nconst jn_module_def " << name
          << " = {\n"
          << "    .abi_version = JN_ABI_VERSION, .name = " << stringLiteral(module_.name)
          << ", .file = " << stringLiteral(module_.file) << ",\n"
          << "    .doc = " << (body.hasDocstring ? stringLiteral(body.docstring, 8) : "nullptr")
          << ", .is_package = " << module_.isPackage << ",\n"
          << "    .constants = " << (hasConstants ? "constants" : "nullptr")
          << ", .constant_slots = " << (hasConstants ? "K" : "nullptr")
          << ", .constant_count = " << context_.constants.size() << ",\n"
          << "    .body = &" << context_.recordName(module_.body)
          << ", .source = " << (hasSource ? "source" : "nullptr")
          << ", .source_size = " << (hasSource ? module_.source.size() : 0)
          << ",\n    .regions = " << (context_.roots != 0 ? "regions" : "nullptr")
          << ", .region_count = " << context_.roots << "};\n";
  }

  const ir::Module &module_;
  const CppOptions &options_;
  ModuleContext context_;
  IdVector<FunctionId, unsigned> frameSlots_;
  std::vector<Part> parts_;
  bool shared_ = false;
  llvm::raw_ostream *out_ = nullptr;
};

}  // namespace

std::vector<CppText> emitCppFiles(const ir::Module &module, const SourceManager &sources,
                                  const CppOptions &options) {
  return ModuleWriter(module, sources, options).write();
}

std::string emitCpp(const ir::Module &module, const SourceManager &sources,
                    const CppOptions &options) {
  CppOptions whole = options;
  whole.opsPerFile = 0;
  return std::move(ModuleWriter(module, sources, whole).write()[0].text);
}

}  // namespace janus::codegen
