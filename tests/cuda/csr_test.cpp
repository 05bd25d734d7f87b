// SPDX-License-Identifier: MIT
// Callers' arrays in device memory: what is shown, copied and refused.
#include "tests/cuda/device_testing.hpp"
#include "tests/device_csr_cases.hpp"

namespace hypermatch {
namespace {

class DeviceCsrs : public test::OnDevice {};

TEST_F(DeviceCsrs, SmallOnesForSanitizers) {
  test::check_all_paths(device());
  test::check_ends(device());
  test::check_long_rows(device(), 2000);
}

TEST_F(DeviceCsrs, LongRows) {
  test::check_long_rows(device(), 1'000'000);
}

TEST_F(DeviceCsrs, AnAddressOfHostMemoryIsNone) {
  const int here = 0;
  EXPECT_EQ(test::message_of([&] { (void)device_of(&here); }),
            "an address is none of device memory");
  const DeviceArray<int> there(device(), 4);
  EXPECT_EQ(device_of(there.view().data()), device().device());
}

}  // namespace
}  // namespace hypermatch
