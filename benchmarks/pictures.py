"""Small pictures of solids and their parts: points strewn over surfaces, the nearest one in each pixel."""

from __future__ import annotations

import colorsys
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

SIZE = 240  # pixels of a panel, each way
PER_PIXEL = 12  # points strewn for each pixel of a panel
VIEW = np.array([[0.80, 0.60, 0.0], [-0.30, 0.40, 0.866], [0.52, -0.693, 0.50]])  # right, up, towards the eye
LIGHT = np.array([0.3, 0.5, 0.81])  # along the rows of VIEW
GREY = (0.72, 0.74, 0.78)

Surface = tuple[NDArray[np.float64], NDArray[np.int64]]
Image = NDArray[np.uint8]


def colours(count: int) -> list[tuple[float, float, float]]:
    """Return colours that neighbours in the list do not share."""
    return [colorsys.hsv_to_rgb(index * 0.618 % 1, 0.55, 0.95) for index in range(count)]


def panel(surfaces: Sequence[Surface], paints: Sequence[tuple[float, float, float]],
          box: tuple[NDArray[np.float64], float]) -> Image:
    """Draw surfaces, one colour each, seen along VIEW; `box` is the middle and the diagonal of what is shown.
    """
    seen, shades = [], []
    for (V, F), paint in zip(surfaces, paints, strict=True):
        points, light = _strewn((V - box[0]) @ VIEW.T / box[1], F, len(surfaces))
        seen.append(points)
        shades.append(light[:, None] * np.array(paint) * 255)
    points, shade = np.vstack(seen), np.vstack(shades)
    nearest_last = np.argsort(points[:, 2], kind='stable')
    column, row = ((SIZE * (0.5 + np.array([[1], [-1]]) * points[nearest_last, :2].T)).astype(int)
                   .clip(0, SIZE - 1))
    image = np.full((SIZE, SIZE, 3), 255, dtype=np.uint8)
    image[row, column] = shade[nearest_last].astype(np.uint8)
    return image


def _strewn(V: NDArray[np.float64], F: NDArray[np.int64], shared: int) -> tuple[Any, Any]:
    """Return points evenly over a surface, and how bright it is there."""
    corners = V[F]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    double = np.linalg.norm(cross, axis=1)
    rng = np.random.default_rng(0)
    count = max(int(PER_PIXEL * SIZE * SIZE * min(double.sum() / 2, 1.0)), 1000 // shared)
    chosen = rng.choice(len(F), count, p=double / double.sum())
    a, b = rng.random((2, count))
    a, b = np.where(a + b > 1, 1 - a, a), np.where(a + b > 1, 1 - b, b)
    sides = corners[chosen, 1:] - corners[chosen, :1]
    points = corners[chosen, 0] + a[:, None] * sides[:, 0] + b[:, None] * sides[:, 1]
    brightness = 0.45 + 0.55 * np.maximum(cross[chosen] / double[chosen, None] @ LIGHT, 0)
    return points, brightness


def write_png(path: Path, panels: Sequence[Image]) -> None:
    """Write panels side by side."""
    image = np.hstack(panels)
    rows = b''.join(b'\0' + row.tobytes() for row in image)
    header = struct.pack('>IIBBBBB', image.shape[1], image.shape[0], 8, 2, 0, 0, 0)
    chunks = ((b'IHDR', header), (b'IDAT', zlib.compress(rows, 9)), (b'IEND', b''))
    path.write_bytes(b'\x89PNG\r\n\x1a\n' + b''.join(
        struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
        for name, data in chunks))
