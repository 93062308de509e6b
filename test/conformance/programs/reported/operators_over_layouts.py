"""Operators on channels-last, transposed and expanded tensors, and their gradients."""
# float-tolerance: 1e-4
import torch, torch.nn.functional as F
torch.manual_seed(0)
X = torch.randn(2, 3, 4, 4)
Y = torch.randn(2, 3, 4, 4)
W = torch.randn(3, 3, 3, 3)
V = torch.randn(3)
CASES = []
def f_cat1(x, y, w, v):
    r = torch.cat([x], 1)
    return r, r * 2.0 + 1.0
def h_cat1(x, y, w, v):
    r = torch.cat([x], 1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('cat1', f_cat1, h_cat1))
def f_cat2(x, y, w, v):
    r = torch.cat([x, y], 1)
    return r, r * 2.0 + 1.0
def h_cat2(x, y, w, v):
    r = torch.cat([x, y], 1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('cat2', f_cat2, h_cat2))
def f_cat2d0(x, y, w, v):
    r = torch.cat([x, y], 0)
    return r, r * 2.0 + 1.0
def h_cat2d0(x, y, w, v):
    r = torch.cat([x, y], 0)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('cat2d0', f_cat2d0, h_cat2d0))
def f_cat2d3(x, y, w, v):
    r = torch.cat([x, y], 3)
    return r, r * 2.0 + 1.0
def h_cat2d3(x, y, w, v):
    r = torch.cat([x, y], 3)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('cat2d3', f_cat2d3, h_cat2d3))
def f_stack(x, y, w, v):
    r = torch.stack([x, y], 1)
    return r, r * 2.0 + 1.0
def h_stack(x, y, w, v):
    r = torch.stack([x, y], 1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('stack', f_stack, h_stack))
def f_add(x, y, w, v):
    r = x + y
    return r, r * 2.0 + 1.0
def h_add(x, y, w, v):
    r = x + y
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('add', f_add, h_add))
def f_mul1(x, y, w, v):
    r = x * 2.0
    return r, r * 2.0 + 1.0
def h_mul1(x, y, w, v):
    r = x * 2.0
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('mul1', f_mul1, h_mul1))
def f_clone(x, y, w, v):
    r = x.clone()
    return r, r * 2.0 + 1.0
def h_clone(x, y, w, v):
    r = x.clone()
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('clone', f_clone, h_clone))
def f_contig(x, y, w, v):
    r = x.contiguous()
    return r, r * 2.0 + 1.0
def h_contig(x, y, w, v):
    r = x.contiguous()
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('contig', f_contig, h_contig))
def f_relu(x, y, w, v):
    r = F.relu(x)
    return r, r * 2.0 + 1.0
def h_relu(x, y, w, v):
    r = F.relu(x)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('relu', f_relu, h_relu))
def f_gelu(x, y, w, v):
    r = F.gelu(x)
    return r, r * 2.0 + 1.0
def h_gelu(x, y, w, v):
    r = F.gelu(x)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('gelu', f_gelu, h_gelu))
def f_conv(x, y, w, v):
    r = F.conv2d(x, w, padding=1)
    return r, r * 2.0 + 1.0
def h_conv(x, y, w, v):
    r = F.conv2d(x, w, padding=1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('conv', f_conv, h_conv))
def f_maxpool(x, y, w, v):
    r = F.max_pool2d(x, 2)
    return r, r * 2.0 + 1.0
def h_maxpool(x, y, w, v):
    r = F.max_pool2d(x, 2)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('maxpool', f_maxpool, h_maxpool))
def f_avgpool(x, y, w, v):
    r = F.avg_pool2d(x, 2)
    return r, r * 2.0 + 1.0
def h_avgpool(x, y, w, v):
    r = F.avg_pool2d(x, 2)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('avgpool', f_avgpool, h_avgpool))
