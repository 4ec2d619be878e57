import { basename } from 'node:path';

/** Replaces characters that a terminal obeys or hides: anybody may have chosen the names in a bundle. */
export function toPrintable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
}

/** Names the whole file as the person does. */
export function nameFile(message: string, { place, path }: { place: string; path: string }): string {
  // A function, since `replace` would expand a `$&` in a name.
  return message.replace(`bad place is ${place}:`, () => `bad place is ${basename(path)}:`);
}

/** Puts an empty line between parts, and leaves out empty parts. */
export function joinParts(parts: readonly (readonly string[])[]): string {
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

export const titled = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines];

export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const shown = rows.map((row) => row.map(toPrintable));
  const widths = (shown[0] ?? []).map((_, column) =>
    shown.reduce((width, row) => Math.max(width, row[column]!.length), 0),
  );
  return shown.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd(),
  );
}
