/* cmd_locations.c - qii locations: the recorded source locations, frame by frame. */
#include "show/log/location_list.h"
#include "tools/qii/command.h"

struct request {
    uint32_t handle; /* QII_UNSET = all locations */
};

static const struct qii_option options[] = {
    {"handle", 0, "N", "show only this location", qii_number, offsetof(struct request, handle)},
    {.name = NULL},
};

static int print(const struct qii_input *input, const struct request *request, struct qp_locate *locate)
{
    struct qp_stream stream = qii_output(&input->view);
    bool one = request->handle != QII_UNSET;
    uint32_t printed;
    if (!qp_location_list_print(locate, one ? &request->handle : NULL, &stream, &printed))
        return qii_no_memory();
    if (printed)
        return QII_OK;
    fprintf(stderr, "qii: %s has no %s\n", input->path, one ? "such location" : "locations");
    return QII_NO;
}

static int run(struct qii_input *input, void *request)
{
    struct qp_locations locations;
    struct qp_locate locate;
    if (!qp_locations_open(&locations, &input->profile.reader))
        return qii_no_memory();
    qii_input_warn_damage(input);
    bool ok = qp_locate_open(&locate, &input->profile, &locations);
    int code = ok ? print(input, request, &locate) : qii_no_memory();
    if (ok)
        qp_locate_close(&locate);
    qp_locations_close(&locations);
    return code;
}

const struct qii_command qii_locations = {
    .name = "locations",
    .summary = "show recorded source locations: functions, files and lines, frame by frame",
    .arguments = "[FILE]",
    .files = {.one_file = "locations belong to one run"},
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
