import { crc32, deflateRawSync } from 'node:zlib';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { writeManifest, zipBundle } from '../../testing/build-bundle.ts';
import { broken, openBundleCase } from '../../testing/open-bundle-case.ts';
import { writeRawZip } from '../../testing/write-raw-zip.ts';

const encoder = new TextEncoder();

const { bundle, verify, findFault } = await openBundleCase();
const zip = await zipBundle(bundle);

describe('a hostile bundle gets a verdict', () => {
  it('whatever bit is flipped: broken, or a bit without a meaning and the same verdict', async () => {
    const untouched = await verify(zip);
    expect(untouched.verdict).toBe('verified');
    const verdicts = { broken: 0, verified: 0, intact: 0 };
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: zip.length * 8 - 1 }), async (at) => {
        const changed = zip.with(at >> 3, zip[at >> 3]! ^ (1 << (at & 7)));
        const found = await verify(changed);
        verdicts[found.verdict] += 1;
        if (found.verdict !== 'broken') expect(found).toEqual(untouched);
      }),
      { numRuns: 600 },
    );
    expect(verdicts.broken).toBeGreaterThan(verdicts.verified);
  });

  it('wherever it is cut off: broken at bundle.zip', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: zip.length - 1 }), async (length) => {
        const { verdict, fault, chain } = await verify(zip.slice(0, length));
        expect({ verdict, ...fault }).toMatchObject(broken('bundle.zip', 'malformed_zip'));
        expect(chain).toBeNull();
      }),
    );
  });

  it('however many derivatives one photo is said to have: broken at the first that is missing', async () => {
    const name = (index: number) =>
      [...index.toString(10)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const [photo, ...others] = bundle.manifest.evidence;
    const derivatives = Array.from({ length: 150_000 }, (_, index) => {
      const variant = name(index);
      return { ...photo!.derivatives[0]!, variant, path: `derivatives/${photo!.id}/${variant}.webp` };
    });
    const manifest = { ...bundle.manifest, evidence: [{ ...photo!, derivatives }, ...others] };
    const found = await findFault({ 'manifest.json': writeManifest(manifest) });
    expect(found).toMatchObject(broken(derivatives[0]!.path, 'missing_file'));
  });

  it('whatever stands in one of its files: broken at that file, or a chain or token that it names', async () => {
    const paths = [...bundle.files.keys()].filter((path) => path !== 'README.txt');
    const contents = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc.json().map((text) => encoder.encode(text)),
      fc.jsonValue().map((value) => encoder.encode(JSON.stringify(value, null, 2))),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), contents, async (path, bytes) => {
        const { verdict, fault } = await verify(await zipBundle(bundle, { [path]: bytes }));
        // An empty list of disclosures redacts everything, which is no fault.
        if (path.endsWith('disclosures.json') && Buffer.from(bytes).toString() === '[]') return;
        expect(verdict).toBe('broken');
        expect(fault!.place.startsWith(path)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    'manifest.json',
    'chain.jsonl',
    'disclosures.json',
    'anchors/1.tst',
    'anchors/1.pem',
    'addenda.jsonl',
    'addenda-disclosures.json',
    'addenda-anchors/1.tst',
    'addenda-anchors/1.pem',
    'reports/1.pdf',
  ])('without %s: missing_file', async (path) => {
    expect(await findFault({ [path]: undefined })).toEqual(broken(path, 'missing_file'));
  });

  it.each([
    'notes.txt',
    'originals/x.jpg',
    '__MACOSX/._README.txt',
    'anchors/2.tst',
    'Manifest.json',
    'reports/2.pdf',
    'addenda-anchors/2.tst',
  ])('with a file that nothing names, %s: unexpected_file', async (path) => {
    expect(await findFault({ [path]: encoder.encode('x') })).toEqual(broken(path, 'unexpected_file'));
  });

  it('with a derivative that is another: it is no evidence, but differs', async () => {
    const [listed] = bundle.manifest.evidence;
    const path = listed!.derivatives[0]!.path;
    const { fault, files } = await verify(await zipBundle(bundle, { [path]: encoder.encode('other') }));
    expect(fault).toMatchObject({
      place: path,
      code: 'wrong_size',
      message: expect.stringContaining('no evidence itself'),
    });
    expect(files.map(({ ok }) => ok)).toEqual([true, false, true]);
  });

  it('with a README that is damaged: corrupt_file', async () => {
    const files = [...bundle.files].map(([path, bytes]) => ({ path, bytes }));
    const damaged = writeRawZip(
      files.map((file) => (file.path === 'README.txt' ? { ...file, both: { crc32: 1 } } : file)),
    );
    expect((await verify(damaged)).fault).toMatchObject({ place: 'README.txt', code: 'corrupt_file' });
  });
});

