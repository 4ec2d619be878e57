import type { BlobSource } from '@field-inspection/evidence';
import { writePem } from '@field-inspection/evidence/asn1';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildBundle, zipBundle } from '../../../../../packages/evidence/src/testing/build-bundle.ts';
import { createAuthority } from '../../../../../packages/evidence/src/testing/create-authority.ts';
import { writePdf } from '../../../../../packages/evidence/src/testing/write-pdf.ts';
import { verifyCatalogues } from '../../../../server/src/http/pages/page-catalogues.ts';
import { answerOrder, type Answer, type Order } from './answer-order.ts';

const language = { texts: verifyCatalogues.en, tag: 'en-GB' };

let zip: Uint8Array;
let root: Uint8Array;
beforeAll(async () => {
  const authority = await createAuthority();
  ({ root } = authority);
  zip = await zipBundle(await buildBundle({ anchors: [{ authority, name: 'https://tsa.example' }] }));
});

const ask = async (order: Order): Promise<Answer[]> => {
  const answers: Answer[] = [];
  await answerOrder(order, (answer) => answers.push(answer));
  return answers;
};

const verify = (file: BlobSource, roots: Uint8Array[] = []) =>
  ask({
    kind: 'verify',
    id: 7,
    file,
    roots,
    expectedHead: null,
    language,
    now: Date.parse('2026-11-22T00:00:00Z'),
  });

const unreadable: BlobSource = {
  size: 1,
  slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }),
};

describe('verify', () => {
  it('tells the share that was read, in order and never more than once a hundredth, then the finding', async () => {
    const answers = await verify(new Blob([new Uint8Array(zip)]), [root]);
    const shares = answers.flatMap((answer) => (answer.kind === 'progress' ? [answer.share] : []));
    expect(shares.length).toBeGreaterThan(0);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(new Set(shares.map((share) => Math.floor(share * 100))).size).toBe(shares.length);
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
    expect(answers.at(-1)).toMatchObject({ kind: 'finding', id: 7, finding: { heading: 'Verified' } });
  });

  it('tells a report from a bundle, and either from anything else, by the first bytes', async () => {
    const headings = await Promise.all(
      [new Blob([zip.slice()]), new Blob([writePdf().slice()]), new Blob(['hello']), new Blob([])].map(
        async (file) => {
          const answer = (await verify(file)).at(-1)!;
          return answer.kind === 'finding' && answer.finding.heading;
        },
      ),
    );
    expect(headings).toEqual([
      expect.stringContaining('Unchanged in itself'),
      'Without a seal',
      'Neither a report nor a bundle',
      'Neither a report nor a bundle',
    ]);
  });

  it('gives the whole verdict for experts', async () => {
    const answer = (await verify(new Blob([zip.slice()]))).at(-1)!;
    expect(JSON.parse(answer.kind === 'finding' ? answer.details : '')).toMatchObject({ verdict: 'intact' });
  });

  it('says so where the browser can not read the file', async () => {
    const answers = await verify(unreadable);
    expect(answers.at(-1)).toMatchObject({ finding: { heading: 'Not verified' }, details: '' });
  });
});

describe('roots', () => {
  const fingerprintOf = async (file: Blob) => {
    const [answer] = await ask({ kind: 'roots', id: 1, file });
    return answer?.kind === 'roots' ? answer.fingerprints : undefined;
  };

  it('are known by the SHA-256 of each certificate, as PEM and as DER', async () => {
    const ofPem = await fingerprintOf(new Blob([writePem(root) + writePem(root)]));
    const ofDer = await fingerprintOf(new Blob([root.slice()]));
    expect(ofDer).toEqual([expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)]);
    expect(ofPem).toEqual([...ofDer!, ...ofDer!]);
  });

  it.each<[string, () => Blob]>([
    ['no certificate', () => new Blob(['hello'])],
    [
      'a certificate that can not be read',
      () => new Blob(['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']),
    ],
    ['nothing', () => new Blob([])],
    ['more than a list of roots', () => new Blob([writePem(root), 'x'.repeat(1_000_000)])],
  ])('are none in a file with %s', async (_what, file) => {
    expect(await fingerprintOf(file())).toEqual([]);
  });
});
