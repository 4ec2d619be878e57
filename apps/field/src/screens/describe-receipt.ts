/** One photo that the service has stored: what it is, and where it stands in the audit chain. */
export type StoredPhoto = { label: string; sha256: string; sequence: number };

type Receipt = {
  organisation: string;
  sessionId: string;
  /** When it was made, as people read it. */
  time: string;
  photos: readonly StoredPhoto[];
  /** Says the number of an entry in the person's language. */
  sayEntry: (sequence: number) => string;
};

/** What the person keeps: the hash of each photo and its entry, by which a report can be held against it. */
export const describeReceipt = ({ organisation, sessionId, time, photos, sayEntry }: Receipt): string =>
  [
    [organisation, sessionId, time].join('\n'),
    ...photos.map(({ label, sha256, sequence }, at) =>
      [`${at + 1}. ${label}`, `   ${sayEntry(sequence)}`, `   SHA-256 ${sha256}`].join('\n'),
    ),
  ].join('\n\n') + '\n';
