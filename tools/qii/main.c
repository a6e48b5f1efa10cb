#include "format/lost_pages.h"
#include "tools/qii/qii.h"

#include <signal.h>
#include <string.h>

int main(int argc, char **argv)
{
    /* A reader that goes away is a write that fails, and that has an exit code. `qii lua` and `qii java` become
     * another program, which would inherit this. */
    if (argc < 2 || (strcmp(argv[1], "lua") != 0 && strcmp(argv[1], "java") != 0))
        signal(SIGPIPE, SIG_IGN);
    qp_lost_pages_guard();
    return qii_main(argc, argv);
}
