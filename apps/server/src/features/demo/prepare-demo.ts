import type { Context } from '../../context.ts';

export const prepareDemo = async (_context: Context): Promise<void> => {};
