#pragma once

#include <string>
#include <string_view>

namespace janus {

// `t.add_tensor` of AddTensor, `t.smooth_l1_loss` of SmoothL1Loss.
inline std::string opcodeText(std::string_view id) {
  auto isCapital = [](char c) { return c >= 'A' && c <= 'Z'; };
  std::string text = "t.";
  for (size_t i = 0; i < id.size(); ++i) {
    bool isLast = i + 1 == id.size();
    if (isCapital(id[i]) && i > 0 &&
        (!isCapital(id[i - 1]) || (!isLast && id[i + 1] >= 'a' && id[i + 1] <= 'z')))
      text += '_';
    text += isCapital(id[i]) ? static_cast<char>(id[i] + 32) : id[i];
  }
  return text;
}

}  // namespace janus
