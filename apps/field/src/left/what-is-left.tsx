import { Button } from '@field-inspection/ui';
import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { FieldSessionState } from '../inspection.ts';
import { openShelf, type Shelf, type ShelfOwner } from '../queue/shelf/open-shelf.ts';
import type { Reason } from '../queue/shelf/queue-item.ts';
import { describeStored } from '../receipt/describe-stored.ts';
import { keepEnd, type KeptEnd, type LeftDrawing, sessionId } from '../service/kept-session.ts';
import { saveFile } from '../parts/save-file.ts';
import { say } from '../texts/say.ts';
import { LeftDrawings } from '../draw/left-drawings.tsx';
import { UnsentFiles } from '../queue/unsent-files.tsx';

export type WhatIsLeftProps = {
  reason: Reason;
  end?: KeptEnd | undefined;
  state?: FieldSessionState | undefined;
  participantId?: string | undefined;
};

export const WhatIsLeft = ({ reason, end = NOTHING, state, participantId }: WhatIsLeftProps) => {
  const told = useSignal<KeptEnd | undefined>(state ? undefined : end);
  // Nobody is told to go before the number of unsaved pieces is known.
  const unsaved = useSignal<number | undefined>(undefined);
  useEffect(() => {
    if (!state) return;
    void describeKept(state)
      .then((kept) => ({ ...end, ...kept }))
      .catch(() => end)
      .then((found) => {
        keepEnd(found);
        told.value = found;
      });
  }, [state]);
  if (!told.value) return null;
  return (
    <>
      <Unsaved
        owner={{ sessionId, participantId }}
        reason={reason}
        drawings={told.value.drawings ?? []}
        onUnsaved={(count) => (unsaved.value = count)}
      />
      <Receipt {...told.value} />
      {reason === 'ended' && unsaved.value === 0 && <p class="advice">{say('field.ended.body')}</p>}
    </>
  );
};

const NOTHING: KeptEnd = { stored: 0, receipt: '' };

const describeKept = async (state: FieldSessionState): Promise<KeptEnd> => {
  const shelf = await openShelf({ sessionId, participantId: state.participant.id }, () => undefined);
  const end = describeStored(state, shelf.kept.value);
  shelf.close();
  return end;
};

const Receipt = ({ stored, drawn = {}, receipt }: KeptEnd) => {
  const kinds = Object.entries(drawn);
  if (stored === 0 && kinds.length === 0) return null;
  return (
    <>
      <p class="text">{stored > 0 && say('field.ended.stored', { count: stored })}</p>
      <dl class="facts counts">
        {kinds.map(([kind, count]) => (
          <div key={kind}>
            <dt>{say(`field.ended.${kind}`)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <Button onTap={() => saveFile(`${sessionId}.txt`, new Blob([receipt], { type: 'text/plain' }))}>
        {say('field.ended.receipt')}
      </Button>
    </>
  );
};

type UnsavedProps = {
  owner: ShelfOwner;
  reason: Reason;
  drawings: readonly LeftDrawing[];
  /** Told once it is known how many pieces are to be saved, and at each change. */
  onUnsaved: (unsaved: number) => void;
};

/** The way into the session is over: files and drawings can only be saved. */
const Unsaved = ({ owner, reason, drawings, onUnsaved }: UnsavedProps) => {
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
