import type { Session, UpdateSessionBody } from '@field-inspection/contract';
import {
  DEAD_TOKEN_KEPT_MS,
  endOfInvite,
  updateSession as decideUpdate,
  USUAL_TTL_MINUTES,
} from '@field-inspection/rules';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { announceCancellation } from '../notifications/exports/cancel-messages.ts';
import { linkSeal } from '../notifications/exports/join-link.ts';
import { lockSession, type SessionKey } from './exports/lock-session.ts';
import { scheduleSession } from './exports/schedule-session.ts';
import { lockCampaign } from './exports/create-session.ts';
import { viewSession } from './exports/session-view.ts';

type Body = z.output<typeof UpdateSessionBody>;

/** Until it is closed. A moved `scheduled_for` moves the reminders and the expiry, and extends the invites. */
export const updateSession = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { organisationId, sessionId, body, ...actor }: SessionKey & Actor & { body: Body },
): Promise<Session> => {
  const scheduledFor = body.scheduled_for ? new Date(body.scheduled_for) : null;
  if (scheduledFor) await extendInvites(context, tx, { organisationId, sessionId, scheduledFor });
  const { session } = await lockSession(tx, { organisationId, sessionId }, 'change');
  const effects = decideUpdate({ ...viewSession(session), scheduled_for: session.scheduled_for }, body, {
    now: tx.now,
    hasCampaign: body.campaign == null || (await lockCampaign(tx, organisationId, body.campaign)),
    actor: nameActor(actor),
  });
  if (!effects) return viewSession(session);
  const { campaign, contact, ...changes } = effects.changes;
  const updated = await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: {
      ...changes,
      ...(campaign === undefined ? {} : { campaign_id: campaign }),
      ...(contact === undefined ? {} : { contact: contact ?? {} }),
      updated_at: tx.now,
    },
  });
  if (changes.metadata) await replacePairs(tx, { organisationId, sessionId });
  if (changes.scheduled_for) scheduleSession(context, tx, updated);
  if (changes.scheduled_for === null) await announceCancellation(context, tx, { session });
  for (const fact of effects.facts) appendEntry(context, tx, { organisationId, sessionId, ...fact });
  const view = viewSession({ ...updated, report: null });
  publishEvent(context, tx, { organisationId, type: effects.event, data: view, sessionId });
  return view;
};

// Lists find a session by the pairs of its `metadata`. One statement under the session's lock; unchanged pairs are not
// written.
const replacePairs = async (tx: Tx, { organisationId, sessionId }: SessionKey): Promise<void> => {
  await tx.db.$executeRaw`
    with wanted as (
      select s.organisation_id, s.id as session_id, pair.key, pair.value, s.created_at
      from sessions s, jsonb_each_text(s.metadata) pair
      where s.organisation_id = ${organisationId}::uuid and s.id = ${sessionId}::uuid
    ),
    removed as (
      delete from session_metadata
      where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
        and key not in (select key from wanted)
    )
    insert into session_metadata (organisation_id, session_id, key, value, created_at)
    select organisation_id, session_id, key, value, created_at from wanted
    on conflict (organisation_id, session_id, key) do update set value = excluded.value
    where session_metadata.value <> excluded.value
  `;
};

type Open = { id: string; issue: number; token_sealed: string };

/**
 * Invites outlast the new appointment, unless somebody chose their lifetime. None becomes shorter: a mail has promised
 * it. The session is locked after the invites, as in every request.
 */
const extendInvites = async (
  { keyring }: Pick<Context, 'keyring'>,
  tx: Tx,
  { organisationId, sessionId, scheduledFor }: SessionKey & { scheduledFor: Date },
): Promise<void> => {
  const end = endOfInvite({ ttlMinutes: USUAL_TTL_MINUTES, scheduledFor }, tx.now);
  const open = await tx.db.$queryRaw<Open[]>`
    select id, issue, token_sealed
    from participants
    where organisation_id = ${organisationId}::uuid and session_id = ${sessionId}::uuid
      and ttl_minutes = ${USUAL_TTL_MINUTES} and token_sealed is not null and revoked_at is null
      and expires_at > ${tx.now} and expires_at < ${end}
    order by id
    for no key update
  `;
  if (open.length === 0) return;
  await tx.db.participant.updateMany({
    where: { organisation_id: organisationId, id: { in: open.map(({ id }) => id) } },
    data: { expires_at: end },
  });
  // The hash alone finds the rows that lead to invites.
  const hashes = open.map(({ token_sealed, ...invite }) =>
    hashToken(keyring.open(token_sealed, linkSeal({ ...invite, organisation_id: organisationId }))),
  );
  await tx.db.inviteToken.updateMany({
    where: { token_hash: { in: hashes } },
    data: { kept_until: new Date(end.getTime() + DEAD_TOKEN_KEPT_MS) },
  });
};
