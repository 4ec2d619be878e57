import { PLAN_LIMITS, type Room } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import type { Tx } from '../../../platform/database/transact.ts';
import { refuseRoom } from './refuse-room.ts';

/** A session, whose room is a part of its organisation's. */
export type RoomKey = { organisationId: string; sessionId: string };

/**
 * Takes room of a session and of its organisation with the transaction's last statement, or refuses the transaction
 * where either has none left. The caller holds the session's lock. One conditional statement, which waits for whoever
 * takes of the same organisation: exact, however many processes take at once.
 *
 * @throws {ApiError} quota_reached
 */
export const takeRoom = (tx: Tx, key: RoomKey, room: Room): void => {
  const { organisationId, sessionId } = key;
  const taken = Prisma.raw(`room_taken_${tx.lastWrites.length}`);
  const limits = Prisma.raw(`room_limits_${tx.lastWrites.length}`);
  const refuse = () => refuseRoom(tx, key, room);
  tx.lastWrites.push({
    ctes: [
      Prisma.sql`${limits} as materialized (
        select case l.scope when 'session' then ${sessionId}::uuid else o.id end as subject_id, l.items, l.bytes
        from organisations o
        join jsonb_to_recordset(${LIMIT_ROWS}::jsonb) as l (plan text, scope text, items int, bytes bigint)
          on l.plan = o.plan
        where o.id = ${organisationId}::uuid
      )`,
      // The session's row first, as the session's lock is taken first.
      Prisma.sql`${taken} as (
        insert into room_uses as u (organisation_id, subject_id, items, bytes)
        select ${organisationId}::uuid, l.subject_id, ${room.items}, ${room.bytes}
        from ${limits} l
        where ${room.items} <= l.items and ${room.bytes} <= l.bytes
        order by l.subject_id = ${organisationId}::uuid
        on conflict (organisation_id, subject_id) do update
        set items = u.items + excluded.items, bytes = u.bytes + excluded.bytes
        where exists (
          select from ${limits} l
          where l.subject_id = u.subject_id
            and u.items + excluded.items <= l.items and u.bytes + excluded.bytes <= l.bytes
        )
        returning u.subject_id
      )`,
    ],
    condition: { holds: Prisma.sql`(select count(*) = 2 from ${taken})`, refuse },
  });
};

const LIMIT_ROWS = JSON.stringify(
  Object.entries(PLAN_LIMITS).flatMap(([plan, { session, organisation }]) => [
    { plan, scope: 'session', ...session },
    { plan, scope: 'organisation', ...organisation },
  ]),
);
