/** Shows the next bytes, fewer where the stream ends: what is written into them takes their place. */
type Peek = { peek: number };

/** Lets so many bytes go, as they are or as zeros. */
type Pass = { pass: number; as?: 'zeros' };

/** What is done with a stream, step by step; Peek is answered with its bytes. It does not wait, so it is fast. */
export type Rewriting = Generator<Peek | Pass, void, Buffer>;

/** Rewrites a stream in place as it passes. No more of it is held than came at once. */
export async function* rewriteStream(
  source: AsyncIterator<Uint8Array>,
  steps: Rewriting,
): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0);
  let done = 0;
  for (
    let step = steps.next();
    !step.done;
    step = steps.next(held.subarray(done, done + peeked(step.value)))
  ) {
    const wanted = step.value;
    if ('pass' in wanted) {
      for (let left = wanted.pass; left > 0;) {
        if (done === held.length) {
          if (done > 0) yield held;
          held = await readNext(source);
          done = 0;
          if (held.length === 0) break;
        }
        const end = Math.min(held.length, done + left);
        if (wanted.as === 'zeros') held.fill(0, done, end);
        left -= end - done;
        done = end;
      }
      continue;
    }
    if (held.length - done >= wanted.peek) continue;
    if (done > 0) yield held.subarray(0, done);
    held = await readMore(source, held.subarray(done), wanted.peek);
    done = 0;
  }
  if (done > 0) yield held.subarray(0, done);
}

const peeked = (step: Peek | Pass): number => ('peek' in step ? step.peek : 0);

/** So many bytes, or more; fewer where the stream ends. Put together once: a peek may be as large as an index. */
const readMore = async (source: AsyncIterator<Uint8Array>, held: Buffer, wanted: number): Promise<Buffer> => {
  const parts = [held];
  for (let bytes = held.length; bytes < wanted;) {
    const next = await readNext(source);
    if (next.length === 0) break;
    parts.push(next);
    bytes += next.length;
  }
  return Buffer.concat(parts);
};

/** The next bytes as a copy of their own; none at the end. */
const readNext = async (source: AsyncIterator<Uint8Array>): Promise<Buffer> => {
  for (;;) {
    const { value, done } = await source.next();
    if (done) return Buffer.alloc(0);
    if (value.length > 0) return Buffer.from(value);
  }
};
