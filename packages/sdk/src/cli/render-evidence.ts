import type { AnchorVerdict, EvidenceVerdict, FileVerdict } from '../evidence.ts';
import { alignColumns, joinParts, nameFile, titled, toPrintable } from './terminal-text.ts';

/** The verdict on a bundle for a person at a terminal. */
export function renderEvidence(verdict: EvidenceVerdict, path: string): string {
  const { head, length, files, anchors, redacted } = verdict;
  const parts = [
    [
      toPrintable(`${path}: ${verdict.verdict.toUpperCase()}`),
      '',
      toPrintable(nameFile(verdict.message, { place: 'bundle.zip', path })),
    ],
    head === null
      ? []
      : alignColumns([
          ['Head', head],
          ['Entries', `${length}`],
          ['Redacted', `${redacted}`],
        ]),
    titled('Files', alignColumns(files.map(listFile))),
    titled('Timestamps', alignColumns(anchors.map(listAnchor))),
  ];
  return joinParts(parts);
}

const listFile = ({ path, ok, code }: FileVerdict) => [ok ? 'ok' : 'BAD', path, code ?? ''];

const listAnchor = ({ verdict, demo, gen_time, authority, signer, code }: AnchorVerdict) => [
  demo ? `${verdict}, demo` : verdict,
  gen_time ?? '-',
  authority,
  // An untrusted token's code is the same word.
  signer ?? (code === verdict ? '' : (code ?? '')),
];
