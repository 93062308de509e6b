#include "Transforms/Speculate/Modules/ModuleSource.h"

#include "IR/Walk.h"

#include "llvm/ADT/STLExtras.h"

namespace janus::speculate {

using namespace ir;

const std::string &ModuleSource::codeName(const Module &module, FunctionId id) const {
  std::string &name = codeNames_[{&module, id}];
  if (!name.empty())
    return name;
  const Function &function = module.function(id);
  name = module.name + ":" + function.qualname + "@" +
         std::to_string(lineOf(module, function.span.begin));
  if (unsigned twin = twinNumber(module, id))
    name += "." + std::to_string(twin);
  return name;
}

void ModuleSource::index(const Module &module) const {
  for (FunctionId id : module.functions()) {
    functions_.try_emplace(codeName(module, id), id);
    functions_.try_emplace(module.name + ":" + module.function(id).qualname, id);
  }
}

void ModuleSource::add(const Module &module) {
  modules_[module.name] = &module;
  index(module);
}

const Module *ModuleSource::find(llvm::StringRef name) const {
  auto [known, isNew] = modules_.try_emplace(name, nullptr);
  if (!isNew || !std::binary_search(library_.names.begin(), library_.names.end(), name.str()))
    return known->getValue();
  std::unique_ptr<Module> module = library_.load(name);
  if (!module)
    return nullptr;
  index(*module);
  modules_[name] = module.get();
  owned_.push_back(std::move(module));
  return owned_.back().get();
}

bool ModuleSource::isOfLibrary(const Module &module) const {
  return llvm::any_of(owned_, [&](const auto &each) { return each.get() == &module; });
}

std::pair<const Module *, FunctionId> ModuleSource::findCode(llvm::StringRef code) const {
  const Module *module = find(code.split(':').first);
  auto found = functions_.find(code);
  if (!module || found == functions_.end())
    return {nullptr, FunctionId()};
  return {module, found->getValue()};
}

std::vector<const Module *> ModuleSource::package(llvm::StringRef name) const {
  std::string prefix = name.str() + ".";
  std::vector<std::string> names;
  for (const auto &each : modules_)
    if (each.getValue() && (each.getKey() == name || each.getKey().startswith(prefix)))
      names.push_back(each.getKey().str());
  for (const std::string &each : library_.names)
    if (each == name || llvm::StringRef(each).startswith(prefix))
      names.push_back(each);
  llvm::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<const Module *> modules;
  for (const std::string &each : names)
    if (const Module *module = find(each))
      modules.push_back(module);
  return modules;
}

size_t ModuleSource::lineOf(const Module &module, uint32_t byte) const {
  auto [entry, isNew] = lines_.try_emplace(&module);
  std::vector<uint32_t> &begins = entry->second;
  for (size_t i = 0; isNew && i < module.source.size(); ++i)
    if (module.source[i] == '\n')
      begins.push_back(static_cast<uint32_t>(i + 1));
  return 1 + static_cast<size_t>(llvm::upper_bound(begins, byte) - begins.begin());
}

}  // namespace janus::speculate
