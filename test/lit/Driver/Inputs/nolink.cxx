#!/bin/sh
# A compiler that compiles and does not link.
case " $* " in
  *" -shared "*) echo "ld: cannot find -lnothing" >&2; exit 1 ;;
esac
exec g++ "$@"
