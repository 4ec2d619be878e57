import { isPlainObject } from '../canonical/is-plain-object.ts';
import { verifyChain, type ChainVerdict } from '../chain/verify-chain.ts';
import { streamFile, type BundleFiles } from './bundle-files.ts';
import { parseExactJson } from './exact-json.ts';
import { readLines } from './read-lines.ts';

export type Payload = Readonly<Record<string, unknown>>;

/** Line that may be an entry of a chain. */
export type Line = {
  readonly sequence: number;
  readonly kind: unknown;
  readonly payload: Payload;
  readonly hash: unknown;
};

type Lines = {
  readonly path: string;
  /** Hash that the first entry follows. Default: 64 zeros. */
  readonly genesis?: string;
  /** Takes each entry as it is read; the entries of a broken chain mean nothing. */
  readonly collect: (line: Line) => void;
};

// Several times the longest entry that a request of the service makes.
const MAX_LINE_BYTES = 4 * 2 ** 20;

/**
 * Verifies a chain that is a file of lines, line by line: of a hundred thousand entries only what `collect` takes is
 * kept.
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

// A line that is no JSON becomes undefined, which is no entry either.
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
