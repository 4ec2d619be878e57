import { judgeMigration } from '@field-inspection/server/testing/judge-migration';
import { migrateToNext } from '@field-inspection/server/testing/migrate-to-next';
import { openProcessWorld } from '@field-inspection/server/testing/open-process-world';
import { expect, test } from 'vitest';
import { describeMigration, expectSoundMigration, runMigration } from './run-migration.ts';

const NEXT_RELEASE = `
  alter table sessions add column next_note text not null default 'none', add column next_at timestamptz;
  create table next_things (
    organisation_id uuid not null,
    session_id uuid not null,
    primary key (organisation_id, session_id),
    foreign key (organisation_id, session_id) references sessions (organisation_id, id)
  );
  create index sessions_next_at_idx on sessions (next_at) where next_at is not null;
  alter table participants add column next_count int not null default 0;
  alter table evidence add column next_score int;
  alter table audit_entries add column next_word text;
  alter table idempotency_keys add column next_word text not null default '';
  alter table room_uses add column next_count int not null default 0;
  alter table events add column next_word text;
  alter table webhook_endpoints add column next_word text not null default '';
  alter table webhook_deliveries add column next_word text;
  alter table webhook_deliveries add constraint webhook_deliveries_next check (attempt_count >= 0) not valid;
  alter table webhook_deliveries validate constraint webhook_deliveries_next;
  alter table webhook_queued_deliveries add column next_word text;
  alter table webhook_leased_attempts add column next_word text;
  insert into next_things select organisation_id, id from sessions;
  alter table webhook_leased_attempts rename to next_attempts;
  create view webhook_leased_attempts as
    select organisation_id, endpoint_id, delivery_id, attempt, started_at, lease_until, ctid from next_attempts;
  alter table webhook_due_endpoints rename to next_endpoints;
  create view webhook_due_endpoints as select organisation_id, endpoint_id, due_at, id, ctid from next_endpoints;
`;

test('the next release migrates under traffic, beside a reader that keeps a table: no 5xx, no table made anew; to the next release, back and to it again, old and new processes side by side lose nothing and do nothing twice', async ({
  annotate,
  onTestFinished,
}) => {
  expect(judgeMigration(NEXT_RELEASE)).toEqual([]);
  const world = await openProcessWorld();
  onTestFinished(() => world.close());
  const start = async (env: Record<string, string>) => [
    await world.spawn('api', env),
    await world.spawn('worker', env),
  ];
  const run = await runMigration(world, {
    startOld: start,
    migrate: () => migrateToNext(world.databaseUrl, NEXT_RELEASE),
    // The restart of an old process needs this, too.
    startNew: (env) => start({ ...env, ALLOW_NEWER_DATABASE: 'true' }),
  });
  await annotate(describeMigration(run), 'figure');
  expectSoundMigration(run);
});
