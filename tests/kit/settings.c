/* Tests of a user's settings, from each of the four sources that settings.h names. */
#include "bindings/kit/launcher.h"
#include "bindings/kit/settings.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

static struct kit_settings settings;

static void empty(void)
{
    kit_settings_fini(&settings);
    settings = (struct kit_settings){0};
    unsetenv("QII_LIBRARY");
    unsetenv("QII_INCLUDE");
    unsetenv("QII_LEAF");
    unsetenv("QII_COVER");
}

/* Convert the settings to text, read that text, and expect equal settings. */
static void assert_survives(void)
{
    struct kit_settings again = {0};
    char *text = kit_settings_write(&settings);
    assert_non_null(text);
    assert_true(kit_settings_read(&again, text));
    assert_string_equal(again.library, kit_settings_library(&settings));
    assert_int_equal(again.cover >= KIT_COVER_LINES ? again.cover : KIT_COVER_UNSET,
                     settings.cover >= KIT_COVER_LINES ? settings.cover : KIT_COVER_UNSET);
    for (enum kit_setting i = 0; i < KIT_SETTINGS; i++)
        if (settings.texts[i])
            assert_string_equal(again.texts[i], settings.texts[i]);
        else
            assert_null(again.texts[i]);
    if (settings.options)
        assert_string_equal(again.options, settings.options);
    else
        assert_null(again.options);
    kit_settings_fini(&again);
    free(text);
}

TEST(values_with_blanks_and_quotes_are_quoted)
{
    empty();
    kit_settings_add_option(&settings, "data-file", "plain.qii");
    kit_settings_add_option(&settings, "log", "a b\tc");
    kit_settings_add_option(&settings, "name", "it's \"so\"");
    kit_settings_add_option(&settings, "none", "");
    kit_settings_add_option(&settings, "", "quiet");
    kit_settings_add_option(&settings, "", "x=1 2");
    kit_settings_add_text(&settings, "-raw 'as it is'");
    assert_string_equal(settings.options,
                        "-data-file=plain.qii -log=\"a b\tc\" -name=\"it's \"'\"'\"so\"'\"'\"\" -none="
                        " -quiet -\"x=1 2\" -raw 'as it is'");
    assert_survives();
}

TEST(settings_survive_as_one_text)
{
    empty();
    assert_survives();
    kit_settings_set_library(&settings, "./my \"own\" lib's.so");
    kit_settings_set(&settings, KIT_INCLUDE, "src/a b/*.toy");
    kit_settings_set(&settings, KIT_INCLUDE, "lib 'x'");
    assert_string_equal(settings.texts[KIT_INCLUDE], "src/a b/*.toy;lib 'x'");
    assert_true(kit_settings_set_cover(&settings, "branch"));
    kit_settings_set(&settings, KIT_CONFIGURATION, "none");
    kit_settings_set(&settings, KIT_CONFIGURATION, "a 'toy' .conf");
    kit_settings_add_option(&settings, "", "cover=odd -- -include=x");
    assert_survives();
    assert_true(kit_settings_set_cover(&settings, "line"));
    assert_survives();
    empty();
    /* An empty text counts as set, so the environment does not replace it. */
    kit_settings_set(&settings, KIT_INCLUDE, "");
    assert_survives();
}

TEST(text_of_another_kind_is_refused)
{
    empty();
    static const char *const texts[] = {"", "-library=x", "-unknown=1 --", "-cover=both --", "library=x --", "- --"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        empty();
        assert_false(kit_settings_read(&settings, texts[i]));
        assert_false(settings.no_memory);
    }
}

TEST(library_is_the_requested_one_or_the_one_for_cover)
{
    empty();
    assert_string_equal(kit_settings_library(&settings), "qprof");
    settings.cover = KIT_COVER_NOTHING;
    assert_string_equal(kit_settings_library(&settings), "qprof");
    assert_false(kit_settings_set_cover(&settings, "lines"));
    assert_int_equal(settings.cover, KIT_COVER_NOTHING);
    assert_true(kit_settings_set_cover(&settings, "line"));
    assert_string_equal(kit_settings_library(&settings), "cprof");
    kit_settings_set_library(&settings, "mine");
    assert_string_equal(kit_settings_library(&settings), "mine");
}

TEST(environment_fills_settings_that_are_not_set)
{
    empty();
    setenv("QII_LIBRARY", "theirs", 1);
    setenv("QII_INCLUDE", "lib;src", 1);
    setenv("QII_LEAF", "time", 1);
    setenv("QII_COVER", "branch", 1);
    kit_settings_read_environment(&settings);
    kit_settings_read_cover(&settings);
    assert_string_equal(kit_settings_library(&settings), "theirs");
    assert_string_equal(settings.texts[KIT_INCLUDE], "lib;src");
    assert_string_equal(settings.texts[KIT_LEAF], "time");
    assert_int_equal(settings.cover, KIT_COVER_BRANCHES);

    kit_settings_fini(&settings);
    settings.cover = KIT_COVER_NOTHING; /* requires libqprof */
    kit_settings_set(&settings, KIT_INCLUDE, "mine");
    kit_settings_read_environment(&settings);
    assert_string_equal(kit_settings_library(&settings), "qprof");
    assert_string_equal(settings.texts[KIT_INCLUDE], "mine");
}

