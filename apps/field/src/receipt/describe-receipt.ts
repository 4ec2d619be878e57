export type StoredPiece = {
  /** '' of a photo that nobody asked for. */
  label: string;
  sha256: string;
  /** undefined where the service did not say. */
  sequence: number | undefined;
};

type Receipt = {
  heading: string;
  organisation: string;
  sessionId: string;
  /** Time of the receipt, as people read it. */
  time: string;
  pieces: readonly StoredPiece[];
  /** Says the number of an entry in the person's language. */
  sayEntry: (sequence: number) => string;
};

/** Writes the receipt to keep: each piece's hash and entry, by which a report can be checked. */
export const describeReceipt = ({
  heading,
  organisation,
  sessionId,
  time,
  pieces,
  sayEntry,
}: Receipt): string => {
  const head = [heading, organisation, sessionId, time].join('\n');
  return [head, ...pieces.map((piece, at) => describePiece(piece, at + 1, sayEntry))].join('\n\n') + '\n';
};

const describePiece = (
  { label, sha256, sequence }: StoredPiece,
  number: number,
  sayEntry: Receipt['sayEntry'],
): string =>
  [
    `${number}. ${label}`.trimEnd(),
    ...(sequence === undefined ? [] : [`   ${sayEntry(sequence)}`]),
    `   SHA-256 ${sha256}`,
  ].join('\n');
