import type { ObjectStore } from './object-store.ts';

export const eraseObjects = async (
  { objects }: { objects: Pick<ObjectStore, 'list' | 'delete'> },
  { organisationId, ownerId }: { organisationId: string; ownerId: string },
): Promise<void> => {
  for await (const { key } of objects.list(`${organisationId}/${ownerId}/`)) await objects.delete(key);
};
