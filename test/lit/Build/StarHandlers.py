# except*: a handler gets its part of the exception, what it raises is put aside, and goes on with what is left.
# RUN: %janusc %s --emit=ir --passes= | %FileCheck %s


# CHECK-LABEL: func @handle
# CHECK: except([[ALL:%[0-9]+]]: exception)
# CHECK: slot.store $.rest0 [[ALL]]
# CHECK: [[LEFT:%[0-9]+]] = py.list
# CHECK: [[SPLIT:%[0-9]+]] = py.getattr "star_split"
# CHECK: [[PARTS:%[0-9]+]] = py.call [[SPLIT]]
# CHECK: raise
# CHECK: [[MATCH:%[0-9]+]] = py.getitem [[PARTS]]
# CHECK: [[GROUP:%[0-9]+]] = py.as_exception [[MATCH]] : exception
# CHECK-NEXT: reraise_exception [[GROUP]]
# CHECK: except([[HANDLED:%[0-9]+]]: exception)
# CHECK-NEXT: slot.store $error [[HANDLED]]
# CHECK: except([[RAISED:%[0-9]+]]: exception)
# CHECK-NEXT: py.list_append [[LEFT]], [[RAISED]]
# CHECK: py.getattr "star_join"
def handle(call):
    try:
        call()
    except* ValueError as error:
        print(error)
