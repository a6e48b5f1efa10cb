#include "page/base64.h"

#include <stdint.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";

#define PADDING 64 /* index of the character that pads a text to groups of four */

size_t qp_base64(const unsigned char *bytes, size_t size, char *text)
{
    char *at = text;
    for (; size > 0; bytes += 3) {
        size_t count = size < 3 ? size : 3;
        uint32_t bits = (uint32_t)bytes[0] << 16;
        bits |= count > 1 ? (uint32_t)bytes[1] << 8 : 0;
        bits |= count > 2 ? bytes[2] : 0;
        *at++ = digits[bits >> 18];
        *at++ = digits[bits >> 12 & 63];
        *at++ = digits[count > 1 ? bits >> 6 & 63 : PADDING];
        *at++ = digits[count > 2 ? bits & 63 : PADDING];
        size -= count;
    }
    *at = '\0';
    return (size_t)(at - text);
}
