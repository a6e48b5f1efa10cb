/* view.c - the screen of qii top without a terminal: keys in, lines out. sample.h describes the run. */
#include "watch/view.h"

#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/screen.h"
#include "tests/support/test.h"

#include <locale.h>

static struct qp_watched watched;
static struct qp_pace pace;
static struct qp_view view;
static struct qp_drawing drawing;

static void open_with(uint32_t features)
{
    struct builder builder;
    struct qp_error error = {0};
    setlocale(LC_CTYPE, "C.UTF-8");
    sample_build(&builder);
    builder_header(&builder)->features |= features;
    watched = (struct qp_watched){.selection = qp_selection_of(QP_QPROF), .any_product = true};
    pace = (struct qp_pace){.asked_ns = 1000000000};
    int fd = test_write_builder(&builder);
    assert_int_equal(qp_watched_open(&watched, "sample.qii", fd, &error), 0);
    view = (struct qp_view){.watched = &watched, .pace = &pace, .functions.total = true};
    qp_view_update(&view);
}

static void open_sample(void)
{
    open_with(0);
}

static void close_sample(void)
{
    qp_view_free(&view);
    qp_watched_close(&watched);
    qp_drawing_free(&drawing);
}

static void draw(unsigned rows, unsigned columns)
{
    qp_drawing_begin(&drawing, rows, columns);
    qp_view_draw(&view, &drawing);
    assert_false(drawing.failed);
    for (unsigned i = 0; i < rows; i++)
        assert_true(drawing.lines[i].width <= columns);
}

static const char *line(unsigned row)
{
    static char text[4000];
    return screen_line(&drawing, row, text, sizeof text);
}

/* Return the row of the first line that contains a text, or -1. */
static int row_with(const char *text)
{
    for (unsigned i = 0; i < drawing.rows; i++) {
        if (strstr(line(i), text))
            return (int)i;
    }
    return -1;
}

static const char *selected(void)
{
    for (unsigned i = 0; i < drawing.rows; i++) {
        if (drawing.lines[i].bar)
            return line(i);
    }
    return "";
}

static void press(const char *keys)
{
    for (; *keys; keys++)
        qp_view_key(&view, (unsigned char)*keys);
    draw(24, 120);
}

static void press_key(unsigned key)
{
    qp_view_key(&view, key);
    draw(24, 120);
}

/* Assert the order of the functions, such as "main parse ...". A name on the screen ends at two spaces. */
static void assert_order(const char *expected)
{
    char text[2000] = "";
    for (uint32_t i = 0; i < view.functions.list.count; i++) {
        const char *name = watched.recent.functions[view.functions.rows[i]].name;
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " " : "", name);
    }
    assert_string_equal(text, expected);
}

#define BY_SELF "Math.fib main producer (garbage collector) 0xdeadbeef tail bad\\xffname read cycles"

TEST(functions_are_ordered_by_self_time)
{
    open_sample();
    draw(24, 120);
    assert_order(BY_SELF);
    assert_non_null(strstr(line(0), "ended"));
    assert_non_null(strstr(line(1), "run "));
    assert_non_null(strstr(line(2), "whole run"));
    assert_int_equal(row_with("*self µs"), 4);
    assert_int_equal(row_with("Math.fib"), 5);
    assert_non_null(strstr(line(23), "q quit"));
    close_sample();
}

TEST(sampled_shares_have_intervals_on_wide_terminals)
{
    open_with(QP_FEATURE_SAMPLED);
    draw(24, 120);
    assert_non_null(strstr(line(4), "%         95%"));
    assert_non_null(strstr(line(5), "%  36.5–70.1%"));
    draw(24, 60);
    assert_null(strstr(line(4), "95%"));
    close_sample();
}

