import fc from 'fast-check';
import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { MissingObjectError, UnsatisfiableRangeError } from './object-store.ts';
import { openTestBucket, openTestFolder } from './testing/open-test-stores.ts';
import { inChunks, useTestStore, type OpenStore } from './testing/use-test-store.ts';
import { PART_BYTES } from './upload-content.ts';

const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const describeObjectStore = (name: string, open: OpenStore) =>
  describe(name, () => {
    const at = useTestStore(open);
    const { read, listKeys, countTemporaries } = at;

    it.each([0, 1, 70_000, PART_BYTES, PART_BYTES + 1])(
      'gives back %i bytes as they came, and tells their hash and size',
      async (size) => {
        const bytes = randomBytes(size);
        const stored = { sha256: sha256(bytes), byte_size: size };
        expect(await at.store.put('from-bytes', bytes)).toEqual(stored);
        expect(await at.store.put('from-stream', Readable.from(inChunks(bytes, 100_000)))).toEqual(stored);
        for (const key of ['from-bytes', 'from-stream']) {
          expect((await read(key)).equals(bytes)).toBe(true);
          expect(await at.store.stat(key)).toEqual({ byte_size: size, modified_at: expect.any(Date) });
        }
      },
    );

    it('is indifferent to how a stream is cut', async () => {
      const chunks = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 });
      const property = fc.asyncProperty(chunks, async (parts) => {
        const whole = Buffer.concat(parts);
        const stored = await at.store.put(
          'cut',
          (async function* () {
            yield* parts;
          })(),
        );
        expect(stored).toEqual({ sha256: sha256(whole), byte_size: whole.length });
        expect((await read('cut')).equals(whole)).toBe(true);
      });
      await fc.assert(property, { numRuns: 30 });
    });

    it('reads any range, both ends included, up to the last byte', async () => {
      const bytes = randomBytes(1_000);
      await at.store.put('ranged', bytes);
      const position = fc.record({
        start: fc.nat(999),
        length: fc.option(fc.integer({ min: 1, max: 2_000 }), { nil: undefined }),
      });
      const property = fc.asyncProperty(position, async ({ start, length }) => {
        // The emulator of S3 takes an end of 0 for none; S3 does not.
        fc.pre(name !== 'the S3 store' || start > 0 || length !== 1);
        const range = length === undefined ? { start } : { start, end: start + length - 1 };
        const part = await buffer(await at.store.get('ranged', { range }));
        expect(part.equals(bytes.subarray(start, length && start + length))).toBe(true);
      });
      await fc.assert(property, { numRuns: 30 });
    });

    it.each([
      { start: 1_000 },
      { start: 1_000, end: 2_000 },
      { start: 5, end: 4 },
      { start: -1 },
      { start: 0.5 },
    ])('refuses the range %j of 1000 bytes', async (range) => {
      await at.store.put('ranged', randomBytes(1_000));
      await expect(at.store.get('ranged', { range })).rejects.toThrow(UnsatisfiableRangeError);
    });

    it('lends an object as a file, and removes what was written beside it, also when the work fails', async () => {
      const bytes = randomBytes(100_000);
      await at.store.put('org/lent', bytes);
      const written: string[] = [];
      const lend = (end: () => Promise<string>) =>
        at.store.lendFile('org/lent', async ({ path, nameTemporary }) => {
          expect((await readFile(path)).equals(bytes)).toBe(true);
          expect((await stat(path)).mode & 0o777).toBe(0o600);
          nameTemporary();
          written.push(path, nameTemporary(), nameTemporary());
          for (const file of written.slice(-2)) await writeFile(file, 'half', { flag: 'wx' });
          expect((await stat(dirname(written.at(-1)!))).mode & 0o777).toBe(0o700);
          return end();
        });
      expect(await lend(async () => 'done')).toBe('done');
      await expect(lend(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
      expect(await countTemporaries()).toBe(0);
      expect((await read('org/lent')).equals(bytes)).toBe(true);
      expect(await listKeys()).toEqual(['org/lent']);
      await expect(at.store.lendFile('org/none', async () => 'done')).rejects.toThrow(MissingObjectError);
    });

    it('lends bytes as a file that may be changed, and removes it, also when the work fails', async () => {
      const bytes = randomBytes(100_000);
      const change = (end: () => Promise<string>) =>
        at.store.spoolFile(Readable.from([bytes]), async ({ path, nameTemporary, ...stored }) => {
          expect(stored).toEqual({ sha256: sha256(bytes), byte_size: 100_000 });
          await writeFile(nameTemporary(), 'made of it');
          expect((await stat(path)).mode & 0o777).toBe(0o600);
          await writeFile(path, 'other', { flag: 'r+' });
          return end();
        });
      expect(await change(async () => 'done')).toBe('done');
      await expect(change(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
      expect([await countTemporaries(), await listKeys()]).toEqual([0, []]);
    });

    it('sweeps what was written beside a lent file by a process that died', async () => {
      await at.store.put('org/lent', Buffer.from('bytes'));
      await at.store.lendFile('org/lent', async ({ nameTemporary }) => {
        await writeFile(nameTemporary(), 'half');
        expect(await countTemporaries()).toBeGreaterThan(0);
      });
      expect(await listKeys()).toEqual(['org/lent']);
    });

    it('says that the disk failed under what is written beside a lent file', async () => {
      await at.store.put('org/lent', Buffer.from('bytes'));
      const cause = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      const lent = at.store.lendFile('org/lent', () => Promise.reject(cause));
      await expect(lent).rejects.toMatchObject({ name: 'ObjectStoreError', cause });
    });

    it('says which object is missing', async () => {
      await at.store.put('here/a', Buffer.from('a'));
      for (const key of ['nowhere', 'here/b', 'here', 'here/a/b', 'there/a']) {
        await expect(at.store.get(key)).rejects.toThrow(MissingObjectError);
        await expect(at.store.get(key)).rejects.toMatchObject({ key });
        expect(await at.store.stat(key)).toBeUndefined();
        await expect(at.store.delete(key)).resolves.toBeUndefined();
      }
      expect(await listKeys()).toEqual(['here/a']);
    });

    it('deletes one object and no other, and takes it again', async () => {
      await at.store.put('o/1', Buffer.from('one'));
      await at.store.put('o/2', Buffer.from('two'));
      await at.store.delete('o/1');
      expect(await at.store.stat('o/1')).toBeUndefined();
      expect(await listKeys()).toEqual(['o/2']);
      await at.store.delete('o/2');
      expect(await listKeys()).toEqual([]);
      await at.store.put('o/1', Buffer.from('again'));
      expect(String(await read('o/1'))).toBe('again');
    });

    it('lists whole folders: one whose name begins alike is another', async () => {
      for (const key of ['ab/1', 'ab/c/2', 'abc/3', 'top']) await at.store.put(key, Buffer.from(key));
      expect(await listKeys('ab/')).toEqual(['ab/1', 'ab/c/2']);
      expect(await listKeys('ab/c/')).toEqual(['ab/c/2']);
      expect(await listKeys('a/')).toEqual([]);
      expect(await listKeys('top/')).toEqual([]);
      expect(await listKeys()).toEqual(['ab/1', 'ab/c/2', 'abc/3', 'top']);
      for await (const found of at.store.list('abc/')) {
        expect(found).toEqual({ key: 'abc/3', byte_size: 5, modified_at: expect.any(Date) });
        expect(Math.abs(found.modified_at.getTime() - at.clock.now().getTime())).toBeLessThan(HOUR_MS);
      }
      for (const prefix of ['ab', '../', '/', 'ab/../'])
        await expect(listKeys(prefix)).rejects.toThrow(TypeError);
    });

    it('goes on behind any key of its own order, over pages, also behind one that is gone', async () => {
      for (let index = 0; index < 12; index += 1)
        await at.store.put(`o${index % 3}/${index}`, Buffer.from('o'));
      const listBehind = async (after: string) => {
        const keys: string[] = [];
        for await (const { key } of at.store.list('', { after })) keys.push(key);
        return keys;
      };
      const keys = await listBehind('');
      expect(new Set(keys).size).toBe(12);
      await at.store.delete(keys[7]!);
      const left = keys.toSpliced(7, 1);
      for (const [index, key] of keys.entries())
        expect(await listBehind(key)).toEqual(left.slice(index < 7 ? index + 1 : index));
    });

    it('keeps names in any script', async () => {
      const keys = ['prüfung/façade.jpg', 'έλεγχος/写真/日本-1', 'प्रमाण/١٢٣'];
      for (const key of keys) await at.store.put(key, Buffer.from(key));
      expect(await listKeys()).toEqual(keys.toSorted());
      for (const key of keys) {
        expect(String(await read(key))).toBe(key);
        expect((await at.store.stat(key))?.byte_size).toBe(Buffer.byteLength(key));
        await at.store.delete(key);
      }
      expect(await listKeys()).toEqual([]);
    });

    it.each([
      ...[
        '',
        '/',
        '/a',
        'a/',
        'a//b',
        '.',
        '..',
        '../a',
        'a/../b',
        'a/./b',
        '.partial/a',
        'a/.b',
        'a\0b',
        'a\\b',
      ],
      ...[
        'a b',
        'C:a',
        'a?b',
        'a%2fb',
        'a\nb',
        'cafe\u0301',
        '\ud800',
        'a'.repeat(256),
        'a/'.repeat(520) + 'a',
      ],
    ])('refuses the key %j', async (key) => {
      const signed = { expiresInSeconds: 60, filename: 'a', contentType: 'image/jpeg' };
      await expect(at.store.put(key, Buffer.from('x'))).rejects.toThrow(TypeError);
      await expect(at.store.get(key)).rejects.toThrow(TypeError);
      await expect(at.store.stat(key)).rejects.toThrow(TypeError);
      await expect(at.store.delete(key)).rejects.toThrow(TypeError);
      await expect(at.store.signReadUrl(key, signed)).rejects.toThrow(TypeError);
      expect(await listKeys()).toEqual([]);
    });

    it('puts the last content in place of the one before; the same again changes nothing', async () => {
      await at.store.put('k', Buffer.from('first, longer'));
      for (let turn = 0; turn < 2; turn += 1) {
        await at.store.put('k', Buffer.from('second'));
        expect(String(await read('k'))).toBe('second');
        expect(await listKeys()).toEqual(['k']);
      }
    });

    it('names content by tenant, owner and hash, the same each time', async () => {
      const bytes = randomBytes(5_000);
      const hash = sha256(bytes);
      const owner = { organisationId: 'org-1', ownerId: 'evidence-1' };
      const stored = { key: `org-1/evidence-1/${hash}`, sha256: hash, byte_size: 5_000 };
      expect(await at.store.putContent(bytes, owner)).toEqual(stored);
      expect(await at.store.putContent(Readable.from(inChunks(bytes, 7)), owner)).toEqual(stored);
      await at.store.putContent(bytes, { organisationId: 'org-2', ownerId: 'evidence-1' });
      expect(await listKeys('org-1/')).toEqual([stored.key]);
      await at.store.delete(stored.key);
      expect((await read(`org-2/evidence-1/${hash}`)).equals(bytes)).toBe(true);
    });

    it.each([
      { organisationId: 'org/other', ownerId: 'evidence' },
      { organisationId: 'org', ownerId: '../other' },
      { organisationId: '..', ownerId: 'evidence' },
      { organisationId: '', ownerId: 'evidence' },
    ])('refuses content of %j, which is no owner', async (owner) => {
      await expect(at.store.putContent(randomBytes(10), owner)).rejects.toThrow(TypeError);
      expect(await listKeys()).toEqual([]);
      expect(await countTemporaries()).toBe(0);
    });

    it('takes many puts of one content at once as one', async () => {
      const bytes = randomBytes(MIB);
      const owner = { organisationId: 'org', ownerId: 'evidence' };
      const stored = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          at.store.putContent(i % 2 ? bytes : Readable.from(inChunks(bytes, 65_536)), owner),
        ),
      );
      expect(new Set(stored.map(({ key }) => key))).toEqual(new Set(await listKeys()));
      expect((await read(stored[0]!.key)).equals(bytes)).toBe(true);
      expect(await countTemporaries()).toBe(0);
    });

    it('says that it works', async () => {
      await expect(at.store.check()).resolves.toBeUndefined();
      expect(await listKeys()).toEqual([]);
      expect(await countTemporaries()).toBe(0);
    });
  });

describeObjectStore('the folder store', openTestFolder);
describeObjectStore('the S3 store', openTestBucket);
