import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';

export const participantRoutes = (_context: Context) =>
  initServer().router(contract.participants, {
    create: () => { throw new Error('PLACEHOLDER'); },
    list: () => { throw new Error('PLACEHOLDER'); },
    reissue: () => { throw new Error('PLACEHOLDER'); },
    revoke: () => { throw new Error('PLACEHOLDER'); },
  });
