import type { PasskeyRequest, UsePasskeyBody } from '@field-inspection/contract';
import type { Context } from '../../../context.ts';
import type { Caller } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';
import { drawChallenge, takeChallenge } from './challenges.ts';
import { findKnown } from './member-passkeys.ts';
import { describeRequest } from './passkey-options.ts';
import { passkeyRefused, usePasskey } from './use-passkey.ts';

/** Begins a step-up by one of the member's own passkeys. */
export const beginPasskeyStepUp = async (
  context: Pick<Context, 'config' | 'ids' | 'random'>,
  tx: Tx,
  caller: Caller,
): Promise<PasskeyRequest> => {
  const challenge = await drawChallenge(context, tx, { purpose: 'passkey_step_up', caller });
  return describeRequest(context.config, { challenge, known: await findKnown(tx, caller) });
};

/**
 * Judges the passkey of a step-up. The challenge is used up and a refusal told in a transaction of its own that commits.
 *
 * @throws {Refusal} passkey_refused
 */
export const judgePasskeyStepUp = async (
  context: Pick<Context, 'config' | 'random' | 'transact'>,
  { caller, shown }: { caller: Caller; shown: UsePasskeyBody },
): Promise<void> => {
  const { organisationId } = caller;
  const isProven = await context.transact(
    async (tx) => {
      const taken = await takeChallenge(tx, { purpose: 'passkey_step_up', caller });
      if (!taken) return false;
      const { challenge } = taken;
      const { refusedFor } = await usePasskey(context, tx, { challenge, shown, owner: caller });
      if (!refusedFor) return true;
      appendOrgEntry(context, tx, {
        organisationId,
        kind: 'member.step_up_refused',
        payload: { ...nameActor(caller), way: 'passkey', reason: refusedFor },
      });
      return false;
    },
    { sharedBy: { organisationId } },
  );
  if (!isProven) throw passkeyRefused();
};
