#include "vt/config.h"

#include "base/glob.h"
#include "base/text.h"
#include "core/store/diagnose.h"
#include "core/store/message.h"

#include <stdbool.h>
#include <string.h>

extern char **environ;

#define MOST_NAMES 10
#define LONGEST    40

/* Environment variables of other software whose names also begin with VT_. */
static const char *const foreign[] = {
    /* variables of libvt that are not options in the table */
    "VT_CONFIG",
    "VT_OPTIONS",
    /* installation and makefiles of the collector that introduced this interface */
    "VT_ROOT",
    "VT_MPI",
    "VT_ARCH",
    "VT_ADD_LIBS",
    "VT_LIB_DIR",
    "VT_SLIB_DIR",
    /* settings of VampirTrace, which are all environment variables */
    "VT_CPU*TRACE",
    "VT_CUDATRACE*",
    "VT_EXECTRACE",
    "VT_GPUTRACE*",
    "VT_IOTRACE*",
    "VT_LIBCTRACE",
    "VT_MALLOCTRACE*",
    "VT_MEMTRACE*",
    "VT_MPITRACE",
    "VT_OMPTRACE",

    "VT_APPPATH",
    "VT_*BUFFER_SIZE",
    "VT_CLEAN",
    "VT_COMPRESSION*",
    "VT_DYN_*",
    "VT_ETIMESYNC*",
    "VT_FILE_PREFIX",
    "VT_FILE_UNIQUE",
    "VT_*_SPEC",
    "VT_GNU_*",
    "VT_JAVA_*",
    "VT_MAX_*",
    "VT_METRICS*",
    "VT_MODE",
    "VT_MPICHECK*",
    "VT_PFORM_*",
    "VT_PLUGIN_*",
    "VT_PREFIX",
    "VT_PTHREAD_REUSE",
    "VT_RUSAGE*",
    "VT_*SNAPSHOTS",
    "VT_STAT_*",
    "VT_SYNC_FLUSH*",
    "VT_UNIFY*",
    /* VirusTotal's clients */
    "VT_API*KEY",
    "VT_KEY",
};

static bool is_known(const char *name)
{
    char variable[VT_CONFIG_VARIABLE];
    for (int option = 0; option < VT_OPTION_COUNT; option++)
        if (strcmp(name, vt_config_variable(option, variable)) == 0)
            return true;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (qp_glob_matches(foreign[i], name, strlen(name), QP_GLOB_ANY, false))
            return true;
    return false;
}

/* Return the printable name of an environment entry, truncated to LONGEST. Return an empty text if the name does not
 * begin with VT_. */
static const char *name_of(const char *entry, char name[LONGEST])
{
    size_t length = strncmp(entry, "VT_", 3) == 0 ? strcspn(entry, "=") : 0;
    qp_text_show((struct qp_text){entry, (uint32_t)length}, name, LONGEST);
    return name;
}

void vt_config_warn_unknown(void)
{
    char names[MOST_NAMES * (LONGEST + 1) + 1] = "";
    char name[LONGEST];
    unsigned count = 0;
    for (char **entry = environ; entry && *entry; entry++) {
        if (strlen(name_of(*entry, name)) <= strlen("VT_") || is_known(name))
            continue;
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_BAD_OPTION, "%s", name);
        if (count++ < MOST_NAMES)
            strcat(strcat(names, " "), name);
    }
    if (count > MOST_NAMES)
        qp_message(QP_VT, "unknown options:%s and %u more (see doc/vt.md)", names, count - MOST_NAMES);
    else if (count > 0)
        qp_message(QP_VT, "unknown options:%s (see doc/vt.md)", names);
}
