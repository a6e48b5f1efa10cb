#include "watch/terminal.h"

#include "watch/key.h"

#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* A declaration of our own, because term.h defines macros with names such as columns and lines. */
extern char *tigetstr(const char *name);

static SCREEN *screen;
static attr_t attributes[QP_STYLE_GREEN + 1];
static volatile sig_atomic_t ending; /* signal that asked to quit */
static sigset_t waiting_mask;        /* signal mask while waiting for a key; at all other times, signals are blocked */

/* ---- signals ------------------------------------------------------------------------------------------------- */

static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
#define ENDS (sizeof ends / sizeof *ends)

static void take_end(int signal)
{
    ending = signal;
}

static void catch_signals(void)
{
    const struct sigaction action = {.sa_handler = take_end};
    sigset_t blocked;
    sigemptyset(&blocked);
    for (unsigned i = 0; i < ENDS; i++) {
        sigaction(ends[i], &action, NULL);
        sigaddset(&blocked, ends[i]);
    }
    sigaddset(&blocked, SIGWINCH);
    sigaddset(&blocked, SIGTSTP);
    sigprocmask(SIG_BLOCK, &blocked, &waiting_mask);
}

static void restore_signals(void)
{
    for (unsigned i = 0; i < ENDS; i++)
        signal(ends[i], SIG_DFL);
    sigprocmask(SIG_SETMASK, &waiting_mask, NULL);
    if (ending == SIGTERM || ending == SIGHUP)
        raise(ending);
}

/* ---- opening and closing ------------------------------------------------------------------------------------- */

static void choose_attributes(bool colour)
{
    attributes[QP_STYLE_BOLD] = A_BOLD;
    attributes[QP_STYLE_DIM] = A_DIM;
    if (!colour || !has_colors())
        return;
    start_color();
    use_default_colors();
    static const short colours[][2] = {
        {QP_STYLE_RED, COLOR_RED}, {QP_STYLE_YELLOW, COLOR_YELLOW}, {QP_STYLE_GREEN, COLOR_GREEN}};
    for (short i = 0; i < 3; i++) {
        init_pair((short)(i + 1), colours[i][1], -1);
        attributes[colours[i][0]] = COLOR_PAIR(i + 1);
    }
}

int qp_terminal_open(bool colour, struct qp_error *error)
{
    const char *name = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return qp_error_set(error, QP_ERR_WRITE, "requires a terminal (without one, use qii report --watch)");
    catch_signals();
    screen = newterm(NULL, stdout, stdin);
    const char *address = screen ? tigetstr("cup") : NULL;
    if (!address || address == (char *)-1) {
        if (screen) {
            endwin();
            delscreen(screen);
        }
        restore_signals();
        return qp_error_set(error, QP_ERR_WRITE, "unsupported terminal '%.40s' (TERM); use qii report --watch",
                            name ? name : "");
    }
    set_escdelay(25);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, true);
    nodelay(stdscr, true);
    choose_attributes(colour);
    return 0;
}

void qp_terminal_close(void)
{
    endwin();
    delscreen(screen);
    restore_signals();
}

/* ---- drawing ------------------------------------------------------------------------------------------------- */

void qp_terminal_size(unsigned *rows, unsigned *columns)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0 &&
        is_term_resized(size.ws_row, size.ws_col)) {
        resizeterm(size.ws_row, size.ws_col);
        clearok(stdscr, true);
    }
    *rows = (unsigned)getmaxy(stdscr);
    *columns = (unsigned)getmaxx(stdscr);
}

static void draw_line(const struct qp_drawing *drawing, unsigned row)
{
    const struct qp_drawn_line *line = &drawing->lines[row];
    attr_t reverse = line->bar ? A_REVERSE : 0;
    enum qp_style style;
    move((int)row, 0);
    for (const char *piece = NULL; (piece = qp_drawn_piece(line, piece, &style));) {
        attrset((line->bar ? 0 : attributes[style]) | reverse);
        addstr(piece);
    }
    attrset(reverse);
    for (unsigned column = line->width; line->bar && column < drawing->columns; column++)
        addch(' ');
}

void qp_terminal_draw(const struct qp_drawing *drawing)
{
    erase();
    for (unsigned row = 0; row < drawing->rows; row++)
        draw_line(drawing, row);
    attrset(0);
    if (drawing->has_cursor)
        move((int)drawing->cursor_row, (int)drawing->cursor_column);
    curs_set(drawing->has_cursor);
    refresh();
}

/* ---- keys ---------------------------------------------------------------------------------------------------- */

static unsigned key_of(wint_t code, bool special)
{
    static const struct {
        wint_t code;
        bool special;
        unsigned key;
    } keys[] = {
        {KEY_UP, true, QP_KEY_UP},         {KEY_DOWN, true, QP_KEY_DOWN},
        {KEY_LEFT, true, QP_KEY_LEFT},     {KEY_RIGHT, true, QP_KEY_RIGHT},
        {KEY_PPAGE, true, QP_KEY_PAGE_UP}, {KEY_NPAGE, true, QP_KEY_PAGE_DOWN},
        {KEY_HOME, true, QP_KEY_HOME},     {KEY_END, true, QP_KEY_END},
        {KEY_ENTER, true, QP_KEY_ENTER},   {'\r', false, QP_KEY_ENTER},
        {'\n', false, QP_KEY_ENTER},       {27, false, QP_KEY_ESCAPE},
        {'\t', false, QP_KEY_TAB},         {KEY_BACKSPACE, true, QP_KEY_BACKSPACE},
        {0x7f, false, QP_KEY_BACKSPACE},   {'\b', false, QP_KEY_BACKSPACE},
    };
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (keys[i].code == code && keys[i].special == special)
            return keys[i].key;
    }
    return special ? QP_KEY_NONE : (unsigned)code;
}

bool qp_terminal_key(uint64_t wait_ns, unsigned *key)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    struct timespec wait = {.tv_sec = (time_t)(wait_ns / 1000000000), .tv_nsec = (long)(wait_ns % 1000000000)};
    wint_t code;
    int got = get_wch(&code); /* first read keys that ncurses has already buffered */
    *key = QP_KEY_NONE;
    if (got == ERR) {
        int ready = ppoll(&input, 1, &wait, &waiting_mask);
        /* If the terminal was closed, end here, because ppoll would return at once and deliver no signals. */
        if (ending || (ready > 0 && input.revents != POLLIN))
            return false;
        if (ready <= 0)
            return ready == 0 || errno == EINTR;
        got = get_wch(&code);
    }
    if (got != ERR)
        *key = key_of(code, got == KEY_CODE_YES);
    return true;
}
