/* SPDX-License-Identifier: MIT
 * The interface for C: a graph in the arrays of a program, matchings that are judged, and an error. */
#include <hypermatch/hypermatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void check(hypermatch_code code) {
  if (code == HYPERMATCH_OK) return;
  fprintf(stderr, "error %d: %s\n", (int)code, hypermatch_last_error());
  exit(EXIT_FAILURE);
}

int main(void) {
  /* The path 0 - 1 - 2 - 3 with weights 2, 3, 2: the upper triangle of its matrix. */
  const int32_t offsets[] = {0, 1, 2, 3, 3};
  const int32_t columns[] = {1, 2, 3};
  const float weights[] = {2, 3, 2};
  hypermatch_context* context = NULL;
  hypermatch_instance* graph = NULL;
  check(hypermatch_context_new(0, &context));
  const hypermatch_array rows = {offsets, 5, HYPERMATCH_INT32};
  const hypermatch_array entries = {columns, 3, HYPERMATCH_INT32};
  const hypermatch_array values = {weights, 3, HYPERMATCH_FLOAT};
  check(hypermatch_graph(context, 4, rows, entries, values, "max", &graph));

  const char* algorithms[] = {"local_max", "exact", "exakt"};
  for (int i = 0; i < 3; ++i) {
    const hypermatch_option options[] = {{"algorithm", algorithms[i]}};
    hypermatch_result* result = NULL;
    if (hypermatch_solve(context, graph, "graph_matching", options, 1, &result) != HYPERMATCH_OK) {
      printf("%s\n", hypermatch_last_error());
      continue;
    }
    double weight = 0;
    hypermatch_array pairs;
    check(hypermatch_result_number(result, "weight", &weight));
    check(hypermatch_result_array(result, "pairs", &pairs));
    printf("%s: weight %g,", hypermatch_result_algorithm(result), weight);
    for (uint64_t p = 0; p < pairs.size; p += 2) {
      const uint32_t* ends = (const uint32_t*)pairs.data + p;
      printf(" %" PRIu32 "-%" PRIu32, ends[0], ends[1]);
    }
    /* Judged from the definition, by code that shares nothing with the algorithms. */
    const hypermatch_option demands[] = {{"maximal", "true"}};
    hypermatch_result* facts = NULL;
    double ratio = 0;
    check(hypermatch_verify(context, graph, "graph_matching", pairs, demands, 1, &facts));
    check(hypermatch_result_number(facts, "certified_ratio", &ratio));
    printf("; at least %.2f of the heaviest\n", ratio);
    hypermatch_result_free(facts);
    hypermatch_result_free(result);
  }
  hypermatch_instance_free(graph);

  /* Two hospitals and three residents; the first hospital has two places. */
  const int64_t lists[] = {0, 3, 5, 7, 9, 10};
  const uint32_t partners[] = {2, 3, 4, 3, 2, 1, 0, 0, 1, 0};
  const int32_t places[] = {2, 1, 1, 1, 1};
  hypermatch_instance* agents = NULL;
  hypermatch_result* stable = NULL;
  hypermatch_array found;
  check(hypermatch_preferences(context, "two", 2, (hypermatch_array){lists, 6, HYPERMATCH_INT64},
                               (hypermatch_array){partners, 10, HYPERMATCH_UINT32},
                               (hypermatch_array){NULL, 0, HYPERMATCH_UINT32},
                               (hypermatch_array){places, 5, HYPERMATCH_INT32}, &agents));
  check(hypermatch_solve(context, agents, "stable_matching", NULL, 0, &stable));
  check(hypermatch_result_array(stable, "pairs", &found));
  check(hypermatch_verify(context, agents, "stable_matching", found, NULL, 0, NULL));
  printf("%s:", hypermatch_result_algorithm(stable));
  for (uint64_t p = 0; p < found.size; p += 2) {
    const uint32_t* pair = (const uint32_t*)found.data + p;
    printf(" %" PRIu32 "-%" PRIu32, pair[0], pair[1]);
  }
  printf(" is stable\n");
  hypermatch_result_free(stable);
  hypermatch_instance_free(agents);
  hypermatch_context_free(context);
  return EXIT_SUCCESS;
}
