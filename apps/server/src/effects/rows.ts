import { CONSENT_ORDER } from '@field-inspection/rules';
import { Prisma } from '#prisma';
import { ANNOUNCE } from '../features/media/exports/room-event.ts';
import type { Change, KeptReply, NewRows, ToldRoom, Weakest } from '../platform/database/effects.ts';
import { LostRaceError } from '../platform/database/transact.ts';
import type { Part } from './last-statement.ts';

export const insertRows = (rows: NewRows): Part[] =>
  Object.entries(rows).flatMap(([table, added]) => {
    if (added.length === 0) return [];
    const insert = insertInto(table, added);
    return [{ expressions: { [`${table}_added`]: Prisma.sql`${insert} ${WAKING[table] ?? Prisma.empty}` } }];
  });

const WAKING: Record<string, Prisma.Sql> = {
  webhook_due_endpoints: Prisma.sql`returning pg_notify('webhook_wakes', '')`,
};

/** The rows are one parameter, so that PostgreSQL plans the text once, however many there are. */
export const insertInto = (table: string, rows: object[]): Prisma.Sql => {
  const columns = Prisma.raw(Object.keys(Object.assign({}, ...rows) as object).join(', '));
  const name = Prisma.raw(table);
  return Prisma.sql`
    insert into ${name} (${columns})
    select ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(rows.map(writeBytes))}::json)`;
};

// Writes bytes in the form in which PostgreSQL reads a bytea (manual, section 8.4.1).
const writeBytes = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]: [string, unknown]) => [
      column,
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
    ]),
  );

/** PostgreSQL changes a row once in a statement, and would lose a second change. */
export const changeRows = (changes: Change[]): Part[] =>
  [...Map.groupBy(changes, ({ table, id }) => `${table} ${id}`).values()].map((ofRow, index) => {
    const { table, organisationId, id } = ofRow[0]!;
    const { columns, weakest } = joinChanges(ofRow);
    const from = weakest && Prisma.sql`from (${findWeakest({ organisationId, id, ...weakest })}) weakest`;
    return {
      expressions: {
        [`${table}_changed_${index}`]: Prisma.sql`
          update ${Prisma.raw(table)}
          set ${Prisma.join(columns)}
          ${from ?? Prisma.empty}
          where organisation_id = ${organisationId}::uuid and id = ${id}::uuid`,
      },
    };
  });

const joinChanges = (changes: Change[]) => {
  const columns = new Map<string, Prisma.Sql>();
  let weakest: Weakest | undefined;
  for (const change of changes) {
    for (const [name, value] of Object.entries(change.set)) columns.set(name, Prisma.sql`${value}`);
    for (const [name, value] of Object.entries<number>(change.add ?? {})) {
      columns.set(name, Prisma.sql`${columns.get(name) ?? Prisma.raw(name)} + ${value}`);
    }
    if ('weakest' in change) weakest = change.weakest;
  }
  const assigned = [...columns].map(([name, value]) => Prisma.sql`${Prisma.raw(name)} = ${value}`);
  return { columns: weakest ? [...assigned, SHOW_WEAKEST] : assigned, weakest };
};

const ORDER = Prisma.raw(`array[${CONSENT_ORDER.map((value) => `'${value}'`).join(', ')}]::text[]`);

const SHOW_WEAKEST = Prisma.sql`
  consent_camera = (${ORDER})[weakest.camera], consent_gps = (${ORDER})[weakest.gps]`;

// The statement does not see what its other expressions write: the participant's own answer is given. The answers of the
// others are as they are, since whoever changes one holds the session's lock.
const findWeakest = (of: Weakest & { organisationId: string; id: string }): Prisma.Sql => Prisma.sql`
  select min(array_position(${ORDER}, camera)) as camera, min(array_position(${ORDER}, gps)) as gps
  from (
    select consent_camera as camera, consent_gps as gps
    from participants
    where organisation_id = ${of.organisationId}::uuid and session_id = ${of.id}::uuid
      and id <> ${of.participantId}::uuid
      and (joined_at is not null or consent_camera <> 'pending' or consent_gps <> 'pending')
    union all
    select ${of.camera}, ${of.gps}
  ) answers`;

export const tellRooms = (told: ToldRoom[], now: Date): Part[] => {
  if (told.length === 0) return [];
  const rows = told.map(({ event, ...to }) => ({ ...to, event: JSON.stringify(event) }));
  return [
    {
      expressions: {
        rooms_told: Prisma.sql`
          insert into media_signals (room, event, created_at)
          select heard.room, t.event, ${now}
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (room uuid, identity text, event text)
          cross join lateral (
            select t.room where t.room is not null
            union all
            select p.room from media_peers p where p.identity = t.identity
          ) heard
          returning id, ${Prisma.raw(ANNOUNCE)} as announced`,
      },
    },
  ];
};

/** Another reply under the key wins the race. */
export const keepReply = (reply: KeptReply | null, now: Date): Part[] => {
  if (!reply) return [];
  const { organisationId, keyHash, fingerprint, status, sealed, sessionId, expiresAt } = reply;
  return [
    {
      expressions: {
        reply_stored: Prisma.sql`
          insert into idempotency_keys
            (organisation_id, key_hash, fingerprint, status, body_sealed, session_id, created_at, expires_at)
          values (
            ${organisationId}::uuid, ${keyHash}, ${fingerprint}, ${status}, ${sealed}, ${sessionId}::uuid,
            ${now}, ${expiresAt}
          )
          on conflict do nothing
          returning status`,
      },
      condition: { holds: Prisma.sql`exists (select from reply_stored)`, refuse: refuseLateReply },
    },
  ];
};

const refuseLateReply = () => new LostRaceError('another call with this Idempotency-Key was first');
