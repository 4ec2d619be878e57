import type { Part } from '../rows.ts';

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
      ],
    },
    {
      fault: 'No connection is free, a lock is held, transactions collide, a disk is full',
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
          'journeys/early-answers.test.ts',
          'when the disk is full, after 503 for %s the connection is kept, or closed as announced',
        ],
      ],
    },
    {
      fault: 'A key is used again at the end of its 24 hours',
      holds: 'it replays until then and runs anew after',
      tests: [
        [
          'apps/server/src/http/write-once.test.ts',
          'replays a second before 24 hours, and runs anew a second after',
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
          'apps/server/src/features/sessions/exports/list-reminders.test.ts',
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
  ],
};
