import { useEffect, useRef, useState } from 'preact/hooks';
import type { Point } from '@field-inspection/signalling';
import { listCameras } from '../media/open-camera.ts';
import { say } from '../texts/say.ts';
import type { Board } from './draw-on-board.ts';
import type { Live } from './live.ts';

type Size = { width: number; height: number };

export const LivePicture = ({ live }: { live: Live }) => {
  const video = useRef<HTMLVideoElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const stream = live.camera.value === 'off' ? undefined : live.sharing.value;
  useEffect(() => {
    const { current: element } = video;
    if (!element) return;
    element.srcObject = stream ?? null;
    // The own sound is muted. React and its like leave the property unset.
    element.muted = true;
    element.play().catch(() => {});
  }, [stream]);
  const hasOther = useHasOther(stream);
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
      <p class="live-sign">{say('field.live.sign')}</p>
      {hasOther && (
        <button
          type="button"
          class="button secondary live-flip"
          aria-disabled={live.isOpening.value}
          onClick={() => live.isOpening.value || void live.flip()}
        >
          {say('field.camera.flip')}
        </button>
      )}
      {size.width > 0 && <Overlay board={live.board.value} size={size} />}
    </div>
  );
};

/** Browsers name all cameras only once one is open. */
const useHasOther = (stream: MediaStream | undefined): boolean => {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!stream) return;
    void listCameras().then((cameras) => setCount(cameras.length));
  }, [stream]);
  return count > 1;
};

/** The board has the picture's size and place, so that its coordinates from 0 to 1 match the operator's. */
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

// A line of one point needs round ends, to show as a dot.
const describeLine = (points: readonly Point[], { width, height }: Size): string =>
  (points.length === 1 ? [points[0]!, points[0]!] : points)
    .map(({ x, y }) => `${x * width},${y * height}`)
    .join(' ');
