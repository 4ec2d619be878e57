import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { CanonicalValue } from '../canonical/canonicalize-json.ts';
import { appendEntry } from '../chain/append-entry.ts';
import { GENESIS_HEAD } from '../chain/audit-entry.ts';
import { verifyChain } from '../chain/verify-chain.ts';
import { arbitraryCanonicalValue } from '../testing/arbitraries.ts';
import { commitValue } from './commit-value.ts';
import { verifyCommitment } from './verify-commitment.ts';

const SALT = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const OTHER_SALT = 'f'.repeat(64);

const arbitrarySalt = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));

describe('verifyCommitment', () => {
  it('opens with the salt and value it was made of, and with no other', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySalt, arbitraryCanonicalValue(), async (salt, value) => {
        const commitment = await commitValue({ salt, value });

        expect(await verifyCommitment({ commitment, salt, value })).toBe(true);
        expect(await verifyCommitment({ commitment, salt, value: [value] })).toBe(false);
        expect(await verifyCommitment({ commitment, salt: OTHER_SALT, value })).toBe(false);
      }),
    );
  });

  it('answers false to whatever is no disclosure', async () => {
    const commitment = await commitValue({ salt: SALT, value: 'Ada' });
    const cases: unknown[] = [
      { commitment, salt: SALT.toUpperCase(), value: 'Ada' },
      { commitment, salt: undefined, value: 'Ada' },
      { commitment, salt: SALT, value: undefined },
      { commitment, salt: SALT, value: 1.5 },
      { commitment: commitment.toUpperCase(), salt: SALT, value: 'Ada' },
      { commitment: undefined, salt: SALT, value: 'Ada' },
    ];

    for (const given of cases) {
      expect(
        await verifyCommitment(given as { commitment: string; salt: string; value: CanonicalValue }),
      ).toBe(false);
    }
    expect(await verifyCommitment({ commitment, salt: SALT, value: 'Ada' })).toBe(true);
  });
});

describe('redaction', () => {
  it('leaves the chain valid, since no disclosure is in it', async () => {
    const disclosures = new Map([['first_name', { salt: SALT, value: 'Ada' }]]);
    const entry = await appendEntry(GENESIS_HEAD, {
      kind: 'participant.joined',
      occurred_at: '2026-11-20T09:30:00.000Z',
      payload: { first_name_commitment: await commitValue(disclosures.get('first_name')!) },
    });

    disclosures.clear();

    expect(await verifyChain([entry], { expectedHead: entry })).toMatchObject({ valid: true });
    expect(JSON.stringify(entry)).not.toContain('Ada');
  });
});
