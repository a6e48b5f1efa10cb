# Test other versions of Lua: in an unsupported version, the module prints a message. In Lua 5.3, its results are equal
# to those of Lua 5.4 and of a hook that is written in Lua.
set(modules $<TARGET_FILE:qii> $<TARGET_FILE:qp_lua>)
if(TARGET qp_lua_5_3)
  list(APPEND modules $<TARGET_FILE:qp_lua_5_3>)
endif()
add_test(NAME lua.interpreters.message COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/interpreters message ${modules})
set_tests_properties(lua.interpreters.message PROPERTIES ENVIRONMENT "${environment}" SKIP_RETURN_CODE 77)

find_program(QP_LUA_5_3 lua5.3)
if(NOT TARGET qp_lua_5_3 OR NOT QP_LUA_5_3)
  return()
endif()
c_threads(qp_c_threads_5_3 ${CMAKE_CURRENT_BINARY_DIR}/5.3 "${LUA_5_3_INCLUDE_DIRS}")
set(environment_5_3 QII_LUA=lua5.3 QII_LAYOUT=public QII_MODULE=$<TARGET_FILE:qp_lua_5_3>
                    QII_C_THREADS=$<TARGET_FILE:qp_c_threads_5_3> QII_LOG_LIBRARY=$<TARGET_FILE:qp_log>
                    QII_PRELOAD=${QP_SANITIZER_RUNTIME})

add_test(NAME lua.interpreters.same COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/interpreters same ${modules})
add_test(NAME lua.interpreters.sampled COMMAND sh sampled/run $<TARGET_FILE:qii> by_count
  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
add_test(NAME lua.interpreters.luv COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/luv profile $<TARGET_FILE:qii> $<TARGET_FILE:qp_lua_5_3>)
set_tests_properties(lua.interpreters.luv PROPERTIES ENVIRONMENT "${environment_5_3}" SKIP_RETURN_CODE 77)
set_tests_properties(lua.interpreters.same lua.interpreters.sampled PROPERTIES ENVIRONMENT "${environment_5_3}")
set(programs coro versions)
if(QP_TAKES_SAME_IN_ALL)
  list(APPEND programs check)
endif()
foreach(program ${programs})
  add_test(NAME lua.interpreters.exact.${program} COMMAND lua5.4 exact.lua $<TARGET_FILE:qii> together ${${program}}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/bench/lua)
  get_test_property(lua.exact.${program}.together ENVIRONMENT exact_environment)
  set_tests_properties(lua.interpreters.exact.${program} PROPERTIES ENVIRONMENT "${exact_environment};QII_LUA=lua5.3")
endforeach()
if(NOT QP_TAKES_SAME_IN_ALL)
  return()
endif()

# Scripts of events and lines. Scripts are omitted if their syntax or functions are new in 5.4, or if Lua 5.3 itself
# reports other lines than 5.4.
file(GLOB scripts CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} events/*.lua lines/*.lua)
list(FILTER scripts EXCLUDE REGEX
     "^events/(coroutine_close|error_closes|iterators|metamethods|names|replaced_functions|wrap_error_closes)[.]")
list(FILTER scripts EXCLUDE REGEX
     "^lines/(closing|closing_yields|empty_loops|jumps_to_calls|loops|merged|several_lines|unreachable|vararg)[.]")
foreach(script ${scripts})
  string(REGEX REPLACE "(events|lines)/(.*)\\.lua" "lua.interpreters.\\1.\\2" name ${script})
  string(REGEX REPLACE "/.*" "" kind ${script})
  add_test(NAME ${name} COMMAND lua5.4 ${kind}.lua ${script} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${environment_5_3}")
endforeach()
add_test(NAME lua.interpreters.unchanged
  COMMAND lua5.4 unchanged.lua $<TARGET_FILE:qii> --sample=10000 --quiet --data-file=none
  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
set_tests_properties(lua.interpreters.unchanged PROPERTIES ENVIRONMENT "${environment_5_3}")
