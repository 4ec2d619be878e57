import pg from 'pg';
import { connectClient, type Address } from '../../platform/database/pools/connect-client.ts';
import { MEANING, toOptions, UNLIMITED } from '../../platform/database/pools/pool-settings.ts';
import { withOptions } from '../../platform/database/pools/with-options.ts';
import { ok, warn, wrong, type Verdict } from './finding.ts';

const LIMITS = { answerMs: 4_500, queryTimeoutMs: 4_500 };
const UNLIMIT = toOptions(UNLIMITED);
/** The longest transaction of the service (transact.ts). */
const TRANSACTION_MS = 15_000;

type Setting = { name: string; setting: string; is_ours: boolean; is_general: boolean };
type Found = { role: string; database: string; settings: Setting[]; schemas: string[] };

/**
 * Settings that others may have made for a role or its database. The service overrules those that change the meaning of
 * a statement; it leaves those that keep it from working, since whoever made them may have had a reason.
 */
export const judgeSettings = async ({ variable, url }: Address, isPooled = false): Promise<Verdict[]> => {
  // A limit that others have set could end the look at it; a pooler refuses what would lift it.
  const client = await connectClient({ variable, url: isPooled ? url : withOptions(url, UNLIMIT) }, LIMITS);
  try {
    const found = await readSettings(client);
    return [...listHindrances(found), ...showOverruled(found)];
  } finally {
    await client.end().catch(() => {});
  }
};

const readSettings = async (client: pg.Client): Promise<Found> => {
  const { rows } = await client.query<Found>(
    `
    select session_user::text as role, current_database()::text as database,
      (
        select coalesce(json_agg(json_build_object('name', name, 'setting', setting, 'is_ours', is_ours, 'is_general', is_general)), '[]')
        from (
          select s.name, s.setting, w.value is not null as is_ours,
            s.source not in ('global', 'database', 'user', 'database user', 'client', 'session') as is_general
          from pg_settings s
          left join json_each_text($1) w (name, value) on w.name = s.name
          where (w.value is not null and s.setting <> w.value and s.source <> 'default')
            or s.name = any ($2)
          order by s.name
        ) odd
      ) as settings,
      (
        select coalesce(json_agg(nspname order by nspname), '[]')
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relname = '_prisma_migrations' and n.nspname <> 'public'
      ) as schemas
    `,
    [JSON.stringify(MEANING), [...Object.keys(HINDRANCES), ...Object.keys(RISKS)]],
  );
  return rows[0]!;
};

/** initdb writes some into postgresql.conf: such a one says nothing about the role. */
const showOverruled = ({ role, settings }: Found): Verdict[] => {
  const name = (isGeneral: boolean): string =>
    settings.flatMap((each) => (each.is_ours && each.is_general === isGeneral ? [each.name] : [])).join(', ');
  const [own, general] = [name(false), name(true)];
  const rest = "the service's connections have their own.";
  return [
    ...(own ? [ok(`Others have set ${own} for the role ${role}; ${rest}`)] : []),
    ...(general ? [ok(`postgresql.conf, or the start of PostgreSQL, sets ${general}; ${rest}`)] : []),
  ];
};

const listHindrances = ({ role, database, settings, schemas }: Found): Verdict[] => [
  ...settings.flatMap(({ name, setting }) => {
    const [hindrance, risk] = [HINDRANCES[name]?.(setting), RISKS[name]?.(setting)];
    const change = `alter role ${pg.escapeIdentifier(role)} in database ${pg.escapeIdentifier(database)} set ${name}`;
    return [
      ...(hindrance ? [wrong(hindrance.replace('CHANGE', change))] : []),
      ...(risk ? [warn(risk.replace('CHANGE', change))] : []),
    ];
  }),
  ...schemas.map((schema) =>
    wrong(
      `The schema ${schema} holds tables of the service, too, which uses those of public alone. ` +
        `When public has none, move them: alter table ${pg.escapeIdentifier(schema)}.… set schema public; else drop the schema.`,
    ),
  ),
];

/** A host may have chosen these, and should know what they cost. */
const RISKS: Record<string, (setting: string) => string | false> = {
  synchronous_commit: (setting) =>
    setting === 'off' &&
    'synchronous_commit is off: when the database crashes, it loses the last writes that it acknowledged. Run: CHANGE = on;',
};

/** Settings that no connection can, or should, change for itself. Each says what to do about a value, or nothing. */
const HINDRANCES: Record<string, (setting: string) => string | false> = {
  default_transaction_read_only: (setting) =>
    setting === 'on' &&
    'default_transaction_read_only is on: nothing can be written. Some hosts set it when a disk is nearly full: make room first. Then run: begin read write; CHANGE = off; commit;',
  session_replication_role: (setting) =>
    setting !== 'origin' &&
    `session_replication_role is ${setting}: no trigger runs, also none of those that keep the audit chain. Run as a superuser: CHANGE = 'origin';`,
  server_encoding: (setting) =>
    setting !== 'UTF8' &&
    `The database is in ${setting}, in which not every name can be written. Give the service one that was made with: encoding 'UTF8' template template0.`,
  transaction_timeout: (setting) =>
    setting !== '0' &&
    Number(setting) < TRANSACTION_MS &&
    `transaction_timeout is ${setting} ms: it ends transactions that the service allows ${TRANSACTION_MS / 1000} s. Run: CHANGE = 0;`,
};
