import type { Whiteboard } from '@field-inspection/contract';
import type { Whiteboard as WhiteboardRow } from '#prisma';
import type { Context } from '../../context.ts';

export type { Whiteboard as WhiteboardRow } from '#prisma';

/** A whiteboard as every API shows it. */
export const viewWhiteboard = ({ config }: Pick<Context, 'config'>, row: WhiteboardRow): Whiteboard => ({
  id: row.id,
  session: row.session_id,
  title: row.title,
  version: row.version,
  svg_url: `${config.apiBaseUrl}/whiteboards/${row.id}.svg`,
  png_url: `${config.apiBaseUrl}/whiteboards/${row.id}.png`,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
