// Tensors as text, as torch prints them.
#include "tensor/object/Printing.h"

#include "tensor/core/AutogradInterface.h"
#include "tensor/core/Error.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Ops.h"
#include "tensor/memory/ScalarStore.h"
#include "tensor/object/TensorType.h"
#include "value/builtin/Builtins.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

namespace janus {

PrintOptions printOptions;

namespace {

std::string formatted(const char *format, int precision, double v) {
  if (std::isnan(v))
    return "nan";
  if (std::isinf(v))
    return v < 0 ? "-inf" : "inf";
  char small[64];
  int n = snprintf(small, sizeof small, format, precision, v);
  if (n < static_cast<int>(sizeof small))
    return small;
  std::string text(static_cast<size_t>(n), '\0');
  snprintf(text.data(), text.size() + 1, format, precision, v);
  return text;
}

// Walks the elements that are shown.
template <class F>
void forShown(const Tensor &t, int dim, const std::byte *at, bool summarize, F &&f) {
  if (dim == t.dim()) {
    f(at);
    return;
  }
  int64_t n = t.size(dim), edge = printOptions.edgeItems;
  int64_t step = t.stride(dim) * static_cast<int64_t>(sizeOf(t.dtype()));
  for (int64_t i = 0; i < n; ++i) {
    if (summarize && n > 2 * edge && i == edge)
      i = n - edge;
    if (i < n)
      forShown(t, dim + 1, at + i * step, summarize, f);
  }
}

// One element, or one part of complex ones.
enum class Part : uint8_t { Whole, Real, Imaginary };

class NumberFormat {
public:
  NumberFormat(const Tensor &t, bool summarize, Part part) : dtype_(t.dtype()), part_(part) {
    if (!isInexact(dtype_)) {
      forShown(t, 0, t.raw(), summarize, [&](const std::byte *at) { widen(integerText(at)); });
      return;
    }
    double low = INFINITY, high = 0;
    forShown(t, 0, t.raw(), summarize, [&](const std::byte *at) {
      double v = numberAt(at);
      if (!std::isfinite(v) || v == 0)
        return;
      low = std::min(low, std::fabs(v));
      high = std::max(high, std::fabs(v));
      if (v != std::ceil(v))
        integers_ = false;
    });
    if (high != 0) {
      bool wide = high / low > 1000.0 || high > 1.0e8;
      scientific_ =
          printOptions.scientific >= 0 ? printOptions.scientific != 0 : wide || low < 1.0e-4;
      forShown(t, 0, t.raw(), summarize, [&](const std::byte *at) {
        double v = numberAt(at);
        if (!std::isfinite(v) || v == 0)
          return;
        if (scientific_)
          widen(formatted("%.*e", printOptions.precision, v));
        else if (integers_)
          widen(formatted("%.*f", 0, v) + ".");
        else
          widen(formatted("%.*f", printOptions.precision, v));
      });
    }
  }

  int64_t width() const { return width_; }

  // Without the spaces that make all as wide as the widest.
  std::string text(const std::byte *at) const {
    if (!isInexact(dtype_))
      return integerText(at);
    double v = numberAt(at);
    if (scientific_)
      return formatted("%.*e", printOptions.precision, v);
    if (integers_)
      return formatted("%.*f", 0, v) + (std::isfinite(v) ? "." : "");
    return formatted("%.*f", printOptions.precision, v);
  }

private:
  double numberAt(const std::byte *at) const {
    Scalar s = loadScalar(dtype_, at);
    if (part_ == Part::Whole)
      return s.toDouble();
    return part_ == Part::Real ? s.toComplex().real() : s.toComplex().imag();
  }
  std::string integerText(const std::byte *at) const {
    Scalar s = loadScalar(dtype_, at);
    if (dtype_ == DType::Bool)
      return s.toBool() ? "True" : "False";
    return std::to_string(s.toInt());
  }
  void widen(const std::string &text) {
    width_ = std::max(width_, static_cast<int64_t>(text.size()));
  }

  DType dtype_;
  Part part_;
  bool integers_ = true, scientific_ = false;
  int64_t width_ = 1;
};

class Formatter {
public:
  Formatter(const Tensor &t, bool summarize)
      : first_(t, summarize, isComplex(t.dtype()) ? Part::Real : Part::Whole) {
    if (isComplex(t.dtype()))
      imaginary_.emplace(t, summarize, Part::Imaginary);
  }

