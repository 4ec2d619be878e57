import type { Scope } from '@field-inspection/contract';
import { ApiError, type CreateCredentialBody } from '@field-inspection/sdk';
import { createLogger } from '../../../platform/logger.ts';
import { callApi } from '../../../testing/call-api.ts';
import { startTestServer } from '../../../testing/start-test-server.ts';
import { createCredential } from '../create-credential.ts';

export const HOUR_MS = 3_600_000;

export type KeyWorld = Awaited<ReturnType<typeof openKeyWorld>>;

/** Starts a server that keeps its log, with helpers for tests of keys. */
export const openKeyWorld = async () => {
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  const server = await startTestServer({}, { log });
  const admin = server.client.credentials;
  return {
    server,
    lines,
    admin,
    make: (body: Partial<CreateCredentialBody> = {}) =>
      admin.create({ name: 'CI', scopes: ['sessions:read'] as Scope[], ...body }),
    /** Makes a credential as the host's operator does, without the limits of a grant. */
    makeCaller: async (more: Partial<Parameters<typeof createCredential>[1]> = {}) => {
      const made = await createCredential(server.context, {
        organisationId: server.seed.organisationId,
        name: 'caller',
        scopes: ['credentials:write', 'sessions:read'],
        operatorEmail: 'caller@example.com',
        rateLimit: 1_000,
        ...more,
      });
      return { ...made, credentials: server.clientOf(made.api_key).credentials };
    },
    read: async (apiKey: string) => (await callApi(server, 'GET /sessions', { apiKey })).status,
    inMs: (ms: number) => new Date(server.clock.now().getTime() + ms).toISOString(),
    /** Ends the overlap by the test's clock and by the database's, which judges keys. */
    endOverlap: (credentialId: string) =>
      server.context.database.prisma.credentialKey.updateMany({
        where: { credential_id: credentialId, valid_until: { not: null } },
        data: { valid_until: new Date(server.clock.now().getTime() - 60_000) },
      }),
  };
};

export const told = (call: PromiseLike<unknown>): Promise<string> =>
  Promise.resolve(call).then(
    () => 'done',
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );
