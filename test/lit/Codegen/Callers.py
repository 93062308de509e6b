# Calls of functions that make something for the module they are called from note that module; others do not.
# RUN: %janusc %s --emit=cpp | sed -n '/^static jn_value f_make(.*{/,/^}/p' | %FileCheck %s
from typing import TypeVar


# CHECK: jn_note_maker(M);
# CHECK: jn_call
# CHECK-NOT: jn_note_maker
# CHECK: }
def make(name):
    return TypeVar(name), len(name)
