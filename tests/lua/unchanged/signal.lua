io.stdout:write "x"
io.stdout:flush()
os.execute "kill -TERM $PPID"
