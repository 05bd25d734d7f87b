// SPDX-License-Identifier: MIT
#include "parallel/device/module.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/build_stamp.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/version.hpp"
#include "module_layout.hpp"  // written when the build is configured

namespace hypermatch::detail::parallel {

namespace {

namespace fs = std::filesystem;

bool is_searched_by_system(const std::string& file) {
  return file.find('/') == std::string::npos;
}

// Why the file cannot be loaded, or nothing; says nothing about what dlopen itself reports. A file
// that was cut short has to be found here: the dynamic linker would touch pages that are not there.
std::optional<std::string> defect_of(const std::string& path) {
  std::error_code failed;
  if (fs::is_directory(path, failed)) return path + " is a folder";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (file == nullptr) return "cannot read " + path + ": " + std::strerror(errno);
  const std::uint64_t size = fs::file_size(path, failed);
  if (failed) return path + " is no shared library";
  ElfW(Ehdr) header{};
  const bool has_header = std::fread(&header, sizeof(header), 1, file.get()) == 1;
  if (!has_header || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
    return path + " is no shared library";
  }
  if (header.e_phentsize != sizeof(ElfW(Phdr))) return std::nullopt;  // not of this architecture
  bool is_whole = std::fseek(file.get(), static_cast<long>(header.e_phoff), SEEK_SET) == 0;
  for (unsigned i = 0; is_whole && i < header.e_phnum; ++i) {
    ElfW(Phdr) segment{};
    is_whole = std::fread(&segment, sizeof(segment), 1, file.get()) == 1 &&
               segment.p_offset <= size && segment.p_filesz <= size - segment.p_offset;
  }
  if (!is_whole) return path + " is cut short";
  return std::nullopt;
}

std::string last_dl_error() {
  const char* const text = ::dlerror();
  return text != nullptr ? text : "unknown error";
}

struct Opened {
  void* handle = nullptr;
  std::string reason;  // where it is null
};

Opened open_module(const std::string& file, const ModuleKind& kind) {
  if (!is_searched_by_system(file)) {
    if (const std::optional<std::string> defect = defect_of(file)) return {nullptr, *defect};
  }
  // Local: the names of what it links, and of other copies of this library, stay apart.
  void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return {nullptr, "cannot load " + last_dl_error()};
  const auto* const stamp = static_cast<const char* const*>(::dlsym(handle, kind.stamp));
  if (stamp != nullptr && std::strcmp(*stamp, base::k_build_stamp) == 0) return {handle, {}};
  std::string reason = file + " is no " + kind.name + " of hypermatch";
  if (stamp != nullptr) {
    reason = file + " belongs to another build of hypermatch (it is of '" + *stamp +
             "', this is '" + base::k_build_stamp + "')";
  }
  ::dlclose(handle);
  return {nullptr, reason};
}

// The file that holds this code, library or program, as the kernel names it: absolute, whatever the
// current folder is now or was when the program started. Empty if unknown.
fs::path own_file() {
  static const char here = 0;
  const auto address = reinterpret_cast<std::uintptr_t>(&here);
  std::ifstream maps("/proc/self/maps");
  // Ends: a line for each mapping. "begin-end permissions offset device inode path".
  for (std::string line; std::getline(maps, line);) {
    char* rest = nullptr;
    const std::uint64_t begin = std::strtoull(line.c_str(), &rest, 16);
    if (*rest != '-') continue;
    const std::uint64_t end = std::strtoull(rest + 1, nullptr, 16);
    if (address < begin || address >= end) continue;
    const std::size_t path = line.find('/');
    return path == std::string::npos ? fs::path() : fs::path(line.substr(path));
  }
  return {};
}

// Candidate files of the module: its places in installations and build trees, relative to the
// folder of this code, then the bare name.
std::vector<std::string> places_of_module(const ModuleKind& kind) {
  const std::string name = std::string(kind.library) + version();
  std::vector<std::string> files;
  const fs::path folder = own_file().parent_path();
  if (!folder.empty()) {
    for (const char* const way : {".", "lib", "../lib", HYPERMATCH_BIN_TO_LIB}) {
      const std::string file = (folder / way / name).lexically_normal().string();
      if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
    }
  }
  files.push_back(name);
  return files;
}

}  // namespace

DeviceModule DeviceModule::load(std::span<const std::string> files, const ModuleKind& kind) {
  std::string refused;
  std::string searched;
  const auto note_absent = [&](const std::string& what) {
    searched += (searched.empty() ? "" : ", ") + what;
  };
  for (const std::string& file : files) {
    std::error_code failed;
    if (!is_searched_by_system(file) && !fs::exists(file, failed) && !failed) {
      note_absent(file);
      continue;
    }
    Opened opened = open_module(file, kind);
    if (opened.handle != nullptr) {
      DeviceModule module;
      module.handle_ = opened.handle;
      return module;
    }
    if (is_searched_by_system(file)) {
      note_absent(opened.reason);
    } else if (refused.empty()) {
      refused = std::move(opened.reason);
    }
  }
  if (!refused.empty()) return none(std::move(refused));
  return none(std::string(kind.absent) + " (looked for " + searched + "; " + kind.variable +
              " names another place)");
}

DeviceModule DeviceModule::none(std::string reason) {
  DeviceModule module;
  module.reason_ = std::move(reason);
  return module;
}

const void* DeviceModule::table(const char* symbol) const {
  if (!is_loaded()) throw Error(ErrorCode::unsupported, reason_);
  const void* const found = ::dlsym(handle_, symbol);
  if (found == nullptr) {
    throw Error(ErrorCode::internal, std::string("the library has no ") + symbol);
  }
  return found;
}

DeviceModule find_module(const ModuleKind& kind) {
  // Not from the environment of programs that run with other rights than their caller's.
  const char* const named = ::secure_getenv(kind.variable);
  if (named != nullptr && *named != '\0') {
    if (*named == '/') return DeviceModule::load(std::vector<std::string>{named}, kind);
    return DeviceModule::none(std::string(kind.variable) + " is '" + named +
                              "', must be an absolute path");
  }
  return DeviceModule::load(places_of_module(kind), kind);
}

namespace {
// The file that a caller has named, until the module is looked for.
struct NamedModule {
  std::mutex mutex;
  std::string file;
  bool is_settled = false;
};
NamedModule named_module;
}  // namespace

const DeviceModule& device_module() {
  static const DeviceModule module = [] {
    const std::lock_guard lock(named_module.mutex);
    named_module.is_settled = true;
    if (named_module.file.empty()) return find_module(k_cuda_module);
    return DeviceModule::load(std::vector<std::string>{named_module.file}, k_cuda_module);
  }();
  return module;
}

}  // namespace hypermatch::detail::parallel

namespace hypermatch {

void use_device_library(const std::string& file) {
  using detail::parallel::named_module;
  if (!file.starts_with('/')) {
    throw Error(ErrorCode::invalid_option,
                "the library of device code is '" + file + "', must be an absolute path");
  }
  const std::lock_guard lock(named_module.mutex);
  if (named_module.is_settled) {
    throw Error(ErrorCode::unsupported, "the library of device code is loaded or was looked for");
  }
  named_module.file = file;
}

}  // namespace hypermatch