def f_aap(x, y, w, v):
    r = F.adaptive_avg_pool2d(x, 1)
    return r, r * 2.0 + 1.0
def h_aap(x, y, w, v):
    r = F.adaptive_avg_pool2d(x, 1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('aap', f_aap, h_aap))
def f_interp(x, y, w, v):
    r = F.interpolate(x, scale_factor=2)
    return r, r * 2.0 + 1.0
def h_interp(x, y, w, v):
    r = F.interpolate(x, scale_factor=2)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('interp', f_interp, h_interp))
def f_bilin(x, y, w, v):
    r = F.interpolate(x, scale_factor=2, mode='bilinear')
    return r, r * 2.0 + 1.0
def h_bilin(x, y, w, v):
    r = F.interpolate(x, scale_factor=2, mode='bilinear')
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('bilin', f_bilin, h_bilin))
def f_bn(x, y, w, v):
    r = F.batch_norm(x, None, None, v, v, True)
    return r, r * 2.0 + 1.0
def h_bn(x, y, w, v):
    r = F.batch_norm(x, None, None, v, v, True)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('bn', f_bn, h_bn))
def f_gn(x, y, w, v):
    r = F.group_norm(x, 3, v, v)
    return r, r * 2.0 + 1.0
def h_gn(x, y, w, v):
    r = F.group_norm(x, 3, v, v)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('gn', f_gn, h_gn))
def f_inorm(x, y, w, v):
    r = F.instance_norm(x)
    return r, r * 2.0 + 1.0
def h_inorm(x, y, w, v):
    r = F.instance_norm(x)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('inorm', f_inorm, h_inorm))
def f_ln(x, y, w, v):
    r = F.layer_norm(x, (4, 4))
    return r, r * 2.0 + 1.0
def h_ln(x, y, w, v):
    r = F.layer_norm(x, (4, 4))
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('ln', f_ln, h_ln))
def f_softmax1(x, y, w, v):
    r = torch.softmax(x, 1)
    return r, r * 2.0 + 1.0
def h_softmax1(x, y, w, v):
    r = torch.softmax(x, 1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('softmax1', f_softmax1, h_softmax1))
def f_softmax3(x, y, w, v):
    r = torch.softmax(x, -1)
    return r, r * 2.0 + 1.0
def h_softmax3(x, y, w, v):
    r = torch.softmax(x, -1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('softmax3', f_softmax3, h_softmax3))
def f_sum1(x, y, w, v):
    r = x.sum(1)
    return r, r * 2.0 + 1.0
def h_sum1(x, y, w, v):
    r = x.sum(1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('sum1', f_sum1, h_sum1))
def f_mean23(x, y, w, v):
    r = x.mean((2, 3))
    return r, r * 2.0 + 1.0
def h_mean23(x, y, w, v):
    r = x.mean((2, 3))
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('mean23', f_mean23, h_mean23))
def f_max1(x, y, w, v):
    r = x.max(1)[0]
    return r, r * 2.0 + 1.0
def h_max1(x, y, w, v):
    r = x.max(1)[0]
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('max1', f_max1, h_max1))
def f_cumsum(x, y, w, v):
    r = x.cumsum(1)
    return r, r * 2.0 + 1.0
def h_cumsum(x, y, w, v):
    r = x.cumsum(1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('cumsum', f_cumsum, h_cumsum))
def f_flip(x, y, w, v):
    r = x.flip(1)
    return r, r * 2.0 + 1.0
def h_flip(x, y, w, v):
    r = x.flip(1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('flip', f_flip, h_flip))
def f_roll(x, y, w, v):
    r = x.roll(1, 2)
    return r, r * 2.0 + 1.0
def h_roll(x, y, w, v):
    r = x.roll(1, 2)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('roll', f_roll, h_roll))
def f_pad(x, y, w, v):
    r = F.pad(x, (1, 1, 1, 1))
    return r, r * 2.0 + 1.0
