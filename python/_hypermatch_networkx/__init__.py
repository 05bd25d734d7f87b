# SPDX-License-Identifier: MIT
"""What networkx asks of its backends when it is imported. A package of its own, so that nothing else is imported then."""

_MATCHING = (
    "eppstein_matching", "hopcroft_karp_matching", "is_matching", "is_maximal_matching", "is_perfect_matching",
    "max_weight_matching", "maximal_matching", "min_weight_matching", "minimum_weight_full_matching", "to_vertex_cover",
)
_COMMUNITIES = ("leiden_communities", "leiden_partitions", "louvain_communities", "louvain_partitions", "modularity")


def get_info():
    """The functions that the backend has."""
    notes = {
        "leiden_communities": "Of several runs on small graphs the best one; the same for the same seed.",
        "louvain_communities": "On small graphs the best of several runs of Leiden; the same for the same seed.",
        "max_weight_matching": "Exact; weights must be ints or floats.",
        "maximal_matching": "The heaviest edges first where all weigh the same: a fixed choice.",
    }
    return {
        "backend_name": "hypermatch",
        "project": "hypermatch",
        "package": "hypermatch",
        "short_summary": "Matchings and communities, the same answer on any number of threads",
        "functions": {
            name: {"additional_docs": notes[name]} if name in notes else {} for name in _MATCHING + _COMMUNITIES
        },
    }
