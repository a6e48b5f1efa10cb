/* config.h - the option parser, with untrusted text. */
#include "core/session/config.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static struct qp_config config;

static void read_options(const char *options)
{
    qp_config_fini(&config);
    assert_int_equal(qp_config_init(&config, QP_QPROF, options, 1), 0);
}

TEST(quotes_keep_blanks_together)
{
    read_options("-log-file=\"a b\"c -data-file='x \"y\" z' -run-at-exit=''");
    assert_string_equal(config.text[QP_OPTION_LOG_FILE], "a bc");
    assert_string_equal(config.text[QP_OPTION_DATA_FILE], "x \"y\" z");
    assert_string_equal(config.text[QP_OPTION_RUN_AT_EXIT], "");
    read_options("\"-log-file=whole word\" '-quiet'");
    assert_string_equal(config.text[QP_OPTION_LOG_FILE], "whole word");
    assert_int_equal(config.number[QP_OPTION_QUIET], 1);
    read_options("-log-file=\"never closed");
    assert_string_equal(config.text[QP_OPTION_LOG_FILE], "never closed");
}

TEST(sizes_have_units)
{
    static const struct {
        const char *text;
        uint64_t size;
    } sizes[] = {{"0", 0},         {"17", 17},         {"3k", 3072}, {"2MB", 2u << 20},
                 {"1g", 1u << 30}, {"1T", 1ull << 40}, {"5b", 5}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char option[64];
        snprintf(option, sizeof option, "-max-data-size=%s", sizes[i].text);
        read_options(option);
        assert_int_equal(config.number[QP_OPTION_MAX_DATA_SIZE], sizes[i].size);
    }
}

TEST(bad_value_keeps_the_last_one)
{
    static const char *const bad[] = {"-max-data-size=",   "-max-data-size=x",
                                      "-max-data-size=1q", "-max-data-size=99999999999t",
                                      "-max-data-size=-5", "-max-data-size"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char options[100];
        snprintf(options, sizeof options, "-max-data-size=3m %s", bad[i]);
        read_options(options);
        assert_int_equal(config.number[QP_OPTION_MAX_DATA_SIZE], 3u << 20);
    }
}

TEST(restricted_options_are_ignored_without_trust)
{
    setenv("QPROF_OPTIONS", "-granularity=block", 1);
    qp_config_fini(&config);
    assert_int_equal(qp_config_init(&config, QP_QPROF, "-data-file=/x -run-at-exit=y -quiet", 0), 0);
    unsetenv("QPROF_OPTIONS");
    assert_string_equal(config.text[QP_OPTION_DATA_FILE], "%v.%p.qii");
    assert_string_equal(config.text[QP_OPTION_RUN_AT_EXIT], "");
    assert_int_equal(config.number[QP_OPTION_QUIET], 1);
    assert_int_equal(config.number[QP_OPTION_GRANULARITY], 0);
}

/* Parse random text. The parser must not read past the end of the text (AddressSanitizer checks that). Afterwards,
 * no text option may be NULL. */
TEST(parser_survives_any_text)
{
    static const char letters[] = "-=_\"' \t\nqQuieTdata-fl%1kmG|+\x80\xff";
    uint64_t number = 88172645463325252u;
    for (int round = 0; round < 3000; round++) {
        char options[80];
        size_t length = (size_t)(round % 79);
        for (size_t i = 0; i < length; i++) {
            number ^= number << 13;
            number ^= number >> 7;
            number ^= number << 17;
            options[i] = letters[number % (sizeof letters - 1)];
        }
        options[length] = '\0';
        char *exact = strdup(options);
        read_options(exact);
        free(exact);
        for (int i = 0; i < QP_OPTION_COUNT; i++)
            assert_non_null(config.text[i]);
    }
}

int main(int argc, char **argv)
{
    /* discard the messages about bad options, which api.options checks */
    if (freopen("/dev/null", "w", stderr) == NULL)
        return 1;
    int failed = test_run(argc, argv);
    qp_config_fini(&config);
    return failed;
}
