import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  ORGANISATION_ID,
  SESSION_ID,
  writeManifest,
  zipBundle,
  type TestManifest,
} from '../testing/build-bundle.ts';
import { broken, openBundleCase } from '../testing/open-bundle-case.ts';

const { bundle, verify, findFault } = await openBundleCase();

describe('manifest.json is never trusted', () => {
  const first = () => bundle.manifest.evidence[0]!;
  const withFirst = (change: object) => ({ evidence: [{ ...first(), ...change }] });
  const withAnchor = (change: object) => ({ anchors: [{ ...bundle.manifest.anchors[0]!, ...change }] });
  const addenda = () => bundle.manifest.addenda!;
  const withAddenda = (change: object) => ({ addenda: { ...addenda(), ...change } });
  const withAddendaAnchor = (change: object) =>
    withAddenda({ anchors: [{ ...addenda().anchors[0]!, ...change }] });
  const report = () => bundle.manifest.reports![0]!;
  const withReport = (change: object) => ({ reports: [{ ...report(), ...change }] });

  it.each<[string, () => object, string]>([
    ['another format', () => ({ format: 'zip' }), 'unsupported_version'],
    ['another version', () => ({ version: 3 }), 'unsupported_version'],
    ['a version in words', () => ({ version: '2' }), 'unsupported_version'],
    ['no version', () => ({ version: undefined }), 'unsupported_version'],
    ['no session', () => ({ session: null }), 'malformed_manifest'],
    [
      "another session's id",
      () => ({ session: { id: ORGANISATION_ID, organisation_id: ORGANISATION_ID } }),
      'differs_from_chain',
    ],
    [
      "another organisation's id",
      () => ({ session: { id: SESSION_ID, organisation_id: SESSION_ID } }),
      'differs_from_chain',
    ],
    [
      'another path of the chain',
      () => ({ chain: { ...bundle.manifest.chain, path: 'originals/chain.jsonl' } }),
      'malformed_manifest',
    ],
    [
      'a head in capitals',
      () => ({ chain: { ...bundle.manifest.chain, head: 'F'.repeat(64) } }),
      'malformed_manifest',
    ],
    ['a negative length', () => ({ chain: { ...bundle.manifest.chain, length: -1 } }), 'malformed_manifest'],
    ['no list of evidence', () => ({ evidence: {} }), 'malformed_manifest'],
    ['evidence twice', () => ({ evidence: [first(), first()] }), 'malformed_manifest'],
    ['a path out of its folder', () => withFirst({ path: '../x.jpg' }), 'malformed_manifest'],
    [
      "a path of another evidence's",
      () => withFirst({ path: `originals/${SESSION_ID}.jpg` }),
      'malformed_manifest',
    ],
    [
      'a path with another ending after it',
      () => withFirst({ path: `${first().path}.exe/x` }),
      'malformed_manifest',
    ],
    ['an id that is none', () => withFirst({ id: '../..' }), 'malformed_manifest'],
    ['another kind', () => withFirst({ kind: 'annotation' }), 'differs_from_chain'],
    ['another type', () => withFirst({ mime: 'text/html' }), 'differs_from_chain'],
    ['another size', () => withFirst({ byte_size: 1 }), 'differs_from_chain'],
    ['another hash', () => withFirst({ sha256: 'a'.repeat(64) }), 'differs_from_chain'],
    ['another time', () => withFirst({ captured_at: '2020-01-01T00:00:00.000Z' }), 'differs_from_chain'],
    ['another place in the chain', () => withFirst({ sequence: 1 }), 'differs_from_chain'],
    ['a photo that it annotates', () => withFirst({ annotates: SESSION_ID }), 'differs_from_chain'],
    ['a whiteboard', () => withFirst({ whiteboard: SESSION_ID }), 'differs_from_chain'],
    ['a version', () => withFirst({ version: 2 }), 'differs_from_chain'],
    [
      'a derivative elsewhere',
      () => withFirst({ derivatives: [{ ...first().derivatives[0], path: first().path }] }),
      'malformed_manifest',
    ],
    [
      "a derivative of another evidence's",
      () =>
        withFirst({
          derivatives: [{ ...first().derivatives[0], path: `derivatives/${SESSION_ID}/thumbnail.webp` }],
        }),
      'malformed_manifest',
    ],
    [
      'a derivative under another name',
      () => withFirst({ derivatives: [{ ...first().derivatives[0], variant: 'display' }] }),
      'malformed_manifest',
    ],
    [
      'another time of a token',
      () => withAnchor({ gen_time: '2020-01-01T00:00:00.000Z' }),
      'differs_from_token',
    ],
    ['another number of a token', () => withAnchor({ serial: '81' }), 'differs_from_token'],
    ['another policy of a token', () => withAnchor({ policy: '1.2.3' }), 'differs_from_token'],
    ['a token elsewhere', () => withAnchor({ token: 'anchors/2.tst' }), 'malformed_manifest'],
    ['an anchor without a token', () => withAnchor({ token: null }), 'malformed_manifest'],
    ['a pending anchor with a token', () => withAnchor({ status: 'pending' }), 'malformed_manifest'],
    ['another status', () => withAnchor({ status: 'fine' }), 'malformed_manifest'],
    ['other disclosures', () => ({ disclosures: 'README.txt' }), 'malformed_manifest'],
    ['no addenda', () => ({ addenda: undefined }), 'malformed_manifest'],
    ['null for addenda', () => ({ addenda: null }), 'malformed_manifest'],
    ['another path of the addenda', () => withAddenda({ path: 'chain.jsonl' }), 'malformed_manifest'],
    [
      'other disclosures of the addenda',
      () => withAddenda({ disclosures: 'disclosures.json' }),
      'malformed_manifest',
    ],
    [
      'a token of the addenda among those of the chain',
      () => withAddendaAnchor({ token: 'anchors/1.tst', certificates: 'anchors/1.pem' }),
      'malformed_manifest',
    ],
    ['a token of an addendum 0', () => withAddendaAnchor({ sequence: 0 }), 'malformed_manifest'],
    [
      'a token of an addendum that is not there',
      () => withAddendaAnchor({ sequence: 3 }),
      'malformed_manifest',
    ],
    [
      'another time of a token of the addenda',
      () => withAddendaAnchor({ gen_time: '2020-01-01T00:00:00.000Z' }),
      'differs_from_token',
    ],
    ['no list of reports', () => ({ reports: undefined }), 'malformed_manifest'],
    ['a report twice', () => ({ reports: [report(), report()] }), 'malformed_manifest'],
    ['a report elsewhere', () => withReport({ path: 'reports/x.pdf' }), 'malformed_manifest'],
    [
      "a report under another addendum's name",
      () => withReport({ path: 'reports/2.pdf' }),
      'malformed_manifest',
    ],
    ['a report that is no PDF', () => withReport({ mime: 'text/html' }), 'malformed_manifest'],
    ['another id of a report', () => withReport({ id: SESSION_ID }), 'differs_from_chain'],
    ['another hash of a report', () => withReport({ sha256: 'a'.repeat(64) }), 'differs_from_chain'],
    ['another size of a report', () => withReport({ byte_size: 1 }), 'differs_from_chain'],
    ['no list of what is withheld', () => ({ withheld: null }), 'malformed_manifest'],
    [
      'that what nothing names is withheld',
      () => ({ withheld: [{ path: 'originals/x.jpg', sequence: 2 }] }),
      'malformed_manifest',
    ],
    [
      'that a derivative is withheld',
      () => ({ withheld: [{ path: first().derivatives[0]!.path, sequence: 2 }] }),
      'malformed_manifest',
    ],
    [
      'that the chain is withheld',
      () => ({ withheld: [{ path: 'chain.jsonl', sequence: 2 }] }),
      'malformed_manifest',
    ],
    [
      'that a file is withheld twice',
      () => ({ withheld: [1, 2].map((sequence) => ({ path: first().path, sequence })) }),
      'malformed_manifest',
    ],
  ])('%s', async (_name, change, code) => {
    const manifest = { ...bundle.manifest, ...change() };
    expect(await findFault({ 'manifest.json': writeManifest(manifest) })).toEqual(
      broken('manifest.json', code),
    );
  });

  it('whatever nonsense is in one of its fields: broken, but for fields that nothing reads', async () => {
    const unread = ['received_at', 'locale', 'authority', 'demo'];
    const isRead = (path: string[]) =>
      !unread.includes(path.at(-1)!) &&
      path.join('.') !== 'evidence.0.status' &&
      path.join('.') !== 'evidence.0.derivatives.0.mime';
    const read = listPositions(bundle.manifest).filter(isRead);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...read), fc.jsonValue(), async (path, value) => {
        const manifest = structuredClone(bundle.manifest);
        const parent = path.slice(0, -1).reduce<never>((node, key) => node[key], manifest as never) as Record<
          string,
          unknown
        >;
        fc.pre(JSON.stringify(parent[path.at(-1)!]) !== JSON.stringify(value));
        parent[path.at(-1)!] = value;
        const { verdict } = await verify(
          await zipBundle(bundle, { 'manifest.json': writeManifest(manifest) }),
        );
        expect(verdict).toBe('broken');
      }),
      { numRuns: 300 },
    );
  });

  it('is named before the evidence, when both are wrong', async () => {
    const manifest = {
      ...bundle.manifest,
      session: { id: ORGANISATION_ID, organisation_id: ORGANISATION_ID },
    };
    const changes = { 'manifest.json': writeManifest(manifest), [bundle.originals[0]!]: Uint8Array.of(1) };
    expect(await findFault(changes)).toEqual(broken('manifest.json', 'differs_from_chain'));
  });

  it('says more than this version knows: that is passed over', async () => {
    const manifest: TestManifest & { more: string } = { ...bundle.manifest, more: 'x' };
    expect(await findFault({ 'manifest.json': writeManifest(manifest) })).toEqual({ verdict: 'verified' });
  });
});

function listPositions(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  const inner = Object.entries(value).flatMap(([key, member]) => listPositions(member, [...path, key]));
  return path.length === 0 ? inner : [[...path], ...inner];
}
