import { describe, expect, it } from 'vitest';
import { PRISMA_DIR } from '../../paths.ts';
import { judgeMigration } from '../../testing/judge-migration.ts';
import { readMigrations } from './read-scripts.ts';

/** There was no release before; from the first on, no migration stops the code before it. */
const LAST_BREAK = '20261122110000_webhook_queue';

const migrations = await readMigrations(PRISMA_DIR);

describe('a migration leaves what the release before uses as it is', () => {
  it.each(migrations.filter(({ name }) => name > LAST_BREAK))('$name', ({ script }) => {
    expect(judgeMigration(script)).toEqual([]);
  });

  it('and one that does not is found', () => {
    const { script } = migrations.find(({ name }) => name === LAST_BREAK)!;
    expect(judgeMigration(script)).not.toEqual([]);
  });
});

it.each([
  ['drop table sessions', 'takes away'],
  ['ALTER TABLE "sessions" DROP COLUMN "notes"', 'takes away'],
  ['alter table sessions rename column notes to words', 'renames'],
  ['alter table sessions rename to visits', 'renames'],
  ['alter table sessions rename to visits; create view visits_before as select id from visits', 'renames'],
  ['alter table sessions alter column notes type varchar(9)', 'writes the whole table anew'],
  ['alter table sessions alter notes set not null', 'refuses rows'],
  ['alter table sessions alter column notes drop default', 'refuses rows'],
  ['alter table sessions add column weight int not null', 'refuses rows'],
  ['alter table sessions add column a int, add column weight int not null', 'refuses rows'],
  ['alter table sessions add column token uuid not null default gen_random_uuid()', 'writes the whole table'],
  ['lock table sessions in share mode', 'holds up'],
  ['create table sessions_old (); drop function uuid_v7()', 'takes away'],
])('%s: %s', (script, why) => {
  expect(judgeMigration(script)).toEqual([expect.stringContaining(why)]);
});

it.each([
  'alter table sessions add column weight int',
  'alter table sessions add column weight int not null default 0, add column height int',
  `alter table sessions add column until timestamptz not null default now() + interval '1 day'`,
  'create table weights (id int not null); alter table weights add column unit text not null',
  'create index on sessions (notes)',
  'alter index sessions_pkey rename to visits_pkey',
  'alter table sessions rename to visits; create view sessions as select id, notes from visits',
  'alter table sessions drop constraint sessions_status, add constraint sessions_status check (status <> null) not valid',
  `-- drop table sessions;\ncomment on table sessions is 'drop table sessions'`,
  'create function f() returns int language plpgsql as $$ begin drop table sessions; end $$',
])('%s: stands beside the release before', (script) => {
  expect(judgeMigration(script)).toEqual([]);
});
