import { createCredential } from '@field-inspection/server/testing/create-credential';
import { revokeCredential } from '@field-inspection/server/testing/revoke-credential';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Organisation, SoakWorld } from '../open-soak-world.ts';
import { send, type Sender } from './send.ts';

const TRIES = 200;

/** A key writes and is revoked meanwhile; it writes nothing after the revocation's answer. */
export const useAndRevokeKey = async (
  sender: Sender,
  { context, ledger }: Pick<SoakWorld, 'context' | 'ledger'>,
  { organisation: { organisationId }, mark }: { organisation: Organisation; mark: string },
): Promise<void> => {
  const made = await untilDone(() =>
    createCredential(context, {
      organisationId,
      name: mark,
      scopes: ['sessions:write'],
      operatorEmail: 'operator@example.com',
      rateLimit: 1_000_000,
    }),
  );
  const create = (reference: string) =>
    send(sender, {
      method: 'POST',
      path: '/api/v1/public/sessions',
      token: made.api_key,
      key: reference,
      json: { reference },
    });
  const note = async (writing: ReturnType<typeof create>, reference: string) => {
    const { status, body } = await writing;
    const sessionId = String(body['id']);
    if (status === 201)
      ledger.acknowledged.push({
        kind: 'session',
        organisationId,
        id: sessionId,
        sessionId,
        mark: reference,
      });
    else if (status !== 401) ledger.surprises.push(`a key that is revoked got ${status}`);
  };
  await note(create(`${mark}-1`), `${mark}-1`);
  const meanwhile = note(create(`${mark}-2`), `${mark}-2`);
  await untilDone(() => revokeCredential(context, { credentialId: made.id }));
  ledger.acknowledged.push({ kind: 'revocation', organisationId, id: made.id });
  const after = await create(`${mark}-3`);
  if (after.status !== 401) ledger.surprises.push(`a revoked key wrote: ${after.status}`);
  await meanwhile;
};

/** A restart of the database breaks the test's own connections, too. */
const untilDone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES) throw error;
      await sleep(100);
    }
  }
};