def h_pad(x, y, w, v):
    r = F.pad(x, (1, 1, 1, 1))
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('pad', f_pad, h_pad))
def f_pixsh(x, y, w, v):
    r = F.pixel_shuffle(x.repeat(1, 4, 1, 1), 2)
    return r, r * 2.0 + 1.0
def h_pixsh(x, y, w, v):
    r = F.pixel_shuffle(x.repeat(1, 4, 1, 1), 2)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('pixsh', f_pixsh, h_pixsh))
def f_tril(x, y, w, v):
    r = x.tril()
    return r, r * 2.0 + 1.0
def h_tril(x, y, w, v):
    r = x.tril()
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('tril', f_tril, h_tril))
def f_where(x, y, w, v):
    r = torch.where(x > 0, x, y)
    return r, r * 2.0 + 1.0
def h_where(x, y, w, v):
    r = torch.where(x > 0, x, y)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('where', f_where, h_where))
def f_clamp(x, y, w, v):
    r = x.clamp(-1, 1)
    return r, r * 2.0 + 1.0
def h_clamp(x, y, w, v):
    r = x.clamp(-1, 1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('clamp', f_clamp, h_clamp))
def f_sort(x, y, w, v):
    r = x.sort(1)[0]
    return r, r * 2.0 + 1.0
def h_sort(x, y, w, v):
    r = x.sort(1)[0]
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('sort', f_sort, h_sort))
def f_index(x, y, w, v):
    r = x[:, [2, 0]]
    return r, r * 2.0 + 1.0
def h_index(x, y, w, v):
    r = x[:, [2, 0]]
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('index', f_index, h_index))
def f_isel(x, y, w, v):
    r = x.index_select(1, torch.tensor([2, 0]))
    return r, r * 2.0 + 1.0
def h_isel(x, y, w, v):
    r = x.index_select(1, torch.tensor([2, 0]))
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('isel', f_isel, h_isel))
def f_gather(x, y, w, v):
    r = x.gather(1, torch.zeros(2, 1, 4, 4, dtype=torch.int64))
    return r, r * 2.0 + 1.0
def h_gather(x, y, w, v):
    r = x.gather(1, torch.zeros(2, 1, 4, 4, dtype=torch.int64))
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('gather', f_gather, h_gather))
def f_reshape(x, y, w, v):
    r = x.reshape(2, -1)
    return r, r * 2.0 + 1.0
def h_reshape(x, y, w, v):
    r = x.reshape(2, -1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('reshape', f_reshape, h_reshape))
def f_flatten(x, y, w, v):
    r = x.flatten(1)
    return r, r * 2.0 + 1.0
def h_flatten(x, y, w, v):
    r = x.flatten(1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('flatten', f_flatten, h_flatten))
def f_permute(x, y, w, v):
    r = x.permute(0, 2, 3, 1)
    return r, r * 2.0 + 1.0
def h_permute(x, y, w, v):
    r = x.permute(0, 2, 3, 1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('permute', f_permute, h_permute))
def f_matmul(x, y, w, v):
    r = x @ y
    return r, r * 2.0 + 1.0
def h_matmul(x, y, w, v):
    r = x @ y
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('matmul', f_matmul, h_matmul))
def f_bmm(x, y, w, v):
    r = torch.bmm(x[0], y[0])
    return r, r * 2.0 + 1.0
def h_bmm(x, y, w, v):
    r = torch.bmm(x[0], y[0])
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('bmm', f_bmm, h_bmm))
def f_einsum(x, y, w, v):
    r = torch.einsum('abcd,abde->abce', x, y)
    return r, r * 2.0 + 1.0
def h_einsum(x, y, w, v):
    r = torch.einsum('abcd,abde->abce', x, y)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('einsum', f_einsum, h_einsum))
def f_zeros_like(x, y, w, v):
    r = torch.zeros_like(x) + x
    return r, r * 2.0 + 1.0
