import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { beginRedaction } from './exports/begin-redaction.ts';
import { findRetention } from './find-retention.ts';
import { holdSession } from './hold-session.ts';
import { releaseSession } from './release-session.ts';
import { viewRetention } from './retention-view.ts';
import { updateRetention } from './update-retention.ts';

export const retentionPolicyRoutes = (context: Context) =>
  implement(contract.retention, {
    get: async ({ caller }) => viewRetention(context, await findRetention(context.database.prisma, caller)),
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
