"""U-Net segmentation of discs: DoubleConv blocks, bilinear or transposed up, Dice + BCE, checkpoints, plateau schedule, metrics."""
# tier2: train_model.loop#1.body.update 80% after 4
# tier2: UNet.forward 80% after 4
# tier2: dice_loss 85% after 3
# float-tolerance: 5e-2
import logging
import os
import sys
import warnings
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Dict

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor, optim
from torch.utils.data import DataLoader, Dataset, random_split

warnings.simplefilter("ignore", FutureWarning)
logging.basicConfig(level=logging.INFO, format='%(levelname)s: %(message)s', stream=sys.stdout)


@dataclass
class Config:
    epochs: int = 3
    batch_size: int = 8
    learning_rate: float = 1e-3
    val_percent: float = 0.25
    save_checkpoint: bool = True
    bilinear: bool = False
    amp: bool = False
    extra: Dict[str, Any] = field(default_factory=dict)


class DoubleConv(nn.Module):
    """(convolution => [BN] => ReLU) * 2"""

    def __init__(self, in_channels, out_channels, mid_channels=None):
        super().__init__()
        if not mid_channels:
            mid_channels = out_channels
        self.double_conv = nn.Sequential(
            nn.Conv2d(in_channels, mid_channels, kernel_size=3, padding=1, bias=False), nn.BatchNorm2d(mid_channels), nn.ReLU(inplace=True),
            nn.Conv2d(mid_channels, out_channels, kernel_size=3, padding=1, bias=False), nn.BatchNorm2d(out_channels), nn.ReLU(inplace=True))

    def forward(self, x):
        return self.double_conv(x)


class Down(nn.Module):
    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.maxpool_conv = nn.Sequential(nn.MaxPool2d(2), DoubleConv(in_channels, out_channels))

    def forward(self, x):
        return self.maxpool_conv(x)


