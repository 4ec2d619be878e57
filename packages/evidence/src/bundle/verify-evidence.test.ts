import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { buildBundle, STAMPED_AT, writeJson, zipBundle, type BundleAnchor } from '../testing/build-bundle.ts';
import { createAuthority, type TestAuthority } from '../testing/create-authority.ts';
import { writePem } from '../x509/pem.ts';
import { DEMO_POLICY } from '../x509/oids.ts';
import { verifyEvidence } from './verify-evidence.ts';

const NOW = new Date('2026-11-21T00:00:00.000Z');
const URL = 'https://tsa.example';

let authority: TestAuthority;
let other: TestAuthority;
beforeAll(async () => {
  [authority, other] = await Promise.all([createAuthority({ between: [{}, {}] }), createAuthority()]);
});

async function verify(
  anchors: readonly (BundleAnchor | null)[],
  expectation: Partial<Parameters<typeof verifyEvidence>[1]> = {},
) {
  return verifyEvidence(await zipBundle(await buildBundle({ anchors })), { now: NOW, ...expectation });
}

describe('verified', () => {
  it('when an authority that the caller trusts signed the head', async () => {
    const { verdict, fault, chain, length, anchors } = await verify([{ authority, name: URL }], {
      roots: [authority.root],
    });
    expect({ verdict, fault, length }).toEqual({ verdict: 'verified', fault: null, length: 3 });
    expect(chain).toMatchObject({ valid: true });
    expect(anchors).toEqual([
      {
        authority: URL,
        demo: false,
        status: 'anchored',
        verdict: 'trusted',
        gen_time: STAMPED_AT.toISOString(),
        signer: 'CN=Test unit',
      },
    ]);
  });

  it('says since when, by the earliest authority, and what proves nothing', async () => {
    const late = {
      authority: other,
      name: 'https://late.example',
      genTime: new Date('2026-11-20T11:00:00.000Z'),
    };
    const { message } = await verify([late, { authority, name: URL }], {
      roots: [authority.root, other.root],
    });
    expect(message).toContain(
      'Neither the chain nor what it captured was changed since 2026-11-20T10:02:00.000Z',
    );
    expect(message).toContain('CN=Test unit');
    expect(message).toContain('derivatives/ are made from the originals and prove nothing');
  });

  it('with one trusted authority among others that are not, or have not answered', async () => {
    const anchors = [null, { authority: other, name: 'https://other.example' }, { authority, name: URL }];
    const found = await verify(anchors, { roots: [authority.root] });
    expect(found.verdict).toBe('verified');
    expect(found.anchors.map(({ verdict, code }) => [verdict, code])).toEqual([
      ['pending', undefined],
      ['untrusted', 'untrusted'],
      ['trusted', undefined],
    ]);
  });

  it('lists each file with the evidence that it belongs to', async () => {
    const photos = [Uint8Array.of(1), Uint8Array.of(2)];
    const bundle = await buildBundle({ photos, anchors: [{ authority, name: URL }] });
    const { files } = await verifyEvidence(await zipBundle(bundle), { roots: [authority.root], now: NOW });
    expect(files).toEqual(
      bundle.manifest.evidence.flatMap(({ id, path, derivatives }) =>
        [path, derivatives[0]!.path].map((each) => ({ path: each, evidence_id: id, ok: true })),
      ),
    );
  });

  it.each<[string, (root: Uint8Array) => string | Uint8Array]>([
    ['DER', (root) => root],
    ['PEM', (root) => writePem(root)],
    [
      'the bytes of a PEM file with comments and other roots',
      (root) => Buffer.from(`# a root\n${writePem(other.root)}\r\n${writePem(root)}`),
    ],
  ])('takes roots as %s', async (_name, write) => {
    const { verdict } = await verify([{ authority, name: URL }], { roots: [write(authority.root)] });
    expect(verdict).toBe('verified');
  });

  it('reads a file as a blob, too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
    const path = join(folder, 'bundle.zip');
    writeFileSync(path, await zipBundle(await buildBundle({ anchors: [{ authority, name: URL }] })));
    const { verdict } = await verifyEvidence(await openAsBlob(path), { roots: [authority.root], now: NOW });
    rmSync(folder, { recursive: true });
    expect(verdict).toBe('verified');
  });

  it.each([
    ['another README.txt', { 'README.txt': new TextEncoder().encode('It is all forged.') }],
    ['no README.txt', { 'README.txt': undefined }],
    ['an empty folder', { 'originals/more/': new Uint8Array() }],
  ])('says of a bundle with %s that it did not verify that', async (_what, changes) => {
    const zip = await zipBundle(await buildBundle({ anchors: [{ authority, name: URL }] }), changes);
    const { verdict, message } = await verifyEvidence(zip, { roots: [authority.root], now: NOW });
    expect(verdict).toBe('verified');
    expect(message).toMatch(/^All evidence in the bundle agrees: /);
    expect(message).toMatch(/; README\.txt and empty folders are not verified\.$/);
  });

  it('needs no README, and no derivative', async () => {
    const bundle = await buildBundle({ anchors: [{ authority, name: URL }] });
    const zip = await zipBundle(bundle, { 'README.txt': undefined });
    expect(await verifyEvidence(zip, { roots: [authority.root], now: NOW })).toMatchObject({
      verdict: 'verified',
    });
  });
});

