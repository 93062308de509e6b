// The text of exceptions: what they came from before them, the parts of a group as a tree behind
// it.
#include "value/call/Modules.h"
#include "value/container/Sequence.h"
#include "value/error/TracebackText.h"
#include "value/object/Types.h"

#include <algorithm>

namespace janus {

namespace {

// How wide and deep a group's tree is shown.
constexpr int64_t kMaxWidth = 15;
constexpr unsigned kMaxDepth = 10;

bool isGroup(ExceptionObject *e) {
  Value module = dictGetStr(modulesDict(), JN_NAME("_exception_groups"));
  if (module.tag != JN_OBJECT)
    return false;  // nobody has asked for the class
  Value cls = dictGetStr(as<jn_module>(module)->dict, JN_NAME("BaseExceptionGroup"));
  return cls.tag == JN_OBJECT && isSubtype(e->head.type, as<Type>(cls));
}

class Writer {
public:
  Writer(std::optional<int64_t> limit, bool chain) : limit_(limit), chain_(chain) {}

  void exception(ExceptionObject *e, const TracebackObject *trace) {
    seen_.push_back(e);
    if (chain_ && e->cause) {
      if (!isSeen(e->cause)) {
        exception(e->cause, e->cause->traceback);
        emit("\nThe above exception was the direct cause of the following exception:\n\n");
      }
    } else if (chain_ && e->context && !e->suppressContext && !isSeen(e->context)) {
      exception(e->context, e->context->traceback);
      emit("\nDuring handling of the above exception, another exception occurred:\n\n");
    }
    if (isGroup(e))
      return group(e, trace);
    traceback("", '|', trace);
    message(e);
  }

  std::vector<std::string> pieces;

private:
  bool isSeen(ExceptionObject *e) {
    return std::find(seen_.begin(), seen_.end(), e) != seen_.end();
  }

  std::string indent() const { return std::string(2 * depth_, ' '); }

  // Lines in a group stand behind its margin.
  void emit(const std::string &text, char margin = '|') {
    if (depth_ == 0)
      return pieces.push_back(text);
    std::string out;
    for (size_t at = 0; at < text.size();) {
      size_t end = std::min(text.find('\n', at), text.size() - 1);
      out += indent() + margin + ' ' + text.substr(at, end + 1 - at);
      at = end + 1;
    }
    pieces.push_back(std::move(out));
  }

  void traceback(const char *kind, char margin, const TracebackObject *trace) {
    if (!trace)
      return;
    emit(std::string(kind) + "Traceback (most recent call last):\n", margin);
    std::vector<std::string> entries = tracebackEntries(trace);
    int64_t count = static_cast<int64_t>(entries.size()), first = 0, last = count;
    if (limit_ && *limit_ >= 0)
      last = std::min(count, *limit_);
    else if (limit_)
      first = std::max<int64_t>(0, count + *limit_);
    for (int64_t i = first; i < last; ++i)
      emit(entries[static_cast<size_t>(i)]);
  }

  void message(ExceptionObject *e) { emit(exceptionMessage(e)); }

  void group(ExceptionObject *e, const TracebackObject *trace) {
    if (depth_ > kMaxDepth)
      return emit("... (max_group_depth is " + std::to_string(kMaxDepth) + ")\n");
    bool isOutermost = depth_ == 0;
    depth_ += isOutermost;
    traceback("Exception Group ", isOutermost ? '+' : '|', trace);
    message(e);
    Ref parts(getattrOptional(jn_obj(e), JN_NAME("exceptions")));
    clearError();
    int64_t count = isInstance(parts.get(), &jn_type_tuple) ? parts.as<jn_tuple>()->size : 0;
    int64_t shown = std::min(count, kMaxWidth + 1);
    closes_ = false;
    for (int64_t i = 0; i < shown; ++i) {
      bool isLast = i + 1 == shown, isRest = i >= kMaxWidth;
      closes_ |= isLast;
      pieces.push_back(indent() + (i == 0 ? "+-" : "  ") + "+---------------- " +
                       (isRest ? "..." : std::to_string(i + 1)) + " ----------------\n");
      ++depth_;
      Value part = parts.as<jn_tuple>()->items[i];
      if (isRest)
        emit("and " + std::to_string(count - kMaxWidth) + " more exception" +
             (count - kMaxWidth > 1 ? "s" : "") + "\n");
      else if (isException(part))
        exception(as<ExceptionObject>(part), as<ExceptionObject>(part)->traceback);
      // A group within has drawn the line already.
      if (isLast && closes_) {
        pieces.push_back(indent() + "+------------------------------------\n");
        closes_ = false;
      }
      --depth_;
    }
    if (isOutermost)
      depth_ = 0;
  }

  std::optional<int64_t> limit_;
  bool chain_, closes_ = false;
  unsigned depth_ = 0;  // of groups around what is written
  std::vector<ExceptionObject *> seen_;
};

}  // namespace

std::vector<std::string> exceptionPieces(ExceptionObject *e, const TracebackObject *trace,
                                         std::optional<int64_t> limit, bool chain) {
  SavedError saved;
  Writer writer(limit, chain);
  writer.exception(e, trace);
  return std::move(writer.pieces);
}

std::string formatException(ExceptionObject *e) {
  std::string text;
  for (const std::string &piece : exceptionPieces(e, e->traceback, std::nullopt, true))
    text += piece;
  return text;
}

}  // namespace janus
