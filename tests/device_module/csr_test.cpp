// SPDX-License-Identifier: MIT
// Callers' arrays in device memory, on the stand-in (module_test.cpp names it).
#include "tests/device_csr_cases.hpp"

namespace hypermatch {
namespace {

TEST(DeviceCsrs, AreShownCopiedOrRefused) {
  const DeviceContext device;
  test::check_all_paths(device);
  test::check_ends(device);
}

TEST(DeviceCsrs, LongRows) {
  const DeviceContext device;
  test::check_long_rows(device, 5000);
}

TEST(DeviceCsrs, TheLibraryOfDeviceCodeIsNamedBeforeItIsLoaded) {
  const auto code_of = [](const char* file) {
    try {
      use_device_library(file);
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  };
  EXPECT_EQ(code_of("library.so"), ErrorCode::invalid_option);
  (void)available_devices();
  EXPECT_EQ(code_of("/library.so"), ErrorCode::unsupported);
}

}  // namespace
}  // namespace hypermatch
