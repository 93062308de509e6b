"""Weights of models, under the name that torch.hub had first."""
from torch.hub import load_state_dict_from_url as load_url, tqdm
