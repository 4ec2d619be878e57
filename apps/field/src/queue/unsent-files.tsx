import { useEffect } from 'preact/hooks';
import { say } from '../texts/say.ts';
import type { Shelf, ShelfOwner } from './shelf/open-shelf.ts';
import { QueueEntry } from './queue-entry.tsx';
import { QueueList } from './queue-list.tsx';
import { viewItem, type KeptItem, type Reason } from './shelf/queue-item.ts';
import './queue.css';

export type UnsentFilesProps = {
  owner: ShelfOwner;
  shelf: Shelf;
  reason: Reason;
  /** Drawings are saved with the photos below them. */
  hasDrawings: boolean;
  onSaved: (id: string) => void;
};

/** The way into the session is over, so that files can only be saved. */
export const UnsentFiles = ({ owner, shelf, reason, hasDrawings, onSaved }: UnsentFilesProps) => {
  const kept = shelf.kept.value;
  const left = kept.filter((item) => !isStored(item));
  useEffect(() => {
    // No stored item stays on the device after the end of the session, or of the person's way into it.
    const isOver = reason === 'ended' || owner.participantId !== undefined;
    for (const item of kept.filter(isStored)) {
      if (item.isDrawnOn && hasDrawings) continue;
      if (isOver) void shelf.remove(item.id);
      else if (item.isDrawnOn) void shelf.move(item, { kind: 'drawn', isDrawnOn: false });
    }
  }, [kept]);
  if (left.length === 0) return null;
  const queue = { openContent: shelf.readContent, remove: shelf.remove };
  return (
    <section class="part queue">
      <p class="text" role="alert">
        {say('field.queue.not_sent', { count: left.length })}
      </p>
      <QueueList ids={left.map(({ id }) => id)}>
        {left.map((item) => (
          <QueueEntry
            key={item.id}
            item={viewItem(refuse(item, reason), undefined)}
            name={item.label ?? item.slot ?? say('field.camera.free')}
            queue={queue}
            onSaved={() => onSaved(item.id)}
          />
        ))}
      </QueueList>
    </section>
  );
};

const isStored = ({ state }: KeptItem): boolean => state === 'stored';

/** The item may still be sent by another link to the same session, so the refusal is only shown. */
const refuse = (item: KeptItem, reason: Reason): KeptItem =>
  item.state === 'refused' ? item : { ...item, state: 'refused', reason };
