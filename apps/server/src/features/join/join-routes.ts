import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';

export const joinRoutes = (_context: Context) =>
  initServer().router(contract.join, {
    redeem: () => { throw new Error('PLACEHOLDER'); },
  });
