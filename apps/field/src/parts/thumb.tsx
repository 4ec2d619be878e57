import { useMemo } from 'preact/hooks';
import { useObjectUrl } from './use-object-url.ts';
import type { QueueItem } from '../queue/shelf/queue-item.ts';

type Thumb = { item: Pick<QueueItem, 'id' | 'thumb'>; name: string };

/** The small picture stays on the device when the photo itself has left it. */
export const Thumb = ({ item: { id, thumb }, name }: Thumb) => {
  const picture = useMemo(
    () => thumb && new Blob([thumb], { type: 'image/jpeg' }),
    [id, thumb !== undefined],
  );
  const url = useObjectUrl(picture);
  return url ? <img class="thumb" src={url} alt={name} /> : null;
};
