import fc from 'fast-check';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../testing/create-fake-clock.ts';
import { systemRandom } from '../secrets/random.ts';
import { createFolderStore } from './create-folder-store.ts';
import { MissingObjectError, ObjectStoreError, type ObjectStore } from './object-store.ts';
import { openTestFolder } from './testing/open-test-stores.ts';

const HOUR_MS = 3_600_000;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let store: ObjectStore;
let clock: FakeClock;
let home: string;
let dir: string;
let close: () => Promise<void>;
beforeEach(async () => {
  clock = createFakeClock();
  ({ store, home, dir, close } = await openTestFolder(clock));
});
afterEach(() => close());

const listKeys = async () => {
  const keys: string[] = [];
  for await (const { key } of store.list('')) keys.push(key);
  return keys.toSorted();
};
const listFiles = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

describe('the folder', () => {
  it('holds each object as a file of its key, for this user only', async () => {
    await store.put('org/evidence/abc', Buffer.from('bytes'));
    expect(await listFiles(dir)).toEqual(['org/evidence/abc']);
    expect(await readFile(join(dir, 'org/evidence/abc'), 'utf8')).toBe('bytes');
    expect((await stat(join(dir, 'org/evidence/abc'))).mode & 0o777).toBe(0o600);
    for (const folder of ['', 'org', 'org/evidence', '.partial']) {
      expect((await stat(join(dir, folder))).mode & 0o777).toBe(0o700);
    }
  });

  it('is empty again when its objects are deleted', async () => {
    await store.put('org/evidence/abc', Buffer.from('bytes'));
    await store.put('org/evidence/def', Buffer.from('bytes'));
    await store.delete('org/evidence/abc');
    expect(await readdir(join(dir, 'org/evidence'))).toEqual(['def']);
    await store.delete('org/evidence/def');
    expect(await readdir(dir)).toEqual(['.partial']);
  });

  it('has no URL of its own: the server sends the bytes', async () => {
    const signed = { expiresInSeconds: 60, filename: 'a.jpg', contentType: 'image/jpeg' };
    await store.put('a', Buffer.from('bytes'));
    expect(await store.signReadUrl('a', signed)).toBeNull();
  });

  it('may itself be reached over a link, such as to another disk', async () => {
    await store.put('org/a', Buffer.from('bytes'));
    await symlink(dir, join(home, 'linked'));
    const linked = createFolderStore({ dir: join(home, 'linked'), clock, random: systemRandom });
    await linked.put('org/b', Buffer.from('more'));
    expect(String(await buffer(await linked.get('org/a')))).toBe('bytes');
    expect(await listKeys()).toEqual(['org/a', 'org/b']);
  });
});

