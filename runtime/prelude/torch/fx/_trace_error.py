"""What ends a trace."""


class TraceError(ValueError):
    """The traced code asks a value that is not there yet."""


TraceError.__module__ = "torch.fx.proxy"
