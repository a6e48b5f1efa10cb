/* definitions.h - definitions of an OTF2 archive, collected from the files of a job and written at its end.
 *
 * Events refer to definitions by number. Each definition exists once, even if several files have it. Memory grows with
 * the number of different definitions. If out of memory, `failed` is set, and numbers are invalid. */
#pragma once

#include "export/otf2/mpi_function.h"
#include "format/texts.h"

#include <otf2/otf2.h>

#define QP_OTF2_NONE  UINT32_MAX /* also OTF2's own number for an undefined reference */
#define QP_OTF2_RANKS (1u << 20) /* higher ranks are those of a damaged file */

/* A place in a program where a region is entered. */
struct qp_otf2_site {
    uint32_t region;
    uint32_t place;  /* number of a source code location, QP_OTF2_NONE = unknown */
    uint32_t caller; /* string: the frames of the call site */
};

struct qp_otf2_region {
    uint32_t name, group; /* strings; the group is the class of a state */
    OTF2_Paradigm paradigm;
    uint32_t file; /* string */
    uint32_t line;
    struct qp_otf2_function function;
};

/* A process, which is an OTF2 location group. */
struct qp_otf2_process {
    uint32_t name; /* string */
    uint32_t host;
    uint64_t main;  /* location that stands for the process in communicators */
    bool has_files; /* it read or wrote files with MPI */
};

/* A thread, which is an OTF2 location. */
struct qp_otf2_location {
    uint64_t self;
    uint32_t name; /* string */
    uint32_t process;
    uint64_t events;
};

/* A world of ranks: an MPI_COMM_WORLD. */
struct qp_otf2_world {
    uint32_t number;
    uint32_t size;
    uint32_t *processes; /* for each rank: number of its process, QP_OTF2_NONE = its file was not exported */
};

struct qp_otf2_rank {
    uint32_t world; /* index */
    uint32_t rank;
};

struct qp_otf2_group {
    struct qp_otf2_rank *ranks; /* in the order of their ranks in the group */
    uint32_t count;
};

enum qp_otf2_comm_kind { QP_OTF2_WORLD, QP_OTF2_SELF, QP_OTF2_INTRA, QP_OTF2_INTER };

struct qp_otf2_comm {
    enum qp_otf2_comm_kind kind;
    uint32_t name; /* string */
    uint32_t world;
    bool windows;                   /* there is one-sided communication between its members */
    struct qp_otf2_group groups[2]; /* INTRA: its members; INTER: the two groups; [1] is empty while it is unknown */
    struct qp_otf2_group reporters; /* INTER: processes whose remote group is groups[0] */
};

/* A counter. The numbers of metrics and of their instances are from one range. */
struct qp_otf2_metric {
    uint32_t self;
    uint32_t name, description, unit; /* strings */
    OTF2_MetricMode mode;
    OTF2_Type type;
};

struct qp_otf2_instance {
    uint32_t self;
    uint32_t metric; /* number of the metric */
    uint64_t location;
    OTF2_MetricScope scope;
    uint32_t owner; /* process or host */
};

struct qp_otf2_definitions {
    struct qp_texts texts;
    struct qp_map string_map, region_map, place_map, site_map, context_map, metric_map, instance_map, comm_map;
    struct qp_text *strings; /* number 0 is the empty string */
    struct qp_otf2_region *regions;
    struct qp_otf2_place {
        uint32_t file, line;
    } * places;
    struct qp_otf2_site *sites;
    struct qp_otf2_context {
        uint32_t parent, site;
    } * contexts;
    uint32_t *hosts; /* strings */
    struct qp_otf2_process *processes;
    struct qp_otf2_location *locations;
    struct qp_otf2_world *worlds;
    struct qp_otf2_comm *comms;
    struct qp_otf2_metric *metrics;
    struct qp_otf2_instance *instances;
    uint32_t string_count, region_count, place_count, site_count, context_count, host_count, process_count,
        location_count, world_count, comm_count, metric_count, instance_count;
    uint32_t metric_numbers; /* next number of a metric or instance */
    uint64_t start_ns;       /* CLOCK_MONOTONIC at which the first process started */
    uint64_t start_realtime_ns;
    uint64_t end_ns; /* of the last event */
    bool failed;
};

void qp_otf2_definitions_fini(struct qp_otf2_definitions *definitions);

/* Each function returns the number of a definition, and adds the definition if it is new. Texts become printable. */
uint32_t qp_otf2_string(struct qp_otf2_definitions *definitions, const char *string);
uint32_t qp_otf2_text(struct qp_otf2_definitions *definitions, struct qp_text text);
uint32_t qp_otf2_region(struct qp_otf2_definitions *definitions, const struct qp_otf2_region *region);
uint32_t qp_otf2_place(struct qp_otf2_definitions *definitions, struct qp_text file, uint32_t line);
uint32_t qp_otf2_site(struct qp_otf2_definitions *definitions, const struct qp_otf2_site *site);
uint32_t qp_otf2_context(struct qp_otf2_definitions *definitions, uint32_t parent, uint32_t site);
uint32_t qp_otf2_host(struct qp_otf2_definitions *definitions, struct qp_text name);

/* As above, except that `self` of the argument is ignored and the result is the new `self`. */
uint32_t qp_otf2_metric(struct qp_otf2_definitions *definitions, const struct qp_otf2_metric *metric);
uint32_t qp_otf2_instance(struct qp_otf2_definitions *definitions, const struct qp_otf2_instance *instance);

/* Return the index of a world that has at least `size` ranks; QP_OTF2_NONE if out of memory. */
uint32_t qp_otf2_world(struct qp_otf2_definitions *definitions, uint32_t number, uint32_t size);

/* Add a process with a thread for each rank whose file was not exported, because messages may refer to it. */
void qp_otf2_definitions_add_missing(struct qp_otf2_definitions *definitions);

/* Write all definitions. Return false if OTF2 reported an error. */
bool qp_otf2_definitions_write(struct qp_otf2_definitions *definitions, OTF2_GlobalDefWriter *writer);
