// SPDX-License-Identifier: MIT
#include "instances.hpp"

#include <cstdio>
#include <filesystem>
#include <map>
#include <sstream>
#include <utility>

#include "hypermatch/generate.hpp"
#include "hypermatch/io.hpp"

namespace hypermatch::bench {

NamedInstance load_as_it_is(const Context& context, const std::string& spec) {
  NamedInstance instance;
  const std::size_t colon = spec.find(':');
  if (colon != std::string::npos && !std::filesystem::exists(spec)) {
    std::map<std::string, double> parameters;
    std::stringstream list(spec.substr(colon + 1));
    for (std::string item; std::getline(list, item, ',');) {
      const std::size_t equals = item.find('=');
      parameters[item.substr(0, equals)] = std::stod(item.substr(equals + 1));
    }
    instance.name = spec;
    instance.hypergraph = generate::hypergraph(context, spec.substr(0, colon), parameters);
  } else {
    instance.name = std::filesystem::path(spec).stem().stem().string();
    io::Instance read =
        io::read(context, spec, {.format = {}, .as = io::Interpretation::hypergraph});
    instance.hypergraph = std::move(std::get<Hypergraph>(read.data));
  }
  return instance;
}

NamedInstance load_instance(const Context& context, const std::string& spec) {
  NamedInstance instance = load_as_it_is(context, spec);
  generate::assign_weights(context, instance.hypergraph.weights,
                           instance.hypergraph.view().num_edges(), "random:1..100");
  return instance;
}

std::vector<std::string> standard_instances(const std::string& data_folder) {
  std::vector<std::string> specs = {"uniform:n=4000000,m=10000000,k=3",
                                    "sizes:n=1000000,m=10000000,min=2,max=8",
                                    "stencil27:x=150,y=150,z=150"};
  for (const char* file : {"hgr-pace25/hs_priv010.hgr.zst", "hgr-social/threads-math-sx.hgr.zst",
                           "hgr-pace25/hs_pub040.hgr.zst"}) {
    const std::filesystem::path path = std::filesystem::path(data_folder) / file;
    if (std::filesystem::exists(path)) {
      specs.push_back(path.string());
    } else {
      std::fprintf(stderr, "note: %s is not there, left out\n", path.c_str());
    }
  }
  return specs;
}

}  // namespace hypermatch::bench
