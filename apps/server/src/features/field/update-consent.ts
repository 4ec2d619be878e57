import type { ParticipantConsents, UpdateConsentBody } from '@field-inspection/contract';
import { answerConsent } from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { CONSENT_TEXT_VERSION } from '../consents/exports/consent-text-version.ts';
import { countEntry, lockEntries } from '../participants/exports/count-entry.ts';
import { failOpenUploads, withdrawLocation } from '../uploads/exports/fail-upload.ts';
import { lockSession } from '../sessions/exports/lock-session.ts';

/** Each change is an entry of the chain, with the version of the texts; a repeated answer is none. */
export const updateConsent = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { caller, body }: { caller: FieldCaller; body: z.output<typeof UpdateConsentBody> },
): Promise<ParticipantConsents> => {
  const { organisationId, sessionId, participantId } = caller;
  const invite = { organisationId, inviteId: participantId };
  const { consents: before, hasEntriesLeft } = await lockEntries(tx, invite);
  const { session } = await lockSession(tx, { organisationId, sessionId }, 'change');
  const effects = answerConsent(
    {
      participantId,
      before,
      hasEntriesLeft,
      sessionStatus: session.status,
      textVersion: body.text_version ?? CONSENT_TEXT_VERSION,
      locale: body.locale ?? session.locale,
    },
    body,
  );
  if (!effects) return before;
  const { changes, after, stops, facts } = effects;
  countEntry(tx, invite, changes);
  tx.effects.changes.push({
    table: 'sessions',
    organisationId,
    id: sessionId,
    set: { updated_at: tx.now, ...(stops && { status: 'open' }) },
    weakest: { participantId, camera: after.camera, gps: after.gps },
  });
  await endWithdrawn(tx, { caller, before, changes });
  for (const fact of facts) appendEntry(context, tx, { organisationId, sessionId, ...fact });
  return after;
};

const endWithdrawn = async (
  tx: Tx,
  {
    caller,
    before,
    changes,
  }: { caller: FieldCaller; before: ParticipantConsents; changes: Partial<ParticipantConsents> },
): Promise<void> => {
  const withdraws = (matter: keyof ParticipantConsents) =>
    changes[matter] !== undefined && before[matter] === 'granted';
  if (withdraws('camera')) await failOpenUploads(tx, caller, 'camera');
  if (withdraws('recording')) await failOpenUploads(tx, caller, 'recording');
  if (withdraws('gps')) await withdrawLocation(tx, caller);
};
