#include "export/gzip.h"

#include <stdlib.h>
#include <zlib.h>

#define BUFFER      65536
#define GZIP_WINDOW (15 + 16) /* 15 selects the largest window, 2^15 bytes; adding 16 selects a gzip header */
#define MEMORY      8

/* Compression level. It takes half the time of zlib's default level 6, and makes files a tenth larger. */
#define LEVEL 4

struct gzip {
    z_stream deflate;
    FILE *out;
    unsigned char buffer[BUFFER];
};

/* Write all output of deflate to the stream. Return false if the stream fails. */
static bool pass_on(struct gzip *gzip, int flush)
{
    do {
        gzip->deflate.next_out = gzip->buffer;
        gzip->deflate.avail_out = BUFFER;
        deflate(&gzip->deflate, flush);
        size_t size = BUFFER - gzip->deflate.avail_out;
        if (fwrite(gzip->buffer, 1, size, gzip->out) != size)
            return false;
    } while (gzip->deflate.avail_out == 0);
    return true;
}

static ssize_t write_bytes(void *cookie, const char *bytes, size_t size)
{
    struct gzip *gzip = cookie;
    gzip->deflate.next_in = (unsigned char *)bytes;
    gzip->deflate.avail_in = (unsigned)size;
    return pass_on(gzip, Z_NO_FLUSH) ? (ssize_t)size : 0;
}

static int finish_stream(void *cookie)
{
    struct gzip *gzip = cookie;
    bool ok = pass_on(gzip, Z_FINISH);
    deflateEnd(&gzip->deflate);
    free(gzip);
    return ok ? 0 : EOF;
}

static FILE *open_gzip(FILE *out)
{
    struct gzip *gzip = calloc(1, sizeof *gzip);
    FILE *stream = NULL;
    if (!gzip)
        return NULL;
    gzip->out = out;
    bool ok = deflateInit2(&gzip->deflate, LEVEL, Z_DEFLATED, GZIP_WINDOW, MEMORY, Z_DEFAULT_STRATEGY) == Z_OK;
    if (ok)
        stream = fopencookie(gzip, "w", (cookie_io_functions_t){.write = write_bytes, .close = finish_stream});
    if (stream) {
        setvbuf(stream, NULL, _IONBF, 0); /* writes already come in large pieces */
        return stream;
    }
    if (ok)
        deflateEnd(&gzip->deflate);
    free(gzip);
    return NULL;
}

bool qp_gzip_begin(struct qp_put *put)
{
    FILE *gzip = open_gzip(put->out);
    if (gzip)
        put->out = gzip;
    return gzip;
}

bool qp_gzip_end(struct qp_put *put, FILE *out)
{
    FILE *gzip = put->out;
    qp_put_flush(put);
    put->out = out;
    bool failed = ferror(gzip) != 0;
    return fclose(gzip) == 0 && !failed;
}
