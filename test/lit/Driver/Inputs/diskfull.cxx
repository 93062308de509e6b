#!/bin/sh
case " $* " in *" -E "*) echo '0 0 12 "12.0"'; exit 0 ;; esac
echo "fatal error: error writing to out.o: No space left on device" >&2
exit 1
