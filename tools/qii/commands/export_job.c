#include "tools/qii/commands/export_job.h"

#include "tools/qii/output.h"
#include "tools/qii/output_directory.h"

/* Return the start of a process. Processes that are not of one job are assumed to run on one host. */
static uint64_t start_of(const struct qii_input *input, uint32_t file)
{
    struct qp_error error = {0};
    struct qp_reader reader;
    if (input->job.id)
        return input->job.first_ns + qp_job_offset_ns(&input->job, file);
    if (qp_reader_open(&reader, input->files[file], &error)) /* this is reported when the file is exported */
        return UINT64_MAX;
    uint64_t start = reader.header.clock_start.monotonic_ns;
    qp_reader_close(&reader);
    return start;
}

static uint64_t first_start(const struct qii_input *input)
{
    uint64_t first = UINT64_MAX;
    for (uint32_t i = 0; i < input->file_count; i++) {
        uint64_t start = start_of(input, i);
        first = start < first ? start : first;
    }
    return first;
}

static void print_note(void *to, const char *sentence)
{
    (void)to;
    fprintf(stderr, "qii: %s\n", sentence);
}

static int export_process(const struct qii_input *asked, const char *path, struct qp_export_request wanted,
                          struct qp_error *error)
{
    struct qii_input input = {
        .path = path, .product = asked->product, .phase = asked->phase, .raw = asked->raw, .cover = asked->cover};
    if (qp_profile_open(&input.profile, path, error))
        return error->code;
    qii_input_warn_damage(&input);
    wanted.selection = qii_input_selection(&input);
    wanted.job->note = NULL;
    if (qp_export_write(&input.profile, &wanted, error) == 0 && wanted.job->note)
        fprintf(stderr, "qii: %s: %s\n", path, wanted.job->note);
    qii_input_close(&input);
    return error->code;
}

/* Export all processes. If one fails, return the name of its file, and set the error. */
static const char *export_all(const struct qii_input *input, const struct qp_export_request *wanted,
                              struct qp_error *error)
{
    const struct qp_exporter *exporter = wanted->exporter;
    const char *failed = NULL;
    wanted->job->start_ns = first_start(input);
    if (exporter->begin && exporter->begin(wanted->job, error))
        return NULL;
    for (uint32_t i = 0; i < input->file_count && !failed; i++) {
        wanted->job->process = i;
        wanted->job->delay_ns = start_of(input, i) - wanted->job->start_ns;
        if (export_process(input, input->files[i], *wanted, error))
            failed = input->files[i];
    }
    if (exporter->end)
        exporter->end(wanted->job, !failed, error);
    return failed;
}

static int export_to_directory(const struct qii_input *input, struct qp_export_request *wanted, const char *output)
{
    struct qp_error error = {0};
    struct qii_output_directory directory;
    int code = qii_output_directory_open(&directory, output);
    if (code)
        return code;
    wanted->job->directory = directory.written;
    const char *failed = export_all(input, wanted, &error);
    return qii_output_directory_close(&directory, error.code == QP_ERR_WRITE ? NULL : failed, &error);
}

static int export_to_file(const struct qii_input *input, struct qp_export_request *wanted, const char *output)
{
    struct qp_error error = {0};
    struct qii_file file;
    int code = qii_file_open(&file, output, QII_FILE, input->paths);
    if (code)
        return code;
    wanted->out = file.stream;
    const char *failed = export_all(input, wanted, &error);
    return qii_file_close(&file, error.code == QP_ERR_WRITE ? NULL : failed, &error);
}

int qii_export_job(struct qii_input *input, const struct qp_export_request *wanted, const char *output)
{
    struct qp_export_job job = {.process = 0};
    struct qp_export_request request = *wanted;
    request.job = &job;
    int code = wanted->exporter->directory ? export_to_directory(input, &request, output)
                                           : export_to_file(input, &request, output);
    if (!code && input->job.id)
        qp_job_notes(&input->job, print_note, NULL);
    return code;
}
