import { expect, it } from 'vitest';
import { buildBundle, zipBundle } from '../testing/build-bundle.ts';
import { createAuthority } from '../testing/create-authority.ts';
import { verifyEvidence } from './verify-evidence.ts';
it('x', async () => {
  const authority = await createAuthority({ between: [{}] });
  const bundle = await buildBundle({ anchors: [{ authority, name: 'https://tsa.example' }] });
  const zip = await zipBundle(bundle);
  const v = await verifyEvidence(zip, { now: new Date('2026-11-21T00:00:00Z'), roots: [authority.root] });
  console.log(v);
  console.log(await verifyEvidence(zip, { now: new Date('2026-11-21T00:00:00Z') }));
  expect(v.verdict).toBe('verified');
});
