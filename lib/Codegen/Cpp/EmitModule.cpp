#include "Codegen/Cpp/EmitModule.h"

#include "Codegen/Cpp/FunctionEmitter.h"

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

namespace {

const char kHeader[] = "// Tier-1 code of a Python module; the comments are its lines.\n"
                       "// t: temporaries, v_: variables, c_: cells, K: constants, a/g: caches of\n"
                       "// attributes and globals, d_: definition records, e: paths of errors.\n"
                       "#include \"janus/generated.h\"\n\n";

std::string stringArray(const std::string &name, llvm::ArrayRef<std::string> texts) {
  std::string out = "static const char *const " + name + "[] = {";
  for (const std::string &text : texts)
    out += stringLiteral(text) + ", ";
  return out + "nullptr};\n";
}

// The runtime's flags have the IR's values.
static_assert(ir::kFnVarArgs == 1 && ir::kFnVarKw == 2 && ir::kFnGenerator == 4 &&
              ir::kFnClassBody == 8 && ir::kFnModuleBody == 16);

class ModuleWriter {
public:
  ModuleWriter(const ir::Module &module, const SourceManager &sources, const CppOptions &options)
      : module_(module), options_(options), context_(module, sources) {
    context_.lineOfEveryStatement = options.lineOfEveryStatement;
  }

  std::string write() {
    for (FunctionId id : module_.functions()) {
      FunctionEmitter emitter(context_, id);
      functions_ += "\n" + emitter.emit();
      frameSlots_.push_back(emitter.frameSlots());
    }
    out_ << kHeader;
    declarations();
    for (FunctionId id : module_.functions())
      record(id);
    out_ << functions_ << "\n";
    out_.flush();
    size_t lines = std::count(text_.begin(), text_.end(), '\n');
    out_ << "#line " << lines + 2 << " "
         << stringLiteral(llvm::sys::path::stem(module_.file).str() + ".cpp") << "\n";
    moduleRecord();
    out_.flush();
    return std::move(text_);
  }

private:
  void declarations() {
    for (FunctionId id : module_.functions()) {
      bool generator = module_.function(id).flags & ir::kFnGenerator;
      out_ << "static jn_value " << context_.functionName(id)
           << (generator ? "(jn_generator *g, jn_value sent);\n"
                         : "(jn_function *fn, const jn_value *args);\n");
    }
    out_ << "\n";
    context_.constants.print(out_);
    if (context_.constants.size() != 0)
      out_ << "static jn_value K[" << context_.constants.size() << "];\n";
    caches("jn_attr_cache", "a", context_.attributeCaches);
    caches("jn_global_cache", "g", context_.globalCaches.size());
    out_ << "\n";
  }

  void caches(llvm::StringRef type, llvm::StringRef prefix, unsigned count) {
    constexpr unsigned kPerLine = 12;
    for (unsigned i = 0; i < count; ++i)
      out_ << (i % kPerLine == 0 ? ("static " + type + " ").str() : ", ") << prefix << i + 1
           << (i % kPerLine == kPerLine - 1 || i + 1 == count ? ";\n" : "");
  }

  void record(FunctionId id) {
    const ir::Function &function = module_.function(id);
    std::string name = context_.names[id];
    auto array = [&](const char *prefix, llvm::ArrayRef<std::string> texts) -> std::string {
      if (texts.empty())
        return "nullptr";
      out_ << stringArray(prefix + name, texts);
      return prefix + name;
    };
    std::string parameters = array("p_", function.parameters);
    std::string freeNames = array("n_", function.freeNames);
    bool generator = function.flags & ir::kFnGenerator;
    out_ << "static const jn_function_def " << context_.recordName(id) << " = {\n"
         << "    .name = " << stringLiteral(function.name)
         << ", .qualname = " << stringLiteral(function.qualname) << ",\n"
         << "    .doc = " << (function.hasDocstring ? stringLiteral(function.docstring, 8) : "nullptr")
         << ",\n"
         << "    .file = " << stringLiteral(module_.file) << ", .line = "
         << context_.line(function.span) << ", .flags = " << function.flags << ",\n"
         << "    .positional_only = " << function.positionalOnly
         << ", .positional = " << function.positional
         << ", .keyword_only = " << function.keywordOnly
         << ", .frame_slots = " << frameSlots_[id] << ",\n"
         << "    .parameters = " << parameters
         << ", .body = " << (generator ? "nullptr" : context_.functionName(id))
         << ", .resume = " << (generator ? context_.functionName(id) : "nullptr") << ",\n"
         << "    .free_names = " << freeNames << ", .free_count = " << function.freeNames.size()
         << "};\n";
  }

  void moduleRecord() {
    const ir::Function &body = module_.function(module_.body);
    bool hasConstants = context_.constants.size() != 0;
    std::string source = "nullptr";
    if (options_.embedSource && !module_.source.empty()) {
      out_ << "static const char source[] =\n    " << stringLiteral(module_.source, 4) << ";\n";
      source = "source";
    }
    out_ << "JN_API const jn_module_def jn_module_" << symbolOf(module_) << ";\n"
         << "const jn_module_def jn_module_" << symbolOf(module_) << " = {\n"
         << "    .abi_version = JN_ABI_VERSION, .name = " << stringLiteral(module_.name)
         << ", .file = " << stringLiteral(module_.file) << ",\n"
         << "    .doc = " << (body.hasDocstring ? stringLiteral(body.docstring, 8) : "nullptr")
         << ", .is_package = " << module_.isPackage << ",\n"
         << "    .constants = " << (hasConstants ? "constants" : "nullptr")
         << ", .constant_slots = " << (hasConstants ? "K" : "nullptr")
         << ", .constant_count = " << context_.constants.size() << ",\n"
         << "    .body = &" << context_.recordName(module_.body) << ", .source = " << source
         << ", .source_size = " << (source == "nullptr" ? 0 : module_.source.size())
         << ",\n    .regions = nullptr, .region_count = 0};\n";
  }

  const ir::Module &module_;
  const CppOptions &options_;
  ModuleContext context_;
  IdVector<FunctionId, unsigned> frameSlots_;
  std::string functions_, text_;
  llvm::raw_string_ostream out_{text_};
};

}  // namespace

std::string emitCpp(const ir::Module &module, const SourceManager &sources,
                    const CppOptions &options) {
  return ModuleWriter(module, sources, options).write();
}

}  // namespace janus::codegen
