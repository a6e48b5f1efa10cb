/* assets.h - the page's script and style, which are bundled at build time (page/bundle), and their hashes for the
 * page's Content-Security-Policy. */
#pragma once

#include <stddef.h>

struct qp_asset {
    const char *text;
    size_t size;
    unsigned char sha256[32];
};

extern const struct qp_asset qp_asset_script;
extern const struct qp_asset qp_asset_style;
