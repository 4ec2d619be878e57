import { isPlainObject } from '../canonical/is-plain-object.ts';
import { type ChainVerdict, verifyChain } from '../chain/verify-chain.ts';
import { type BundleFiles, streamFile } from './bundle-files.ts';
import { parseExactJson } from './exact-json.ts';
import { concatBytes } from '../bytes.ts';

export type Payload = Readonly<Record<string, unknown>>;

export type Line = {
  readonly sequence: number;
  readonly kind: unknown;
  readonly payload: Payload;
  readonly hash: unknown;
};

type Lines = {
  readonly path: string;
  /** The hash before the first entry. Default: 64 zeros. */
  readonly genesis?: string;
  /** Called for each entry; the entries of a broken chain mean nothing. */
  readonly collect: (line: Line) => void;
};

// Several times the longest entry that a request to the service makes.
const MAX_LINE_BYTES = 4 * 2 ** 20;

/**
 * Verifies line by line: of a hundred thousand entries only what `collect` keeps stays in memory.
 *
 * @throws {BundleRefusal} `missing_file`, `corrupt_file`, `too_large`
 */
export async function verifyLines(
  files: BundleFiles,
  { path, genesis, collect }: Lines,
): Promise<ChainVerdict> {
  const lines = readLines(streamFile(files, path), MAX_LINE_BYTES);
  const entries = readEntries(lines, { collect, budget: files.budget });
  return verifyChain(entries, genesis === undefined ? {} : { genesis });
}

// Broken JSON becomes undefined, which is no entry either.
async function* readEntries(
  lines: AsyncIterable<Uint8Array | undefined>,
  { collect, budget }: Pick<Lines, 'collect'> & Pick<BundleFiles, 'budget'>,
): AsyncGenerator<unknown, void> {
  let sequence = 0;
  for await (const line of lines) {
    sequence += 1;
    const entry = line && parseExactJson(line, { budget });
    if (isPlainObject(entry) && isPlainObject(entry['payload'])) {
      collect({ sequence, kind: entry['kind'], payload: entry['payload'], hash: entry['hash'] });
    }
    yield entry;
  }
}

const LINE_FEED = 10;

export async function* readLines(
  parts: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array | undefined, void> {
  let rest = new Uint8Array();
  for await (const part of parts) {
    let start = 0;
    for (let end = part.indexOf(LINE_FEED); end >= 0; end = part.indexOf(LINE_FEED, start)) {
      yield concatBytes([rest, part.subarray(start, end)]);
      rest = new Uint8Array();
      start = end + 1;
    }
    rest = concatBytes([rest, part.subarray(start)]);
    if (rest.length > maxBytes) return yield undefined;
  }
  if (rest.length > 0) yield rest;
}