TEST(invalid_value_counts_as_not_set)
{
    empty();
    setenv("QII_LEAF", "some", 1);
    kit_settings_read_environment(&settings);
    assert_null(settings.texts[KIT_LEAF]);
    assert_false(kit_settings_read(&settings, "-leaf=some --"));
    unsetenv("QII_LEAF");
}

static int take(char **words, int count)
{
    return kit_launcher_take(&settings, "test", 1u << KIT_INCLUDE | 1u << KIT_LEAF, words, count);
}

TEST(launcher_takes_the_options_of_all_bindings)
{
    empty();
    char *words[] = {"--cover",     "--cover=branch",
                     "--include",   "a;b",
                     "--include=c", "--library=lib.so",
                     "-o",          "x y",
                     "-ox",         "--data-file=z",
                     "--quiet",     "--log=1",
                     "--library",   "-i",
                     "script",      "-",
                     "--"};
    static const int expected[] = {1, 1, 2, 0, 1, 1, 2, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0};
    for (int i = 0; i < (int)(sizeof words / sizeof *words); i++)
        assert_int_equal(take(words + i, (int)(sizeof words / sizeof *words) - i), expected[i]);
    assert_int_equal(settings.cover, KIT_COVER_BRANCHES);
    assert_string_equal(settings.texts[KIT_INCLUDE], "a;b;c");
    assert_string_equal(settings.library, "lib.so");
    assert_string_equal(settings.data_file, "z");
    assert_string_equal(settings.options, "-quiet -log=1 -library");
}

TEST(named_data_file_replaces_that_of_an_earlier_run)
{
    empty();
    kit_settings_add_option(&settings, "data-file", "other");
    kit_settings_set_data_file(&settings, "x y");
    char *text = kit_settings_write(&settings);
    assert_string_equal(text, "-library=qprof -- -data-file=other -data-file=\"x y\" -replace-data-file");
    free(text);
}

TEST(launcher_takes_the_bindings_own_options)
{
    empty();
    char *words[] = {"--leaf=count", "--leaf", "time", "--filter=a"};
    assert_int_equal(take(words, 4), 1);
    assert_int_equal(take(words + 1, 3), 2);
    assert_int_equal(take(words + 3, 1), 1);
    assert_string_equal(settings.texts[KIT_LEAF], "time");
    assert_null(settings.texts[KIT_FILTER]);
    assert_string_equal(settings.options, "-filter=a"); /* an unknown option is passed on to the library */
}

TEST(launcher_refuses_options_without_their_value_or_with_a_wrong_one)
{
    empty();
    char *words[] = {"-o", "--include", "--cover=both", "--leaf=some"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_int_equal(take(words + i, 1), -1);
    assert_null(settings.texts[KIT_LEAF]);
    assert_null(settings.options);
    assert_null(settings.texts[KIT_INCLUDE]);
    assert_int_equal(settings.cover, KIT_COVER_UNSET);
}

TEST(samples_of_counted_lines_are_detected_from_each_source)
{
    static const struct {
        const char *options;
        bool samples;
    } cases[] = {{"-quiet", false},
                 {"-sample", true},
                 {"--sample=100 -quiet", true},
                 {"-quiet '-SAMPLE=yes' ", true},
                 {"-sample=no", false},
                 {"-sample -sample=0", false},
                 {"-sample=off -sample", true},
                 {"-samples -data-file=sample -name=\"a -sample b\"", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        empty();
        kit_settings_add_text(&settings, cases[i].options);
        assert_false(kit_settings_sample_lines(&settings));
        settings.cover = KIT_COVER_HITS;
        assert_int_equal(kit_settings_sample_lines(&settings), cases[i].samples);
    }
    empty();
    settings.cover = KIT_COVER_LINES;
    assert_false(kit_settings_sample_lines(&settings));
}

TEST(run_is_named_after_its_program_by_default)
{
    empty();
    kit_settings_add_option(&settings, "program-name", "mine");
    kit_launcher_name(&settings, "/dir.toy/my app.toy", ".toy");
    assert_string_equal(settings.options, "-program-name=mine");
    kit_settings_fini(&settings);
    kit_settings_add_option(&settings, "quiet", "yes");
    kit_launcher_name(&settings, "/dir.toy/my app.toy", ".toy");
    assert_string_equal(settings.options, "-quiet=yes -program-name=\"my app\"");
    kit_settings_fini(&settings);
    kit_launcher_name(&settings, ".toy", ".toy");
    assert_string_equal(settings.options, "-program-name=.toy");
}

TEST(interpreter_that_cannot_be_started_is_an_exit_code)
{
    empty();
    assert_int_equal(kit_launcher_run("test", (char *[]){"/no/such/interpreter", NULL}), KIT_LAUNCHER_NOT_FOUND);
    assert_int_equal(kit_launcher_run("test", (char *[]){"/", NULL}), KIT_LAUNCHER_NOT_RUN);
}
