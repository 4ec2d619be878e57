import { expect, it } from 'vitest';
import { isOfMatter, tellDetails } from './read-entries.ts';

it('an entry is of the matter that its kind begins with', () => {
  expect(isOfMatter('key.revoked', 'key')).toBe(true);
  expect(isOfMatter('keyring.changed', 'key')).toBe(false);
  expect(isOfMatter('key.revoked', undefined)).toBe(true);
});

it('the details of an entry are its words and numbers, without commitments', () => {
  const payload = { actor: 'member', name: 'ab'.repeat(32), attempt: 2 };
  expect(tellDetails(payload)).toBe('actor: member, attempt: 2');
});
