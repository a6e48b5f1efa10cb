/* key.h - key codes: a character's code point, or a special key. */
#pragma once

/* Special keys, beyond all code points. */
enum qp_key {
    QP_KEY_NONE = 0x110000, /* timeout */
    QP_KEY_UP,
    QP_KEY_DOWN,
    QP_KEY_LEFT,
    QP_KEY_RIGHT,
    QP_KEY_PAGE_UP,
    QP_KEY_PAGE_DOWN,
    QP_KEY_HOME,
    QP_KEY_END,
    QP_KEY_ENTER,
    QP_KEY_ESCAPE,
    QP_KEY_BACKSPACE,
    QP_KEY_TAB,
};
