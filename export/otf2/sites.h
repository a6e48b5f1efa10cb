/* sites.h - libvt's states of a file as regions, and the places where they are entered. */
#pragma once

#include "export/export.h"
#include "export/otf2/definitions.h"

struct qp_otf2_sites {
    struct qp_export *export;
    struct qp_otf2_definitions *definitions;
    struct qp_map regions; /* maps the handle of a state to the number of its region + 1 */
    struct qp_map known;   /* maps handle << 32 | location to the number of the site + 1 */
    uint32_t changes;      /* number of modules replaced so far: then locations have another meaning */
};

/* Return the number of the site at which an event enters a state. */
uint32_t qp_otf2_sites_enter(struct qp_otf2_sites *sites, const struct qp_resolved *event);

void qp_otf2_sites_fini(struct qp_otf2_sites *sites);
