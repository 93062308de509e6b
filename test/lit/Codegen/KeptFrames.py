# A module of a program that asks for its stack keeps a frame for each call, with the line that runs; others do not.
# RUN: %janusc %s --emit=cpp | sed -n '/^static jn_value f_ask(.*{/,/^}/p' | %FileCheck %s
# RUN: sed 's/_getframe/getrefcount/' %s > %t.py
# RUN: %janusc %t.py --emit=cpp | sed -n '/^static jn_value f_ask(.*{/,/^}/p' | %FileCheck %s --check-prefix=PLAIN
# PLAIN: f_ask
# PLAIN-NOT: jn_frame
# PLAIN: }
import sys


# CHECK: jn_frame F(&d_ask, M);
# CHECK: F.line = {{[0-9]+}};
# CHECK: jn_call
def ask():
    return sys._getframe(0)
