// SPDX-License-Identifier: MIT
// The loop of McVitie and Wilson (1971, doi:10.1145/362619.362631), which is also the first phase
// of roommates.
#pragma once

#include "algorithms/stable_matching/common/deferred_acceptance.hpp"
#include "hypermatch/context.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {

/// Each proposer asks down its list until it is held; who is displaced has the next turn, in place
/// of the one that displaced it. `serve_turns` serves some turns together, and each thread has
/// proposers of its own: what is held at the end does not depend on the order. Source is
/// `Proposals`, or what has its functions.
template <class Source>
void mcvitie_wilson(const Context& context, Source& proposals, TurnBalance balance) {
  share_turns(context, proposals, balance, [&](const auto& next) {
    parallel::StopCheck stop(context);
    serve_turns(stop, proposals, next, [](VertexId displaced) { return displaced; });
  });
}

}  // namespace hypermatch::detail::stable_matching