def h_zeros_like(x, y, w, v):
    r = torch.zeros_like(x) + x
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('zeros_like', f_zeros_like, h_zeros_like))
def f_full_like(x, y, w, v):
    r = torch.full_like(x, 2.0) * x
    return r, r * 2.0 + 1.0
def h_full_like(x, y, w, v):
    r = torch.full_like(x, 2.0) * x
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('full_like', f_full_like, h_full_like))
def f_split(x, y, w, v):
    r = x.split(1, 1)[1]
    return r, r * 2.0 + 1.0
def h_split(x, y, w, v):
    r = x.split(1, 1)[1]
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('split', f_split, h_split))
def f_chunk(x, y, w, v):
    r = x.chunk(3, 1)[2]
    return r, r * 2.0 + 1.0
def h_chunk(x, y, w, v):
    r = x.chunk(3, 1)[2]
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('chunk', f_chunk, h_chunk))
def f_lin(x, y, w, v):
    r = F.linear(x.flatten(2).transpose(1, 2), w[:, :, 0, 0])
    return r, r * 2.0 + 1.0
def h_lin(x, y, w, v):
    r = F.linear(x.flatten(2).transpose(1, 2), w[:, :, 0, 0])
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('lin', f_lin, h_lin))
def f_dropout(x, y, w, v):
    r = F.dropout(x, 0.0)
    return r, r * 2.0 + 1.0
def h_dropout(x, y, w, v):
    r = F.dropout(x, 0.0)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('dropout', f_dropout, h_dropout))
def f_norm(x, y, w, v):
    r = F.normalize(x, dim=1)
    return r, r * 2.0 + 1.0
def h_norm(x, y, w, v):
    r = F.normalize(x, dim=1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('norm', f_norm, h_norm))
def f_lsm(x, y, w, v):
    r = F.log_softmax(x, 1)
    return r, r * 2.0 + 1.0
def h_lsm(x, y, w, v):
    r = F.log_softmax(x, 1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('lsm', f_lsm, h_lsm))
def f_unfold(x, y, w, v):
    r = F.unfold(x, 2)
    return r, r * 2.0 + 1.0
def h_unfold(x, y, w, v):
    r = F.unfold(x, 2)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('unfold', f_unfold, h_unfold))
def f_repeat(x, y, w, v):
    r = x.repeat(1, 2, 1, 1)
    return r, r * 2.0 + 1.0
def h_repeat(x, y, w, v):
    r = x.repeat(1, 2, 1, 1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('repeat', f_repeat, h_repeat))
def f_expand(x, y, w, v):
    r = x[:, :1].expand(2, 3, 4, 4)
    return r, r * 2.0 + 1.0
def h_expand(x, y, w, v):
    r = x[:, :1].expand(2, 3, 4, 4)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('expand', f_expand, h_expand))
def f_rint(x, y, w, v):
    r = x.repeat_interleave(2, 1)
    return r, r * 2.0 + 1.0
def h_rint(x, y, w, v):
    r = x.repeat_interleave(2, 1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('rint', f_rint, h_rint))
def f_tanh(x, y, w, v):
    r = torch.tanh(x)
    return r, r * 2.0 + 1.0
def h_tanh(x, y, w, v):
    r = torch.tanh(x)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('tanh', f_tanh, h_tanh))
def f_addcmul(x, y, w, v):
    r = torch.addcmul(x, y, y)
    return r, r * 2.0 + 1.0
def h_addcmul(x, y, w, v):
    r = torch.addcmul(x, y, y)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('addcmul', f_addcmul, h_addcmul))
def f_lerp(x, y, w, v):
    r = torch.lerp(x, y, 0.3)
    return r, r * 2.0 + 1.0
def h_lerp(x, y, w, v):
    r = torch.lerp(x, y, 0.3)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('lerp', f_lerp, h_lerp))
