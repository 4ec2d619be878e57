import { expect, it } from 'vitest';
import { buildBundle, zipBundle } from '../../evidence/src/testing/build-bundle.ts';
import { createAuthority } from '../../evidence/src/testing/create-authority.ts';
import * as evidence from './evidence.ts';
import { verifyEvidence } from './evidence.ts';

it('exports this, and no more', () => {
  expect(Object.keys(evidence).sort()).toEqual([
    'EvidenceError',
    'verifyChain',
    'verifyCommitment',
    'verifyEvidence',
    'verifyTimestamp',
  ]);
});

it('takes the time from the clock, unless it is given', async () => {
  const authority = await createAuthority();
  const anchor = { authority, name: 'https://tsa.example', genTime: new Date(Date.now() + 3_600_000) };
  const zip = await zipBundle(await buildBundle({ anchors: [anchor] }));
  const roots = [authority.root];

  expect((await verifyEvidence(zip, { roots })).fault).toMatchObject({ code: 'in_the_future' });
  const now = new Date(Date.now() + 3_600_000);
  expect(await verifyEvidence(zip, { roots, now })).toMatchObject({ verdict: 'verified' });
  expect(await verifyEvidence(zip)).toMatchObject({ verdict: 'intact' });
});
