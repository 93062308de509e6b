"""Operators of libraries in C++ that are computed here, as their documentation has them."""
import torch


def cuda_version():
    """No library has been built for a GPU."""
    return -1


def nms(dets, scores, iou_threshold):
    """Places of the boxes that stay, those with the highest scores first: a box goes when a better one covers it by more than so
    much of their union."""
    left, top, right, bottom = dets.unbind(1)
    areas = (right - left) * (bottom - top)
    order = torch.sort(scores, descending=True, stable=True)[1]
    kept = []
    while order.numel():
        best, rest = order[0], order[1:]
        kept.append(best)
        width = (torch.minimum(right[best], right[rest]) - torch.maximum(left[best], left[rest])).clamp_(min=0)
        height = (torch.minimum(bottom[best], bottom[rest]) - torch.maximum(top[best], top[rest])).clamp_(min=0)
        shared = width * height
        order = rest[~(shared / (areas[best] + areas[rest] - shared) > iou_threshold)]
    return torch.stack(kept) if kept else order


kernels = {
    "torchvision::_cuda_version": cuda_version,
    "torchvision::nms": nms,
}
