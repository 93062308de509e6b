#!/bin/sh
# A compiler that says its version, and then refuses everything.
case " $* " in *" -E "*) echo '0 0 12 "12.0"'; exit 0 ;; esac
echo "model.cpp:1:1: error: this compiler accepts nothing" >&2
exit 1
