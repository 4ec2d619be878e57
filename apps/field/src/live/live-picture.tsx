import { useEffect, useRef, useState } from 'preact/hooks';
import type { Point } from '@field-inspection/signalling';
import { say } from '../texts/say.ts';
import type { Board } from './draw-on-board.ts';
import type { Live } from './live.ts';

type Size = { width: number; height: number };

/** Shows the own picture, with the operators' pointers and lines over it. */
export const LivePicture = ({ live }: { live: Live }) => {
  const video = useRef<HTMLVideoElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const stream = live.camera.value === 'off' ? undefined : live.sharing.value;
  useEffect(() => {
    const { current: element } = video;
    if (!element) return;
    element.srcObject = stream ?? null;
    // Muted, so that nobody hears themselves; and React's like leave the property unset.
    element.muted = true;
    element.play().catch(() => {});
  }, [stream]);
  if (!stream) return null;
  const measure = ({
    currentTarget: { videoWidth: width, videoHeight: height },
  }: {
    currentTarget: HTMLVideoElement;
  }) => setSize({ width, height });
  return (
    <div class="live-picture">
      <video
        ref={video}
        autoplay
        muted
        playsInline
        aria-label={say('field.live.preview')}
        onResize={measure}
        onLoadedMetadata={measure}
      />
      {size.width > 0 && <Overlay board={live.board.value} size={size} />}
    </div>
  );
};

/** Draws the board over the picture at its size and place, so that 0 to 1 is where the operator saw it. */
const Overlay = ({ board, size: { width, height } }: { board: Board; size: Size }) => {
  const unit = Math.min(width, height) / 60;
  return (
    <svg class="live-board" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {board.lines.map(({ from, id, points }) => (
        <polyline
          key={`${from} ${id}`}
          stroke-width={unit}
          points={describeLine(points, { width, height })}
        />
      ))}
      {board.pointers.map(({ from, x, y }) => (
        <circle key={from} cx={x * width} cy={y * height} r={unit * 3} stroke-width={unit} />
      ))}
    </svg>
  );
};

// A line of one point is drawn as a dot: its end is round.
const describeLine = (points: readonly Point[], { width, height }: Size): string =>
  (points.length === 1 ? [points[0]!, points[0]!] : points)
    .map(({ x, y }) => `${x * width},${y * height}`)
    .join(' ');
