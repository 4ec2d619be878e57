import { checkKey } from './check-key.ts';
import type { ContentOwner } from './object-store.ts';

/** The key of content: its owner and its hash. */
export const nameContent = ({ organisationId, ownerId }: ContentOwner, sha256: string): string => {
  const parts = [organisationId, ownerId, sha256];
  // A slash in an id would put the object among another tenant's.
  if (parts.some((part) => part.includes('/'))) throw new TypeError("The ids of an object's owner hold no /");
  const key = parts.join('/');
  checkKey(key);
  return key;
};
