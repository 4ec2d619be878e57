import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok } from '../../http/reply.ts';
import { okBytes } from '../../http/streams/ok-bytes.ts';
import { replyWithFile } from '../../http/streams/reply-file.ts';
import { callerOf, sessionKeyOf } from '../../http/request-state.ts';
import { listEvidence } from './list-evidence.ts';
import { openEvidenceFile } from './open-evidence-file.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';

const { list, download } = contract.evidence;

export const evidenceRoutes = (context: Context) =>
  initServer().router(
    { list, download },
    {
      list: async ({ req, query: { session_id: sessionId, kind, ...query } }) => {
        const { organisationId, scopes } = callerOf(req);
        const withRecordings = scopes.includes('recordings:read');
        return ok(await listEvidence(context, { organisationId, sessionId, kind, withRecordings, query }));
      },
      download: async (input) => {
        const { variant = 'original', redirect } = input.query;
        const caller = callerOf(input.req);
        const evidenceId = input.params.evidence_id;
        const file = await openEvidenceFile(context, {
          ...sessionKeyOf(input),
          evidenceId,
          variant,
          caller,
          asLink: redirect === 'true',
        });
        if ('location' in file) {
          input.res.set({ Location: file.location });
          return { status: 302, body: undefined };
        }
        if ('key' in file) return replyWithFile(context, input, file);
        setFileHeaders(input.res, file);
        return okBytes(context, input, file.body);
      },
    },
  );
