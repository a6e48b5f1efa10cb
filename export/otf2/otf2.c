/* otf2.c - an archive in OTF2, the format of Score-P, for Vampir and other viewers of parallel programs: all files of a
 * job in one archive, made from libvt's log.
 *
 * A file is a process (location group), each of its threads with events a location. States are regions; where they were
 * entered is in the definitions of calling contexts, to which the events refer. OTF2's own reader also reports these
 * events as plain enter and leave events. Times are nanoseconds of CLOCK_MONOTONIC. Virtual threads are not exported.
 */
#include "export/otf2/process.h"

#include <stdlib.h>

static int begin(struct qp_export_job *job, struct qp_error *error)
{
    struct qp_otf2_archive *archive = job->state = calloc(1, sizeof *archive);
    if (!archive)
        return qp_error_memory(error);
    if (qp_otf2_archive_open(archive, job->directory, error)) {
        free(archive);
        job->state = NULL;
    }
    return error->code;
}

/* Return a note on what the archive lacks, NULL if it has all. */
static const char *note_on(const struct qp_export *export)
{
    const struct qp_events *events = &export->log->events.events;
    if (qp_profile_is_merged(export->profile))
        return "merged runs have no log: the archive has only definitions; export the files of the runs";
    if (!export->queries[QP_VT] || !qp_events_has(events, QP_VT))
        return "libvt recorded no log here: the archive has only definitions of this process";
    return qp_events_has(events, QP_QPROF) ? "virtual threads are not exported to OTF2" : NULL;
}

static bool write_process(struct qp_export *export)
{
    struct qp_otf2_archive *archive = export->job->state;
    export->job->note = note_on(export);
    return qp_otf2_process_write(archive, export);
}

static int end(struct qp_export_job *job, bool complete, struct qp_error *error)
{
    struct qp_otf2_archive *archive = job->state;
    qp_otf2_archive_close(archive, complete, error);
    free(archive);
    return error->code;
}

const struct qp_exporter qp_export_otf2 = {
    .name = "otf2",
    .summary = "OTF2 archive of a job's files, for Vampir and other viewers of MPI programs",
    .takes_log = true,
    .job = true,
    .directory = true,
    .begin = begin,
    .write = write_process,
    .end = end,
};
