/* config.c - the fuzzer of libvt's configuration.
 *
 * The input may be any bytes. They are read as a configuration, the filters are queried for some names, and the
 * resulting options are passed to the core, whose parser must find exactly the given words. Runs under libFuzzer, or
 * with lines.c. */
#include "core/session/config.h"
#include "fuzz/lines.h"
#include "vt/config.h"
#include "vt/filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
const char *const fuzz_words[] = {
    "PCTRACE ", "DETAILED-STATES ", "STATE ", "SYMBOL ", "ACTIVITY ", "COUNTER ", "LOGFILE-NAME ",
    "LOGFILE-PREFIX ", "MEM-BLOCKSIZE ", "MEM-MAXBLOCKS ", "MEM-OVERWRITE", "AUTOFLUSH ",
    "STATISTICS ", "PROGNAME ", "VERBOSE ", "OS-COUNTER-DELAY ", "timer ", "\n", "\n", "\n", "\"",
    "'", "#", " ", "on", "off", "only", "fold", "unfold", "1:2", "15", "64KB",
    "18446744073709551615", "1h", "7c", "**", "*", "?", ":", "MPI:", "x", "%v", NULL,
};
/* clang-format on */

static void query(void)
{
    static const char *const names[] = {"Application:x", "MPI:TRANSFER:SEND", "a:b:c:d:e:f:g:h", "A:"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        vt_filter_state(names[i]);
        vt_filter_counter(names[i], 1);
    }
    vt_filter_rules();
}

static void expect(const char *found, const char *given)
{
    if (given != NULL && strcmp(found, given) != 0)
        abort();
}

static void hand_over(void)
{
    struct qp_config config;
    char *options = vt_config_core_options(1);
    const char *prefix = vt_config.text[VT_OPTION_LOGFILE_PREFIX];
    const char *name = vt_config.text[VT_OPTION_LOGFILE_NAME];
    if (options == NULL || qp_config_init(&config, QP_VT, options, 1) != 0)
        abort();
    if (prefix == NULL && name != NULL && name[0] != '\0')
        expect(config.text[QP_OPTION_DATA_FILE], name);
    expect(config.text[QP_OPTION_PROGRAM_NAME], vt_config.text[VT_OPTION_PROGNAME]);
    if ((config.number[QP_OPTION_QUIET] != 0) != (vt_config.number[VT_OPTION_VERBOSE] == 0))
        abort();
    qp_config_fini(&config);
    free(options);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static FILE *quiet;
    if (quiet == NULL)
        quiet = freopen("/dev/null", "w", stderr);
    vt_config_reset();
    vt_config_read_text("input", (const char *)bytes, size);
    query();
    hand_over();
    vt_config_reset();
    return 0;
}
