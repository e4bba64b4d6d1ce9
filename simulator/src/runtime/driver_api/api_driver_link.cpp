// The driver API: several PTX texts that become one module (CUDA Driver API reference, "Module
// Management", cuLinkCreate and what follows).
#include "runtime/driver_api/driver_api.hpp"
#include "runtime/driver_api/ptx_images.hpp"
#include "warpschool/sim/linking.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>

struct CUlinkState_st {
  std::vector<warpschool::sim::runtime::ImagePart> parts;
  warpschool::sim::runtime::JitLog log;
  std::set<std::string> defined;  ///< names that no other part may define
  bool failed = false;            ///< a part was refused for its names
  std::string image;              ///< what cuLinkComplete gave
};

namespace warpschool::sim::runtime {
namespace {

/// Under the runtime's lock.
std::unordered_map<CUlinkState, std::unique_ptr<CUlinkState_st>>& states() {
  static auto& all = *new std::unordered_map<CUlinkState, std::unique_ptr<CUlinkState_st>>;
  return all;
}

cudaError_t complain(Runtime& runtime, const CUlinkState_st& state, const std::string& complaint,
                     cudaError_t error) {
  state.log.write(complaint);
  runtime.recorder().reason(complaint);
  return error;
}

std::string text_of(const Diagnostics& diagnostics, const std::string& what) {
  std::string text = what;
  for (const Diagnostic& diagnostic : diagnostics) {
    text += "\n  " + to_string(diagnostic);
  }
  return text;
}

/// Those of the names that were defined before; the others are from now on.
std::string defined_again(CUlinkState_st& state, const std::vector<std::string>& names) {
  std::string again;
  for (const std::string& name : names) {
    if (!state.defined.insert(name).second) {
      again += "\n  " + name + " is defined a second time";
    }
  }
  return again;
}

cudaError_t add(Runtime& runtime, CUlinkState handle, CUjitInputType type, const std::string& text,
                const char* name) {
  const auto found = states().find(handle);
  if (found == states().end() || text.size() < 4) {
    return cudaErrorInvalidValue;
  }
  CUlinkState_st& state = *found->second;
  if (std::string why = why_not_ptx(text.c_str()); !why.empty() || type != CU_JIT_INPUT_PTX) {
    why = why.empty() ? "only PTX can be linked here (CU_JIT_INPUT_PTX)" : why;
    return complain(runtime, state, why, cudaErrorNoKernelImageForDevice);
  }
  ImagePart part{text, name == nullptr || *name == '\0' ? "a text in memory" : name};
  std::replace(part.name.begin(), part.name.end(), '\n', ' ');
  const Result<std::vector<std::string>> names = visible_definitions({part.text, part.name});
  if (!names) {
    return complain(runtime, state, text_of(names.diagnostics(), part.name + " is no PTX:"),
                    cudaErrorInvalidPtx);
  }
  if (const std::string again = defined_again(state, *names); !again.empty()) {
    state.failed = true;
    return complain(runtime, state, part.name + " does not go with what came before:" + again,
                    cudaErrorInvalidSource);
  }
  state.parts.push_back(std::move(part));
  return cudaSuccess;
}

cudaError_t complete(Runtime& runtime, CUlinkState_st& state) {
  std::vector<PtxSource> sources;
  sources.reserve(state.parts.size());
  for (const ImagePart& part : state.parts) {
    sources.push_back({part.text, part.name});
  }
  std::string missing;
  for (const std::string& complaint : link_complaints(sources)) {
    missing += "\n  " + complaint;
  }
  if (!missing.empty()) {
    return complain(runtime, state, "the texts do not make one module:" + missing,
                    cudaErrorInvalidSource);
  }
  state.image = join_image(state.parts);
  return cudaSuccess;
}

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

CUresult cuLinkCreate(unsigned int count, CUjit_option* options, void** values,
                      CUlinkState* state) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return call([&](Runtime&) {
      if (state == nullptr || (count > 0 && (options == nullptr || values == nullptr))) {
        return cudaErrorInvalidValue;
      }
      auto made = std::make_unique<CUlinkState_st>();
      made->log = log_of(count, options, values);
      made->log.write("");
      *state = made.get();
      states()[*state] = std::move(made);
      return cudaSuccess;
    });
  });
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t bytes,
                       const char* name, unsigned int, CUjit_option*, void**) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return call([&](Runtime& runtime) {
      if (data == nullptr) {
        return cudaErrorInvalidValue;
      }
      const std::string text(static_cast<const char*>(data), bytes);
      // PTX may end with a zero that counts.
      return add(runtime, state, type, text.substr(0, text.find('\0')), name);
    });
  });
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path, unsigned int,
                       CUjit_option*, void**) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return call([&](Runtime& runtime) {
      std::ifstream in(path == nullptr ? "" : path, std::ios::binary);
      if (!in) {
        return cudaErrorFileNotFound;
      }
      const std::string text((std::istreambuf_iterator<char>(in)), {});
      return add(runtime, state, type, text, path);
    });
  });
}

CUresult cuLinkComplete(CUlinkState state, void** image, size_t* bytes) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return call([&](Runtime& runtime) {
      const auto found = states().find(state);
      if (found == states().end() || image == nullptr) {
        return cudaErrorInvalidValue;
      }
      const cudaError_t error =
          found->second->failed ? cudaErrorInvalidSource : complete(runtime, *found->second);
      if (error == cudaSuccess) {
        *image = found->second->image.data();
        if (bytes != nullptr) {
          *bytes = found->second->image.size();
        }
      }
      return error;
    });
  });
}

CUresult cuLinkDestroy(CUlinkState state) {
  WARPSCHOOL_DRIVER_API;
  return driver([&] {
    return call(
        [&](Runtime&) { return states().erase(state) != 0 ? cudaSuccess : cudaErrorInvalidValue; });
  });
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
