import type { ConsentState, UpdateConsentBody } from '@field-inspection/contract';
import type { z } from 'zod';
import { ApiError } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { FieldCaller } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { countEntry, lockEntries, noMoreEntries } from '../participants/exports/count-entry.ts';
import { failOpenUploads } from '../uploads/exports/fail-upload.ts';
import { withdrawPlace } from '../uploads/exports/withdraw-place.ts';
import { lockSession } from '../sessions/exports/lock-session.ts';
import { viewSession } from '../sessions/exports/session-view.ts';

type Consent = z.output<typeof ConsentState>['camera'];
type Changes = { camera?: Consent; gps?: Consent };

/** Changes what the field person allows. Each change is an entry of the chain; saying the same again is none. */
export const updateConsent = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { caller, body }: { caller: FieldCaller; body: z.output<typeof UpdateConsentBody> },
): Promise<z.output<typeof ConsentState>> => {
  const { organisationId, sessionId, participantId } = caller;
  const invite = { organisationId, inviteId: participantId };
  const mayGrant = await lockEntries(tx, invite);
  const { session } = await lockSession(tx, { organisationId, sessionId }, 'change');
  const before = viewSession(session).consent_state;
  const changes = listChanges(before, body);
  if (Object.keys(changes).length === 0) return before;
  // What is withdrawn is always taken: without another grant it comes to an end by itself.
  if (!mayGrant && Object.values(changes).includes('granted')) throw noMoreEntries();
  countEntry(tx, invite);
  const changed = await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: {
      ...(changes.camera ? { consent_camera: changes.camera } : {}),
      ...(changes.gps ? { consent_gps: changes.gps } : {}),
      updated_at: tx.now,
    },
  });
  if (changes.camera && changes.camera !== 'granted')
    await failOpenUploads(tx, { organisationId, sessionId });
  if (changes.gps && changes.gps !== 'granted') await withdrawPlace(tx, { organisationId, sessionId });
  appendEntry(context, tx, {
    organisationId,
    sessionId,
    kind: 'consent.changed',
    payload: { participant_id: participantId, ...changes },
  });
  return viewSession(changed).consent_state;
};

const listChanges = (
  before: z.output<typeof ConsentState>,
  body: z.output<typeof UpdateConsentBody>,
): Changes => {
  const changes: Changes = {};
  for (const name of ['camera', 'gps'] as const) {
    const answer = body[name];
    if (!answer || answer === before[name]) continue;
    if (!isConsentMove(before[name], answer)) {
      throw new ApiError(
        'session.invalid_state',
        `${name} is ${before[name]}: there is no consent to revoke.`,
      );
    }
    changes[name] = answer;
  }
  return changes;
};

/** Who never granted anything has nothing to revoke; every other answer may follow every other. */
const isConsentMove = (from: Consent, to: Consent): boolean =>
  to !== 'revoked' || from === 'granted' || from === 'revoked';
