/* gates.h - the options --fail-under and --no-worse-than, and their check. */
#pragma once

#include "profile/gate/gates.h"
#include "tools/qii/command.h"

/* Limits of the command line. A zeroed struct has none. */
struct qii_gates {
    struct qp_gates limits;
    const char *base; /* argument of --no-worse-than, NULL = none */
};

/* Parse a limit: [file:|folder:|total:][lines:|branches:|functions:]PERCENT. The field is struct qp_gates. */
qii_take qii_gate;

bool qii_gates_are_set(const struct qii_gates *gates);

/* Set the limits of a project that the command line does not set. */
void qii_gates_complete(struct qii_gates *gates, const struct qii_project *project);

/* Judge the coverage of the files that pass the filter. If it fails, print one line on stderr and return QII_NO. If the
 * base cannot be read, print a message and return another exit code. */
int qii_gates_check(const struct qii_gates *gates, const struct qii_input *input, const struct qp_filter *filter);

/* If something failed, print one line on stderr and return QII_NO; otherwise return QII_OK. */
int qii_gates_report(const struct qp_verdict *verdict);
