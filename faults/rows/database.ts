import type { Part } from './row.ts';

const CLOCKS = 'journeys/webhook-clock-skew.test.ts';
const FREEZE = 'journeys/database-freeze.test.ts';

export const DATABASE: Part = {
  heading: 'The database, and clocks',
  rows: [
    {
      fault: 'The database refuses connections, ends all of them, or takes no writes',
      holds: 'the answer is 503 with Retry-After, the process stays, and goes on when the database is back',
      tests: [
        [
          'apps/server/src/http/problem.test.ts',
          'is said with Retry-After while the database is away, and is over when it is back',
        ],
        [
          'apps/server/src/http/problem.test.ts',
          'passes when every connection was ended at once, without a restart of this process',
        ],
        [
          'apps/server/src/http/problem.database.test.ts',
          '503, never 500, and the log names the cause with its code',
        ],
        [
          'apps/server/src/features/webhooks/dispatch/start-dispatch.test.ts',
          'listens again when its connection was cut',
        ],
        [
          'journeys/operator-is-told.test.ts',
          '/readyz says that the database may only be read, and when it takes writes again',
        ],
      ],
    },
    {
      fault: 'PostgreSQL is restarted, is down for a while, or fails over under a load of writes',
      holds: 'every acknowledged write is there once, every event comes, no process exits',
      tests: [
        [
          'journeys/database-restart.test.ts',
          'PostgreSQL is restarted, fast, at once and into a failover, under a load of writes: every acknowledged write is there once, every event comes, and no process exits',
        ],
        [
          'faults/database-restart.test.ts',
          'PostgreSQL is restarted, fast and at once, is down for 30 seconds and fails over under a load of writes: every acknowledged write is there once, every event comes, and no process exits',
        ],
      ],
    },
    {
      fault: 'The primary is lost for good, and its standby is promoted under a load of writes',
      holds:
        'with synchronous replication every acknowledged write is there once, and all connections go on by themselves',
      tests: [
        [
          'journeys/standby.test.ts',
          'with synchronous replication no acknowledged write is lost when the primary $how and the standby is promoted: all pools, the queue and the listeners go on by themselves',
        ],
        [
          'journeys/standby.test.ts',
          'with synchronous replication nothing is acknowledged while no standby answers, however long a commit waits, and nothing is lost or made twice when it is back',
        ],
        [
          'journeys/standby.test.ts',
          'with asynchronous replication the acknowledged writes that the standby had not heard of are lost, and no others',
        ],
      ],
    },
    {
      fault: 'The database stops answering without closing a connection',
      holds: 'every write is refused within 10 s, and its retry makes one resource',
      tests: [
        [
          FREEZE,
          'a write that begins while the database is frozen is refused within 10 seconds, and its retry makes one resource',
        ],
        [
          FREEZE,
          'a write that the freeze meets in its transaction is refused within 10 seconds, and its retry makes one resource',
        ],
        [
          FREEZE,
          'a write whose commit was never answered is refused within 10 seconds, and its retry gives what was made',
        ],
        [
          'journeys/database-half-open.test.ts',
          'connections to PostgreSQL that die without a word are given up: every request is answered, jobs and deliveries go on, and nothing is lost or done twice',
        ],
        [
          'faults/database-half-open.test.ts',
          'connections to PostgreSQL that die without a word, of the API, of the worker and of both, also while no new one is answered, are given up: every request is answered, jobs and deliveries go on, and nothing is lost or done twice',
        ],
      ],
    },
    {
      fault: 'No connection is free, a lock is held, transactions collide',
      holds: 'a bounded number of tries, then 503; nothing hangs, nothing is doubled',
      tests: [
        [
          FREEZE,
          'more writes at once than there are connections, a photo and a read are all refused in time, and all is well after the thaw',
        ],
        [
          'apps/server/src/http/problem.test.ts',
          'is said where a statement waits too long for a lock, and the write is undone',
        ],
        ['apps/server/src/platform/database/transact.test.ts', 'a transaction that loses'],
        ['apps/server/src/platform/database/run-prepared.test.ts', 'tries again what lost with %s'],
        [
          'faults/database-lock.test.ts',
          'a lock that is held for a minute, and more writes than connections: each is answered, 503 or in flight, and made once when the lock is gone',
        ],
        [
          'faults/database-limits.test.ts',
          'neither the role nor the database has a connection left: writes are answered 503, nothing acknowledged is lost, and writes and deliveries go on by themselves',
        ],
        [
          'apps/server/src/http/problem.conflict.test.ts',
          'a write that loses every conflict ($code in $table) is tried four times, and is then 503 with Retry-After',
        ],
        [
          'apps/server/src/http/problem.conflict.test.ts',
          'a request that loses a conflict before its write (%s) is 503, never 500',
        ],
      ],
    },
    {
      fault: 'The disk under the database or under the objects is full',
      holds: 'writes are 503, /readyz says why, nothing half is kept, and all goes on once there is room',
      tests: [
        [
          'journeys/database-full-disk.test.ts',
          "the disk under the database's rows is full: writes are answered 503, /readyz says so, nothing acknowledged is lost, and all goes on once there is room",
        ],
        [
          'journeys/objects-disk-full.test.ts',
          'photos, uploads and reports wait in words, nothing half is evidence, all else goes on; with room again the same calls succeed, and no file is left that no row names',
        ],
        [
          'journeys/early-answers.test.ts',
          'when the disk is full, after 503 for %s the connection is kept, or closed as announced',
        ],
      ],
    },
    {
      fault: 'A key is used again at the end of its 24 hours, on servers whose clocks are apart',
      holds: 'it replays until then and runs anew after',
      tests: [
        [
          'apps/server/src/http/write-once.test.ts',
          'replays a second before 24 hours, and runs anew a second after',
        ],
        [
          'journeys/database-clock.test.ts',
          "a key is repeated until 24 hours, to the second, by the database's clock, and runs anew once after them, on servers whose clocks are 5 minutes off either way",
        ],
      ],
    },
    {
      fault: "A worker's clock is ten minutes off, steps back, repeats a second, or leaves summer time",
      holds: "signatures have the database's time, and retries keep their schedule",
      tests: [
        [CLOCKS, "a worker whose clock %s signs with the database's time and keeps the schedule"],
        ['apps/server/src/platform/clock.test.ts', 'does not follow a step of the clock of this machine'],
        [
          'packages/rules/src/sessions/list-reminders.test.ts',
          'counts in elapsed time, whatever a clock on the wall does between',
        ],
      ],
    },
    {
      fault: 'A second server runs a migration at the same time, or dies in the middle of one',
      holds: 'each migration is applied once or not at all',
      tests: [
        [
          'apps/server/src/platform/migrations/migrate-database.test.ts',
          'applies each migration once when several servers start at the same time',
        ],
        [
          'apps/server/src/platform/migrations/migrate-database.test.ts',
          'leaves nothing of a migration in whose middle its connection was cut',
        ],
      ],
    },
    {
      fault: 'The next release migrates while the old one works on, and both run side by side',
      holds: 'no 5xx, no table made anew, nothing lost, nothing twice',
      tests: [
        [
          'journeys/migration/migration.test.ts',
          'the next release migrates under traffic, beside a reader that keeps a table: no 5xx, no table made anew; to the next release, back and to it again, old and new processes side by side lose nothing and do nothing twice',
        ],
        [
          'journeys/upgrade.test.ts',
          'what the release %s has written is whole and in use after the migrations since; going back is refused unless it is allowed, and changes nothing',
        ],
      ],
    },
    {
      fault: 'Everything is lost but a backup, which was made while the service went on',
      holds: 'a check finds nothing wrong with what it brings back, chains verify, and work goes on',
      tests: [['journeys/backup-restore.test.ts', 'a backup that was made while the service went on']],
    },
    {
      fault: 'MASTER_KEYS change under traffic',
      holds: 'no request fails, every delivery verifies, nothing stays sealed with the old key',
      tests: [
        [
          'faults/master-key-rotation.test.ts',
          'MASTER_KEYS are rotated while requests and deliveries go on: none fails, and nothing is left of the old key',
        ],
      ],
    },
  ],
};
