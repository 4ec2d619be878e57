import { Whiteboard } from '@field-inspection/contract';
import type { Whiteboard as WhiteboardRow } from '#prisma';
import type { Context } from '../../context.ts';
import { showRow } from '../../platform/database/show-row.ts';

export type { Whiteboard as WhiteboardRow } from '#prisma';

export const viewWhiteboard = ({ config }: Pick<Context, 'config'>, row: WhiteboardRow): Whiteboard => {
  const url = `${config.apiBaseUrl}/whiteboards/${row.id}`;
  return showRow(Whiteboard, {
    ...row,
    session: row.session_id,
    svg_url: `${url}.svg`,
    png_url: `${url}.png`,
  });
};
