import type { ParticipantConsents } from '@field-inspection/contract';
import { MAX_ENTRIES } from '@field-inspection/rules';
import type { Tx } from '../../../platform/database/transact.ts';
import { readConsents, type ConsentColumns } from '../../consents/exports/consent-columns.ts';

type InviteKey = { organisationId: string; inviteId: string };

export const countEntry = (
  tx: Tx,
  { organisationId, inviteId }: InviteKey,
  answers: Partial<ParticipantConsents> = {},
): void => {
  const set = Object.fromEntries(
    Object.entries(answers).map(([matter, answer]) => [`consent_${matter}`, answer]),
  );
  tx.effects.changes.push({ table: 'participants', organisationId, id: inviteId, set, add: { entries: 1 } });
};

/** The session is locked after the invite, as in every request. Raw, since Prisma can't lock. */
export const lockEntries = async (
  tx: Tx,
  { organisationId, inviteId }: InviteKey,
): Promise<{ consents: ParticipantConsents; hasEntriesLeft: boolean }> => {
  const rows = await tx.db.$queryRaw<(ConsentColumns & { entries: number })[]>`
    select entries, consent_camera, consent_microphone, consent_gps, consent_recording
    from participants
    where organisation_id = ${organisationId}::uuid and id = ${inviteId}::uuid
    for no key update
  `;
  const [invite] = rows;
  return { consents: readConsents(invite!), hasEntriesLeft: invite!.entries < MAX_ENTRIES };
};
