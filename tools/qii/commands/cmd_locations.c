/* cmd_locations.c - qii locations: the recorded source locations, frame by frame. */
#include "show/log/location_list.h"
#include "show/parts/heading.h"
#include "tools/qii/command.h"
#include "tools/qii/ranks.h"

struct request {
    uint32_t handle; /* QII_UNSET = all locations */
};

static const struct qii_option options[] = {
    {"handle", 0, "N", "show only this location", qii_number, offsetof(struct request, handle)},
    {.name = NULL},
};

/* Print the chosen locations below a title (NULL = none). Set *printed to their number. */
static int print(struct qii_input *input, const struct request *request, const char *title, uint32_t *printed)
{
    struct qp_stream stream = qii_output(&input->view);
    const uint32_t *handle = request->handle != QII_UNSET ? &request->handle : NULL;
    struct qp_locations locations;
    struct qp_locate locate;
    *printed = 0;
    if (!qp_locations_open(&locations, &input->profile.reader))
        return qii_no_memory();
    qii_input_warn_damage(input);
    bool ok = qp_locate_open(&locate, &input->profile, &locations);
    if (ok) {
        if (title && locations.count)
            qp_heading_title(title, &stream);
        ok = qp_location_list_print(&locate, handle, &stream, printed);
        qp_locate_close(&locate);
    }
    qp_locations_close(&locations);
    return ok ? QII_OK : qii_no_memory();
}

/* ---- jobs -------------------------------------------------------------------------------------------------------- */

struct ranks {
    const struct request *request;
    uint32_t printed; /* of all ranks so far */
};

/* Print a rank's locations below its name. */
static int print_rank(struct qii_input *rank, uint32_t file, void *to)
{
    struct ranks *ranks = to;
    const struct qp_header *header = &rank->profile.reader.header;
    const struct qp_job_file it = {.world = header->world, .rank = header->rank};
    char name[QP_JOB_RANK_NAME], title[QP_JOB_RANK_NAME + 8];
    uint32_t printed;
    (void)file;
    qp_job_rank_name(&it, name);
    snprintf(title, sizeof title, "rank %s", name);
    int code = print(rank, ranks->request, title, &printed);
    ranks->printed += printed;
    return code;
}

static int run(struct qii_input *input, void *given)
{
    struct ranks ranks = {.request = given};
    int code = qii_input_is_unopened(input) ? qii_ranks_each(input, false, print_rank, &ranks)
                                            : print(input, given, NULL, &ranks.printed);
    if (code || ranks.printed)
        return code;
    bool one = ranks.request->handle != QII_UNSET;
    fprintf(stderr, "qii: %s has no %s\n", input->path, one ? "such location" : "locations");
    return QII_NO;
}

const struct qii_command qii_locations = {
    .name = "locations",
    .summary = "show recorded source locations: functions, files and lines, frame by frame",
    .arguments = "[FILE]",
    .files = {.one_file = "locations belong to one run", .ranks = true},
    .help =
        "Show the source locations that libvt recorded: the number of each and its frames, innermost first. Functions, "
        "files and lines are looked up in the program and its libraries on this machine; if one is missing or is "
        "another build, addresses are shown.\v"
        "Separate debug information is searched beside the binary, in .debug next to it, below /usr/lib/debug, and "
        "below the directory that QII_DEBUG_DIR names. Nothing is downloaded.",
    .options = options,
    .quiet = true,
    .pages = true,
    .size = sizeof(struct request),
    .defaults = &(const struct request){.handle = QII_UNSET},
    .run = run,
};
