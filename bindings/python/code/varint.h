/* varint.h - the variable-length numbers in CPython's tables of locations and exception handlers: 6 bits a byte. */
#pragma once

/* Bit of each byte but the last one of a number. */
#define QPY_VARINT_MORE 64

/* Bit of the first byte of an entry. */
#define QPY_VARINT_ENTRY 128

/* Read a number whose first byte has the lowest bits (location tables). *at is moved behind it; `end` is the end of the
 * table. */
static inline unsigned qpy_varint_little(const unsigned char **at, const unsigned char *end)
{
    unsigned value = 0;
    for (int shift = 0; *at < end && shift < 32; shift += 6) {
        unsigned char byte = *(*at)++;
        value |= (byte & 63u) << shift;
        if (!(byte & QPY_VARINT_MORE))
            break;
    }
    return value;
}

/* Read a number whose first byte has the highest bits (exception tables). */
static inline unsigned qpy_varint_big(const unsigned char **at, const unsigned char *end)
{
    unsigned value = 0;
    while (*at < end) {
        unsigned char byte = *(*at)++;
        value = value << 6 | (byte & 63u);
        if (!(byte & QPY_VARINT_MORE))
            break;
    }
    return value;
}

/* Write a number whose first byte has the highest bits. `mark` is QPY_VARINT_ENTRY or 0. Return the end: at most 6
 * bytes are written. */
static inline unsigned char *qpy_varint_put_big(unsigned char *at, unsigned value, unsigned mark)
{
    int shift = 0;
    while (shift < 30 && value >> (shift + 6))
        shift += 6;
    for (; shift >= 0; shift -= 6, mark = 0)
        *at++ = (unsigned char)((value >> shift & 63) | (shift ? QPY_VARINT_MORE : 0) | mark);
    return at;
}
