import type { OperatorMessage } from '@field-inspection/signalling';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { write } from '../words/words.ts';
import type { Size } from './find-point.ts';
import type { Strokes } from './strokes.ts';
import { usePen } from './use-pen.ts';

type Props = {
  stream: MediaStream | undefined;
  size: Size | undefined;
  onSize: (size: Size | undefined) => void;
  say: (message: OperatorMessage) => number;
};

/** The phone's picture, over which the operator points and draws, also while a frame of it stands still. */
export const Stage = ({ stream, size, onSize, say }: Props) => {
  const video = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLCanvasElement>(null);
  const [isDrawing, setIsDrawing] = useState(false);
  const [isFrozen, setIsFrozen] = useState(false);
  const { strokes, clear, ...hand } = usePen({ size, isDrawing, say });
  useEffect(() => {
    video.current!.srcObject = stream ?? null;
    if (!stream) onSize(undefined);
  }, [stream, onSize]);
  const measure = () => {
    const { videoWidth: width, videoHeight: height } = video.current!;
    onSize(width > 0 ? { width, height } : undefined);
  };
  const freeze = () => {
    if (!isFrozen && size) drawFrame(frame.current!, video.current!, size);
    setIsFrozen(!isFrozen);
    if (!isFrozen) setIsDrawing(true);
  };
  return (
    <>
      <div className="actions tools">
        <Button kind="secondary" isPressed={isDrawing} onPress={() => setIsDrawing(!isDrawing)}>
          {write('live.draw')}
        </Button>
        <Button kind="secondary" isPressed={isFrozen} isDisabled={!size} onPress={freeze}>
          {write('live.freeze')}
        </Button>
        <Button kind="secondary" isDisabled={strokes.length === 0} onPress={clear}>
          {write('live.clear')}
        </Button>
        <span className="quiet">{write('live.draw_words')}</span>
      </div>
      <div className={`stage ${isDrawing ? 'drawing' : ''}`} {...hand}>
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          aria-label={write('live.picture')}
          onResize={measure}
          onLoadedMetadata={measure}
        />
        <canvas ref={frame} hidden={!isFrozen} role="img" aria-label={write('live.frozen')} />
        {size && <Drawn strokes={strokes} size={size} />}
      </div>
    </>
  );
};

const drawFrame = (canvas: HTMLCanvasElement, video: HTMLVideoElement, { width, height }: Size): void => {
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')!.drawImage(video, 0, 0);
};

const Drawn = ({ strokes, size: { width, height } }: { strokes: Strokes; size: Size }) => (
  <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
    {strokes.map(({ id, points }) => (
      <polyline key={id} points={points.map(({ x, y }) => `${x * width},${y * height}`).join(' ')} />
    ))}
  </svg>
);
