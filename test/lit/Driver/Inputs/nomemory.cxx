#!/bin/sh
case " $* " in *" -E "*) echo '0 0 12 "12.0"'; exit 0 ;; esac
echo "g++: fatal error: Killed signal terminated program cc1plus" >&2
exit 1
