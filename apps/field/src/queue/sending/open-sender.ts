import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Inspection, Owner } from '../../inspection.ts';
import type { FieldService } from './call-field.ts';
import { createBell, runQueue } from './run-queue.ts';
import type { Shelf } from '../shelf/open-shelf.ts';
import type { KeptItem, Trouble } from '../shelf/queue-item.ts';
import { sendItem } from './send-item.ts';

export type Served = Owner & Pick<Inspection, 'fieldToken' | 'state' | 'isAllowed' | 'refresh'>;

export type Sender = {
  sending: ReadonlySignal<{ id: string; progress: number } | undefined>;
  trouble: ReadonlySignal<Trouble | undefined>;
  ring: () => void;
  /** Begins nothing more. An upload under way is finished: the service takes it even after the session's end. */
  close: () => Promise<void>;
};

export const openSender = (inspection: Served, shelf: Shelf): Sender => {
  const sending = signal<{ id: string; progress: number } | undefined>(undefined);
  const trouble = signal<Trouble | undefined>(undefined);
  const bell = createBell();
  const closing = new AbortController();

  const send = async (item: KeptItem) => {
    const content = await shelf.readContent(item.id);
    if (!content) return void (await giveUpEmpty(shelf, item));
    const show = (progress: number) => void (sending.value = { id: item.id, progress });
    show(0);
    return sendItem({
      service: serviceOf(inspection),
      item,
      content,
      isTaken: (evidenceId) => shelf.kept.value.some(({ receipt }) => receipt?.evidenceId === evidenceId),
      note: (happening) => shelf.move(item, happening),
      onProgress: show,
    }).finally(() => void (sending.value = undefined));
  };
  const run = async () => {
    await shelf.look().catch(() => {});
    await runQueue({
      look: () => ({
        waiting: shelf.kept.value.filter(isWaiting),
        isAllowed: inspection.isAllowed('camera'),
        isOnline: navigator.onLine,
      }),
      send,
      onTrouble: (found) => void (trouble.value = found),
      onAccessLost: async () => {
        await shelf.moveAll({ kind: 'refused', reason: 'access' }, isWaiting);
        await inspection.refresh().catch(() => {});
      },
      bell,
      random: Math.random,
      signal: closing.signal,
    });
  };
  const stops = [
    // The consents may have changed with the state.
    effect(() => {
      void inspection.state.value;
      bell.ring();
    }),
    listen(window, 'online', bell.ring),
    listen(document, 'visibilitychange', bell.ring),
  ];
  const running = holdAlone(`field-queue:${inspection.sessionId}`, closing.signal, run);
  return {
    sending,
    trouble,
    ring: bell.ring,
    close: async () => {
      for (const stop of stops) stop();
      closing.abort();
      bell.ring();
      await running;
    },
  };
};

export const serviceOf = ({ state, fieldToken }: Served): FieldService => ({
  uploadsUrl: state.value.uploads.url,
  fieldToken,
});

const isWaiting = ({ state }: KeptItem): boolean => state === 'waiting';

/** Another tab has sent or removed the item, or its bytes are lost and it can never be sent. */
const giveUpEmpty = async (shelf: Shelf, { id }: KeptItem): Promise<void> => {
  await shelf.look();
  await shelf.moveAll({ kind: 'refused', reason: 'lost' }, (item) => item.id === id && isWaiting(item));
};

/** A lock over all tabs, so that no two send the same item. */
const holdAlone = async (name: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> => {
  if (!navigator.locks) return run();
  await navigator.locks.request(name, { signal }, run).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
};

const listen = (target: EventTarget, type: string, on: () => void): (() => void) => {
  target.addEventListener(type, on);
  return () => target.removeEventListener(type, on);
};
