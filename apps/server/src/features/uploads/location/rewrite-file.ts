import { open, type FileHandle } from 'node:fs/promises';
import { LocationStaysError } from '../../evidence/exports/refuse-location.ts';

/** Asks for the next bytes, fewer at the file's end: bytes written into them replace the file's. */
type Peek = { peek: number };

type Pass = { pass: number; as?: 'zeros' };

/** A Peek is answered with its bytes. The generator does not wait, so it is fast. */
export type Rewriting = Generator<Peek | Pass, void, Buffer>;

/** Twice the looks that a film of a day takes, at two for each picture. */
const PEEKS_MAX = 20_000_000;

/**
 * Rewrites a file where it lies. Passed bytes are not read, unless they lie within shown ones; only changed bytes are
 * written. It holds no more than the last shown bytes and 256 KiB.
 *
 * @throws {LocationStaysError} for a file of more parts than any film has
 */
export const rewriteFile = async (path: string, steps: Rewriting): Promise<void> => {
  const handle = await open(path, 'r+');
  try {
    const window = createWindow(handle, (await handle.stat()).size);
    let peeks = 0;
    for (let step = steps.next(); !step.done;) {
      if ('pass' in step.value) {
        if (step.value.as === 'zeros') await window.fillNext(step.value.pass);
        else window.skip(step.value.pass);
        step = steps.next();
        continue;
      }
      if (++peeks > PEEKS_MAX) throw new LocationStaysError('it has too many parts');
      const { peek } = step.value;
      step = steps.next(window.hasNext(peek) ? window.showNext(peek) : await window.readNext(peek));
    }
    await window.flush();
  } finally {
    await handle.close();
  }
};

const WINDOW_BYTES = 256 * 1024;

/** Steps go byte by byte through the held part of the file. */
const createWindow = (handle: FileHandle, size: number) => {
  let held: Buffer = Buffer.alloc(0);
  let asRead: Buffer = held;
  let start = 0;
  let at = 0;
  const endOf = (bytes: number): number => Math.min(size, at + bytes);
  const hasNext = (bytes: number): boolean => endOf(bytes) <= start + held.length;
  const showNext = (bytes: number): Buffer => held.subarray(at - start, endOf(bytes) - start);
  const flush = async (): Promise<void> => {
    if (!held.equals(asRead)) await handle.write(held, 0, held.length, start);
  };
  const readNext = async (bytes: number): Promise<Buffer> => {
    await flush();
    held = await readPart(handle, at, Math.min(size - at, Math.max(bytes, WINDOW_BYTES)));
    asRead = Buffer.from(held);
    start = at;
    return showNext(bytes);
  };
  const skip = (bytes: number): void => void (at = endOf(bytes));
  return {
    hasNext,
    showNext,
    readNext,
    skip,
    flush,
    fillNext: async (bytes: number): Promise<void> => {
      for (const end = endOf(bytes); at < end;) {
        if (!hasNext(1)) await readNext(1);
        const part = showNext(Math.min(end - at, start + held.length - at)).fill(0);
        skip(part.length);
      }
    },
  };
};

const readPart = async (handle: FileHandle, start: number, length: number): Promise<Buffer> => {
  const part = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(part, done, length - done, start + done);
    if (bytesRead === 0) throw new Error('The file became shorter while it was read.');
    done += bytesRead;
  }
  return part;
};
