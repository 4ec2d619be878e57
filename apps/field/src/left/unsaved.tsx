import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { LeftDrawings } from '../draw/left-drawings.tsx';
import { openShelf, type Shelf, type ShelfOwner } from '../queue/shelf/open-shelf.ts';
import type { Reason } from '../queue/shelf/queue-item.ts';
import { UnsentFiles } from '../queue/unsent-files.tsx';
import type { LeftDrawing } from '../service/kept-session.ts';
import { say } from '../texts/say.ts';

export type UnsavedProps = {
  owner: ShelfOwner;
  reason: Reason;
  drawings: readonly LeftDrawing[];
  /** Told once it is known how much the person has still to save, and each time that it changes. */
  onUnsaved: (unsaved: number) => void;
};

/** Shows the unsent files and drawings for the person to save, once the way into the session is over. */
export const Unsaved = ({ owner, reason, drawings, onUnsaved }: UnsavedProps) => {
  const shelf = useShelf(owner);
  const saved = useSignal<readonly string[]>([]);
  const onSaved = (name: string) => void (saved.value = [...saved.value, name]);
  const photos = (shelf?.kept.value ?? []).filter(
    ({ state, reason: why }) => state !== 'stored' && why !== 'lost',
  );
  const names = [...photos.map(({ id }) => id), ...drawings.map(({ name }) => name)];
  const unsaved = names.filter((name) => !saved.value.includes(name)).length;
  useEffect(() => {
    if (shelf) onUnsaved(unsaved);
  }, [shelf, unsaved]);
  if (!shelf) return null;
  return (
    <>
      <UnsentFiles {...{ owner, shelf, reason, onSaved }} hasDrawings={drawings.length > 0} />
      {drawings.length > 0 && <LeftDrawings {...{ shelf, reason, drawings, onSaved }} />}
      {unsaved > 0 && <p class="note">{say('field.queue.save_first')}</p>}
    </>
  );
};

/** Opens the shelf while the component is shown. */
const useShelf = ({ sessionId, participantId }: ShelfOwner): Shelf | undefined => {
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
