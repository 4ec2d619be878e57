import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { accepted, ok } from '../../http/reply.ts';
import { callerOf, sessionKeyOf } from '../../http/request-state.ts';
import { tagVersion } from '../../http/versions/tag-version.ts';
import { writeOnce } from '../../http/write-once.ts';
import { beginRedaction } from './exports/begin-redaction.ts';
import { getRetention } from './get-retention.ts';
import { holdSession } from './hold-session.ts';
import { releaseSession } from './release-session.ts';
import { updateRetention } from './update-retention.ts';

const { redact, hold, release } = contract.sessions;

export const retentionPolicyRoutes = (context: Context) =>
  initServer().router(contract.retention, {
    get: async ({ req, res }) => tagVersion(res, ok(await getRetention(context, callerOf(req)))),
    update: async (input) => {
      const { req, res, body } = input;
      const reply = await writeOnce(context, input, {
        run: async (tx) =>
          ok(await updateRetention(context, tx, { ...callerOf(req), ifMatch: req.get('If-Match'), body })),
      });
      return tagVersion(res, reply);
    },
  });

export const retentionRoutes = (context: Context) =>
  initServer().router(
    { redact, hold, release },
    {
      redact: (input) =>
        writeOnce(context, input, {
          run: async (tx) => {
            const reason = input.body?.reason ?? 'data_subject_request';
            return accepted(await beginRedaction(context, tx, { ...sessionKeyOf(input), reason }));
          },
        }),
      hold: (input) =>
        writeOnce(context, input, {
          run: async (tx) => ok(await holdSession(context, tx, { ...sessionKeyOf(input), ...input.body })),
        }),
      release: (input) =>
        writeOnce(context, input, {
          run: async (tx) => ok(await releaseSession(context, tx, sessionKeyOf(input))),
        }),
    },
  );
