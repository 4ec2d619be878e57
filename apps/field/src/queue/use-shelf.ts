import { useEffect, useState } from 'preact/hooks';
import { openShelf, type Shelf, type ShelfOwner } from './shelf/open-shelf.ts';

/** What lies on the device, while it is shown. */
export const useShelf = ({ sessionId, participantId }: ShelfOwner): Shelf | undefined => {
  const [shelf, setShelf] = useState<Shelf>();
  useEffect(() => {
    let opened: Shelf | undefined;
    let isOver = false;
    void openShelf({ sessionId, participantId }, () => {}).then((found) => {
      opened = found;
      if (isOver) found.close();
      else setShelf(found);
    });
    return () => {
      isOver = true;
      opened?.close();
    };
  }, [sessionId, participantId]);
  return shelf;
};
