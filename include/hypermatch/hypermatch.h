/* SPDX-License-Identifier: MIT
 * The interface for C and for what binds to C: handles, error codes, arrays of any type as callers
 * have them, and all problems and algorithms by their names in the registry. C99; also C++.
 *
 * Functions that may fail return a code, and hypermatch_last_error the message. What a function
 * makes is the caller's to free. Instances view the arrays that they are made of, which must live
 * and stay as they are. Different threads may use one context, instance or result at once. A null
 * pointer for a handle or an output is refused with a code; functions that free or stop take it for
 * nothing. Outputs of a function that fails are left as they were, but `facts` is null. */
#ifndef HYPERMATCH_HYPERMATCH_H
#define HYPERMATCH_HYPERMATCH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hypermatch_code {
  HYPERMATCH_OK = 0,
  HYPERMATCH_INVALID_INPUT,  /* an instance breaks its format or the limits */
  HYPERMATCH_INVALID_OPTION, /* a name is unknown, or a value out of range */
  HYPERMATCH_UNSUPPORTED,    /* a valid request that this build or algorithm does not serve */
  HYPERMATCH_IO,
  HYPERMATCH_RESOURCES,
  HYPERMATCH_DEVICE,
  HYPERMATCH_COMMUNICATION,
  HYPERMATCH_CANCELLED,
  HYPERMATCH_INTERNAL,
  HYPERMATCH_NO_SOLUTION, /* the message is the proof */
  HYPERMATCH_VIOLATED     /* the message names the first violated fact of an answer */
} hypermatch_code;

typedef enum hypermatch_type {
  HYPERMATCH_INT32,
  HYPERMATCH_INT64,
  HYPERMATCH_UINT32,
  HYPERMATCH_UINT64,
  HYPERMATCH_FLOAT,
  HYPERMATCH_DOUBLE
} hypermatch_type;

/* Numbers in memory. {0}, no data and size 0, stands for none. */
typedef struct hypermatch_array {
  const void* data;
  uint64_t size;
  hypermatch_type type;
} hypermatch_array;

/* A named argument, its value as text: {"algorithm", "gpa"}, {"seed", "7"}, {"size", "largest"}.
 * Each name at most once; flags are "true" or "1", "false" or "0". An empty value stands for the
 * default. */
typedef struct hypermatch_option {
  const char* name;
  const char* value;
} hypermatch_option;

typedef struct hypermatch_context hypermatch_context;
typedef struct hypermatch_instance hypermatch_instance;
typedef struct hypermatch_result hypermatch_result;

/* "0.1.0" */
const char* hypermatch_version(void);
/* The message of the last failure in the calling thread; empty before the first one. */
const char* hypermatch_last_error(void);

/* Threads that calls share: 0 for all that the process may use. */
hypermatch_code hypermatch_context_new(int threads, hypermatch_context** context);
/* Ends the calls that use the context, soon and with HYPERMATCH_CANCELLED, and all later ones. From
 * any thread. */
void hypermatch_context_stop(hypermatch_context* context);
void hypermatch_context_free(hypermatch_context* context);

/* The graph of a square matrix in rows. Offsets and columns are integers, values any numbers but
 * unsigned ones, or none. symmetrize: "error", "max" or "sum", for entries without an equal one on
 * the other side of the diagonal. */
hypermatch_code hypermatch_graph(const hypermatch_context* context, uint64_t vertices,
                                 hypermatch_array offsets, hypermatch_array columns,
                                 hypermatch_array values, const char* symmetrize,
                                 hypermatch_instance** instance);
/* Pins of hyperedge e: pins[offsets[e]] .. pins[offsets[e + 1] - 1]; weights as values of a graph,
 * one per hyperedge, or none. */
hypermatch_code hypermatch_hypergraph(const hypermatch_context* context, uint64_t vertices,
                                      hypermatch_array offsets, hypermatch_array pins,
                                      hypermatch_array weights, hypermatch_instance** instance);
