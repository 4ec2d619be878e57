import { describe, expect, it } from 'vitest';

import { hashText } from '../digest/hash-text.ts';
import { appendEntries } from './append-entry.ts';
import { GENESIS_HEAD, type AuditEntry } from './audit-entry.ts';
import { canonicalizeEntry } from './hash-entry.ts';
import { verifyChain } from './verify-chain.ts';

// Python's json and hashlib computed the hashes. A change that makes this test fail makes every existing chain
// unverifiable: mend the change, not the test.
const KNOWN_CHAIN: readonly AuditEntry[] = [
  {
    sequence: 1,
    kind: 'session.created',
    occurred_at: '2026-11-20T09:30:00.000Z',
    payload: { locale: 'it', scheduled_for: null },
    prev_hash: '0000000000000000000000000000000000000000000000000000000000000000',
    hash: '71adb8f4cea47e053ff730fb7c78b857d393fcf8ee5a13056124648972a85a29',
  },
  {
    sequence: 2,
    kind: 'participant.joined',
    occurred_at: '2026-11-20T09:41:12.345Z',
    payload: {
      role: 'field',
      participant_commitment: '21065392339b1028f879f8ac57cd29e6861b72c454310c40a838991f6b0b975a',
      consent: { gps: true, camera: true },
    },
    prev_hash: '71adb8f4cea47e053ff730fb7c78b857d393fcf8ee5a13056124648972a85a29',
    hash: '900e477b23af10c652676a8ec591c826985024c1c7c7449d1693fae39db322e4',
  },
  {
    sequence: 3,
    kind: 'evidence.captured',
    occurred_at: '2026-11-20T09:44:07.089Z',
    payload: {
      byte_size: 482_113,
      gps: { lat_e7: -338_567_840, lon_e7: 1_512_152_967 },
      tags: ['façade', 'crack\n± 2 mm', '😀'],
    },
    prev_hash: '900e477b23af10c652676a8ec591c826985024c1c7c7449d1693fae39db322e4',
    hash: 'e0828883e2b7aa14ef783ee5cfa0a9d416ccaff7c306abba83e2bd271f1c4435',
  },
  {
    sequence: 4,
    kind: 'session.closed',
    occurred_at: '2026-11-20T10:02:00.000Z',
    payload: {},
    prev_hash: 'e0828883e2b7aa14ef783ee5cfa0a9d416ccaff7c306abba83e2bd271f1c4435',
    hash: '680b21929479b6a6bf43fb5b40c637a9ed337966d114c0d044b7737ba6c8d224',
  },
];

const THIRD_CANONICAL_TEXT =
  '{"kind":"evidence.captured","occurred_at":"2026-11-20T09:44:07.089Z","payload":{"byte_size":482113,' +
  '"gps":{"lat_e7":-338567840,"lon_e7":1512152967},"tags":["façade","crack\\n± 2 mm","😀"]},' +
  '"prev_hash":"900e477b23af10c652676a8ec591c826985024c1c7c7449d1693fae39db322e4","sequence":3}';

describe('the known chain', () => {
  it('comes out of its drafts to the last character', async () => {
    const drafts = KNOWN_CHAIN.map(({ kind, occurred_at, payload }) => ({ kind, occurred_at, payload }));

    expect(await appendEntries(GENESIS_HEAD, drafts)).toEqual(KNOWN_CHAIN);
  });

  it('verifies, and is known by its head', async () => {
    const head = { sequence: 4, hash: '680b21929479b6a6bf43fb5b40c637a9ed337966d114c0d044b7737ba6c8d224' };

    expect(await verifyChain(KNOWN_CHAIN, { expectedHead: head })).toEqual({ valid: true, head, length: 4 });
  });

  it('hashes this text', async () => {
    const third = KNOWN_CHAIN[2]!;

    expect(canonicalizeEntry(third)).toBe(THIRD_CANONICAL_TEXT);
    expect(await hashText(THIRD_CANONICAL_TEXT)).toBe(third.hash);
  });
});
