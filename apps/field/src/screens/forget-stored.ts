import type { Owner } from '../inspection.ts';

/** Of what the service has of theirs, nothing stays on the device of a person who has left. */
export const forgetStored = async (owner: Owner): Promise<void> => {
  const { openShelf } = await import('../queue/shelf/open-shelf.ts');
  const shelf = await openShelf(owner, () => undefined);
  const stored = shelf.kept.value.filter(({ state }) => state === 'stored');
  await Promise.all(stored.map(({ id }) => shelf.remove(id))).finally(shelf.close);
};
