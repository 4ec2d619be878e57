import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ContentTooLargeError } from '../object-store.ts';
import { openTestBucket, openTestFolder } from '../testing/open-test-stores.ts';
import { inChunks, useTestStore, type OpenStore } from '../testing/use-test-store.ts';
import { PART_BYTES } from '../upload-content.ts';

const MIB = 1024 * 1024;

const describeStreams = (name: string, open: OpenStore) =>
  describe(name, () => {
    const at = useTestStore(open);
    const { read, listKeys, countTemporaries } = at;

    it('shows nothing of a put whose source breaks off, and fails as the source did', async () => {
      const reason = new Error('the phone went away');
      const breakOff = () =>
        Readable.from(
          (async function* () {
            yield randomBytes(PART_BYTES + 5);
            throw reason;
          })(),
        );
      await at.store.put('kept', Buffer.from('whole'));
      await expect(at.store.put('kept', breakOff())).rejects.toBe(reason);
      await expect(at.store.put('new', breakOff())).rejects.toBe(reason);
      await expect(
        at.store.putContent(breakOff(), { organisationId: 'org', ownerId: 'evidence' }),
      ).rejects.toBe(reason);
      expect(await listKeys()).toEqual(['kept']);
      expect(String(await read('kept'))).toBe('whole');
      expect(await countTemporaries()).toBe(0);
    });

    it('shows nothing of a put whose source is destroyed without a word', async () => {
      const source = new Readable({ read() {} });
      source.push(randomBytes(100));
      const put = at.store.put('new', source);
      source.destroy();
      await expect(put).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
      expect(await listKeys()).toEqual([]);
    });

    it('takes exactly maxBytes; above it stops reading, and leaves the source open for an answer', async () => {
      const owner = { organisationId: 'org', ownerId: 'evidence', maxBytes: 1_000 };
      expect((await at.store.putContent(randomBytes(1_000), owner)).byte_size).toBe(1_000);
      expect(await at.store.put('k', randomBytes(1_000), { maxBytes: 1_000 })).toMatchObject({
        byte_size: 1_000,
      });
      const before = await listKeys();
      const source = Readable.from(inChunks(randomBytes(100_000), 600));
      await expect(at.store.putContent(source, owner)).rejects.toThrow(ContentTooLargeError);
      await expect(at.store.put('l', randomBytes(1_001), { maxBytes: 1_000 })).rejects.toMatchObject({
        maxBytes: 1_000,
      });
      expect(source.destroyed).toBe(false);
      expect(source.readableEnded).toBe(false);
      expect(await listKeys()).toEqual(before);
      expect(await countTemporaries()).toBe(0);
    });

    it('streams 32 MiB both ways in a memory that does not grow with them', async () => {
      setFlagsFromString('--expose-gc');
      const gc = runInNewContext('gc') as () => void;
      gc();
      const before = process.memoryUsage().arrayBuffers;
      let peak = 0;
      // Freed memory shows only some time after its collection; memory that is held never does.
      const sample = async () => {
        let held = Infinity;
        for (let turn = 0; turn < 20 && held >= 20 * MIB; turn += 1) {
          gc();
          await new Promise(setImmediate);
          held = process.memoryUsage().arrayBuffers - before;
        }
        peak = Math.max(peak, held);
      };
      const hash = createHash('sha256');
      const source = async function* () {
        for (let i = 0; i < 512; i += 1) {
          if (i % 64 === 63) await sample();
          const chunk = randomBytes(65_536);
          hash.update(chunk);
          yield chunk;
        }
      };
      const stored = await at.store.put('large', source());
      expect(stored).toEqual({ sha256: hash.digest('hex'), byte_size: 32 * MIB });
      const readHash = createHash('sha256');
      let size = 0;
      for await (const chunk of await at.store.get('large')) {
        const last = size;
        size += (chunk as Buffer).length;
        readHash.update(chunk as Buffer);
        if (Math.floor(last / (4 * MIB)) !== Math.floor(size / (4 * MIB))) await sample();
      }
      expect(readHash.digest('hex')).toBe(stored.sha256);
      expect(peak).toBeLessThan(20 * MIB);
    });

    it('can be read halfway and left', async () => {
      await at.store.put('left', randomBytes(4 * MIB));
      const stream = await at.store.get('left');
      for await (const _ of stream) break;
      await expect.poll(() => stream.destroyed).toBe(true);
      await at.store.delete('left');
      expect(await listKeys()).toEqual([]);
    });
  });

describeStreams('the folder store', openTestFolder);
describeStreams('the S3 store', openTestBucket);
