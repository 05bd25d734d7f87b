/* SPDX-License-Identifier: MIT
 * The interface for C: a graph in the arrays of a program, a matching, and what an error looks like. */
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
    printf("\n");
    hypermatch_result_free(result);
  }
  hypermatch_instance_free(graph);
  hypermatch_context_free(context);
  return EXIT_SUCCESS;
}
