import { type Anchor as ShownAnchor, AnchorNotice } from '@field-inspection/contract';
import type { z } from 'zod';
import type { AddendaAnchor as AddendaAnchorRow, Anchor, OrgAnchor, WhiteboardAnchor } from '#prisma';
import { showRow } from '../../platform/database/show-row.ts';
import { DEMO_AUTHORITY } from '../../platform/tsa-client/timestamp-authority.ts';

type AnchorRow = Anchor | AddendaAnchorRow | OrgAnchor | WhiteboardAnchor;

export const viewAnchor = (row: AnchorRow): ShownAnchor => ({
  ...viewAnchorNotice(row),
  token: row.token && Buffer.from(row.token).toString('base64'),
});

export const viewAnchorNotice = (row: AnchorRow): z.output<typeof AnchorNotice> =>
  showRow(AnchorNotice, { ...row, demo: row.authority === DEMO_AUTHORITY, error: row.last_error });

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
