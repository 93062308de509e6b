#include "Support/Diagnostics.h"

#include "Support/Remark.h"
#include "Support/Unicode.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <unistd.h>

namespace janus {

namespace {

const DiagInfo kInfos[] = {
#define JANUS_DIAG(code, severity, name, message)                                                  \
  {#code, Severity::severity, #name, message, exitCodeOf(DiagId::name)},
#include "Support/Diagnostics.def"
};

llvm::raw_ostream::Colors severityColour(Severity severity) {
  switch (severity) {
  case Severity::Note: return llvm::raw_ostream::CYAN;
  case Severity::Warning: return llvm::raw_ostream::YELLOW;
  case Severity::Error: return llvm::raw_ostream::RED;
  }
  __builtin_unreachable();
}

// What is printed of a diagnostic or a remark.
struct Shown {
  llvm::StringRef severity, code;
  llvm::raw_ostream::Colors colour;
  llvm::StringRef message, label;
  Span span;
  llvm::ArrayRef<Diagnostic::Attached> attached;
};
Shown shown(const Diagnostic &d) {
  return {toString(d.severity),
          info(d.id).code,
          severityColour(d.severity),
          d.message,
          d.label,
          d.span,
          d.attached};
}
Shown shown(const Remark &r) {
  return {"remark", r.code, llvm::raw_ostream::CYAN, r.message, "", r.span, r.attached};
}

// Characters that steer a terminal become their pictures (U+2400 and after); tabs and ends of
// lines stay.
std::string visible(llvm::StringRef text) {
  constexpr char32_t kPictures = 0x2400, kDelete = 0x7F, kPictureOfDelete = 0x2421;
  std::string out;
  for (char c : text) {
    auto code = static_cast<unsigned char>(c);
    if (code == kDelete || (code < ' ' && c != '\t' && c != '\n'))
      unicode::append(out, code == kDelete ? kPictureOfDelete : kPictures + code);
    else
      out += c;
  }
  return out;
}

// Prints one for people.
class HumanRenderer {
public:
  HumanRenderer(llvm::raw_ostream &out, const SourceManager &sources, bool colour)
      : out_(out), sources_(sources), colour_(colour) {}

  void render(const Shown &diagnostic) {
    paint(diagnostic.colour, true);
    out_ << diagnostic.severity << '[' << diagnostic.code << ']';
    reset();
    paint(llvm::raw_ostream::SAVEDCOLOR, true);
    out_ << ": " << visible(diagnostic.message);
    reset();
    out_ << '\n';
    measure(diagnostic);
    if (diagnostic.span.valid())
      excerpt(diagnostic.span, diagnostic.label, diagnostic.colour);
    for (const Diagnostic::Attached &attached : diagnostic.attached) {
      indent() << " = " << attached.kind << ": " << visible(attached.text) << '\n';
      if (attached.span.valid())
        excerpt(attached.span, "", llvm::raw_ostream::CYAN);
    }
  }

private:
  // Written by hand: the stream may be a string that ends on the terminal later.
  void paint(llvm::raw_ostream::Colors colour, bool bold) {
    if (!colour_)
      return;
    out_ << (bold ? "\x1b[1" : "\x1b[0");
    if (colour != llvm::raw_ostream::SAVEDCOLOR)
      out_ << ";3" << static_cast<int>(colour);
    out_ << 'm';
  }
  void reset() {
    if (colour_)
      out_ << "\x1b[0m";
  }

  // The gutter is as wide as the largest line number.
  void measure(const Shown &diagnostic) {
    uint32_t line = diagnostic.span.valid() ? sources_.line(diagnostic.span) : 0;
    for (const Diagnostic::Attached &attached : diagnostic.attached)
      if (attached.span.valid())
        line = std::max(line, sources_.line(attached.span));
    width_ = line == 0 ? 1 : std::to_string(line).size();
  }
  llvm::raw_ostream &indent() { return out_.indent(static_cast<unsigned>(width_)); }

  void excerpt(Span span, llvm::StringRef label, llvm::raw_ostream::Colors colour) {
    LineColumn place = sources_.lineColumn(span);
    llvm::StringRef line = sources_.lineText(span.file, place.line);
    indent() << "--> " << sources_.name(span.file) << ':' << place.line << ':' << place.column
             << '\n';
    indent() << " |\n";
    std::string number = std::to_string(place.line);
    out_.indent(static_cast<unsigned>(width_ - number.size())) << number << " | ";
    size_t begin =
        std::min<size_t>(span.begin - sources_.lineBegin(span.file, place.line), line.size());
    size_t end = std::min(begin + std::max<size_t>(span.size(), 1), line.size());
    auto [shown, shownBegin, shownEnd] = clip(line, begin, end);
    std::string before = visible(shown.substr(0, shownBegin));
    std::string marked = visible(shown.slice(shownBegin, shownEnd));
    out_ << before << marked << visible(shown.substr(shownEnd)) << '\n';
    indent() << " | " << blanks(before);
    paint(colour, true);
    out_ << std::string(std::max<size_t>(columns(marked), 1), '^');
    if (!label.empty())
      out_ << ' ' << label;
    reset();
    out_ << '\n';
  }

  // Of a very long line only the part around the place is shown.
  static std::tuple<llvm::StringRef, size_t, size_t> clip(llvm::StringRef line, size_t begin,
                                                          size_t end) {
    constexpr size_t kMaxShown = 240, kBefore = 100;
    if (line.size() <= kMaxShown)
      return {line, begin, end};
    auto boundary = [&](size_t offset) {
      while (offset > 0 && offset < line.size() &&
             (static_cast<unsigned char>(line[offset]) & 0xC0) == 0x80)
        --offset;
      return offset;
    };
    size_t first = boundary(begin > kBefore ? begin - kBefore : 0);
    size_t last = boundary(std::min(line.size(), first + kMaxShown));
    return {line.slice(first, last), begin - first, std::min(end, last) - first};
  }
  static size_t columns(llvm::StringRef text) {
    int width = llvm::sys::unicode::columnWidthUTF8(text);
    return width < 0 ? text.size() : static_cast<size_t>(width);
  }
  // As wide on the screen as `text`: tabs stay tabs.
  static std::string blanks(llvm::StringRef text) {
    std::string result;
    while (!text.empty()) {
      size_t tab = std::min(text.find('\t'), text.size());
      result.append(columns(text.substr(0, tab)), ' ');
      if (tab < text.size())
        result += '\t';
      text = text.substr(std::min(tab + 1, text.size()));
    }
    return result;
  }

  llvm::raw_ostream &out_;
  const SourceManager &sources_;
  bool colour_;
  size_t width_ = 1;
};

void renderShort(llvm::raw_ostream &out, const SourceManager &sources, const Shown &d) {
  if (d.span.valid()) {
    LineColumn place = sources.lineColumn(d.span);
    out << sources.name(d.span.file) << ':' << place.line << ':' << place.column << ": ";
  }
  out << d.severity << '[' << d.code << "]: " << visible(d.message) << '\n';
}

void jsonSpan(llvm::json::OStream &json, const SourceManager &sources, Span span) {
  if (!span.valid())
    return;
  LineColumn begin = sources.lineColumn(span), end = sources.lineColumn(span.file, span.end);
  json.attribute("file", llvm::json::fixUTF8(sources.name(span.file)));
  json.attribute("line", begin.line);
  json.attribute("column", begin.column);
  json.attribute("endLine", end.line);
  json.attribute("endColumn", end.column);
}

void renderJson(llvm::raw_ostream &out, const SourceManager &sources, const Shown &d) {
  llvm::json::OStream json(out);
  json.object([&] {
    json.attribute("code", d.code);
    json.attribute("severity", d.severity);
    json.attribute("message", llvm::json::fixUTF8(d.message));
    jsonSpan(json, sources, d.span);
    if (!d.label.empty())
      json.attribute("label", llvm::json::fixUTF8(d.label));
    if (d.attached.empty())
      return;
    json.attributeArray("attached", [&] {
      for (const Diagnostic::Attached &attached : d.attached)
        json.object([&] {
          json.attribute("kind", attached.kind);
          json.attribute("text", llvm::json::fixUTF8(attached.text));
          jsonSpan(json, sources, attached.span);
        });
    });
  });
  out << '\n';
}

void renderOne(llvm::raw_ostream &out, const SourceManager &sources, const Shown &message,
               const RenderOptions &options) {
  switch (options.format) {
  case DiagFormat::Human: return HumanRenderer(out, sources, options.colour).render(message);
  case DiagFormat::Short: return renderShort(out, sources, message);
  case DiagFormat::Json: return renderJson(out, sources, message);
  }
}

}  // namespace

void render(llvm::raw_ostream &out, const SourceManager &sources, const Remark &remark,
            const RenderOptions &options) {
  renderOne(out, sources, shown(remark), options);
}

llvm::StringRef toString(Severity severity) {
  switch (severity) {
  case Severity::Note: return "note";
  case Severity::Warning: return "warning";
  case Severity::Error: return "error";
  }
  __builtin_unreachable();
}

const DiagInfo &info(DiagId id) {
  return kInfos[static_cast<size_t>(id)];
}
llvm::ArrayRef<DiagInfo> allDiagnostics() {
  return kInfos;
}

bool wantsColour(int fileDescriptor) {
  const char *noColour = std::getenv("NO_COLOR");
  const char *terminal = std::getenv("TERM");
  return (noColour == nullptr || *noColour == '\0') && ::isatty(fileDescriptor) != 0 &&
         (terminal == nullptr || llvm::StringRef(terminal) != "dumb");
}

DiagnosticBuilder &DiagnosticBuilder::label(const llvm::Twine &text) {
  if (diagnostic_)
    diagnostic_->label = text.str();
  return *this;
}

DiagnosticBuilder &DiagnosticBuilder::line(llvm::StringRef kind, const llvm::Twine &text,
                                           Span span) {
  if (diagnostic_)
    diagnostic_->attached.push_back({kind.str(), text.str(), span});
  return *this;
}

DiagnosticBuilder DiagnosticEngine::add(DiagId id, Span span, llvm::ArrayRef<std::string> args) {
  const DiagInfo &row = info(id);
  bool dropped = row.severity == Severity::Error && errorCount_ >= kMostErrors;
  if (row.severity == Severity::Error) {
    if (errorCount_++ == 0)
      exitCode_ = row.exitCode;
  }
  if (dropped)
    return DiagnosticBuilder(nullptr);
  diagnostics_.push_back({id, row.severity, span, filledIn(row.message, args.data()), "", {}});
  return DiagnosticBuilder(&diagnostics_.back());
}

int DiagnosticEngine::exitCode() const {
  return hasErrors() ? exitCode_ : 0;
}

void DiagnosticEngine::render(llvm::raw_ostream &out, const RenderOptions &options) {
  for (; rendered_ < diagnostics_.size(); ++rendered_)
    renderOne(out, sources_, shown(diagnostics_[rendered_]), options);
  bool dropped = errorCount_ > kMostErrors;
  if (dropped && !saidDropped_ && options.format != DiagFormat::Json) {
    out << "janusc: " << errorCount_ - kMostErrors << " more errors are not shown\n";
    saidDropped_ = true;
  }
}

}  // namespace janus
