/* call_sites.h - call sites and call paths of all files of a job, under numbers that the files have in common.
 *
 * Each file has its own locations and nodes. A call site is the text of a location's first frame, a call path is a
 * chain of names. An address is resolved only in the first of the files whose process had mapped the same code. */
#pragma once

#include "format/texts.h"
#include "locate/locate.h"

struct qp_call_site {
    struct qp_text shown; /* "function (file.c:12)" */
    struct qp_text function;
    struct qp_text file;
    int32_t line; /* 0 = unknown */
};

struct qp_job_path {
    uint32_t parent; /* index; QP_CALL_PATH_NONE = called by no recorded function */
    struct qp_text name;
};

/* Indexes that are always there. */
#define QP_CALL_SITE_UNKNOWN 0u
#define QP_CALL_PATH_NONE    0u
#define QP_CALL_PATH_UNKNOWN 1u /* callers that are unknown, because the log or the data file lacks them */

struct qp_call_sites {
    struct qp_call_site *sites;
    struct qp_job_path *paths; /* a parent precedes its children */
    uint32_t site_count, path_count;
    struct qp_texts texts;
    struct qp_map site_map;    /* key of a site's text */
    struct qp_map path_map;    /* key of parent and name */
    struct qp_map address_map; /* key of a module's identity and an offset in it; value: index of the site + 1 */
};

/* Return false if out of memory; then there is nothing to close. */
bool qp_call_sites_open(struct qp_call_sites *sites);
void qp_call_sites_close(struct qp_call_sites *sites);

/* Write the names of a path, from the outermost caller to the call, with " > " between them. If the text does not fit,
 * the outermost callers are replaced by "...". */
void qp_call_sites_show_path(const struct qp_call_sites *sites, uint32_t path, char *shown, size_t size);

/* The sites and paths of one file. */
struct qp_file_sites {
    struct qp_call_sites *all;
    struct qp_profile *profile;
    struct qp_locations locations;
    struct qp_locate locate;
    struct qp_map sites;    /* location handle; value: index + 1 */
    struct qp_map children; /* path << 32 | method; value: index + 1 */
    uint32_t *nodes;        /* for each node, the index of its path */
};

/* Open the sites of a file. The profile must outlive them, and their address must not change. Return 0, or the error's
 * code; then there is nothing to close. */
int qp_file_sites_open(struct qp_file_sites *file, struct qp_call_sites *all, struct qp_profile *profile,
                       struct qp_error *error);
void qp_file_sites_close(struct qp_file_sites *file);

/* Return the index of a location's call site, of a node's call path, or of the path of a method that `parent` called.
 * Return UINT32_MAX if out of memory. Nodes and methods are indexes of the profile, or QP_NONE. */
uint32_t qp_file_sites_site(struct qp_file_sites *file, uint32_t location);
uint32_t qp_file_sites_path(const struct qp_file_sites *file, uint32_t node);
uint32_t qp_file_sites_child(struct qp_file_sites *file, uint32_t parent, uint32_t method);
