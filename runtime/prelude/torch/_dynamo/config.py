"""Settings of torch.compile, which can be set and read."""
verbose = False
suppress_errors = False
disable = False
dynamic_shapes = True
assume_static_by_default = True
automatic_dynamic_shapes = True
capture_scalar_outputs = False
capture_dynamic_output_shape_ops = False
cache_size_limit = recompile_limit = 8
accumulated_cache_size_limit = accumulated_recompile_limit = 256
optimize_ddp = True
error_on_recompile = False
inline_inbuilt_nn_modules = True
specialize_int = False
force_parameter_static_shapes = True
