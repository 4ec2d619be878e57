import type { ReportVerdict, SignatureVerdict } from '../../evidence.ts';
import { alignColumns, joinParts, nameFile, titled, toPrintable } from '../terminal/terminal-text.ts';
import { nameVerdict } from './name-verdict.ts';

/** The verdict on a report for a person at a terminal. */
export function renderReport(verdict: ReportVerdict, path: string): string {
  const { revisions, head, signatures, message } = verdict;
  return joinParts([
    [
      toPrintable(`${path}: ${nameVerdict(verdict)}`),
      '',
      toPrintable(nameFile(message, { place: 'report.pdf', path })),
    ],
    alignColumns([
      ...(revisions === null ? [] : [['Revisions', `${revisions}`]]),
      ...(head === null ? [] : [['Head', head]]),
    ]),
    titled('Signatures', alignColumns(signatures.map(listSignature))),
  ]);
}

const listSignature = ({ field, verdict, level, time, time_source, signer, code }: SignatureVerdict) => [
  verdict,
  level ?? '-',
  // At `now` it was only judged: nothing proves when it was made.
  time_source === 'now' ? '-' : (time ?? '-'),
  field,
  // An untrusted signature's code is the same word.
  signer ?? (code === verdict ? '' : (code ?? '')),
];
