import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { appendEntries } from '../chain/append-entry.ts';
import { GENESIS_HEAD, type AuditEntryDraft } from '../chain/audit-entry.ts';
import {
  buildBundle,
  stampHead,
  writeChain,
  writeJson,
  writeManifest,
  zipBundle,
} from '../testing/build-bundle.ts';
import { createAuthority } from '../testing/create-authority.ts';
import { PLAIN_KINDS } from '../testing/token-kinds/list-kinds.ts';
import { writePem } from '../x509/pem.ts';
import { broken, openBundleCase } from '../testing/open-bundle-case.ts';

const { authority, bundle, verify, findFault } = await openBundleCase();

const encoder = new TextEncoder();

it.each(PLAIN_KINDS)(
  'an anchor is taken as some authority writes it, and not with a bit flipped: $name',
  async ({ forge }) => {
    const head = bundle.entries.at(-1)!.hash;
    const token = await forge(authority, { digest: Buffer.from(head, 'hex') });
    const [anchor] = bundle.manifest.anchors;
    const files = {
      'manifest.json': writeManifest({ ...bundle.manifest, anchors: [{ ...anchor!, serial: '07' }] }),
      'anchors/1.pem': encoder.encode(authority.certificates.map(writePem).join('')),
    };
    const place = Buffer.from(token).indexOf('20261120100200') + 13;
    const flipped = token.with(place, token[place]! ^ 1);

    const taken = await verify(await zipBundle(bundle, { ...files, 'anchors/1.tst': token }));
    expect(taken).toMatchObject({ verdict: 'verified', anchors: [{ verdict: 'trusted' }] });
    expect(await findFault({ ...files, 'anchors/1.tst': flipped })).toMatchObject({
      verdict: 'broken',
      place: 'anchors/1.tst',
    });
  },
);

describe('disclosures', () => {
  const disclosed = () =>
    JSON.parse(Buffer.from(bundle.files.get('disclosures.json')!).toString())[0] as object;

  it.each<[string, () => unknown, string]>([
    ['another value', () => [{ ...disclosed(), value: 'Cellar' }], 'wrong_disclosure'],
    ['another salt', () => [{ ...disclosed(), salt: 'a'.repeat(64) }], 'wrong_disclosure'],
    ['of an entry that is not there', () => [{ ...disclosed(), sequence: 9 }], 'wrong_disclosure'],
    ['of a field that is not there', () => [{ ...disclosed(), field: '__proto__' }], 'wrong_disclosure'],
    [
      'of a hash that is no commitment',
      () => [{ ...disclosed(), sequence: 2, field: 'sha256' }],
      'wrong_disclosure',
    ],
    ['twice', () => [disclosed(), disclosed()], 'wrong_disclosure'],
    ['a value that has no canonical form', () => [{ ...disclosed(), value: 1.5 }], 'wrong_disclosure'],
    ['without a value', () => [{ ...disclosed(), value: undefined }], 'malformed_disclosures'],
    ['no list', () => ({}), 'malformed_disclosures'],
  ])('%s', async (_name, make, code) => {
    expect(await findFault({ 'disclosures.json': writeJson(make()) })).toEqual(
      broken('disclosures.json', code),
    );
  });
});

describe('a chain that captures nonsense, however well it is linked and signed', () => {
  const id = '0199f0a0-0000-7000-8000-000000000000';
  const capture = (payload: object) =>
    ({ kind: 'evidence.captured', occurred_at: '2026-11-20T09:30:00.000Z', payload }) as AuditEntryDraft;

  it.each<[string, () => object]>([
    ['no hash', () => ({ evidence_id: id, byte_size: 1 })],
    ['no size', () => ({ evidence_id: id, sha256: 'a'.repeat(64) })],
    ['no id', () => ({ byte_size: 1, sha256: 'a'.repeat(64) })],
    ['what an earlier one captured', () => bundle.entries[1]!.payload],
  ])('%s: malformed_capture at its entry', async (_name, payload) => {
    const drafts = [...bundle.entries, capture(payload())];
    const entries = await appendEntries(GENESIS_HEAD, drafts);
    const head = entries.at(-1)!.hash;
    const { token } = await stampHead(head, { authority });
    const chain = { ...bundle.manifest.chain, head, length: entries.length };
    const { fault, length } = await verify(
      await zipBundle(bundle, {
        'chain.jsonl': writeChain(entries),
        'manifest.json': writeManifest({ ...bundle.manifest, chain }),
        'anchors/1.tst': token,
      }),
    );
    expect(fault).toMatchObject({ place: `chain.jsonl, entry ${entries.length}`, code: 'malformed_capture' });
    expect(length).toBe(entries.length);
  });
});

describe('tokens', () => {
  it('a token for another head: wrong_digest; a damaged one: malformed or wrong_signature', async () => {
    const { token } = await stampHead('a'.repeat(64), { authority });
    expect(await findFault({ 'anchors/1.tst': token })).toEqual(broken('anchors/1.tst', 'wrong_digest'));
    const own = bundle.files.get('anchors/1.tst')!;
    const damaged = await findFault({ 'anchors/1.tst': own.with(own.length - 5, own.at(-5)! ^ 1) });
    expect(damaged).toMatchObject({ verdict: 'broken', place: 'anchors/1.tst' });
  });

  it('other certificates beside the token: differs_from_token', async () => {
    const pem = bundle.files.get('anchors/1.pem')!;
    const other = await createAuthority();
    const { pem: foreign } = await stampHead('a'.repeat(64), { authority: other });
    for (const bytes of [new Uint8Array(), encoder.encode(foreign), Buffer.concat([pem, pem])]) {
      expect(await findFault({ 'anchors/1.pem': bytes })).toEqual(
        broken('anchors/1.pem', 'differs_from_token'),
      );
    }
  });

  it('an untrusted one must be good in itself: of a time that has come', async () => {
    const foreign = await createAuthority({ between: [{}] });
    const genTime = new Date('2030-01-01T00:00:00.000Z');
    const stamped = await buildBundle({
      anchors: [{ authority: foreign, name: 'https://tsa.example', genTime }],
    });
    const { verdict, anchors } = await verify(await zipBundle(stamped));
    expect([verdict, anchors[0]]).toMatchObject(['broken', { verdict: 'invalid', code: 'in_the_future' }]);
  });

  it.each([[[]], [[{}]], [[{}, {}]]])(
    'a damaged token is told from an untrusted one, with %j between signer and root',
    async (between) => {
      const foreign = await createAuthority({ between });
      const stamped = await buildBundle({ anchors: [{ authority: foreign, name: 'https://tsa.example' }] });
      const untrusted = await verify(await zipBundle(stamped));
      expect(untrusted.anchors).toMatchObject([{ verdict: 'untrusted', code: 'untrusted' }]);

      const token = stamped.files.get('anchors/1.tst')!;
      const verdicts = new Set<string>();
      await fc.assert(
        fc.asyncProperty(fc.nat({ max: token.length * 8 - 1 }), async (at) => {
          const flipped = token.with(at >> 3, token[at >> 3]! ^ (1 << (at & 7)));
          const { anchors } = await verify(await zipBundle(stamped, { 'anchors/1.tst': flipped }));
          verdicts.add(anchors[0]!.verdict);
        }),
        { numRuns: 150 },
      );
      expect(verdicts.has('trusted')).toBe(false);
      expect(verdicts.has('invalid')).toBe(true);
    },
  );
});
