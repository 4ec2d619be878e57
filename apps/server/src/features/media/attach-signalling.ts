import type { Server } from 'node:http';
import type { Context } from '../../context.ts';

export const attachSignalling = async (_context: Context, _server: Server): Promise<{ close: () => Promise<void> }> => ({ close: async () => {} });
