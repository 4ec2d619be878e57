import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { accepted, ok } from '../../http/reply.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { writeOnce } from '../../http/write-once.ts';
import { beginRedaction } from './exports/begin-redaction.ts';
import { holdSession } from './hold-session.ts';
import { releaseSession } from './release-session.ts';

const { redact, hold, release } = contract.sessions;

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
