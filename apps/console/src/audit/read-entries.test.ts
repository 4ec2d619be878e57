import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import english from '../catalogues/en.json' with { type: 'json' };
import { isOfMatter, keyOfDeed, MATTERS, readMembers } from './read-entries.ts';

const GUIDE = new URL('../../../../docs/organisation.md', import.meta.url);

it('an entry is of the matter that its kind begins with', () => {
  expect(isOfMatter('key.revoked', 'key')).toBe(true);
  expect(isOfMatter('keyring.changed', 'key')).toBe(false);
  expect(isOfMatter('key.revoked', undefined)).toBe(true);
});

it('each kind that the guide names is said in words', () => {
  const kinds = [...readFileSync(GUIDE, 'utf8').matchAll(/^\| `([a-z_]+\.[a-z_]+)` +\|/gm)].map(
    ([, kind]) => kind!,
  );
  expect(kinds.length).toBeGreaterThan(40);
  expect(kinds.filter((kind) => !(keyOfDeed(kind) in english))).toEqual([]);
  expect(kinds.filter((kind) => !MATTERS.some((matter) => isOfMatter(kind, matter)))).toEqual([]);
});

it('an entry names whom it is about, and who did it where that is somebody else', () => {
  expect(readMembers({ member: 'm1', member_id: 'm2' })).toEqual({ about: 'm1', by: 'm2' });
  expect(readMembers({ member: 'm1', member_id: 'm1' })).toEqual({ about: 'm1', by: undefined });
  expect(readMembers({ host: true })).toEqual({ about: undefined, by: undefined });
});
