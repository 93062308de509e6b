#!/bin/sh
case " $* " in *" -E "*) echo '0 0 12 "12.0"'; exit 0 ;; esac
echo "g++: fatal error: cannot execute 'as': execvp: No such file or directory" >&2
exit 1