describe('intact', () => {
  it('without roots: its tokens are good in themselves, and whoever forges a whole bundle makes such ones', async () => {
    const { verdict, message, anchors } = await verify([{ authority, name: URL }]);
    expect(verdict).toBe('intact');
    expect(anchors[0]).toMatchObject({
      verdict: 'untrusted',
      gen_time: STAMPED_AT.toISOString(),
      signer: null,
    });
    expect(message).toContain('nobody outside vouches for it');
    expect(message).toContain('forged as a whole would look the same');
    expect(message).toContain('give the root certificate of its authority');
  });

  it("with the roots of others: a token's own certificates don't make it trusted, its own root in it neither", async () => {
    const self = { ...other, certificates: [...other.certificates, other.root] };
    for (const forger of [other, self]) {
      const { verdict, anchors } = await verify([{ authority: forger, name: URL }], {
        roots: [authority.root],
      });
      expect([verdict, anchors[0]?.verdict]).toEqual(['intact', 'untrusted']);
    }
  });

  it('when no authority has answered', async () => {
    const { verdict, message, anchors } = await verify([null], { roots: [authority.root] });
    expect(verdict).toBe('intact');
    expect(anchors[0]).toMatchObject({ status: 'pending', verdict: 'pending', gen_time: null });
    expect(message).toContain('No authority has signed the head yet.');
  });

  it("under the service's demonstration authority, even when its root is given", async () => {
    const anchor = { authority, name: 'demo', demo: true };
    const given = await verify([anchor], { roots: [authority.root] });
    expect(given).toMatchObject({ verdict: 'intact', anchors: [{ demo: true, verdict: 'trusted' }] });
    expect(given.message).toContain('demonstration authority, which proves nothing to a stranger');
    expect(await verify([anchor])).toMatchObject({ verdict: 'intact', anchors: [{ verdict: 'untrusted' }] });
    const unnamed = await verify([{ ...anchor, demo: false }], { roots: [authority.root] });
    expect(unnamed).toMatchObject({ verdict: 'intact', anchors: [{ demo: true, verdict: 'trusted' }] });
  });

  it('under one that only its token calls a demonstration: manifest.json, which nobody signed, hides it', async () => {
    const anchor = { authority, name: 'https://tsa.example', demo: false, policy: DEMO_POLICY };
    const given = await verify([anchor], { roots: [authority.root] });
    expect(given).toMatchObject({ verdict: 'intact', anchors: [{ demo: true, verdict: 'trusted' }] });
  });

  it('with the expected head: says that it is that chain', async () => {
    const bundle = await buildBundle();
    const expectedHead = bundle.entries.at(-1)!.hash;
    const zip = await zipBundle(bundle);
    const { verdict, head, message } = await verifyEvidence(zip, { expectedHead, now: NOW });
    expect([verdict, head]).toEqual(['intact', expectedHead]);
    expect(message).toContain('Its head is the one that you gave');
    expect(message).not.toContain('forged as a whole');
  });
});