TEST(order_moves_to_the_column_to_the_right_and_back)
{
    open_sample();
    press(">");
    assert_int_equal(row_with("*total"), 4);
    assert_int_equal(view.functions.sort, QP_TOP_BY_TOTAL);
    press(">>>>>>");
    assert_int_equal(view.functions.sort, QP_TOP_BY_NAME);
    assert_order("(garbage collector) 0xdeadbeef Math.fib bad\\xffname cycles main producer read tail");
    press_key(QP_KEY_RIGHT);
    assert_int_equal(view.functions.sort, QP_TOP_BY_SELF);
    press("<");
    assert_int_equal(view.functions.sort, QP_TOP_BY_NAME);
    close_sample();
}

TEST(selection_stays_on_screen)
{
    open_sample();
    draw(8, 60);
    for (int i = 0; i < 30; i++) {
        qp_view_key(&view, QP_KEY_DOWN);
        draw(8, 60);
        assert_string_not_equal(selected(), "");
    }
    assert_non_null(strstr(selected(), "cycles"));
    qp_view_key(&view, QP_KEY_HOME);
    draw(8, 60);
    assert_non_null(strstr(selected(), "Math.fib"));
    qp_view_key(&view, QP_KEY_PAGE_DOWN);
    qp_view_key(&view, QP_KEY_END);
    qp_view_key(&view, QP_KEY_PAGE_UP);
    draw(24, 60);
    assert_int_equal(view.functions.list.first, 0);
    close_sample();
}

TEST(selection_stays_on_its_function)
{
    open_sample();
    press("j");
    assert_non_null(strstr(selected(), "main"));
    press(">>>>>>>");
    assert_int_equal(view.functions.sort, QP_TOP_BY_NAME);
    assert_non_null(strstr(selected(), "main"));
    assert_int_equal(view.functions.list.selected, 5);
    close_sample();
}

TEST(filter_is_a_pattern_of_names_and_files)
{
    open_sample();
    press("/Math");
    assert_true(drawing.has_cursor);
    assert_non_null(strstr(line(23), "/Math"));
    assert_order("Math.fib");
    press_key(QP_KEY_BACKSPACE);
    press_key(QP_KEY_ENTER);
    assert_false(drawing.has_cursor);
    assert_non_null(strstr(line(2), "/Mat"));
    press("/q?>"); /* while a filter is typed, these keys are no commands */
    assert_order("");
    assert_true(row_with("no matching function") > 0);
    press_key(QP_KEY_ESCAPE);
    assert_order("Math.fib");
    press_key(QP_KEY_ESCAPE);
    assert_order(BY_SELF);
    assert_false(view.quit);
    press("/p*r");
    assert_order("producer");
    press_key(QP_KEY_ESCAPE);
    close_sample();
}

TEST(filter_takes_and_removes_whole_characters)
{
    open_sample();
    press("/");
    press_key(0xe4);
    press_key(0x6f22);
    press_key(0x1f600);
    assert_string_equal(view.functions.filter, "ä漢😀");
    press_key(QP_KEY_BACKSPACE);
    press_key(QP_KEY_BACKSPACE);
    assert_string_equal(view.functions.filter, "ä");
    for (int i = 0; i < 1000; i++)
        qp_view_key(&view, 0x6f22);
    assert_true(strlen(view.functions.filter) < sizeof view.functions.filter);
    close_sample();
}

TEST(enter_shows_callers_and_callees_repeatedly)
{
    open_sample();
    press_key(QP_KEY_ENTER);
    int by = row_with("called by"), calls = row_with("calls");
    assert_true(by > 0 && calls > 0);
    assert_true(row_with("Math.fib  whole run") == 4);
    assert_non_null(strstr(line((unsigned)by + 1), "main"));
    assert_non_null(strstr(line((unsigned)by + 2), "Math.fib"));
    press("j");
    press_key(QP_KEY_ENTER);
    assert_true(row_with("main  whole run") == 4);
    assert_true(row_with("(thread root)") > 0);
    press_key(QP_KEY_ESCAPE);
    assert_true(row_with("Math.fib  whole run") == 4);
    press_key(QP_KEY_ESCAPE);
    assert_int_equal(view.page, QP_VIEW_FUNCTIONS);
    press_key(QP_KEY_ESCAPE);
    assert_int_equal(view.page, QP_VIEW_FUNCTIONS);
    close_sample();
}

