import { PDF } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';

import { createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import { writePolicies } from '../testing/issue-certificate.ts';
import { NOW } from '../testing/open-report-case.ts';
import {
  createSigner,
  DEMO_SEAL_EXTENSIONS,
  SEAL_EXTENSIONS,
  signPdf,
  stampDigest,
} from '../testing/sign-pdf.ts';
import { writePdf } from '../testing/write-pdf.ts';
import { DEMO_POLICY } from '../x509/oids.ts';
import { verifyReport } from './verify-report.ts';

let demo: TestAuthority;
let honest: TestAuthority;
let tsa: TestAuthority;
beforeAll(async () => {
  [demo, honest, tsa] = await Promise.all([
    createSigner({ signer: { extensions: DEMO_SEAL_EXTENSIONS } }),
    createSigner(),
    createAuthority(),
  ]);
});

const judge = (pdf: Uint8Array, { roots = [demo.root, honest.root], tsaRoots = [tsa.root] } = {}) =>
  verifyReport(pdf, { roots, tsaRoots, now: NOW });

describe('a seal of a demonstration is never trusted', () => {
  it.each([true, false])('with its root given: %s', async (isGiven) => {
    const verdict = await judge(await signPdf(writePdf(), demo, { tsa }), isGiven ? {} : { roots: [] });
    expect(verdict).toMatchObject({
      verdict: 'untrusted',
      fault: null,
      signatures: [{ verdict: 'untrusted', ok: true, demo: true, code: 'demo', signer: null }],
    });
    expect(verdict.message).toContain('proves nothing to a stranger, whatever root you give');
  });

  it('nor is the report, when an honest seal follows', async () => {
    const signed = await signPdf(await signPdf(writePdf(), demo), honest, { field: 'Second' });
    expect(await judge(signed)).toMatchObject({
      verdict: 'untrusted',
      signatures: [
        { demo: true, verdict: 'untrusted' },
        { demo: false, verdict: 'trusted' },
      ],
    });
  });

  it('is known by the policy in its certificate among others, not by its name', async () => {
    const judgePolicies = async (policies: readonly string[]) => {
      const extensions = [...SEAL_EXTENSIONS, writePolicies(policies)];
      const signer = await createSigner({ signer: { extensions } });
      const { signatures } = await judge(await signPdf(writePdf(), signer), { roots: [signer.root] });
      return signatures[0];
    };
    expect(await judgePolicies(['2.5.29.32.0', DEMO_POLICY])).toMatchObject({ demo: true, code: 'demo' });
    expect(await judgePolicies(['2.5.29.32.0', `${DEMO_POLICY}.1`])).toMatchObject({
      demo: false,
      verdict: 'trusted',
    });
  });

  it('is still invalid when it was changed', async () => {
    const sealed = await signPdf(writePdf(), demo, { tsa });
    sealed[Buffer.from(sealed).indexOf('No cracks')]! ^= 1;
    expect(await judge(sealed)).toMatchObject({ verdict: 'invalid', fault: { place: 'signature 1' } });
  });
});

describe('a timestamp of a demonstration proves no time', () => {
  it('and the words say why the level is no higher', async () => {
    const { message } = await judge(await signPdf(writePdf(), honest, { tsa, policy: DEMO_POLICY }));
    expect(message).toContain('since its timestamp is of a demonstration');
  });

  it('over a signature: an honest seal is B-B', async () => {
    const sealed = await signPdf(writePdf(), honest, { tsa, policy: DEMO_POLICY });
    expect(await judge(sealed)).toMatchObject({
      verdict: 'trusted',
      signatures: [
        {
          demo: false,
          level: 'B-B',
          time_source: 'now',
          timestamp: { verdict: 'untrusted', demo: true, authority: null },
        },
      ],
    });
  });

  it('over a document: neither the time nor the report is trusted', async () => {
    const pdf = await PDF.load(await signPdf(writePdf(), honest));
    const timestamp = (digest: Uint8Array) => stampDigest(digest, tsa, { policy: DEMO_POLICY });
    const { bytes } = await pdf.addTimestamp({ timestampAuthority: { timestamp } });
    expect(await judge(bytes)).toMatchObject({
      verdict: 'untrusted',
      signatures: [
        { kind: 'signature', verdict: 'trusted', time_source: 'now' },
        { kind: 'document_timestamp', verdict: 'untrusted', demo: true, code: 'demo', signer: null },
      ],
    });
  });
});
