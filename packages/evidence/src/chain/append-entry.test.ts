import { describe, expect, it } from 'vitest';

import type { CanonicalValue } from '../canonical/canonicalize-json.ts';
import { appendEntries, appendEntry } from './append-entry.ts';
import { GENESIS_HEAD, type AuditEntryDraft, type ChainHead } from './audit-entry.ts';
import { hashEntry } from './hash-entry.ts';

const DRAFT: AuditEntryDraft = {
  kind: 'session.created',
  occurred_at: '2026-11-20T09:30:00.000Z',
  payload: { locale: 'it' },
};

describe('appendEntry', () => {
  it('gives the first entry sequence 1 and a prev_hash of 64 zeros', async () => {
    const entry = await appendEntry(GENESIS_HEAD, DRAFT);

    expect(entry).toEqual({ ...DRAFT, sequence: 1, prev_hash: '0'.repeat(64), hash: await hashEntry(entry) });
  });

  it('links each further entry to the one before', async () => {
    const first = await appendEntry(GENESIS_HEAD, DRAFT);
    const second = await appendEntry(first, DRAFT);

    expect([second.sequence, second.prev_hash]).toEqual([2, first.hash]);
    expect(second.hash).not.toBe(first.hash);
  });

  it('goes on from the head of another chain, with sequence 1', async () => {
    const closed = await appendEntry(GENESIS_HEAD, DRAFT);
    const first = await appendEntry({ sequence: 0, hash: closed.hash }, DRAFT);
    const second = await appendEntry(first, DRAFT);

    expect([first.sequence, first.prev_hash]).toEqual([1, closed.hash]);
    expect([second.sequence, second.prev_hash]).toEqual([2, first.hash]);
  });

  it('carries nothing of the draft but kind, occurred_at and payload', async () => {
    const draft = { ...DRAFT, sequence: 9, hash: 'x', note: 'extra' };

    expect(await appendEntry(GENESIS_HEAD, draft)).toEqual(await appendEntry(GENESIS_HEAD, DRAFT));
  });

  it.each<[string, Partial<Record<keyof AuditEntryDraft, unknown>>]>([
    ['an empty kind', { kind: '' }],
    ['a kind with a capital', { kind: 'session.Created' }],
    ['a kind with an empty word', { kind: 'session..created' }],
    ['a kind ended by a line feed', { kind: 'session.created\n' }],
    ['a kind of 101 characters', { kind: 'k'.repeat(101) }],
    ['a time without milliseconds', { occurred_at: '2026-11-20T09:30:00Z' }],
    ['a time with microseconds', { occurred_at: '2026-11-20T09:30:00.000000Z' }],
    ['a time with an offset', { occurred_at: '2026-11-20T09:30:00+01:00' }],
    ['30 February', { occurred_at: '2026-02-30T09:30:00.000Z' }],
    ['hour 24', { occurred_at: '2026-11-20T24:00:00.000Z' }],
    ['a year of six digits', { occurred_at: '+010000-01-01T00:00:00.000Z' }],
    ['a time with a space', { occurred_at: '2026-11-20 09:30:00.000Z' }],
    ['a time in no format', { occurred_at: 'twenty-four characters!!' }],
    ['a Date', { occurred_at: new Date(0) }],
    ['an array for a payload', { payload: [] }],
    ['null for a payload', { payload: null }],
    ['text for a payload', { payload: 'text' }],
  ])('refuses %s', async (_name, change) => {
    const draft = { ...DRAFT, ...change } as AuditEntryDraft;

    await expect(appendEntry(GENESIS_HEAD, draft)).rejects.toMatchObject({
      name: 'EvidenceError',
      code: 'invalid_draft',
    });
  });

  it('takes a kind of 100 characters, and one with digits and underscores', async () => {
    for (const kind of ['k'.repeat(100), 'evidence.v2.sha_256']) {
      expect((await appendEntry(GENESIS_HEAD, { ...DRAFT, kind })).kind).toBe(kind);
    }
  });

  it.each<[string, Record<string, unknown>]>([
    ['a float', { latitude: 45.4642 }],
    ['undefined', { first_name: undefined }],
    ['a date', { at: new Date(0) }],
  ])('refuses a payload with %s, naming the place', async (_name, payload) => {
    const draft = { ...DRAFT, payload: payload as Record<string, CanonicalValue> };

    await expect(appendEntry(GENESIS_HEAD, draft)).rejects.toMatchObject({
      code: 'not_canonical',
      message: expect.stringContaining(`"/payload/${Object.keys(payload)[0]}"`),
    });
  });

  it.each<[string, ChainHead]>([
    ['a negative sequence', { sequence: -1, hash: 'a'.repeat(64) }],
    ['a broken sequence', { sequence: 1.5, hash: 'a'.repeat(64) }],
    ['upper-case hex', { sequence: 1, hash: 'A'.repeat(64) }],
    ['a short hash', { sequence: 1, hash: 'a'.repeat(63) }],
    ['the zero hash after entries', { sequence: 1, hash: '0'.repeat(64) }],
    ['no hash before the first entry', { sequence: 0, hash: '' }],
  ])('refuses a head with %s', async (_name, head) => {
    await expect(appendEntry(head, DRAFT)).rejects.toMatchObject({ code: 'invalid_head' });
  });
});

describe('appendEntries', () => {
  it('gives what appendEntry gives one by one', async () => {
    const first = await appendEntry(GENESIS_HEAD, DRAFT);
    const second = await appendEntry(first, { ...DRAFT, kind: 'session.closed' });

    const entries = await appendEntries(GENESIS_HEAD, [DRAFT, { ...DRAFT, kind: 'session.closed' }]);

    expect(entries).toEqual([first, second]);
  });

  it('gives nothing for no drafts, and nothing when one of them is refused', async () => {
    expect(await appendEntries(GENESIS_HEAD, [])).toEqual([]);
    await expect(appendEntries(GENESIS_HEAD, [DRAFT, { ...DRAFT, kind: '' }])).rejects.toMatchObject({
      code: 'invalid_draft',
    });
  });
});

describe('hashEntry', () => {
  it('leaves out the hash and any field that is not of an entry', async () => {
    const entry = await appendEntry(GENESIS_HEAD, DRAFT);

    const more = { ...entry, hash: 'f'.repeat(64), note: 'extra' };

    expect(await hashEntry(more)).toBe(entry.hash);
  });
});