describe('a bomb stays small', () => {
  it.each(['chain.jsonl', 'manifest.json', 'originals/x.jpg', 'addenda.jsonl', 'reports/1.pdf'])(
    '%s of a gigabyte in a few bytes',
    async (path) => {
      const bytes = deflateRawSync(Buffer.alloc(20_000_000, 'a'));
      const both = { method: 8, crc32: crc32(Buffer.alloc(0)), size: 2 ** 30 };
      const files = [...bundle.files]
        .filter(([name]) => name !== path)
        .map(([name, own]) => ({ path: name, bytes: own }));
      const { verdict, fault } = await verify(writeRawZip([...files, { path, bytes, both }]));
      expect(verdict).toBe('broken');
      expect(fault?.place.startsWith(path)).toBe(true);
    },
  );

  it('a chain in one line without an end: entry 1', async () => {
    const line = encoder.encode(`"${'a'.repeat(6_000_000)}"`);
    expect(await findFault({ 'chain.jsonl': line })).toEqual(
      broken('chain.jsonl, entry 1', 'malformed_entry'),
    );
  });

  it('a chain nested a hundred thousand deep: entry 1', async () => {
    const line = encoder.encode('['.repeat(1e5) + ']'.repeat(1e5));
    expect(await findFault({ 'chain.jsonl': line })).toEqual(
      broken('chain.jsonl, entry 1', 'malformed_entry'),
    );
  });
});

describe('a text that can be read in two ways is refused', () => {
  it('an entry with a key twice, of which the last is right: that entry', async () => {
    const [first, ...rest] = Buffer.from(bundle.files.get('chain.jsonl')!).toString().split('\n');
    const doubled = [first!.replace('{', '{"kind":"forged.fact",'), ...rest].join('\n');
    expect(JSON.parse(doubled.split('\n')[0]!)).toEqual(bundle.entries[0]);
    expect(await findFault({ 'chain.jsonl': encoder.encode(doubled) })).toEqual(
      broken('chain.jsonl, entry 1', 'malformed_entry'),
    );
  });

  it.each<[string, (text: string) => string]>([
    ['a key twice', (text) => text.replace('"chain": {', '"chain": {},\n  "chain": {')],
    ['other white space', (text) => text.replaceAll('  ', '\t')],
    ['a byte order mark', (text) => `\ufeff${text}`],
    ['an escape that needs none', (text) => text.replace('"photo"', '"\\u0070hoto"')],
  ])('a manifest with %s', async (_name, change) => {
    const text = change(Buffer.from(bundle.files.get('manifest.json')!).toString());
    expect(await findFault({ 'manifest.json': encoder.encode(text) })).toEqual(
      broken('manifest.json', 'malformed_manifest'),
    );
  });

  it('a line that is no UTF-8', async () => {
    const lines = Buffer.from(bundle.files.get('chain.jsonl')!)
      .toString('latin1')
      .replace('session', 'sess\xefon');
    expect(await findFault({ 'chain.jsonl': Buffer.from(lines, 'latin1') })).toEqual(
      broken('chain.jsonl, entry 1', 'malformed_entry'),
    );
  });
});
