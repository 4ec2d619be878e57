import { beforeAll, describe, expect, it } from 'vitest';

import type { GivenAddenda } from '../testing/build-addenda.ts';
import { buildBundle, hash, zipBundle, type BundleAnchor } from '../testing/build-bundle.ts';
import { createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import { REPORT } from '../testing/open-bundle-case.ts';
import { verifyEvidence } from './verify-evidence.ts';

const NOW = new Date('2026-11-21T00:00:00.000Z');
const PHOTOS = ['a photo', 'another photo'].map((text) => new TextEncoder().encode(text));
const [PHOTO, OTHER] = PHOTOS.map(hash) as [string, string];
const PATH = 'originals/0199f0a0-0000-7000-8000-000000000000.jpg';

let authority: TestAuthority;
let foreign: TestAuthority;
let anchor: BundleAnchor;
beforeAll(async () => {
  [authority, foreign] = await Promise.all([createAuthority(), createAuthority()]);
  anchor = { authority, name: 'https://tsa.example' };
});

async function judge(
  addenda: GivenAddenda = {},
  {
    roots = [authority.root],
    files = { [PATH]: undefined },
  }: { roots?: Uint8Array[]; files?: Record<string, Uint8Array | undefined> } = {},
) {
  const bundle = await buildBundle({
    photos: PHOTOS,
    anchors: [anchor],
    addenda: {
      redactions: [[PHOTO]],
      withheld: [{ path: PATH, sequence: 1 }],
      anchors: [{ anchor, sequence: 1 }],
      ...addenda,
    },
  });
  return verifyEvidence(await zipBundle(bundle, files), { roots, now: NOW });
}

const missing = { verdict: 'broken', withheld: 0, fault: { place: PATH, code: 'missing_file' } };
const waiting = { verdict: 'intact', withheld: 1, unproven: 1, fault: null };

describe('a file that is withheld', () => {
  it('may be missing when a redaction names its hash and a valid anchor covers that', async () => {
    const found = await judge();
    expect(found).toMatchObject({ verdict: 'verified', fault: null, withheld: 1, unproven: 0 });
    expect(found.files[0]).toEqual({
      path: PATH,
      evidence_id: '0199f0a0-0000-7000-8000-000000000000',
      ok: true,
      withheld: 1,
    });
    expect(found.message).toContain('the one piece of evidence is what it captured');
    expect(found.message).toContain('1 file is withheld');
    expect(found.message).toContain('a trusted time of those does not prove who withheld anything');
  });

  it('may be missing under a later anchor, which covers what came before, too', async () => {
    const found = await judge({ redactions: [[PHOTO], []], anchors: [{ anchor, sequence: 2 }] });
    expect(found).toMatchObject({ verdict: 'verified', withheld: 1 });
  });

  it('may be one of several, and a report', async () => {
    const found = await judge(
      {
        reports: [REPORT],
        redactions: [[PHOTO, OTHER, hash(REPORT)]],
        anchors: [{ anchor, sequence: 2 }],
        withheld: [PATH, PATH.replace('0.jpg', '1.jpg'), 'reports/1.pdf'].map((path) => ({
          path,
          sequence: 2,
        })),
      },
      {
        files: { [PATH]: undefined, [PATH.replace('0.jpg', '1.jpg')]: undefined, 'reports/1.pdf': undefined },
      },
    );
    expect(found).toMatchObject({ verdict: 'verified', withheld: 3 });
    expect(found.message).toContain('3 files are withheld');
  });

  it.each<[string, () => GivenAddenda]>([
    ['no redaction', () => ({ redactions: [], anchors: [] })],
    ["a redaction of another file's hash", () => ({ redactions: [[OTHER]] })],
    ['the hash in capitals', () => ({ redactions: [[PHOTO.toUpperCase()]] })],
    ['another addendum named than the one that redacts it', () => ({ redactions: [[], [PHOTO]] })],
    ['a redaction that the manifest does not tell of', () => ({ withheld: [] })],
    [
      'an entry of another kind that names its hash',
      () => ({
        redactions: [],
        drafts: [
          { kind: 'outcome', occurred_at: '2026-11-20T11:30:00.000Z', payload: { withheld: [PHOTO] } },
        ],
      }),
    ],
    [
      'a redaction that names it elsewhere',
      () => ({
        redactions: [],
        drafts: [{ kind: 'redaction', occurred_at: '2026-11-20T11:30:00.000Z', payload: { sha256: PHOTO } }],
      }),
    ],
  ])('is missing with %s', async (_name, addenda) => {
    expect(await judge(addenda())).toMatchObject(missing);
  });

  it.each<[string, () => GivenAddenda]>([
    ['no anchor', () => ({ anchors: [] })],
    ['an anchor that has not answered', () => ({ anchors: [{ anchor: null, sequence: 1 }] })],
    [
      'an anchor of an earlier addendum',
      () => ({
        redactions: [[], [PHOTO]],
        withheld: [{ path: PATH, sequence: 2 }],
        anchors: [{ anchor, sequence: 1 }],
      }),
    ],
  ])(
    'is withheld, not yet proven, with %s, which is no break and is never verified',
    async (_name, addenda) => {
      const found = await judge(addenda());
      expect(found).toMatchObject(waiting);
      expect(found.files[0]).toMatchObject({ path: PATH, ok: true, unproven: true });
      expect(found.message).toContain('1 file is withheld, not yet proven');
      expect(found.message).toContain('Right after a redaction this takes a minute or more');
    },
  );

  it('may be proven beside another one that is not yet', async () => {
    const second = PATH.replace('0.jpg', '1.jpg');
    const found = await judge(
      {
        redactions: [[PHOTO], [OTHER]],
        withheld: [
          { path: PATH, sequence: 1 },
          { path: second, sequence: 2 },
        ],
      },
      { files: { [PATH]: undefined, [second]: undefined } },
    );
    expect(found).toMatchObject({ verdict: 'intact', withheld: 2, unproven: 1, fault: null });
    expect(found.message).toContain('2 files are withheld, by redactions');
    expect(found.message).toContain('1 file is withheld, not yet proven');
  });

  it('leaves the break where the token of the redaction is damaged, or of a time that has not come', async () => {
    const place = 'addenda-anchors/1.tst';
    const damaged = await judge({}, { files: { [PATH]: undefined, [place]: Uint8Array.of(1) } });
    const future = { ...anchor, genTime: new Date('2030-01-01T00:00:00.000Z') };
    const early = await judge({ anchors: [{ anchor: future, sequence: 1 }] });

    expect(damaged).toMatchObject({ verdict: 'broken', unproven: 1, fault: { place, code: 'malformed' } });
    expect(early).toMatchObject({ verdict: 'broken', unproven: 1, fault: { place, code: 'in_the_future' } });
  });

  it('is missing in a chain of addenda that is broken, which is named before it', async () => {
    const found = await judge({}, { files: { [PATH]: undefined, 'addenda.jsonl': new Uint8Array() } });
    expect(found).toMatchObject({
      verdict: 'broken',
      withheld: 0,
      fault: { place: 'addenda.jsonl, entry 1', code: 'truncated' },
    });
    expect(found.files[0]).toMatchObject({ path: PATH, ok: false, code: 'missing_file' });
  });

  it('may not be there all the same', async () => {
    expect(await judge({}, { files: {} })).toMatchObject({
      verdict: 'broken',
      fault: { place: PATH, code: 'unexpected_file' },
    });
  });

  it('makes no more than an intact bundle when nobody whom the caller trusts signed the redaction', async () => {
    const untrusted = { authority: foreign, name: 'https://forger.example' };
    const demo = { ...anchor, name: 'demo', demo: true };
    for (const by of [untrusted, demo]) {
      const found = await judge({ anchors: [{ anchor: by, sequence: 1 }] });
      expect(found).toMatchObject({ verdict: 'intact', withheld: 1, fault: null });
      expect(found.anchors).toMatchObject([{ verdict: 'trusted' }]);
      expect(found.message).toContain('none did sign that what is withheld was redacted');
      expect(found.message).not.toContain('No authority has signed the head');
    }
    expect(await judge({}, { roots: [] })).toMatchObject({ verdict: 'intact', withheld: 1 });
  });
});

it('a file that is missing in a bundle of version 1 is missing', async () => {
  const bundle = await buildBundle({ photos: PHOTOS, anchors: [anchor] });
  const zip = await zipBundle(bundle, { [PATH]: undefined });
  expect(await verifyEvidence(zip, { roots: [authority.root], now: NOW })).toMatchObject(missing);
});
