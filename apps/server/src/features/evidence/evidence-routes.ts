import { contract } from '@field-inspection/contract';
import { initServer } from '@ts-rest/express';
import type { Context } from '../../context.ts';
import { ok, okBytes } from '../../http/reply.ts';
import { callerOf } from '../../http/request-state.ts';
import { getEvidenceSummary } from '../anchors/get-evidence-summary.ts';
import { listChain } from '../audit/list-chain.ts';
import { writeBundle } from '../bundle/write-bundle.ts';
import { listEvidence } from './list-evidence.ts';
import { openEvidenceFile } from './open-evidence-file.ts';
import { setFileHeaders } from './exports/set-file-headers.ts';

export const evidenceRoutes = (context: Context) =>
  initServer().router(contract.evidence, {
    list: async ({ req, query: { session_id: sessionId, kind, ...query } }) => {
      const { organisationId, scopes } = callerOf(req);
      const withRecordings = scopes.includes('recordings:read');
      return ok(await listEvidence(context, { organisationId, sessionId, kind, withRecordings, query }));
    },
    get: async (input) => ok(await getEvidenceSummary(context, keyOf(input))),
    listChain: async (input) => ok(await listChain(context, { ...keyOf(input), query: input.query })),
    download: async (input) => {
      const { variant = 'original', redirect } = input.query;
      const { scopes } = callerOf(input.req);
      const evidenceId = input.params.evidence_id;
      const file = await openEvidenceFile(context, {
        ...keyOf(input),
        evidenceId,
        variant,
        scopes,
        asLink: redirect === 'true',
      });
      if ('location' in file) {
        input.res.set({ Location: file.location });
        return { status: 302, body: undefined };
      }
      setFileHeaders(input.res, file);
      return okBytes(input.res, file.body);
    },
    downloadBundle: async (input) => {
      const key = keyOf(input);
      const body = await writeBundle(context, key);
      setFileHeaders(input.res, {
        mime: 'application/zip',
        filename: `bundle-${key.sessionId}.zip`,
        byteSize: null,
      });
      return okBytes(input.res, body);
    },
  });

const keyOf = ({ req, params }: { req: object; params: { session_id: string } }) => ({
  organisationId: callerOf(req).organisationId,
  sessionId: params.session_id,
});
