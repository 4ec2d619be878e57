import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FieldSessionState, Inspection } from '../inspection.ts';
import type { QueueScreen } from '../queue/queue-screen.tsx';
import type { Queue } from '../queue/queue.ts';
import { sessionId } from '../service/kept-session.ts';
import { loadRoomTexts } from '../texts/load-room-texts.ts';
import { say } from '../texts/say.ts';
import { Button } from './button.tsx';
import { describeStored } from './describe-stored.ts';
import { saveFile } from './save-file.ts';

type Leftover = { state: FieldSessionState };

/** What this device has stored in the inspection, and what it could not send and the person can still save. */
export const Leftover = ({ state }: Leftover) => {
  const queue = useSignal<Queue | undefined>(undefined);
  const isShown = useSignal(false);
  useEffect(() => {
    let isOver = false;
    // Where its file does not come, nothing is said of what was stored.
    const opening = import('../queue/open-queue.ts')
      .then(({ openQueue }) => openQueue(describeOver(state)))
      .then((opened) => (isOver ? opened.close() : void (queue.value = opened)))
      .catch(() => undefined);
    return () => {
      isOver = true;
      void opening.then(() => queue.value?.close());
    };
  }, [state]);
  if (!queue.value) return null;
  const { count, receipt } = describeStored(state, queue.value.items.value);
  const unsent = queue.value.items.value.length - count;
  return (
    <>
      {count > 0 && (
        <>
          <p>{say('field.ended.stored', { count })}</p>
          <Button onTap={() => saveFile(`${sessionId}.txt`, new Blob([receipt], { type: 'text/plain' }))}>
            {say('field.ended.receipt')}
          </Button>
        </>
      )}
      {unsent > 0 && !isShown.value && (
        <Button kind="secondary" onTap={() => (isShown.value = true)}>
          {say('field.home.queue', { count: unsent })}
        </Button>
      )}
      {isShown.value && <Unsent state={state} queue={queue.value} onDone={() => (isShown.value = false)} />}
    </>
  );
};

type Unsent = Leftover & { queue: Queue; onDone: () => void };

const Unsent = ({ state, queue, onDone }: Unsent) => {
  const screen = useSignal<{ Shown: typeof QueueScreen } | undefined>(undefined);
  useEffect(() => {
    Promise.all([import('../queue/queue-screen.tsx'), loadRoomTexts()]).then(
      ([{ QueueScreen: Shown }]) => (screen.value = { Shown }),
      // The button is there again.
      onDone,
    );
  }, []);
  if (!screen.value) return <p role="status">{say('field.home.connecting')}</p>;
  return <screen.value.Shown inspection={describeOver(state)} queue={queue} slot={undefined} onDone={onDone} />;
};

/** The inspection without a token: nothing of it can be sent any more. */
const describeOver = (state: FieldSessionState): Inspection => ({
  sessionId,
  fieldToken: '',
  state: signal(state),
  untold: signal([]),
  refresh: () => Promise.resolve(),
  isAllowed: () => true,
  tellConsent: () => Promise.resolve(false),
});
