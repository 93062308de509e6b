"""%d of NumPy's numbers."""
import numpy as np
print("%d%%" % (100 * np.float64(0.57)), "%x" % np.int64(17))