describe('a key never leads out of the folder', () => {
  it('whatever it is made of', async () => {
    await mkdir(dir, { recursive: true });
    await writeFile(join(home, 'secret'), 'outside');
    const before = await listFiles(home);
    const piece = fc.oneof(
      fc.constantFrom('..', '.', '', 'secret', 'data', 'objects', '\0', '\\', '%2e%2e', '~', home),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    const hostile = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('/'));
    const property = fc.asyncProperty(hostile, async (key) => {
      const isKept = await store.put(key, Buffer.from('x')).then(
        () => true,
        () => false,
      );
      await expect(store.get(`../../${key}`)).rejects.toThrow(TypeError);
      if (isKept) {
        expect(await listFiles(dir)).toEqual([key]);
        await store.delete(key);
      }
      expect(await listFiles(home)).toEqual(before);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  it('over a symbolic link: nothing is read, listed, deleted or made behind it', async () => {
    const outside = join(home, 'outside');
    await mkdir(join(outside, 'deep'), { recursive: true });
    await writeFile(join(outside, 'deep/secret'), 'outside');
    await store.put('org/a', Buffer.from('bytes'));
    await symlink(outside, join(dir, 'org/folder'));
    await symlink(join(outside, 'deep/secret'), join(dir, 'org/file'));
    for (const key of ['org/file', 'org/folder', 'org/folder/deep/secret']) {
      await expect(store.get(key)).rejects.toThrow(MissingObjectError);
      expect(await store.stat(key)).toBeUndefined();
      await store.delete(key);
    }
    await expect(store.put('org/folder/deep/new', Buffer.from('x'))).rejects.toThrow(TypeError);
    await expect(store.put('org/folder/new/new', Buffer.from('x'))).rejects.toThrow(TypeError);
    expect(await listKeys()).toEqual(['org/a']);
    for (const prefix of ['org/folder/', 'org/folder/deep/']) {
      for await (const found of store.list(prefix)) expect.unreachable(found.key);
    }
    expect(await listFiles(outside)).toEqual(['deep/secret']);
    expect(await readdir(outside)).toEqual(['deep']);
    await store.put('org/file', Buffer.from('x'));
    expect(await readFile(join(outside, 'deep/secret'), 'utf8')).toBe('outside');
  });
});

describe('at once', () => {
  it('puts of different contents under one key leave one of them, and readers see only whole ones', async () => {
    const contents = Array.from({ length: 6 }, () => randomBytes(300_000));
    const hashes = new Set(contents.map(sha256));
    await store.put('org/k', contents[0]!);
    let isWriting = true;
    const reading = (async () => {
      let reads = 0;
      for (; isWriting || reads === 0; reads += 1) {
        expect(hashes).toContain(sha256(await buffer(await store.get('org/k'))));
      }
      return reads;
    })();
    for (let turn = 0; turn < 5; turn += 1) {
      await Promise.all(contents.map((content) => store.put('org/k', content)));
    }
    isWriting = false;
    expect(await reading).toBeGreaterThan(0);
    expect(await listFiles(dir)).toEqual(['org/k']);
  });

  it('deletes that empty a folder do no harm to puts into it', async () => {
    const lane = async (key: string) => {
      for (let turn = 0; turn < 60; turn += 1) {
        await store.put(key, Buffer.from(key));
        expect(String(await buffer(await store.get(key)))).toBe(key);
        await store.delete(key);
      }
    };
    await Promise.all(['org/evidence/a', 'org/evidence/b', 'org/other/c'].map(lane));
    expect(await readdir(dir)).toEqual(['.partial']);
  });
});

describe('a failing disk', () => {
  it('is named as what it is, with its cause', async () => {
    await mkdir(join(dir, '..'), { recursive: true });
    await writeFile(dir, 'a file where the folder should be');
    for (const failing of [() => store.check(), () => store.put('a', Buffer.from('x'))]) {
      await expect(failing()).rejects.toThrow(ObjectStoreError);
      await expect(failing()).rejects.toMatchObject({ cause: { code: expect.stringMatching(/^E/) } });
    }
  });

  it("is no reason to doubt a body's own failure", async () => {
    const reason = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    const body = async function* () {
      yield randomBytes(5);
      throw reason;
    };
    await expect(store.put('a', body())).rejects.toBe(reason);
  });
});

describe('the sweep', () => {
  it('removes what is older by the clock of the context, and no object', async () => {
    await store.put('org/old', Buffer.from('x'));
    for (const [name, ageMs] of [
      ['old', 3 * HOUR_MS],
      ['young', HOUR_MS],
    ] as const) {
      const file = join(dir, '.partial', name);
      const time = new Date(clock.now().getTime() - ageMs);
      await writeFile(file, 'half');
      await utimes(file, time, time);
    }
    expect(await store.sweepTemporaries(2 * HOUR_MS)).toBe(1);
    expect(await listFiles(dir)).toEqual(['.partial/young', 'org/old']);
    clock.advance(2 * HOUR_MS);
    expect(await store.sweepTemporaries(2 * HOUR_MS)).toBe(1);
    expect(await store.sweepTemporaries(2 * HOUR_MS)).toBe(0);
    expect(await listFiles(dir)).toEqual(['org/old']);
  });

  it('finds nothing where nothing was ever put', async () => {
    expect(await store.sweepTemporaries(0)).toBe(0);
  });
});

describe('kill -9', () => {
  // Says `half` when half of a large body has been taken, and the key of each acknowledged put.
  const script = `
    import { createHash, randomBytes } from 'node:crypto';
    import { createFolderStore } from '${new URL('./create-folder-store.ts', import.meta.url).href}';
    import { systemRandom } from '${new URL('../secrets/random.ts', import.meta.url).href}';
    const store = createFolderStore({ dir: process.argv[1], clock: { now: () => new Date() }, random: systemRandom });
    const large = async function* () {
      for (let i = 0; i < 40; i += 1) {
        if (i === 20) console.log('half');
        yield randomBytes(50_000);
      }
    };
    // Never comes to its end, so that every kill leaves a file.
    const stuck = async function* () {
      yield randomBytes(50_000);
      await new Promise(() => {});
    };
    const put = async (body) => {
      const { key } = await store.putContent(body, { organisationId: 'org', ownerId: 'evidence' });
      console.log(key);
    };
    const lane = async (body) => { for (;;) await put(body()); };
    await Promise.all([put(stuck()), lane(large), lane(large), lane(() => randomBytes(3_000)), lane(() => randomBytes(0))]);
  `;

  it('in the middle of puts leaves only whole objects, all that were acknowledged, and what the sweep finds', async () => {
    const acknowledged = new Set<string>();
    let swept = 0;
    for (let round = 1; round <= 6; round += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, dir], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const closed = once(child, 'close');
      let halves = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        if (line !== 'half') acknowledged.add(line);
        else if ((halves += 1) === round) child.kill('SIGKILL');
      }
      expect((await closed)[1]).toBe('SIGKILL');
      const keys = await listKeys();
      expect(keys).toEqual(expect.arrayContaining([...acknowledged]));
      for (const key of keys) {
        expect(sha256(await buffer(await store.get(key)))).toBe(key.split('/')[2]);
      }
      const temporaries = await readdir(join(dir, '.partial'));
      expect(temporaries.length).toBeGreaterThan(0);
      clock.advance(HOUR_MS);
      expect(await store.sweepTemporaries(HOUR_MS / 2)).toBe(temporaries.length);
      swept += temporaries.length;
      expect(await listFiles(dir)).toEqual(keys);
    }
    expect(acknowledged.size).toBeGreaterThan(0);
    expect(swept).toBeGreaterThanOrEqual(6);
  });
});

it('has room when the largest photo finds it twice, and says that it is full with a byte less', async () => {
  const space = 2 * 25 * 1024 ** 2;
  const holding = (free: number) =>
    createFolderStore({ dir, clock, random: systemRandom, readFreeBytes: () => Promise.resolve(free) });
  await expect(holding(space).requireFreeSpace!()).resolves.toBeUndefined();
  const refusal = await holding(space - 1).requireFreeSpace!().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ObjectStoreError);
  expect(refusal).toMatchObject({ cause: { code: 'ENOSPC' } });
});

it('reads the room of the disk itself', async () => {
  await store.put('a/b', Buffer.from('x'));
  await expect(store.requireFreeSpace!()).resolves.toBeUndefined();
});