TEST(history_is_bounded)
{
    open_sample();
    for (int i = 0; i < 200; i++) {
        press_key(QP_KEY_HOME);
        press("j");
        press_key(QP_KEY_ENTER);
    }
    for (int i = 0; i < QP_VIEW_TRAIL; i++)
        press_key(QP_KEY_ESCAPE);
    assert_int_equal(view.trail_count, 0);
    close_sample();
}

TEST(threads_show_their_functions)
{
    open_sample();
    press("t");
    assert_true(row_with("the run has finished") > 0);
    watched.profile.reader.ending = QP_ENDING_RUNNING;
    watched.profile.reader.recorder = 1;
    watched.profile.carriers[0].tstates[QP_QPROF] = watched.profile.carriers[1].tstates[QP_QPROF] = 16;
    watched.profile.threads[1].ended = false;
    for (uint32_t i = 0; i < watched.profile.node_count; i++) {
        uint32_t method = watched.profile.nodes[i].method, parent = watched.profile.nodes[i].parent;
        if (method != QP_NONE && watched.profile.methods[method].recorded_id == 0xdeadbeef && parent != QP_NONE)
            watched.on_top.nodes[1] = i;
    }
    qp_view_update(&view);
    draw(24, 120);
    int main_row = 5, worker = row_with("worker");
    assert_true(worker == main_row + 1);
    assert_true(strncmp(line((unsigned)main_row), "main", 4) == 0);
    assert_non_null(strstr(line((unsigned)worker), "running   0xdeadbeef < main"));
    assert_non_null(strstr(line((unsigned)worker + 1), "waiting"));
    press("j");
    press_key(QP_KEY_ENTER);
    assert_true(row_with("function, called by") == 4);
    assert_string_equal(line(5), "0xdeadbeef");
    assert_non_null(strstr(line(6), "main"));
    press_key(QP_KEY_ENTER);
    assert_true(row_with("0xdeadbeef  whole run") == 4);
    press_key(QP_KEY_ESCAPE);
    press_key(QP_KEY_ESCAPE);
    press("t");
    assert_int_equal(view.page, QP_VIEW_FUNCTIONS);
    watched.on_top.refused = 1;
    press("t");
    assert_true(row_with("kernel.yama.ptrace_scope") > 0);
    close_sample();
}

/* After the file is truncated, its pages read as zeros. */
TEST(truncated_file_keeps_everything_shown)
{
    open_sample();
    watched.profile.reader.ending = QP_ENDING_RUNNING;
    watched.profile.reader.recorder = 1;
    watched.profile.carriers[0].tstates[QP_QPROF] = watched.profile.carriers[1].tstates[QP_QPROF] = 16;
    watched.profile.threads[1].ended = false;
    press("t");
    char program[200], waiting[200];
    snprintf(program, sizeof program, "%s", line(0));
    snprintf(waiting, sizeof waiting, "%s", line((unsigned)row_with("waiting")));
    assert_non_null(strstr(program, "still running"));
    assert_int_equal(ftruncate(watched.fd, 0), 0);
    qp_watched_look(&watched);
    press("tt");
    assert_true(row_with("the file was truncated: showing the last readings") == 3);
    assert_int_equal(row_with("still running"), -1);
    assert_true(strncmp(line(0), program, 12) == 0);
    assert_true(strncmp(line(5), "main", 4) == 0);
    assert_true(row_with("worker") > 0);
    assert_true(row_with(waiting) > 0);
    assert_int_equal(row_with("\\x00"), -1);
    qp_watched_read(&watched);
    assert_int_equal(watched.error.code, 0);
    assert_false(qp_watched_is_live(&watched));
    close_sample();
}

