// SPDX-License-Identifier: MIT
#include "parallel/device/check.cuh"
#include "parallel/device/runtime.hpp"

namespace hypermatch::detail::parallel::runtime {

AvailableDevices available_devices() {
  AvailableDevices available;
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  if (result != cudaSuccess || count == 0) {
    (void)cudaGetLastError();
    if (result == cudaErrorInsufficientDriver) {
      available.reason = "there is no NVIDIA driver, or one older than CUDA " +
                         std::to_string(CUDART_VERSION / 1000) + "." +
                         std::to_string(CUDART_VERSION % 1000 / 10);
    } else if (result == cudaSuccess || result == cudaErrorNoDevice) {
      available.reason = "there is no CUDA device";
    } else {
      available.reason = std::string("CUDA finds no device: ") + cudaGetErrorString(result);
    }
    return available;
  }
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp properties{};
    HYPERMATCH_CUDA_CALL(cudaGetDeviceProperties(&properties, i));
    available.devices.push_back({.ordinal = i,
                                 .name = properties.name,
                                 .memory = properties.totalGlobalMem,
                                 .multiprocessors = properties.multiProcessorCount});
  }
  return available;
}

int current_device() {
  int device = 0;
  HYPERMATCH_CUDA_CALL(cudaGetDevice(&device));
  return device;
}

void set_device(int device) {
  HYPERMATCH_CUDA_CALL(cudaSetDevice(device));
}

MemoryLeft memory_left() {
  MemoryLeft left{};
  HYPERMATCH_CUDA_CALL(cudaMemGetInfo(&left.free, &left.total));
  return left;
}

void release_device() noexcept {
  (void)cudaDeviceReset();
}

DeviceStream create_stream() {
  cudaStream_t stream = nullptr;
  HYPERMATCH_CUDA_CALL(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  return stream;
}

void destroy_stream(DeviceStream stream) noexcept {
  (void)cudaStreamDestroy(stream);
}

void synchronize(DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaStreamSynchronize(stream));
}

void synchronize_quietly(DeviceStream stream) noexcept {
  (void)cudaStreamSynchronize(stream);
}

void* allocate(std::size_t bytes, DeviceStream stream) {
  void* pointer = nullptr;
  const cudaError_t result = cudaMallocAsync(&pointer, bytes, stream);
  if (result == cudaErrorMemoryAllocation) {
    (void)cudaGetLastError();
    return nullptr;
  }
  check_cuda(result, "cudaMallocAsync");
  return pointer;
}

void deallocate(void* pointer, DeviceStream stream) noexcept {
  (void)cudaFreeAsync(pointer, stream);
}

void* allocate_pinned(std::size_t bytes) {
  void* pointer = nullptr;
  HYPERMATCH_CUDA_CALL(cudaHostAlloc(&pointer, bytes, cudaHostAllocDefault));
  return pointer;
}

void deallocate_pinned(void* pointer) noexcept {
  (void)cudaFreeHost(pointer);
}

bool is_pinned(const void* host) {
  cudaPointerAttributes attributes{};
  HYPERMATCH_CUDA_CALL(cudaPointerGetAttributes(&attributes, host));
  return attributes.type == cudaMemoryTypeHost;
}

int device_of(const void* address) {
  cudaPointerAttributes attributes{};
  HYPERMATCH_CUDA_CALL(cudaPointerGetAttributes(&attributes, address));
  const bool is_there =
      attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
  return is_there ? attributes.device : -1;
}

void copy_to_device(void* device, const void* host, std::size_t bytes, DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream));
}

void copy_to_host(void* host, const void* device, std::size_t bytes, DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream));
}

void copy_on_device(void* to, const void* from, std::size_t bytes, DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream));
}

CUevent_st* create_event() {
  cudaEvent_t event = nullptr;
  HYPERMATCH_CUDA_CALL(cudaEventCreate(&event));
  return event;
}

void destroy_event(CUevent_st* event) noexcept {
  (void)cudaEventDestroy(event);
}

void record_event(CUevent_st* event, DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaEventRecord(event, stream));
}

void wait_for_event(CUevent_st* event) {
  HYPERMATCH_CUDA_CALL(cudaEventSynchronize(event));
}

void hold_for_event(CUevent_st* event, DeviceStream stream) {
  HYPERMATCH_CUDA_CALL(cudaStreamWaitEvent(stream, event, 0));
}

bool is_event_reached(CUevent_st* event) {
  const cudaError_t result = cudaEventQuery(event);
  if (result == cudaErrorNotReady) {
    (void)cudaGetLastError();
    return false;
  }
  check_cuda(result, "cudaEventQuery");
  return true;
}

double seconds_between(CUevent_st* earlier, CUevent_st* later) {
  float milliseconds = 0;
  HYPERMATCH_CUDA_CALL(cudaEventElapsedTime(&milliseconds, earlier, later));
  return static_cast<double>(milliseconds) * 1e-3;
}

}  // namespace hypermatch::detail::parallel::runtime
