#!/bin/sh
case " $* " in *" -E "*) echo '0 0 12 "12.0"'; exit 0 ;; esac
kill -KILL $$