TEST(file_of_a_finished_run_is_truncated)
{
    open_sample();
    draw(24, 120);
    assert_int_equal(row_with("cut off"), -1);
    assert_int_equal(ftruncate(watched.fd, 0), 0);
    qp_watched_look(&watched);
    draw(24, 120);
    assert_true(row_with("the file was truncated") == 3);
    assert_non_null(strstr(line(0), "ended"));
    close_sample();
}

TEST(keys_choose_time_and_pace)
{
    open_sample();
    press_key(QP_KEY_TAB);
    assert_true(row_with("since last update  every 1 s") == 2);
    assert_true(row_with("self ms/s") == 4);
    press("s");
    assert_true(row_with("last 5 s (smoothed)") == 2);
    press("ss");
    assert_true(row_with("since last update") == 2);
    press("+");
    assert_true(row_with("every 2 s") == 2);
    press("---");
    assert_true(row_with("every 0.2 s") == 2);
    press("-----");
    assert_int_equal(pace.asked_ns, 100000000);
    pace.cost_ns = 100000000;
    press(" ");
    assert_true(row_with("every 5 s, since an update takes 100 ms") == 2);
    assert_true(view.frozen);
    assert_true(row_with("frozen") == 0);
    press(" ");
    assert_false(view.frozen);
    press("q");
    assert_true(view.quit);
    close_sample();
}

TEST(help_shows_the_keys)
{
    open_sample();
    press("?");
    assert_true(row_with("freeze or resume updates") > 0);
    draw(6, 40);
    for (int i = 0; i < 100; i++)
        qp_view_key(&view, QP_KEY_DOWN);
    draw(6, 40);
    assert_true(row_with("memory can be read") == 5);
    press("h");
    assert_int_equal(view.page, QP_VIEW_FUNCTIONS);
    close_sample();
}

/* Try every page in every screen size with every key. Nothing may be drawn or read out of bounds. */
TEST(any_size_and_key_works)
{
    static const unsigned keys[] = {'t',          QP_KEY_DOWN, QP_KEY_ENTER, QP_KEY_END,  QP_KEY_ESCAPE, 't', '?',
                                    QP_KEY_END,   '?',         QP_KEY_ENTER, QP_KEY_DOWN, QP_KEY_ENTER,  '/', 'x',
                                    QP_KEY_ENTER, 'j',         QP_KEY_ENTER, 's',         QP_KEY_TAB,    '<', ' '};
    static const unsigned rows[] = {0, 1, 2, 3, 5, 8, 12, 60}, columns[] = {0, 1, 2, 7, 20, 39, 40, 80, 300};
    open_sample();
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        qp_view_key(&view, keys[i]);
        for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
            for (unsigned m = 0; m < sizeof columns / sizeof *columns; m++)
                draw(rows[k], columns[m]);
        }
    }
    close_sample();
}

TEST(small_screen_has_shares_and_names)
{
    open_sample();
    draw(5, 20);
    assert_string_equal(line(1), "     % function");
    assert_non_null(strstr(line(2), "% Math.fib"));
    close_sample();
}

/* A run without a clock is ordered by calls. */
TEST(run_without_times_is_ordered_by_calls)
{
    struct qp_error error = {0};
    struct builder builder;
    setlocale(LC_CTYPE, "C.UTF-8");
    sample_build(&builder);
    watched = (struct qp_watched){.selection = qp_selection_of(QP_CPROF)};
    pace = (struct qp_pace){.asked_ns = 1000000000};
    assert_int_equal(qp_watched_open(&watched, "sample.qii", test_write_builder(&builder), &error), 0);
    view = (struct qp_view){.watched = &watched, .pace = &pace, .functions.total = true};
    qp_view_update(&view);
    draw(24, 80);
    assert_int_equal(view.functions.sort, QP_TOP_BY_CALLS);
    assert_true(row_with("     %         *calls function") == 4);
    assert_int_equal(row_with("self"), -1);
    close_sample();
}