  int64_t width() const { return first_.width() + (imaginary_ ? imaginary_->width() + 1 : 0); }

  std::string format(const std::byte *at) const {
    std::string text = first_.text(at);
    if (static_cast<int64_t>(text.size()) < first_.width())
      text.insert(0, static_cast<size_t>(first_.width()) - text.size(), ' ');
    if (!imaginary_)
      return text;
    std::string imaginary = imaginary_->text(at);
    return text + (imaginary[0] == '-' ? "" : "+") + imaginary + "j";
  }

private:
  NumberFormat first_;
  std::optional<NumberFormat> imaginary_;
};

std::string vectorText(const Tensor &t, int dim, const std::byte *at, int64_t indent,
                       bool summarize, const Formatter &formatter) {
  int64_t perLine =
      std::max<int64_t>(1, (printOptions.lineWidth - indent) / (formatter.width() + 2));
  int64_t n = t.size(dim), edge = printOptions.edgeItems;
  int64_t step = t.stride(dim) * static_cast<int64_t>(sizeOf(t.dtype()));
  std::string text = "[";
  int64_t shown = 0;
  auto add = [&](const std::string &item) {
    if (shown)
      text += shown % perLine ? ", " : ",\n" + std::string(static_cast<size_t>(indent) + 1, ' ');
    text += item;
    ++shown;
  };
  if (summarize && !edge) {
    add("...");
  } else {
    for (int64_t i = 0; i < n; ++i) {
      if (summarize && n > 2 * edge && i == edge) {
        add(" ...");
        i = n - edge;
      }
      add(formatter.format(at + i * step));
    }
  }
  return text + "]";
}

std::string nestedText(const Tensor &t, int dim, const std::byte *at, int64_t indent,
                       bool summarize, const Formatter &formatter) {
  int rest = t.dim() - dim;
  if (rest == 0)
    return formatter.format(at);
  if (rest == 1)
    return vectorText(t, dim, at, indent, summarize, formatter);
  int64_t n = t.size(dim), edge = printOptions.edgeItems;
  int64_t step = t.stride(dim) * static_cast<int64_t>(sizeOf(t.dtype()));
  std::string separator = "," + std::string(static_cast<size_t>(rest - 1), '\n') +
                          std::string(static_cast<size_t>(indent) + 1, ' ');
  std::string text = "[";
  bool first = true;
  auto add = [&](const std::string &part) {
    if (!first)
      text += separator;
    first = false;
    text += part;
  };
  for (int64_t i = 0; i < n; ++i) {
    if (summarize && n > 2 * edge && i == edge) {
      add("...");
      i = n - edge;
      if (i >= n)
        break;
    }
    add(nestedText(t, dim + 1, at + i * step, indent + 1, summarize, formatter));
  }
  return text + "]";
}

// As a tuple of Python.
std::string sizeText(const Tensor &t) {
  std::string text = "(";
  for (int d = 0; d < t.dim(); ++d)
    text += (d ? ", " : "") + std::to_string(t.size(d));
  return text + (t.dim() == 1 ? ",)" : ")");
}

// The elements alone, of which there are some.
std::string bodyText(const Tensor &t, int64_t indent) {
  bool summarize = t.numel() > printOptions.threshold;
  Formatter formatter(t, summarize);
  return nestedText(t, 0, t.raw(), indent, summarize, formatter);
}

}  // namespace

std::string historyText(const char *node, bool requiresGrad) {
  return node ? "grad_fn=<" + std::string(node) + ">" : requiresGrad ? "requires_grad=True" : "";
}

std::string tensorText(const Tensor &t, const std::string &prefix) {
  const char *node =
      autogradInterface->gradFnName ? autogradInterface->gradFnName(t.object()) : nullptr;
  return tensorText(t, prefix, historyText(node, t.requiresGrad()));
}

std::string tensorText(const Tensor &t, const std::string &prefix, const std::string &history) {
  if (JN_UNLIKELY(t->flags & kTensorConjugated))
    return tensorText(ops::call<TensorOp::ResolveConj>(t), prefix, history);
  int64_t indent = static_cast<int64_t>(prefix.size());
  std::vector<std::string> suffixes;
  std::string body = "[]";
  if (t.device().type != DeviceType::Cpu)
    suffixes.push_back("device='" + deviceText(t.device()) + "'");
  bool meta = t.device().type == DeviceType::Meta, empty = t.numel() == 0;
  if (meta || (empty ? t.dim() != 1 : printOptions.edgeItems == 0))
    suffixes.push_back("size=" + sizeText(t));
  if (meta || empty) {
    if (meta)
      body = "...";
    if (t.dtype() != defaultDType())
      suffixes.push_back("dtype=" + dtypeText(t.dtype()));
  } else {
    if (t.dtype() != defaultDType() && t.dtype() != DType::I64 && t.dtype() != DType::Bool &&
        t.dtype() != complexTypeOf(defaultDType()))
      suffixes.push_back("dtype=" + dtypeText(t.dtype()));
    body = bodyText(t, indent);
  }
  if (!history.empty())
    suffixes.push_back(history);

  std::string text = prefix + body;
  size_t newline = text.rfind('\n');
  int64_t lastLine = static_cast<int64_t>(text.size()) -
                     (newline == std::string::npos ? -1 : static_cast<int64_t>(newline)) + 1;
  for (const std::string &s : suffixes) {
    int64_t length = static_cast<int64_t>(s.size());
    if (lastLine + length + 2 > printOptions.lineWidth) {
      text += ",\n" + std::string(static_cast<size_t>(indent), ' ') + s;
      lastLine = indent + length;
    } else {
      text += ", " + s;
      lastLine += length + 2;
    }
  }
  return text + ")";
}

Value tensorRepr(Object *o) {
  return guarded([&] {
    bool isPlain = o->type == &jn_type_tensor || o->type == &jn_type_parameter;
    std::string prefix = isPlain ? "tensor(" : std::string(typeNameOf(o->type)) + "(";
    std::string text = tensorText(Tensor::share(jn_obj(o)), prefix);
    return makeStr(!isPlain && isParameter(jn_obj(o)) ? "Parameter(" + text + ")" : text);
  });
}

namespace {

// _tensor_body(t, indent): the elements as text, without the name and what else is said
Value tensorBody(const Value *args, size_t, Value) {
  return guarded([&] {
    Tensor t = ops::call<TensorOp::ResolveConj>(Tensor::share(args[0]));
    return makeStr(t.numel() == 0 ? "[]" : bodyText(t, boxing::toInt(args[1])));
  });
}
Value lineWidth(const Value *, size_t, Value) {
  return jn_int(printOptions.lineWidth);
}

// set_printoptions(precision, threshold, edgeitems, linewidth, profile, sci_mode)
Value setPrintOptions(const Value *args, size_t count, Value kwnames) {
  Value a[6];
  if (!parseArgs("set_printoptions",
                 {"precision", "threshold", "edgeitems", "linewidth", "profile", "sci_mode"}, 0, 6,
                 args, count, kwnames, a))
    return jn_error();
  auto given = [](Value v) { return v.tag != JN_UNBOUND && v.tag != JN_NONE; };
  if (given(a[4])) {
    std::string_view profile = utf8Of(a[4]);
    if (profile == "default")
      printOptions = {4, 1000, 3, 80, printOptions.scientific};
    else if (profile == "short")
      printOptions = {2, 1000, 2, 80, printOptions.scientific};
    else if (profile == "full")
      printOptions = {4, INT64_MAX, 3, 80, printOptions.scientific};
  }
  int64_t v;
  double limit;
  if (given(a[0])) {
    if (!toInt64(a[0], &v))
      return jn_error();
    printOptions.precision = static_cast<int>(v);
  }
  if (given(a[1])) {
    if (!toDouble(a[1], &limit))
      return jn_error();
    printOptions.threshold = limit < 9e18 ? static_cast<int64_t>(limit) : INT64_MAX;
  }
  if (given(a[2]) && !toInt64(a[2], &printOptions.edgeItems))
    return jn_error();
  if (given(a[3]) && !toInt64(a[3], &printOptions.lineWidth))
    return jn_error();
  // sci_mode is taken over even when it is None.
  printOptions.scientific = given(a[5]) ? static_cast<int>(jn_truth(a[5])) : -1;
  return jn_none();
}

}  // namespace

const MethodDef kPrintingFunctions[] = {
    {"set_printoptions", setPrintOptions, 0, -1, true, "How tensors print."},
    {"_tensor_body", tensorBody, 2, 2},
    {"_line_width", lineWidth, 0, 0},
    {}};

}  // namespace janus
