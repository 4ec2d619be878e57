import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';

export const webhookEventRoutes = (_context: Context) =>
  initServer().router(contract.webhookEvents, {
    list: () => { throw new Error('PLACEHOLDER'); },
  });
