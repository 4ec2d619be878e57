import { contract } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import { setCookie } from '../../../http/callers/cookies.ts';
import { ok } from '../../../http/reply.ts';
import { implement } from '../../../http/routes/implement-routes.ts';
import { writeOnce } from '../../../http/write-once.ts';
import type { Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { nameBeginPage } from '../attempts/begin-attempt.ts';
import { findConnection, viewConnection } from '../settings/connection-view.ts';
import { putSso, readNamedMetadata } from '../settings/put-sso.ts';
import { beginTest, getTest } from '../settings/sso-test.ts';
import { activateSso, disableSso, enforceSso } from '../settings/switch-sso.ts';

export const ssoRoutes = (context: Context) =>
  implement(contract.sso, {
    get: async ({ caller }) =>
      viewConnection(context, await findConnection(context.database.prisma, caller.organisationId)),
    put: {
      before: async ({ caller, req, body }) => {
        const metadata = await readNamedMetadata(context, body);
        const ifMatch = req.get('If-Match');
        return (tx: Tx) => putSso(context, tx, { ...byCaller(caller), ifMatch, body, metadata });
      },
    },
    beginTest: {
      reply: async ({ req, res, caller }) => {
        let secret: string | undefined;
        const run = async (tx: Tx) => {
          secret = await beginTest(context, tx, { caller });
          return ok({ url: nameBeginPage(context) });
        };
        const reply = await writeOnce(context, { req }, { run });
        if (secret !== undefined) setCookie(context.config, res, { name: 'sign_in', value: secret });
        return reply;
      },
    },
    getTest: ({ caller }) => getTest(context, caller),
    activate: (tx, { caller }) => activateSso(context, tx, byCaller(caller)),
    disable: (tx, { caller }) => disableSso(context, tx, byCaller(caller)),
    enforce: (tx, { caller, body }) =>
      enforceSso(context, tx, { ...byCaller(caller), enforced: body.enforced }),
  });

const byCaller = (caller: Caller) => ({ organisationId: caller.organisationId, author: caller });
