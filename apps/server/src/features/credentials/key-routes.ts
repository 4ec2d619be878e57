import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { readKey } from '../../http/kept-reply.ts';
import { noContent } from '../../http/reply.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { revokeLeakedKey } from './revoke-leaked-key.ts';

export const keyRoutes = (context: Context) =>
  implement(contract.keys, {
    revoke: {
      // No reply is kept: a repeated call changes nothing more, and gives the same.
      reply: async ({ req, res, body }) => {
        const key = readKey(req);
        await revokeLeakedKey(context, body.api_key);
        if (key !== undefined) res.set('Idempotency-Key', key);
        return noContent();
      },
    },
  });