def f_masked(x, y, w, v):
    r = x.masked_fill(y > 0, 0.0)
    return r, r * 2.0 + 1.0
def h_masked(x, y, w, v):
    r = x.masked_fill(y > 0, 0.0)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('masked', f_masked, h_masked))
def f_sdpa(x, y, w, v):
    r = F.scaled_dot_product_attention(x, y, x)
    return r, r * 2.0 + 1.0
def h_sdpa(x, y, w, v):
    r = F.scaled_dot_product_attention(x, y, x)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('sdpa', f_sdpa, h_sdpa))
def f_prelu(x, y, w, v):
    r = F.prelu(x, v)
    return r, r * 2.0 + 1.0
def h_prelu(x, y, w, v):
    r = F.prelu(x, v)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('prelu', f_prelu, h_prelu))
def f_glu(x, y, w, v):
    r = F.glu(x, 3)
    return r, r * 2.0 + 1.0
def h_glu(x, y, w, v):
    r = F.glu(x, 3)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('glu', f_glu, h_glu))
def f_convt(x, y, w, v):
    r = F.conv_transpose2d(x, w)
    return r, r * 2.0 + 1.0
def h_convt(x, y, w, v):
    r = F.conv_transpose2d(x, w)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('convt', f_convt, h_convt))
def f_ctg(x, y, w, v):
    r = x.transpose(1, 2).contiguous()
    return r, r * 2.0 + 1.0
def h_ctg(x, y, w, v):
    r = x.transpose(1, 2).contiguous()
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('ctg', f_ctg, h_ctg))
def f_double(x, y, w, v):
    r = x.double()
    return r, r * 2.0 + 1.0
def h_double(x, y, w, v):
    r = x.double()
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('double', f_double, h_double))
def f_outer(x, y, w, v):
    r = torch.outer(v, v) + x[0, :, :3, 0]
    return r, r * 2.0 + 1.0
def h_outer(x, y, w, v):
    r = torch.outer(v, v) + x[0, :, :3, 0]
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('outer', f_outer, h_outer))
def f_inv(x, y, w, v):
    r = torch.linalg.inv(x)
    return r, r * 2.0 + 1.0
def h_inv(x, y, w, v):
    r = torch.linalg.inv(x)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('inv', f_inv, h_inv))
def f_chol(x, y, w, v):
    r = torch.linalg.cholesky(x @ x.mT + 3 * torch.eye(4))
    return r, r * 2.0 + 1.0
def h_chol(x, y, w, v):
    r = torch.linalg.cholesky(x @ x.mT + 3 * torch.eye(4))
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('chol', f_chol, h_chol))
def f_qr(x, y, w, v):
    r = torch.linalg.qr(x)[1]
    return r, r * 2.0 + 1.0
def h_qr(x, y, w, v):
    r = torch.linalg.qr(x)[1]
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('qr', f_qr, h_qr))
def f_solve(x, y, w, v):
    r = torch.linalg.solve(x, y)
    return r, r * 2.0 + 1.0
def h_solve(x, y, w, v):
    r = torch.linalg.solve(x, y)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('solve', f_solve, h_solve))
def f_triu(x, y, w, v):
    r = torch.linalg.solve_triangular(x, y, upper=True)
    return r, r * 2.0 + 1.0
def h_triu(x, y, w, v):
    r = torch.linalg.solve_triangular(x, y, upper=True)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('triu', f_triu, h_triu))
def f_det(x, y, w, v):
    r = torch.linalg.det(x)
    return r, r * 2.0 + 1.0
def h_det(x, y, w, v):
    r = torch.linalg.det(x)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('det', f_det, h_det))
def f_copy(x, y, w, v):
    r = torch.zeros(2, 3, 4, 4).copy_(x)
    return r, r * 2.0 + 1.0
def h_copy(x, y, w, v):
    r = torch.zeros(2, 3, 4, 4).copy_(x)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('copy', f_copy, h_copy))
