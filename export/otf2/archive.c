#include "export/otf2/archive.h"

#include "include/qprof.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define EVENT_CHUNK      OTF2_CHUNK_SIZE_MIN
#define DEFINITION_CHUNK OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT

/* Remember the first error that OTF2 reports. Otherwise OTF2 would print it. */
static OTF2_ErrorCode take_error(void *to, const char *file, uint64_t line, const char *function, OTF2_ErrorCode code,
                                 const char *format, va_list arguments)
{
    struct qp_otf2_archive *archive = to;
    const char *why = errno ? strerror(errno) : OTF2_Error_GetDescription(code);
    (void)file, (void)line, (void)function, (void)format, (void)arguments;
    if (code == OTF2_ERROR_MEM_ALLOC_FAILED || code == OTF2_ERROR_MEM_FAULT || code == OTF2_ERROR_ENOMEM)
        qp_error_memory(&archive->error);
    else
        qp_error_set(&archive->error, QP_ERR_WRITE, "cannot write: %s", why);
    return code;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* Chunks of a buffer. Each thread with events has a buffer, which OTF2 writes when it gets no more chunks. With its own
 * allocator, OTF2 would keep 128 MiB of events of each thread in memory. */
struct chunks {
    uint32_t count;
    void *items[2];
};

static void *allocate(void *to, OTF2_FileType type, OTF2_LocationRef location, void **buffer, uint64_t size)
{
    struct chunks *chunks = *buffer = *buffer ? *buffer : calloc(1, sizeof *chunks);
    (void)to, (void)type, (void)location;
    if (!chunks || chunks->count == sizeof chunks->items / sizeof *chunks->items)
        return NULL;
    void *chunk = malloc(size);
    if (chunk)
        chunks->items[chunks->count++] = chunk;
    return chunk;
}

static void free_all(void *to, OTF2_FileType type, OTF2_LocationRef location, void **buffer, bool final)
{
    struct chunks *chunks = *buffer;
    (void)to, (void)type, (void)location;
    while (chunks && chunks->count)
        free(chunks->items[--chunks->count]);
    if (!final)
        return;
    free(chunks);
    *buffer = NULL;
}

/* ---- archive ----------------------------------------------------------------------------------------------------- */

static OTF2_FlushType flush(void *to, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool final)
{
    (void)to, (void)type, (void)location, (void)caller, (void) final;
    return OTF2_FLUSH;
}

static void define_markers(OTF2_MarkerWriter *markers)
{
    OTF2_MarkerWriter_WriteDefMarker(markers, QP_OTF2_COMMENT, "VT", "comment", OTF2_SEVERITY_NONE);
    OTF2_MarkerWriter_WriteDefMarker(markers, QP_OTF2_LOST, "qii", "events not in the log", OTF2_SEVERITY_HIGH);
    OTF2_MarkerWriter_WriteDefMarker(markers, QP_OTF2_SCOPE, "VT", "scope", OTF2_SEVERITY_NONE);
}

int qp_otf2_archive_open(struct qp_otf2_archive *archive, const char *directory, struct qp_error *error)
{
    static const OTF2_FlushCallbacks flushing = {.otf2_pre_flush = flush};
    static const OTF2_MemoryCallbacks memory = {allocate, free_all};
    *archive = (struct qp_otf2_archive){.archive = NULL};
    errno = 0;
    OTF2_Error_RegisterCallback(take_error, archive);
    archive->archive = OTF2_Archive_Open(directory, "traces", OTF2_FILEMODE_WRITE, EVENT_CHUNK, DEFINITION_CHUNK,
                                         OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (archive->archive) {
        OTF2_Archive_SetFlushCallbacks(archive->archive, &flushing, NULL);
        OTF2_Archive_SetMemoryCallbacks(archive->archive, &memory, NULL);
        OTF2_Archive_SetSerialCollectiveCallbacks(archive->archive);
        OTF2_Archive_SetCreator(archive->archive, "qii " QPROF_VERSION);
        OTF2_Archive_OpenEvtFiles(archive->archive);
        archive->markers = OTF2_Archive_GetMarkerWriter(archive->archive);
        if (archive->markers)
            define_markers(archive->markers);
    }
    if (!archive->archive || archive->error.code)
        return qp_otf2_archive_close(archive, false, error);
    return 0;
}

/* Readers expect a file of events and one of definitions for each location. Write those of ranks without a file. */
static void add_missing(struct qp_otf2_archive *archive)
{
    struct qp_otf2_definitions *definitions = &archive->definitions;
    uint32_t first = definitions->location_count;
    qp_otf2_definitions_add_missing(definitions);
    for (uint32_t i = first; i < definitions->location_count && !archive->error.code; i++) {
        OTF2_EvtWriter *events = OTF2_Archive_GetEvtWriter(archive->archive, definitions->locations[i].self);
        if (events)
            OTF2_Archive_CloseEvtWriter(archive->archive, events);
    }
}

static void write_definitions(struct qp_otf2_archive *archive)
{
    OTF2_GlobalDefWriter *writer = OTF2_Archive_GetGlobalDefWriter(archive->archive);
    if (writer && !qp_otf2_definitions_write(&archive->definitions, writer) && archive->definitions.failed)
        qp_error_memory(&archive->error);
    OTF2_Archive_OpenDefFiles(archive->archive);
    for (uint32_t i = 0; i < archive->definitions.location_count && !archive->error.code; i++) {
        OTF2_DefWriter *local = OTF2_Archive_GetDefWriter(archive->archive, archive->definitions.locations[i].self);
        if (local)
            OTF2_Archive_CloseDefWriter(archive->archive, local);
    }
    OTF2_Archive_CloseDefFiles(archive->archive);
}

int qp_otf2_archive_close(struct qp_otf2_archive *archive, bool complete, struct qp_error *error)
{
    errno = 0;
    if (archive->archive) {
        if (complete && !archive->error.code)
            add_missing(archive);
        OTF2_Archive_CloseEvtFiles(archive->archive);
        if (complete && !archive->error.code)
            write_definitions(archive);
        OTF2_Archive_Close(archive->archive);
    }
    qp_otf2_definitions_fini(&archive->definitions);
    OTF2_Error_RegisterCallback(NULL, NULL);
    if (!archive->archive && !archive->error.code)
        qp_error_set(&archive->error, QP_ERR_WRITE, "cannot write an OTF2 archive");
    if (archive->error.code)
        qp_error_set(error, archive->error.code, "%s", archive->error.text);
    return archive->error.code;
}

void qp_otf2_archive_mark(struct qp_otf2_archive *archive, enum qp_otf2_marker marker, uint64_t location, uint64_t at,
                          uint64_t until, struct qp_text text)
{
    char shown[1000];
    qp_text_show(text, shown, sizeof shown);
    OTF2_MarkerWriter_WriteMarker(archive->markers, at, until - at, (OTF2_MarkerRef)marker, OTF2_MARKER_SCOPE_LOCATION,
                                  location, shown);
}
