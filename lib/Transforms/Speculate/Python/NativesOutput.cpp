// Natives that write text to the standard streams: `print`, and methods of `sys.stdout` and
// `sys.stderr`.
#include "Transforms/Speculate/Python/Evaluator.h"

namespace janus::speculate {

using namespace ir;

// An entry has the original streams in place; what the region puts there is not written to.
bool Evaluator::mayWrite() {
  Object &streams = heap_.at(moduleNamed("sys"));
  if (streams.node && streams.attributes != streams.oldAttributes)
    refuse(RefusalKind::UnknownOperation, "print after a change of `sys`");
  return !stopped();
}

// The stream that `file=` names; nothing for other objects.
static std::optional<TextStream> streamNamed(const Object &file) {
  if (file.kind == ObjectKind::Native && file.name == "sys.stdout")
    return TextStream::Out;
  if (file.kind == ObjectKind::Native && file.name == "sys.stderr")
    return TextStream::Errors;
  return std::nullopt;
}

// Text is queued and written at commit.
Evaluator::Value Evaluator::nativePrint(CallArgs args) {
  std::optional<TextStream> stream = TextStream::Out;
  std::string separator = " ", end = "\n";
  bool flushes = false;
  for (auto &[name, value] : args.keywords) {
    bool none = value.isConstant() && value == heap_.none();
    if (name == "flush") {
      std::optional<bool> asked = fixedTruth(value, "whether to flush");
      if (!asked)
        return {};
      flushes = *asked;
      continue;
    }
    if (name == "file") {
      stream = none               ? TextStream::Out
               : value.isObject() ? streamNamed(heap_.at(value))
                                  : std::nullopt;
      if (!stream)
        return refuse(RefusalKind::UnknownOperation, "print to a file");
      continue;
    }
    if (name != "sep" && name != "end")
      return refuse(RefusalKind::UnknownOperation, "print with `" + name + "`");
    std::optional<std::string> text = none ? std::optional<std::string>(name == "sep" ? " " : "\n")
                                           : scalars_.fixedText(value, name);
    if (!text)
      return {};
    (name == "sep" ? separator : end) = *text;
  }
  if (!mayWrite())
    return {};
  Values parts;
  for (size_t i = 0; i < args.positional.size(); ++i) {
    if (i)
      parts.push_back(heap_.str(separator));
    Value part = args.positional[i];
    if (!part.isObject() || heap_.at(part).kind != ObjectKind::Text)
      part = format(part, "s", heap_.str(""));
    if (stopped())
      return {};
    parts.push_back(part);
  }
  parts.push_back(heap_.str(end));
  for (size_t i = 0; i < parts.size(); ++i)
    queueText(*stream, parts[i], flushes && i + 1 == parts.size());
  return heap_.none();
}

// Parts of texts one by one, constants that follow each other as one.
void Evaluator::queueText(TextStream stream, Value part, bool flushes) {
  if (part.isObject()) {
    Values inner = heap_.at(part).items;
    for (Value each : inner)
      queueText(stream, each, flushes);
    return;
  }
  PrintedText *last = printed_.size() > textsBefore_ ? &printed_.back() : nullptr;
  if (!last || last->stream != stream || !last->text.isConstant() || !part.isConstant()) {
    printed_.push_back({part, stream, flushes});
    return;
  }
  std::string text =
      graph_.constant(last->text.constantId()).text + graph_.constant(part.constantId()).text;
  last->text = heap_.str(text);
  last->flushes |= flushes;
}

Evaluator::Value Evaluator::writeTo(TextStream stream, CallArgs args) {
  Value text = args.positional[0];
  if (kindOf(text) != TypeKind::Str)
    return refuse(RefusalKind::UnknownOperation, "writing " + describe(text));
  if (!mayWrite())
    return {};
  queueText(stream, text, /*flushes=*/false);
  // How many characters there are is known of constants alone.
  if (text.isConstant())
    return heap_.integer(graph_.constant(text.constantId()).text.size());
  return Value::object(heap_.make(ObjectKind::Opaque));
}

Evaluator::Value Evaluator::nativeOutWrite(CallArgs args) {
  return writeTo(TextStream::Out, std::move(args));
}
Evaluator::Value Evaluator::nativeErrorsWrite(CallArgs args) {
  return writeTo(TextStream::Errors, std::move(args));
}

// At the commit, with the text in front of it.
Evaluator::Value Evaluator::flushStream(TextStream stream) {
  if (mayWrite())
    queueText(stream, heap_.str(""), /*flushes=*/true);
  return heap_.none();
}
Evaluator::Value Evaluator::nativeOutFlush(CallArgs) {
  return flushStream(TextStream::Out);
}
Evaluator::Value Evaluator::nativeErrorsFlush(CallArgs) {
  return flushStream(TextStream::Errors);
}

}  // namespace janus::speculate
