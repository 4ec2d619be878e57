import { useEffect, useRef, useState } from 'preact/hooks';
import { Thumb } from '../parts/thumb.tsx';
import { useObjectUrl } from '../parts/use-object-url.ts';
import type { QueueItem } from './shelf/queue-item.ts';
import type { Queue } from './queue.ts';

export type QueuePictureProps = {
  item: Pick<QueueItem, 'id' | 'state' | 'thumb'>;
  name: string;
  queue: Pick<Queue, 'openContent'>;
};

export const QueuePicture = (props: QueuePictureProps) =>
  props.item.thumb ? (
    <div class="queue-picture">
      <Thumb item={props.item} name={props.name} />
    </div>
  ) : (
    <KeptPicture {...props} />
  );

/** Photos of earlier releases, and those that the browser could not make small, are shown while they are kept. */
const KeptPicture = ({ item: { id, state }, name, queue }: QueuePictureProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const isKept = state !== 'stored';
  const isInView = useInView(frame, isKept);
  const [content, setContent] = useState<Blob>();
  useEffect(() => {
    if (!isInView) return setContent(undefined);
    let isOver = false;
    queue.openContent(id).then(
      (found) => isOver || setContent(found),
      // A picture that can't be read is not shown.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [id, isInView]);
  const url = useObjectUrl(content);
  return isKept ? (
    <div ref={frame} class="queue-picture">
      {url && <img src={url} alt={name} />}
    </div>
  ) : null;
};

// Only pictures in view are opened: a long day's pictures exceed a phone's memory.
const useInView = (frame: { current: Element | null }, isWatched: boolean): boolean => {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!isWatched || !frame.current) return setInView(false);
    const observer = new IntersectionObserver((seen) => setInView(seen.at(-1)!.isIntersecting));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [isWatched]);
  return isInView;
};
