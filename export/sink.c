#include "export/sink.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

struct qp_sink qp_sink_stream(FILE *stream)
{
    return (struct qp_sink){.stream = stream};
}

struct qp_sink qp_sink_directory(const char *path)
{
    return (struct qp_sink){.directory = path};
}

static void take_error(struct qp_sink *sink, bool failed)
{
    if (failed && !sink->error)
        sink->error = errno ? errno : EIO;
}

bool qp_sink_close(struct qp_sink *sink)
{
    if (sink->stream)
        take_error(sink, fflush(sink->stream) != 0 || ferror(sink->stream));
    if (sink->stream && sink->directory) {
        take_error(sink, fclose(sink->stream) != 0);
        sink->stream = NULL;
    }
    return sink->error == 0;
}

FILE *qp_sink_open(struct qp_sink *sink, const char *name)
{
    char *path = NULL;
    if (!sink->directory)
        return sink->stream;
    if (!qp_sink_close(sink))
        return NULL;
    if ((mkdir(sink->directory, 0777) == 0 || errno == EEXIST) && asprintf(&path, "%s/%s", sink->directory, name) >= 0)
        sink->stream = fopen(path, "we");
    take_error(sink, !sink->stream);
    free(path);
    return sink->stream;
}
