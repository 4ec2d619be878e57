import type { PasskeyRequest, UsePasskeyBody } from '@field-inspection/contract';
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
 * @throws {Refusal} passkey_refused
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
  const token = await context.transact(async (tx) => {
    const taken = await takeChallenge(tx, { purpose: 'passkey', secret });
    if (!taken) return undefined;
    const used = await usePasskey(context, tx, { challenge: taken.challenge, shown });
    if (used.refusedFor) {
      const payload = { raw_id: shown.raw_id, reason: used.refusedFor };
      enqueueJob(tx, recordRefusedPasskey, { payload, key: taken.id });
      return undefined;
    }
    const { member, passkeyId } = used.passkey;
    return openSession(context, tx, { member, way: 'passkey', device, passkeyId });
  });
  if (token === undefined) throw passkeyRefused();
  return token;
};
