#include "tools/qii/data_file.h"

#include "base/recorded.h"
#include "format/record.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

bool qii_data_file_is_free(const char *command, const char *name)
{
    struct qp_error error = {0};
    if (!name || strchr(name, '%') || strcasecmp(name, "none") == 0)
        return true;
    int fd = qp_recorded_open_idle(name, QP_RECORD_MAGIC, &error);
    if (fd >= 0)
        close(fd);
    if (error.code)
        fprintf(stderr, "%s: cannot replace %s: %s; choose another name with -o\n", command, name, error.text);
    return !error.code;
}
