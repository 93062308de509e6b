# RUN: %janusc %s --emit=functional | %FileCheckOrUpdate %s
# Every converter, in the order of the table; the import follows docstring and __future__.

"""Module."""
from __future__ import annotations


def f(xs):
    out = []
    for x in xs:
        if x < 0:
            continue
        out.append(x if x > 1 else -x)
        if len(out) == 2 and x > 0:
            return out[0]
    return None

# Expected output, written by tools/dev/update_lit:
# CHECK:      'Module.'
# CHECK-NEXT: from __future__ import annotations
# CHECK-NEXT: import janus_functional as ag__
# CHECK-NEXT: def f(xs):
# CHECK-NEXT:     do_return = False
# CHECK-NEXT:     retval = None
# CHECK-NEXT:     out = ag__.new_list([])
# CHECK-NEXT:     def loop_body(item, retval, do_return):
# CHECK-NEXT:         x = item
# CHECK-NEXT:         did_continue = False
# CHECK-NEXT:         cond = x < 0
# CHECK-NEXT:         def if_body(did_continue=did_continue):
# CHECK-NEXT:             did_continue = True
# CHECK-NEXT:             return did_continue,
# CHECK-NEXT:         def else_body(did_continue=did_continue):
# CHECK-NEXT:             return did_continue,
# CHECK-NEXT:         did_continue, = ag__.if_stmt(cond, if_body, else_body)
# CHECK-NEXT:         cond_2 = ag__.not_(did_continue)
# CHECK-NEXT:         def if_body_2(retval=retval, do_return=do_return):
# CHECK-NEXT:             ag__.list_append(out, ag__.if_exp(x > 1, lambda: x, lambda: -x))
# CHECK-NEXT:             cond_1 = ag__.and_(ag__.eq(ag__.converted_call(len, (out,)), 2), lambda: x > 0)
# CHECK-NEXT:             def if_body_1(retval=retval, do_return=do_return):
# CHECK-NEXT:                 retval = ag__.get_item(out, 0)
# CHECK-NEXT:                 do_return = True
# CHECK-NEXT:                 return retval, do_return
# CHECK-NEXT:             def else_body_1(retval=retval, do_return=do_return):
# CHECK-NEXT:                 return retval, do_return
# CHECK-NEXT:             retval, do_return = ag__.if_stmt(cond_1, if_body_1, else_body_1)
# CHECK-NEXT:             return retval, do_return
# CHECK-NEXT:         def else_body_2(retval=retval, do_return=do_return):
# CHECK-NEXT:             return retval, do_return
# CHECK-NEXT:         retval, do_return = ag__.if_stmt(cond_2, if_body_2, else_body_2)
# CHECK-NEXT:         return retval, do_return
# CHECK-NEXT:     def extra_test(retval, do_return):
# CHECK-NEXT:         return ag__.not_(do_return)
# CHECK-NEXT:     retval, do_return = ag__.for_stmt(xs, extra_test, loop_body, (retval, do_return))
# CHECK-NEXT:     cond_3 = ag__.not_(do_return)
# CHECK-NEXT:     def if_body_3(retval=retval, do_return=do_return):
# CHECK-NEXT:         retval = None
# CHECK-NEXT:         do_return = True
# CHECK-NEXT:         return retval, do_return
# CHECK-NEXT:     def else_body_3(retval=retval, do_return=do_return):
# CHECK-NEXT:         return retval, do_return
# CHECK-NEXT:     retval, do_return = ag__.if_stmt(cond_3, if_body_3, else_body_3)
# CHECK-NEXT:     return retval
