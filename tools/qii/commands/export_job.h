/* export_job.h - export of several files as the processes of a job. */
#pragma once

#include "export/export.h"
#include "tools/qii/input.h"

/* Export the files of the input, each as a process. `wanted` is the request for each file without its selection and
 * output; `output` is the name of the file or directory to write, NULL = standard output. Return an exit code, after
 * messages on stderr. */
int qii_export_job(struct qii_input *input, const struct qp_export_request *wanted, const char *output);
