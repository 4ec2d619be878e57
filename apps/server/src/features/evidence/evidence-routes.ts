import { contract } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { sessionKeyOf } from '../../http/request-state.ts';
import { setFileHeaders } from '../../http/set-file-headers.ts';
import { okBytes } from '../../http/streams/ok-bytes.ts';
import { replyWithFile } from '../../http/streams/reply-file.ts';
import { listEvidence } from './list-evidence.ts';
import { openEvidenceFile } from './open-evidence-file.ts';

export const evidenceRoutes = (context: Context) =>
  implement(contract.evidence, {
    list: ({ caller: { organisationId, scopes }, query: { session_id: sessionId, kind, ...query } }) => {
      const withRecordings = scopes.includes('recordings:read');
      return listEvidence(context, { organisationId, sessionId, kind, withRecordings, query });
    },
    download: {
      reply: async (given) => {
        const { variant = 'original', redirect } = given.query;
        const file = await openEvidenceFile(context, {
          ...sessionKeyOf(given),
          evidenceId: given.params.evidence_id,
          variant,
          caller: given.caller,
          asLink: redirect === 'true',
        });
        if ('location' in file) {
          given.res.set({ Location: file.location });
          return { status: 302, body: undefined };
        }
        if ('key' in file) return replyWithFile(context, given, file);
        setFileHeaders(given.res, file);
        return okBytes(context, given, file.body);
      },
    },
  });
