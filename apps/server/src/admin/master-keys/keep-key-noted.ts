import type { Context } from '../../context.ts';
import { noteFirstKey } from './note-first-key.ts';

/** Milliseconds between the notes of a running process on the key that it seals with. */
export const NOTE_EVERY_MS = 5_000;

/**
 * Notes the first key again while the process runs. `master-key reseal` forgets every other key; a key that comes back
 * is still in front somewhere, and the next start without it stops instead of losing what it sealed.
 */
export const keepKeyNoted = (
  context: Pick<Context, 'clock' | 'database' | 'keyring' | 'log'>,
): { stop: () => void } => {
  const note = () =>
    noteFirstKey(context).catch((error: unknown) => context.log.warn({ err: error }, 'master key not noted'));
  const timer = setInterval(() => void note(), NOTE_EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
};
