import { beforeAll, describe, expect, it } from 'vitest';

import { createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import { PDF } from '@libpdf/core';
import { NOW } from '../testing/open-report-case.ts';
import { createSigner, signPdf, stampDigest } from '../testing/sign-pdf.ts';
import { appendRevision, latin1, PAGE, writePdf } from '../testing/write-pdf.ts';
import { verifyReport } from './verify-report.ts';

const HEAD = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const KEYWORD = `audit-chain-head:${HEAD}`;

let signer: TestAuthority;
beforeAll(async () => {
  signer = await createSigner();
});

const writeNamed = (keywords: string): Uint8Array => {
  const objects = { ...PAGE, 9: `<< /Title (Report) /Keywords ${keywords} >>` };
  return Buffer.from(
    latin1(writePdf(objects)).replace('/Root 1 0 R >>', '/Root 1 0 R /Info 9 0 R >>'),
    'latin1',
  );
};
const judge = (pdf: Uint8Array) => verifyReport(pdf, { roots: [signer.root], now: NOW });
const seal = async (keywords: string) => judge(await signPdf(writeNamed(keywords), signer));

describe('the head that a report names', () => {
  it('is told as the seal covers it, whether the seal is trusted or not', async () => {
    const sealed = await signPdf(writeNamed(`(${KEYWORD})`), signer);
    expect(await judge(sealed)).toMatchObject({ verdict: 'trusted', head: HEAD });
    expect(await verifyReport(sealed, { now: NOW })).toMatchObject({ verdict: 'untrusted', head: HEAD });
  });

  it.each([
    ['among other keywords', `(roof, ${KEYWORD}, north)`, HEAD],
    ['in hex digits', `<${Buffer.from(KEYWORD).toString('hex')}>`, HEAD],
    ['twice', `(${KEYWORD}, audit-chain-head:${OTHER})`, null],
    ['too short', `(${KEYWORD.slice(0, -1)})`, null],
    ['too long', `(${KEYWORD}0)`, null],
    ['in capital letters', `(audit-chain-head:${HEAD.toUpperCase()})`, null],
    ['as another keyword', `(x-${KEYWORD})`, null],
    ['as what is no text', `[(${KEYWORD})]`, null],
  ])('%s', async (_name, keywords, head) => {
    expect(await seal(keywords)).toMatchObject({ verdict: 'trusted', head });
  });

  it('counts for nothing without a seal', async () => {
    expect(await judge(writeNamed(`(${KEYWORD})`))).toMatchObject({ verdict: 'untrusted', head: null });
  });

  it('counts for nothing under a document timestamp alone, which anybody may have made', async () => {
    const pdf = await PDF.load(writeNamed(`(${KEYWORD})`));
    const authority = await createAuthority();
    const timestamp = (digest: Uint8Array) => stampDigest(digest, authority);
    const { bytes } = await pdf.addTimestamp({ timestampAuthority: { timestamp } });
    expect(await judge(bytes)).toMatchObject({ verdict: 'untrusted', head: null });
  });

  it('is not what was written after the seal', async () => {
    const sealed = await signPdf(writeNamed(`(${KEYWORD})`), signer);
    const changed = appendRevision(sealed, { 9: `<< /Keywords (audit-chain-head:${OTHER}) >>` });
    expect(await judge(changed)).toMatchObject({ verdict: 'invalid', head: null });

    const unnamed = await signPdf(writePdf(), signer);
    const trailer = '/Root 1 0 R /Info 11 0 R';
    const named = appendRevision(unnamed, { 11: `<< /Keywords (${KEYWORD}) >>` }, { trailer });
    expect(await judge(named)).toMatchObject({ verdict: 'invalid', head: null });
  });
});
