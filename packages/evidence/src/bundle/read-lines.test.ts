import fc from 'fast-check';
import { expect, it } from 'vitest';

import { readLines } from './verify-lines.ts';

async function collect(parts: readonly Uint8Array[], maxBytes = 1000): Promise<(string | undefined)[]> {
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield* parts;
  }
  const lines: (string | undefined)[] = [];
  for await (const line of readLines(stream(), maxBytes))
    lines.push(line && Buffer.from(line).toString('latin1'));
  return lines;
}

it('gives the lines of a text, wherever its parts are cut', async () => {
  const parts = fc.array(fc.array(fc.constantFrom(10, 65, 66, 195)).map((bytes) => Uint8Array.from(bytes)));
  await fc.assert(
    fc.asyncProperty(parts, async (bytes) => {
      const text = Buffer.concat(bytes).toString('latin1');
      const expected = text.split('\n');
      if (expected.at(-1) === '') expected.pop();
      expect(await collect(bytes)).toEqual(expected);
    }),
  );
});

it('gives up at a line that is too long', async () => {
  const long = Buffer.alloc(60, 'a');
  expect(await collect([Buffer.from('one\n'), long, long, Buffer.from('\ntwo\n')], 100)).toEqual([
    'one',
    undefined,
  ]);
});
