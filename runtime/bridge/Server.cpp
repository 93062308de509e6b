#include "bridge/Server.h"

#include "bridge/Session.h"

#include <cctype>

namespace janus::bridge {
namespace {

// "KnownMirror" -> "KNOWN_MIRROR"
std::string constantName(const char *name) {
  std::string out;
  for (const char *p = name; *p; ++p) {
    if (p != name && isupper(static_cast<unsigned char>(*p)))
      out += '_';
    out += static_cast<char>(toupper(static_cast<unsigned char>(*p)));
  }
  return out;
}

// The module `numbers`: what Tags.def, Operations.def and the headers say.
std::string numbersModule() {
  std::string out;
  auto define = [&](const std::string &name, const std::string &value) {
    out += name + " = " + value + "\n";
  };
  define("MAGIC", std::to_string(kMagic));
  define("MOST_DESCRIPTORS", std::to_string(kMostDescriptors));
  define("PROGRAM_NUMBER", std::to_string(kProgramNumber));
  define("VARARGS", std::to_string(JN_FN_VARARGS));
  define("VARKW", std::to_string(JN_FN_VARKW));
  for (size_t i = 1; i < std::size(kFrameKindNames); ++i)
    define(kFrameKindNames[i], std::to_string(i));
#define JANUS_TAG(name, letter) define(constantName(#name), std::string("b'") + letter + "'");
#include "bridge/Tags.def"
  for (size_t i = 0; i < std::size(kContainerNames); ++i)
    define(kContainerNames[i], std::to_string(i));
#define JANUS_TO_NATIVE(name)                                                                      \
  define(constantName(#name), std::to_string(static_cast<int>(ToNative::name)));
#include "bridge/Operations.def"
  out += "PACKAGE_CLASSES = (";
#define JANUS_PACKAGE_CLASS(name, module, qualname, base) out += "('" module "', '" qualname "'), ";
#include "bridge/PackageClasses.def"
  out += ")\nEXPRESSIONS = (";
#define JANUS_TO_PYTHON(name, kind, expression) out += pythonLiteral(expression) + ", ";
#include "bridge/Operations.def"
  return out + ")\n";
}

}  // namespace

std::string pythonLiteral(std::string_view text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\\' || c == '\'')
      out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + "'";
}

std::string serverScript(ServerSide side) {
  std::string_view folder = side == ServerSide::Process ? "process" : "host";
  std::string out = "import sys\nfrom types import ModuleType\n"
                    "package = ModuleType('janus_bridge')\n"
                    "package.__path__ = []\n"
                    "sys.modules['janus_bridge'] = package\n"
                    "def load(name, text):\n"
                    "    module = ModuleType('janus_bridge.' + name)\n"
                    "    module.__package__ = 'janus_bridge'\n"
                    "    sys.modules[module.__name__] = module\n"
                    "    setattr(package, name, module)\n"
                    "    exec(compile(text, f'<janus_bridge.{name}>', 'exec'), module.__dict__)\n";
  auto load = [&](const char *name, std::string_view text) {
    out += "load(" + pythonLiteral(name) + ", " + pythonLiteral(text) + ")\n";
  };
  load("numbers", numbersModule());
  for (const ServerFile *f = serverFiles; f->name; ++f)
    if (!*f->side || f->side == folder)
      load(f->name, f->text);
  return out + "package.serve.begin()\n";
}

}  // namespace janus::bridge
