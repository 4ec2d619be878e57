import {
  MAX_METADATA_PAIRS,
  type Metadata,
  type MetadataChanges,
  type Session,
  type Shot,
  type UpdateSessionBody,
} from '@field-inspection/contract';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { ApiError, invalidField } from '../../api-error.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/request-state.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendEntry } from '../audit/exports/append-entry.ts';
import { nameActor } from '../audit/exports/name-actor.ts';
import { publishEvent } from '../events/exports/publish-event.ts';
import { announceCancellation } from '../notifications/exports/announce-cancellation.ts';
import { lockSession, type SessionKey } from './exports/lock-session.ts';
import { readScheduledFor, scheduleSession } from './exports/schedule-session.ts';
import { requireCampaign } from './exports/session-campaign.ts';
import { readMetadata, viewSession, type SessionRow } from './exports/session-view.ts';
import { storeShots } from './exports/store-shots.ts';
import { extendInvites } from './extend-invites.ts';

type Body = z.output<typeof UpdateSessionBody>;

/** The columns that the body names. */
type Changes = Partial<
  Pick<SessionRow, Exclude<keyof Body, 'campaign' | 'metadata' | 'shots'> | 'campaign_id'> & {
    metadata: Metadata;
    shots: Shot[];
  }
>;

/**
 * Changes a session until it is closed; a moved `scheduled_for` moves the reminders and the expiry, and has the invites
 * outlast it.
 */
export const updateSession = async (
  context: Pick<Context, 'config' | 'ids' | 'keyring' | 'random'>,
  tx: Tx,
  { organisationId, sessionId, body, ...actor }: SessionKey & Actor & { body: Body },
): Promise<Session> => {
  const scheduledFor = body.scheduled_for ? new Date(body.scheduled_for) : null;
  if (scheduledFor) await extendInvites(context, tx, { organisationId, sessionId, scheduledFor });
  const { session } = await lockSession(tx, { organisationId, sessionId }, 'change');
  const changes = listChanges(session, body, tx.now);
  if (Object.keys(changes).length === 0) return viewSession(session);
  if (changes.campaign_id) await requireCampaign(tx, organisationId, changes.campaign_id);
  if ('scheduled_for' in changes && session.started_at) {
    throw new ApiError(
      'session.invalid_state',
      `The session is ${session.status}; it can not be scheduled any more.`,
    );
  }
  const updated = await tx.db.session.update({
    where: { organisation_id_id: { organisation_id: organisationId, id: sessionId } },
    data: { ...changes, updated_at: tx.now },
  });
  if (changes.metadata) await replacePairs(tx, { organisationId, sessionId });
  if (changes.scheduled_for) scheduleSession(context, tx, updated);
  if (changes.scheduled_for === null) await announceCancellation(context, tx, { session });
  appendEntry(context, tx, {
    organisationId,
    sessionId,
    kind: 'session.updated',
    ...describeChanges(changes, actor),
  });
  const view = viewSession({ ...updated, report: null });
  publishEvent(context, tx, { organisationId, type: 'session.updated', data: view, sessionId });
  return view;
};

const listChanges = (
  session: SessionRow,
  { campaign, scheduled_for, metadata, shots, ...words }: Body,
  now: Date,
): Changes => {
  const isSameTime =
    scheduled_for != null && new Date(scheduled_for).getTime() === session.scheduled_for?.getTime();
  const wanted = {
    ...words,
    scheduled_for: isSameTime ? undefined : readScheduledFor(scheduled_for, now),
    campaign_id: campaign,
    metadata: mergeMetadata(readMetadata(session), metadata),
    shots: shots && storeShots(shots),
  };
  const changed = Object.entries(wanted).filter(
    ([column, value]) => value !== undefined && !isDeepStrictEqual(value, session[column as keyof Changes]),
  );
  return Object.fromEntries(changed);
};

// What is not named here is an integrator's words, which may name a person.
const describeChanges = ({ scheduled_for, locale, campaign_id, ...words }: Changes, actor: Actor) => ({
  payload: {
    ...nameActor(actor),
    ...(scheduled_for === undefined ? {} : { scheduled_for: scheduled_for?.toISOString() ?? null }),
    ...(locale === undefined ? {} : { locale }),
    ...(campaign_id === undefined ? {} : { campaign: campaign_id }),
  },
  personal: words,
});

/**
 * The pairs after a change: a value sets its pair, null removes it, the others stay. Undefined when nothing differs.
 *
 * @throws {ApiError} validation_error when too many would remain
 */
const mergeMetadata = (before: Metadata, changes: MetadataChanges = {}): Metadata | undefined => {
  const isSame = ([key, value]: [string, string | null]) => (readOwn(before, key) ?? null) === value;
  if (Object.entries(changes).every(isSame)) return undefined;
  const after = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  if (after.length > MAX_METADATA_PAIRS) {
    throw invalidField(
      'metadata',
      `would have ${after.length} pairs; at most ${MAX_METADATA_PAIRS} remain. Remove some by null`,
    );
  }
  return Object.fromEntries(after) as Metadata;
};

// A key may be the name of something that every object has, such as constructor.
const readOwn = (pairs: Metadata, key: string) => (Object.hasOwn(pairs, key) ? pairs[key] : undefined);

// Brings the rows that lists find a session by to its `metadata`, in one statement under the session's lock. Pairs that
// did not change are not written.
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
