#include "tools/qii/qii.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool qii_colour(void)
{
    const char *refused = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    return !(refused && *refused) && !(terminal && strcmp(terminal, "dumb") == 0) && isatty(STDOUT_FILENO);
}

int qii_output_end(int code)
{
    int failed = fflush(stdout);
    if (!failed && !ferror(stdout))
        return code;
    if (errno != EPIPE) /* who closed the pipe has seen enough */
        fprintf(stderr, "qii: cannot write the output: %s\n", strerror(errno));
    return QII_UNWRITABLE;
}