class Up(nn.Module):
    def __init__(self, in_channels, out_channels, bilinear=True):
        super().__init__()
        if bilinear:
            self.up = nn.Upsample(scale_factor=2, mode='bilinear', align_corners=True)
            self.conv = DoubleConv(in_channels, out_channels, in_channels // 2)
        else:
            self.up = nn.ConvTranspose2d(in_channels, in_channels // 2, kernel_size=2, stride=2)
            self.conv = DoubleConv(in_channels, out_channels)

    def forward(self, x1, x2):
        x1 = self.up(x1)
        diffY = x2.size()[2] - x1.size()[2]
        diffX = x2.size()[3] - x1.size()[3]
        x1 = F.pad(x1, [diffX // 2, diffX - diffX // 2, diffY // 2, diffY - diffY // 2])
        x = torch.cat([x2, x1], dim=1)
        return self.conv(x)


class UNet(nn.Module):
    def __init__(self, n_channels, n_classes, bilinear=False, base=6):
        super(UNet, self).__init__()
        self.n_channels, self.n_classes, self.bilinear = n_channels, n_classes, bilinear
        factor = 2 if bilinear else 1
        self.inc = (DoubleConv(n_channels, base))
        self.down1 = (Down(base, base * 2))
        self.down2 = (Down(base * 2, base * 4 // factor))
        self.up1 = (Up(base * 4, base * 2 // factor, bilinear))
        self.up2 = (Up(base * 2, base, bilinear))
        self.outc = nn.Conv2d(base, n_classes, kernel_size=1)

    def forward(self, x):
        x1 = self.inc(x)
        x2 = self.down1(x1)
        x3 = self.down2(x2)
        x = self.up1(x3, x2)
        x = self.up2(x, x1)
        return self.outc(x)


def dice_coeff(input: Tensor, target: Tensor, reduce_batch_first: bool = False, epsilon: float = 1e-6):
    assert input.size() == target.size()
    assert input.dim() == 3 or not reduce_batch_first
    sum_dim = (-1, -2) if input.dim() == 2 or not reduce_batch_first else (-1, -2, -3)
    inter = 2 * (input * target).sum(dim=sum_dim)
    sets_sum = input.sum(dim=sum_dim) + target.sum(dim=sum_dim)
    sets_sum = torch.where(sets_sum == 0, inter, sets_sum)
    dice = (inter + epsilon) / (sets_sum + epsilon)
    return dice.mean()


def dice_loss(input: Tensor, target: Tensor):
    return 1 - dice_coeff(input, target, reduce_batch_first=True)


class Discs(Dataset):
    def __init__(self, n, size=18, seed=0):
        g = torch.Generator().manual_seed(seed)
        self.ids = [f'img_{i:03d}' for i in range(n)]
        ys, xs = torch.meshgrid(torch.arange(size), torch.arange(size), indexing='ij')
        self.masks, self.images = [], []
        for _ in self.ids:
            cy, cx, r = (torch.rand(3, generator=g) * torch.tensor([8., 8., 3.]) + torch.tensor([5., 5., 2.5])).tolist()
            mask = ((ys - cy) ** 2 + (xs - cx) ** 2 <= r * r).long()
            self.masks.append(mask)
            self.images.append(mask.float().unsqueeze(0) + 0.5 * torch.randn(1, size, size, generator=g))

    def __len__(self):
        return len(self.ids)

    def __getitem__(self, idx):
        return {'image': self.images[idx].contiguous(), 'mask': self.masks[idx].contiguous()}


@torch.inference_mode()
def evaluate(net, dataloader):
    net.eval()
    num_val_batches = len(dataloader)
    dice_score = 0
    for batch in dataloader:
        mask_pred = (torch.sigmoid(net(batch['image'])) > 0.5).float().squeeze(1)
        dice_score += dice_coeff(mask_pred, batch['mask'].float(), reduce_batch_first=False)
    net.train()
    return dice_score / max(num_val_batches, 1)


def train_model(model, cfg: Config, directory: Path):
    dataset = Discs(64)
    n_val = int(len(dataset) * cfg.val_percent)
    n_train = len(dataset) - n_val
    train_set, val_set = random_split(dataset, [n_train, n_val], generator=torch.Generator().manual_seed(0))
    loader_args = dict(batch_size=cfg.batch_size, num_workers=0, pin_memory=False)
    train_loader = DataLoader(train_set, shuffle=True, **loader_args)
    val_loader = DataLoader(val_set, shuffle=False, drop_last=True, **loader_args)
    logging.info(f'''Starting training:
        Epochs:          {cfg.epochs}
        Batch size:      {cfg.batch_size}
        Learning rate:   {cfg.learning_rate}
        Training size:   {n_train}
        Mixed Precision: {cfg.amp}
    ''')
    optimizer = optim.RMSprop(model.parameters(), lr=cfg.learning_rate, weight_decay=1e-8, momentum=0.9, foreach=True)
    scheduler = optim.lr_scheduler.ReduceLROnPlateau(optimizer, 'max', patience=2)
    grad_scaler = torch.cuda.amp.GradScaler(enabled=cfg.amp)
    criterion = nn.CrossEntropyLoss() if model.n_classes > 1 else nn.BCEWithLogitsLoss()
    global_step = 0
    for epoch in range(1, cfg.epochs + 1):
        model.train()
        epoch_loss = 0
        for batch in train_loader:
            images, true_masks = batch['image'], batch['mask']
            assert images.shape[1] == model.n_channels, \
                f'Network has been defined with {model.n_channels} input channels, but loaded images have {images.shape[1]}.'
            images = images.to(dtype=torch.float32, memory_format=torch.channels_last)
            true_masks = true_masks.to(dtype=torch.long)
            masks_pred = model(images)
            loss = criterion(masks_pred.squeeze(1), true_masks.float())
            loss += dice_loss(torch.sigmoid(masks_pred.squeeze(1)), true_masks.float())
            optimizer.zero_grad(set_to_none=True)
            grad_scaler.scale(loss).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            grad_scaler.step(optimizer)
            grad_scaler.update()
            global_step += 1
            epoch_loss += loss.item()
        val_score = evaluate(model, val_loader)
        scheduler.step(val_score)
        logging.info('epoch {} loss {:.3f} Validation Dice score: {:.1f}'.format(epoch, epoch_loss / len(train_loader), val_score))
        if cfg.save_checkpoint:
            directory.mkdir(parents=True, exist_ok=True)
            state_dict = model.state_dict()
            state_dict['mask_values'] = [0, 1]
            torch.save(state_dict, str(directory / 'checkpoint_epoch{}.pth'.format(epoch)))
    return val_score


if __name__ == '__main__':
    for cfg in (Config(), replace(Config(), bilinear=True, epochs=2)):
        torch.manual_seed(1)
        model = UNet(n_channels=1, n_classes=1, bilinear=cfg.bilinear)
        model = model.to(memory_format=torch.channels_last)
        logging.info('Network: %s parameters, %s upscaling', f'{sum(p.numel() for p in model.parameters()):,}',
                     "Bilinear" if model.bilinear else "Transposed conv")
        train_model(model, cfg, Path('checkpoints'))
        files = sorted(p.name for p in Path('checkpoints').glob('*.pth'))
        state_dict = torch.load(os.path.join('checkpoints', files[cfg.epochs - 1]), map_location='cpu')
        logging.info('%s %s', files, state_dict.pop('mask_values'))
        fresh = UNet(1, 1, cfg.bilinear)
        print(fresh.load_state_dict(OrderedDict(('module.' + k, v) for k, v in state_dict.items()), strict=False).missing_keys[:2])
        print(fresh.load_state_dict(state_dict))
        x = torch.randn(2, 1, 18, 18)
        print(torch.allclose(fresh.eval()(x), model.eval()(x), atol=1e-5))
