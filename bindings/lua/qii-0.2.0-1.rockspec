-- From a clone:  luarocks --lua-version=5.4 make bindings/lua/qii-0.2.0-1.rockspec
-- The rock contains only the module, a client of the public interface. It loads libqprof or libcprof when a session
-- starts: install these, and the tool that reads the data, with `cmake --install`.
rockspec_format = "3.0"
package = "qii"
version = "0.2.0-1"
source = {
  url = "git+file://.", -- a clone of the repository
}
description = {
  summary = "Profile and cover Lua programs",
  detailed = [[
Counts the calls of every function, times them, and counts lines, with the program unchanged: coroutines, tail calls,
errors and loaded chunks are followed. The data file can be read while the program runs, and after kill -9.
]],
  license = "MIT",
}
dependencies = {
  "lua >= 5.3, < 5.5",
}
-- Lua unloads modules when it closes its state, but a coroutine may still have the hook: keep the module mapped
-- (nodelete), which the builtin type cannot do.
build = {
  type = "command",
  build_command = "$(CC) $(CFLAGS) -std=gnu11 -D_GNU_SOURCE -fvisibility=hidden -I. -Iinclude -I$(LUA_INCDIR) $(LIBFLAG) "
    .. "-Wl,-z,nodelete -o qii.so base/glob.c bindings/kit/*.c bindings/lua/*.c bindings/lua/*/*.c -ldl -lpthread",
  install = {
    lib = { "qii.so" },
  },
}
