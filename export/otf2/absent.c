/* absent.c - the format otf2 in a tool that was built without the OTF2 library. */
#include "export/export.h"

static int begin(struct qp_export_job *job, struct qp_error *error)
{
    (void)job;
    return qp_error_set(error, QP_ERR_CHOICE, "this qii was built without OTF2 (libotf2-trace-dev)");
}

const struct qp_exporter qp_export_otf2 = {
    .name = "otf2",
    .summary = "OTF2 archive (this qii was built without OTF2)",
    .takes_log = true,
    .job = true,
    .directory = true,
    .begin = begin,
};
