import { beforeAll, describe, expect, it } from 'vitest';

import { readDer } from '../der/read-der.ts';
import { CONTEXT } from '../der/tags.ts';
import { writeDer } from '../der/write-der.ts';
import { createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import { forgeCms, type CmsForgery } from '../testing/forge-cms.ts';
import { GEN_TIME } from '../testing/forge-token.ts';
import { NOW } from '../testing/open-report-case.ts';
import { createSigner, fillPlaceholder, placeSignature, signPdf } from '../testing/sign-pdf.ts';
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

async function sign(forgery: CmsForgery): Promise<Uint8Array> {
  const place = await placeSignature(writePdf(), { certificate: signer.certificates[0]! });
  return fillPlaceholder(place, await forgeCms(place.content, signer, forgery));
}

describe('the attributes of a signature', () => {
  it('may be in any order that was signed', async () => {
    const reverse: CmsForgery = { isUnordered: true, attributes: (parts) => parts.toReversed() };

    expect((await judge(await sign(reverse))).verdict).toBe('trusted');
  });

  it('may not be ordered anew after they were signed', async () => {
    const later: CmsForgery = {
      signerInfo: (parts) => {
        const attributes = readDer(parts[3]!).children.map(({ bytes }) => bytes);
        return parts.with(3, writeDer(CONTEXT[0], ...attributes.toReversed()));
      },
    };

    expect(await judge(await sign(later))).toMatchObject({
      verdict: 'invalid',
      fault: { place: 'signature 1', code: 'wrong_signature' },
    });
  });
});

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

function flip(token: Uint8Array): Uint8Array {
  const place = Buffer.from(token).indexOf('20261120100200') + 13;
  return token.with(place, token[place]! ^ 1);
}
