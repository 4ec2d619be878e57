import { contract } from '@field-inspection/contract';
import { DAY_MS, viewRetention } from '@field-inspection/rules';
import type { Context } from '../../context.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { beginRedaction } from './exports/begin-redaction.ts';
import { holdSession, releaseSession } from './change-hold.ts';
import { findRetention } from './find-retention.ts';
import { updateRetention } from './update-retention.ts';

export const retentionPolicyRoutes = (context: Context) =>
  implement(contract.retention, {
    get: async ({ caller }) =>
      viewRetention(
        await findRetention(context.database.prisma, caller),
        context.config.messageRetentionMs / DAY_MS,
      ),
    update: (tx, { caller, req, body }) =>
      updateRetention(context, tx, { ...caller, ifMatch: req.get('If-Match'), body }),
  });

export const retentionRoutes = (context: Context) =>
  implement(contract.sessions, {
    redact: (tx, given) => {
      const reason = given.body?.reason ?? 'data_subject_request';
      return beginRedaction(context, tx, { ...sessionKeyOf(given), reason });
    },
    hold: (tx, given) => holdSession(context, tx, { ...sessionKeyOf(given), ...given.body }),
    release: (tx, given) => releaseSession(context, tx, sessionKeyOf(given)),
  });
