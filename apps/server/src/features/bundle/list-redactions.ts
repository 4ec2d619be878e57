import type { BundleRows } from './read-bundle-rows.ts';

/** The hashes of files that the addenda withhold, each with the first redaction that names it. */
export const listRedactions = ({ addenda }: Pick<BundleRows, 'addenda'>): ReadonlyMap<string, number> => {
  const redactions = addenda.filter(({ kind }) => kind === 'redaction').toReversed();
  return new Map(
    redactions.flatMap(({ sequence, payload }) =>
      listHashes(payload).map((sha256) => [sha256, sequence] as const),
    ),
  );
};

// A redaction of values alone names no file.
const listHashes = ({ withheld = [] }: { withheld?: string[] }): string[] => withheld;
