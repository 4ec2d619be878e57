import { verifyEvidence } from '../bundle/verify-evidence.ts';
import { buildBundle, zipBundle } from './build-bundle.ts';
import { createAuthority } from './create-authority.ts';

export const REPORT = new TextEncoder().encode('a report');

export async function openBundleCase() {
  const authority = await createAuthority({ between: [{}] });
  const anchor = { authority, name: 'https://tsa.example' };
  const bundle = await buildBundle({
    anchors: [anchor],
    addenda: {
      reports: [REPORT],
      redactions: [[]],
      reason: 'asked for by the owner',
      anchors: [{ anchor, sequence: 2 }],
    },
  });
  const verify = (bytes: Uint8Array) =>
    verifyEvidence(bytes, { roots: [authority.root], now: new Date('2026-11-21T00:00:00.000Z') });
  return {
    authority,
    bundle,
    verify,
    findFault: async (changes: Readonly<Record<string, Uint8Array | undefined>>) => {
      const { verdict, fault } = await verify(await zipBundle(bundle, changes));
      return { verdict, place: fault?.place, code: fault?.code };
    },
  };
}

export const broken = (place: string, code: string) => ({ verdict: 'broken', place, code });
