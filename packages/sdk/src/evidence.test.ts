import { expect, it } from 'vitest';
import { buildBundle, zipBundle } from '../../evidence/src/testing/build-bundle.ts';
import { createAuthority } from '../../evidence/src/testing/create-authority.ts';
import { createSigner, signPdf } from '../../evidence/src/testing/sign-pdf.ts';
import { writePdf } from '../../evidence/src/testing/write-pdf.ts';
import * as evidence from './evidence.ts';
import { verifyEvidence, verifyReport } from './evidence.ts';

it('exports this, and no more', () => {
  expect(Object.keys(evidence).sort()).toEqual([
    'EvidenceError',
    'verifyChain',
    'verifyCommitment',
    'verifyEvidence',
    'verifyReport',
    'verifyTimestamp',
  ]);
});

it('verifyEvidence takes the time from the clock, unless it is given', async () => {
  const authority = await createAuthority();
  const anchor = { authority, name: 'https://tsa.example', genTime: new Date(Date.now() + 3_600_000) };
  const zip = await zipBundle(await buildBundle({ anchors: [anchor] }));
  const roots = [authority.root];

  expect((await verifyEvidence(zip, { roots })).fault).toMatchObject({ code: 'in_the_future' });
  const now = new Date(Date.now() + 3_600_000);
  expect(await verifyEvidence(zip, { roots, now })).toMatchObject({ verdict: 'verified' });
  expect(await verifyEvidence(zip)).toMatchObject({ verdict: 'intact' });
});

it('verifyReport takes the time from the clock, unless it is given', async () => {
  const [signer, tsa] = await Promise.all([createSigner(), createAuthority()]);
  const genTime = new Date(Date.now() + 3_600_000);
  const pdf = await signPdf(writePdf(), signer, { tsa, genTime });
  const trust = { roots: [signer.root], tsaRoots: [tsa.root] };

  expect((await verifyReport(pdf, trust)).fault).toMatchObject({ code: 'in_the_future' });
  const now = new Date(Date.now() + 3_600_000);
  expect(await verifyReport(pdf, { ...trust, now })).toMatchObject({ verdict: 'trusted' });
});
