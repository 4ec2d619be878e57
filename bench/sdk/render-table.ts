/** A table in Markdown, as prettier lays it out: the columns as wide as their widest cell, the figures to the right. */
export const renderTable = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { figures }: { figures: (column: number) => boolean },
): string => {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((cells) => cells[column]!.length)),
  );
  const renderRow = (cells: readonly string[]): string => {
    const padded = cells.map((cell, column) =>
      figures(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
    );
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) =>
    figures(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [head, rule, ...rows].map(renderRow).join('\n');
};