describe('redacted', () => {
  it('counts what the chain was committed to and nobody discloses any more, which breaks nothing', async () => {
    const bundle = await buildBundle({ anchors: [{ authority, name: URL }] });
    const roots = [authority.root];
    const whole = await verifyEvidence(await zipBundle(bundle), { roots, now: NOW });
    const redacted = await zipBundle(bundle, { 'disclosures.json': writeJson([]) });
    const rest = await verifyEvidence(redacted, { roots, now: NOW });
    expect([whole.redacted, rest.redacted, rest.verdict]).toEqual([0, 1, 'verified']);
    expect(rest.message).toContain('1 personal value was redacted');
  });
});

describe('broken', () => {
  it('under another head than the expected one: at its last entry', async () => {
    const { verdict, fault } = await verify([{ authority, name: URL }], { expectedHead: 'f'.repeat(64) });
    expect(verdict).toBe('broken');
    expect(fault).toMatchObject({ place: 'chain.jsonl, entry 3', code: 'wrong_head' });
  });

  it('with a token of a time that has not come', async () => {
    const { fault } = await verify([{ authority, name: URL }], { roots: [authority.root], now: new Date(0) });
    expect(fault).toMatchObject({ place: 'anchors/1.tst', code: 'in_the_future' });
  });

  it('says where and why in words, and that a broken chain ends the judgement', async () => {
    const bundle = await buildBundle();
    const { message } = await verifyEvidence(await zipBundle(bundle, { 'chain.jsonl': undefined }), {
      now: NOW,
    });
    expect(message).toBe(
      'The bundle is broken. The first bad place is chain.jsonl: It is not in the bundle. Nothing after it was judged.',
    );
  });

  it('still judges every file and every token for itself', async () => {
    const photos = [Uint8Array.of(1), Uint8Array.of(2)];
    const bundle = await buildBundle({ photos, anchors: [{ authority, name: URL }] });
    const zip = await zipBundle(bundle, {
      [bundle.originals[0]!]: Uint8Array.of(3),
      'anchors/1.tst': undefined,
    });
    const { files, anchors, fault } = await verifyEvidence(zip, { now: NOW });
    expect(fault?.place).toBe(bundle.originals[0]);
    expect(files.map(({ ok, code }) => [ok, code])).toEqual([
      [false, 'wrong_hash'],
      [true, undefined],
      [true, undefined],
      [true, undefined],
    ]);
    expect(anchors).toMatchObject([{ verdict: 'invalid', code: 'missing_file' }]);
  });
});

describe("a caller's mistake is an error, not a verdict", () => {
  const mistakes: [string, string, object][] = [
    [
      'a root that is no certificate',
      'invalid_root',
      { roots: ['-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----'] },
    ],
    [
      'a root in broken base64',
      'invalid_root',
      { roots: ['-----BEGIN CERTIFICATE-----\nA\n-----END CERTIFICATE-----'] },
    ],
    ['a PEM without a certificate', 'invalid_root', { roots: ['no PEM'] }],
    ['no bytes for a root', 'invalid_root', { roots: [new Uint8Array()] }],
    ['an object for a root', 'invalid_root', { roots: [{}] }],
    ['a root that is in no list', 'invalid_root', { roots: '-----BEGIN CERTIFICATE-----' }],
    ['a key in place of a certificate', 'invalid_root', { roots: [Uint8Array.of(0x30, 0)] }],
    ['a head that is none', 'invalid_head', { expectedHead: 'F'.repeat(64) }],
    ['null for a head, as of a session that has not ended', 'invalid_head', { expectedHead: null }],
    ['no time', 'invalid_time', { now: new Date(NaN) }],
  ];

  it.each(mistakes)('%s: %s', async (_name, code, expectation) => {
    await expect(verify([], expectation)).rejects.toMatchObject({ name: 'EvidenceError', code });
  });

  it.each([null, undefined, 'bundle.zip', {}, [], new ArrayBuffer(4), { size: 1 }])(
    '%o in place of a bundle: invalid_bundle',
    async (bundle) => {
      await expect(verifyEvidence(bundle as never, { now: NOW })).rejects.toMatchObject({
        code: 'invalid_bundle',
      });
    },
  );

  it('and so is a blob that can not be read', async () => {
    const gone = new Error('the disk is gone');
    const blob = { size: 100, slice: () => ({ arrayBuffer: () => Promise.reject(gone) }) };
    await expect(verifyEvidence(blob, { now: NOW })).rejects.toBe(gone);
  });
});