def f_select(x, y, w, v):
    r = x.select(1, 1)
    return r, r * 2.0 + 1.0
def h_select(x, y, w, v):
    r = x.select(1, 1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('select', f_select, h_select))
def f_diag(x, y, w, v):
    r = x.diagonal(0, 2, 3)
    return r, r * 2.0 + 1.0
def h_diag(x, y, w, v):
    r = x.diagonal(0, 2, 3)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('diag', f_diag, h_diag))
def f_unsq(x, y, w, v):
    r = x.unsqueeze(2)
    return r, r * 2.0 + 1.0
def h_unsq(x, y, w, v):
    r = x.unsqueeze(2)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('unsq', f_unsq, h_unsq))
def f_var(x, y, w, v):
    r = x.var((0, 2, 3))
    return r, r * 2.0 + 1.0
def h_var(x, y, w, v):
    r = x.var((0, 2, 3))
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('var', f_var, h_var))
def f_logsumexp(x, y, w, v):
    r = x.logsumexp(1)
    return r, r * 2.0 + 1.0
def h_logsumexp(x, y, w, v):
    r = x.logsumexp(1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('logsumexp', f_logsumexp, h_logsumexp))
def f_cdist(x, y, w, v):
    r = torch.cdist(x, y)
    return r, r * 2.0 + 1.0
def h_cdist(x, y, w, v):
    r = torch.cdist(x, y)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('cdist', f_cdist, h_cdist))
def f_hstack(x, y, w, v):
    r = torch.hstack([x])
    return r, r * 2.0 + 1.0
def h_hstack(x, y, w, v):
    r = torch.hstack([x])
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('hstack', f_hstack, h_hstack))
def f_vstack(x, y, w, v):
    r = torch.vstack([x])
    return r, r * 2.0 + 1.0
def h_vstack(x, y, w, v):
    r = torch.vstack([x])
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('vstack', f_vstack, h_vstack))
def f_cat1d0(x, y, w, v):
    r = torch.cat([x], 0)
    return r, r * 2.0 + 1.0
def h_cat1d0(x, y, w, v):
    r = torch.cat([x], 0)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('cat1d0', f_cat1d0, h_cat1d0))
def f_concat3(x, y, w, v):
    r = torch.cat([x, y, x], 1)
    return r, r * 2.0 + 1.0
def h_concat3(x, y, w, v):
    r = torch.cat([x, y, x], 1)
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad
CASES.append(('concat3', f_concat3, h_concat3))

LAYOUTS = [("contiguous", X, Y), ("channels_last", X.contiguous(memory_format=torch.channels_last), Y.contiguous(memory_format=torch.channels_last)),
           ("mixed", X.contiguous(memory_format=torch.channels_last), Y), ("transposed", X.transpose(2, 3), Y.transpose(2, 3).contiguous().transpose(2, 3)), ("expanded", X[:1].expand(2, 3, 4, 4), Y)]
def short(t):
    return "None" if t is None else str(list(t.shape)) + " " + " ".join(["%.4g" % z for z in (t.detach().double() * torch.linspace(1, 2, t.numel(), dtype=torch.float64).reshape(t.shape)).flatten().tolist()[:6]]) + " %.5g" % (t.detach().double() * torch.linspace(1, 2, t.numel(), dtype=torch.float64).reshape(t.shape)).sum().item()
for name, f, h in CASES:
    for i in range(10):
        lay, x, y = LAYOUTS[i % 5] if i >= 5 else LAYOUTS[1]
        try: print(name, "f", i, lay, [short(t) for t in f(x, y, W, V)])
        except Exception as e: print(name, "f", i, lay, type(e).__name__)
        p, q = x.detach().requires_grad_(), y.detach().requires_grad_()
        try: print(name, "h", i, lay, [short(t) for t in h(p, q, W, V)])
        except Exception as e: print(name, "h", i, lay, type(e).__name__)
