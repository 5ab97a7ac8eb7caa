// The arithmetic of LineGraph.

export interface GraphPoint {
  x: number;
  y: number;
}

export interface Scale {
  fromX: number;
  toX: number;
  share: (y: number) => number; // 0 at the bottom, 1 on top
  ticks: number[];
}

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

const isFinitePoint = (p: GraphPoint): boolean => Number.isFinite(p.x) && Number.isFinite(p.y);

export function scaleOf(points: readonly GraphPoint[], logarithmic: boolean): Scale {
  const good = points.filter(isFinitePoint);
  const xs = good.map((p) => p.x);
  const fromX = xs.length > 0 ? Math.min(...xs) : 0;
  const toX = xs.length > 0 ? Math.max(...xs) : 1;
  const most = Math.max(logarithmic ? 10 : 1, ...good.map((p) => p.y));
  if (logarithmic) return logScale(fromX, toX, most);
  const step = niceStep(most / 3);
  const top = Math.ceil(most / step) * step;
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);
  return { fromX, toX, share: (y) => y / top, ticks };
}

function logScale(fromX: number, toX: number, most: number): Scale {
  const decades = Math.max(1, Math.ceil(Math.log10(most)));
  const share = (y: number) => Math.max(0, Math.log10(Math.max(1, y)) / decades);
  const every = Math.ceil(decades / 4);
  const ticks = Array.from({ length: Math.floor(decades / every) + 1 }, (_, i) => 10 ** (i * every));
  return { fromX, toX, share, ticks };
}

// 1, 2 or 5 times a power of ten, not below the number.
export function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1e-9)));
  const digit = [1, 2, 5, 10].find((d) => d * power >= rough * 0.999) ?? 10;
  return digit * power;
}

export function graphPath(points: readonly GraphPoint[], scale: Scale, frame: Frame): string {
  const span = scale.toX - scale.fromX || 1;
  return points
    .filter(isFinitePoint)
    .map((p, i) => {
      const x = frame.left + (frame.width * (p.x - scale.fromX)) / span;
      const y = frame.top + frame.height * (1 - Math.min(1, scale.share(p.y)));
      return `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
