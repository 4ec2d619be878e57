import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';

export const webhookEndpointRoutes = (_context: Context) =>
  initServer().router(contract.webhookEndpoints, {
    list: () => { throw new Error('PLACEHOLDER'); },
    create: () => { throw new Error('PLACEHOLDER'); },
    get: () => { throw new Error('PLACEHOLDER'); },
    update: () => { throw new Error('PLACEHOLDER'); },
    delete: () => { throw new Error('PLACEHOLDER'); },
    test: () => { throw new Error('PLACEHOLDER'); },
  });
