import type { PasskeyRequest, UsePasskeyBody } from '@field-inspection/contract';
import { Refusal } from '../../../refusals.ts';
import type { Context } from '../../../context.ts';
import type { readDevice } from '../../../http/callers/read-device.ts';
import { enqueueJob } from '../../../platform/jobs/define-job.ts';
import { openSession } from '../exports/open-session.ts';
import { drawChallenge, takeChallenge } from './challenges.ts';
import { describeRequest } from './passkey-options.ts';
import { passkeyRefused, recordRefusedPasskey, usePasskey } from './use-passkey.ts';

/** Begins a sign-in by a passkey. It asks nothing about the person: their passkey tells who they are. */
export const beginByPasskey = async (
  context: Pick<Context, 'config' | 'ids' | 'random' | 'transact'>,
): Promise<{ secret: string; request: PasskeyRequest }> => {
  const secret = context.random.bytes(32).toString('base64url');
  const challenge = await context.transact((tx) =>
    drawChallenge(context, tx, { purpose: 'passkey', secret }),
  );
  return { secret, request: describeRequest(context.config, { challenge }) };
};

/**
 * Signs in by a passkey, in the browser that began. What is refused has used its challenge up: it is returned, not
 * thrown, since an error would roll that back.
 *
 * @throws {Refusal} passkey_refused, and sso_required where the organisation signs in by its provider alone
 */
export const redeemPasskey = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random' | 'transact'>,
  {
    shown,
    secret,
    device,
  }: { shown: UsePasskeyBody; secret: string | undefined; device: ReturnType<typeof readDevice> },
): Promise<string> => {
  if (secret === undefined) throw passkeyRefused();
  const answer = await context.transact(async (tx): Promise<string | Refusal> => {
    const taken = await takeChallenge(tx, { purpose: 'passkey', secret });
    if (!taken) return passkeyRefused();
    const used = await usePasskey(context, tx, { challenge: taken.challenge, shown });
    if (used.refusedFor) {
      const payload = { raw_id: shown.raw_id, reason: used.refusedFor };
      enqueueJob(tx, recordRefusedPasskey, { payload, key: taken.id });
      return passkeyRefused();
    }
    const { member, passkeyId } = used.passkey;
    return openSession(context, tx, { member, way: 'passkey', device, passkeyId }).catch(refusalOf);
  });
  if (answer instanceof Refusal) throw answer;
  return answer;
};

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  throw error;
};
