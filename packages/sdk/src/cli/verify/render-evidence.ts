import type { AddendaVerdict, AnchorVerdict, EvidenceVerdict, FileVerdict } from '../../evidence.ts';
import { alignColumns, joinParts, nameFile, titled, toPrintable } from '../terminal/terminal-text.ts';
import { nameVerdict } from './name-verdict.ts';

export function renderEvidence(verdict: EvidenceVerdict, path: string): string {
  const { head, length, files, anchors, addenda, redacted } = verdict;
  const parts = [
    [
      toPrintable(`${path}: ${nameVerdict(verdict)}`),
      '',
      toPrintable(nameFile(verdict.message, { place: 'bundle.zip', path })),
    ],
    head === null
      ? []
      : alignColumns([
          ['Head', head],
          ['Entries', `${length}`],
          ['Redacted', `${redacted}`],
          ...(addenda ? [listAddenda(addenda), ['Withheld', countWithheld(verdict)]] : []),
        ]),
    titled('Files', alignColumns(files.map(listFile))),
    titled('Timestamps', alignColumns(anchors.map(listAnchor))),
    titled('Timestamps of the addenda', alignColumns((addenda?.anchors ?? []).map(listAddendaAnchor))),
  ];
  return joinParts(parts);
}

const listAddenda = ({ length, unanchored }: AddendaVerdict) => [
  'Addenda',
  unanchored ? `${length}, the last ${unanchored} without an anchor` : `${length ?? '-'}`,
];

const countWithheld = ({ withheld, unproven }: EvidenceVerdict) =>
  unproven > 0 ? `${withheld}, ${unproven} of them not yet proven` : `${withheld}`;

const listFile = (file: FileVerdict) => [describeState(file), file.path, file.code ?? ''];

function describeState({ ok, withheld, unproven }: FileVerdict): string {
  if (unproven) return 'withheld, not yet proven';
  if (withheld !== undefined) return 'withheld';
  return ok ? 'ok' : 'BAD';
}

const listAddendaAnchor = (anchor: AddendaVerdict['anchors'][number]) => [
  `up to ${anchor.sequence}`,
  ...listAnchor(anchor),
];

const listAnchor = ({ verdict, demo, gen_time, authority, signer, code }: AnchorVerdict) => [
  demo ? `${verdict}, demo` : verdict,
  gen_time ?? '-',
  authority,
  // An untrusted token's code is the same word.
  signer ?? (code === verdict ? '' : (code ?? '')),
];
