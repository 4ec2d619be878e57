import { beforeAll, describe, expect, it } from 'vitest';

import { createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import { GEN_TIME } from '../testing/forge-token.ts';
import { NOW } from '../testing/open-report-case.ts';
import { createSigner, signPdf } from '../testing/sign-pdf.ts';
import { PLAIN_KINDS } from '../testing/token-kinds/list-kinds.ts';
import { writePdf } from '../testing/write-pdf.ts';
import { verifyReport } from './verify-report.ts';

let signer: TestAuthority;
let tsa: TestAuthority;
beforeAll(async () => {
  [signer, tsa] = await Promise.all([createSigner(), createAuthority()]);
});

const judge = (pdf: Uint8Array) =>
  verifyReport(pdf, { roots: [signer.root], tsaRoots: [tsa.root], now: NOW });

describe('a timestamp in a report is judged as everywhere', () => {
  it.each(PLAIN_KINDS)('$name', async ({ forge }) => {
    const sealed = await signPdf(writePdf(), signer, { stamp: (digest) => forge(tsa, { digest }) });

    expect(await judge(sealed)).toMatchObject({
      verdict: 'trusted',
      signatures: [{ level: 'B-T', time: GEN_TIME.toISOString(), time_source: 'signature_timestamp' }],
    });
  });

  it.each(PLAIN_KINDS)('and refused with a bit of its time flipped: $name', async ({ forge }) => {
    const sealed = await signPdf(writePdf(), signer, {
      stamp: async (digest) => flip(await forge(tsa, { digest })),
    });

    expect(await judge(sealed)).toMatchObject({
      verdict: 'invalid',
      fault: { place: 'signature 1, timestamp', code: 'wrong_message_digest' },
    });
  });
});

// In the time that it states.
function flip(token: Uint8Array): Uint8Array {
  const place = Buffer.from(token).indexOf('20261120100200') + 13;
  return token.with(place, token[place]! ^ 1);
}
