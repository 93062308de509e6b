// Names of classes in profiles and assumptions. Several classes can have one name (made in a
// function, by `type(...)`): a snapshot that holds more than one tells them apart by a number,
// `module:Class#2`.
#pragma once

#include <string>
#include <string_view>

namespace janus {

inline std::string numberedClass(std::string_view name, size_t number) {
  return std::string(name) + "#" + std::to_string(number);
}

constexpr bool isNumberedClass(std::string_view name) {
  return name.find('#') != std::string_view::npos;
}

// The name without the number.
constexpr std::string_view nameOfClass(std::string_view name) {
  return name.substr(0, name.find('#'));
}

}  // namespace janus
