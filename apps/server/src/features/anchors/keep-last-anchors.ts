/** Keeps each authority's last token and the tries after it: a token vouches for all before it, too. */
export const keepLastAnchors = <Row extends { authority: string; status: string; sequence: number }>(
  rows: Row[],
): Row[] => {
  const lastToken = (authority: string) =>
    rows.find((row) => row.authority === authority && row.status === 'anchored')?.sequence ?? 0;
  return rows
    .filter((row) => row.sequence >= lastToken(row.authority))
    .sort((a, b) => a.authority.localeCompare(b.authority, 'en') || a.sequence - b.sequence);
};
