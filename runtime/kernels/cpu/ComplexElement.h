// Which element types are complex numbers: for files of every instruction set, which may include
// nothing of the runtime.
#pragma once

#include <complex>
#include <type_traits>

namespace janus {

template <class T>
inline constexpr bool isComplexElement =
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

}  // namespace janus