/* Rows and columns; values as those of a graph, one per entry, or none. */
hypermatch_code hypermatch_matrix(const hypermatch_context* context, uint64_t rows,
                                  uint64_t columns, hypermatch_array offsets,
                                  hypermatch_array entries, hypermatch_array values,
                                  hypermatch_instance** instance);
/* A file of any format that the command line reads; as: "graph", "hypergraph", "bipartite",
 * "preferences", ...; null: by its contents. */
hypermatch_code hypermatch_read(const hypermatch_context* context, const char* path, const char* as,
                                hypermatch_instance** instance);
/* Lists of agents, best first: agent a has partners[offsets[a]] .. partners[offsets[a + 1] - 1].
 * sides: "two" for the first `left` agents on one side and the others on the other, or "one". ties:
 * per entry the number of its tie, from 0 on in each list, or none. capacities: one per agent, or
 * none. All are copied. */
hypermatch_code hypermatch_preferences(const hypermatch_context* context, const char* sides,
                                       uint64_t left, hypermatch_array offsets,
                                       hypermatch_array partners, hypermatch_array ties,
                                       hypermatch_array capacities, hypermatch_instance** instance);
/* In how many pairs or hyperedges vertices may lie, or must, one integer for all or one for each;
 * copied. name: "capacity" of the vertices of a graph or hypergraph; "row_capacity",
 * "column_capacity", "min_per_row", "min_per_column" of a matrix. Not while another call uses the
 * instance. */
hypermatch_code hypermatch_instance_bound(hypermatch_instance* instance, const char* name,
                                          hypermatch_array bound);
void hypermatch_instance_free(hypermatch_instance* instance);

/* problem: "graph_matching", "hypergraph_matching", "bipartite_matching", "b_assignment",
 * "clustering" or "stable_matching". Options: algorithm, variant, the parameters of the algorithm,
 * and seed, objective, nonpositive, resolution, minimize, perfect where the problem has them. */
hypermatch_code hypermatch_solve(const hypermatch_context* context,
                                 const hypermatch_instance* instance, const char* problem,
                                 const hypermatch_option* options, size_t num_options,
                                 hypermatch_result** result);
/* Judges an answer from the definition, whoever found it: HYPERMATCH_OK or HYPERMATCH_VIOLATED.
 * answer: pairs (two numbers each) of graph_matching, b_assignment and stable_matching, edges of
 * hypergraph_matching, mates of the rows (2^32 - 1 for none) of bipartite_matching, labels of
 * clustering. Options: maximal, greedy, maximum and connected demand more; minimize, perfect, seed,
 * objective, nonpositive, rating, resolution say of what, as in hypermatch_solve. Messages count
 * vertices of graphs and agents from 0, all else from 1. facts, unless null: weight, size,
 * certified_ratio or quality, also of an answer that violates a demand; null where nothing could be
 * judged. */
hypermatch_code hypermatch_verify(const hypermatch_context* context,
                                  const hypermatch_instance* instance, const char* problem,
                                  hypermatch_array answer, const hypermatch_option* options,
                                  size_t num_options, hypermatch_result** facts);
/* Arrays by name, which live as long as the result: mates (2^32 - 1 for none; not under
 * capacities), column_mates, edges, pairs (two numbers each), labels. HYPERMATCH_INVALID_OPTION if
 * it has none of that name. */
hypermatch_code hypermatch_result_array(const hypermatch_result* result, const char* name,
                                        hypermatch_array* array);
/* Numbers by name: weight, size, quality, certified_ratio. */
hypermatch_code hypermatch_result_number(const hypermatch_result* result, const char* name,
                                         double* number);
/* The name of the algorithm that ran. */
const char* hypermatch_result_algorithm(const hypermatch_result* result);
void hypermatch_result_free(hypermatch_result* result);

#ifdef __cplusplus
}
#endif

#endif
