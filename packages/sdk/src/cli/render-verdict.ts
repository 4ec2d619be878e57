import type { AddendaVerdict, AnchorVerdict, EvidenceVerdict, FileVerdict } from '../evidence.ts';

/** A verdict for a person at a terminal. */
export function renderVerdict(verdict: EvidenceVerdict, path: string): string {
  const { head, length, files, anchors, addenda, redacted, withheld } = verdict;
  const parts = [
    [toPrintable(`${path}: ${verdict.verdict.toUpperCase()}`), '', toPrintable(verdict.message)],
    head === null
      ? []
      : alignColumns([
          ['Head', head],
          ['Entries', `${length}`],
          ['Redacted', `${redacted}`],
          ...(addenda ? [listAddenda(addenda), ['Withheld', `${withheld}`]] : []),
        ]),
    titled('Files', alignColumns(files.map(listFile))),
    titled('Timestamps', alignColumns(anchors.map(listAnchor))),
    titled('Timestamps of the addenda', alignColumns((addenda?.anchors ?? []).map(listAddendaAnchor))),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** Without what a terminal obeys or hides: names in a bundle are whoever's wrote it. */
export function toPrintable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
}

const listAddenda = ({ length, unanchored }: AddendaVerdict) => [
  'Addenda',
  unanchored ? `${length}, the last ${unanchored} without an anchor` : `${length ?? '-'}`,
];

const listFile = ({ path, ok, withheld, code }: FileVerdict) => [
  describeState(ok, withheld),
  path,
  code ?? '',
];

function describeState(ok: boolean, withheld: number | undefined): string {
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

const titled = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [title, ...lines]);

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const shown = rows.map((row) => row.map(toPrintable));
  const widths = (shown[0] ?? []).map((_, column) =>
    shown.reduce((width, row) => Math.max(width, row[column]!.length), 0),
  );
  return shown.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd(),
  );
}
