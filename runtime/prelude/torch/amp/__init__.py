"""Mixed precision: regions in which chosen operations compute in a lower type, and scaling against underflow."""
from torch.amp.autocast_mode import autocast, custom_bwd, custom_fwd, is_autocast_available
from torch.amp.grad_scaler import GradScaler
