import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosePoolSize } from '../../apps/server/src/config/suit-host.ts';
import {
  PREPARED_SETTINGS,
  REQUEST_SETTINGS,
} from '../../apps/server/src/platform/database/pools/pool-settings.ts';
import { ROOT } from '../code-blocks/read-code-blocks.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8').replaceAll(/\s+/g, ' ');

/** A promise of a guide stands beside the code that keeps it: whoever changes one of the two is led to the other. */
const FIGURES: Record<string, [promise: string, file: string, code: string][]> = {
  'docs/operations.md': [
    ['for five seconds all else goes on', 'start-server.ts', 'DRAIN_MS = 5_000;'],
    ['for two seconds at most, and stops listening', 'http/listen-http.ts', 'EMPTY_MS = 2_000;'],
    ['Requests under way have 15 seconds', 'http/listen-http.ts', 'CLOSE_MS = 15_000;'],
    ['so have jobs, or five seconds more than `WEBHOOK_TIMEOUT`', 'start-worker.ts', 'SHUTDOWN_MS = 15_000;'],
    ['five seconds more', 'features/webhooks/dispatch/claim-attempts.ts', 'RECORD_MS = 5_000;'],
    ['that is done once in 5 seconds', 'platform/concurrency/throttle.ts', 'FRESH_MS = 5_000;'],
    [
      'A statement is given up after 8 seconds',
      'platform/database/open-database.ts',
      'query_timeout: 8_000,',
    ],
    ['each part has 2 seconds', 'http/probes/health.ts', 'PROBE_MS = 2_000;'],
    ['third time', 'http/probes/health.ts', 'FAILURES_TOLERATED = 2;'],
    ['twice: 50 MiB', 'platform/object-store/create-folder-store.ts', 'SPARE_BYTES = 2 * MAX_PHOTO_BYTES;'],
    ['from 250 ms on, to within 20 ms', 'platform/watch-loop.ts', 'STALL_MS = 250;'],
    ['from 250 ms on, to within 20 ms', 'platform/watch-loop.ts', 'TICK_MS = 20;'],
    ['in the last two to four minutes', 'platform/watch-loop.ts', 'WINDOW_MS = 120_000;'],
    ['each is made within ten minutes', 'features/reports/make-report.job.ts', 'SEAL_WAIT_MS = 600_000;'],
    ['anchors wait for a week', 'features/anchors/enqueue-try.ts', 'GIVE_UP_AFTER_MS = 7 * 86_400_000;'],
    ['three times within an hour', 'tasks.ts', '`17 * * * * ${cleanUp.id} ?max=3`'],
    ['up to 10 001 rows', 'platform/jobs/given-up-facts.ts', 'COUNT_LIMIT = 10_001;'],
    ['anchors that wait, up to 10 001', 'features/anchors/measure-anchors.ts', 'COUNT_LIMIT = 10_001;'],
    [
      'deliveries that wait, up to 10 001',
      'features/webhooks/dispatch/measure-delivery-queue.ts',
      'COUNT_LIMIT = 10_001;',
    ],
    ['`/metrics` answers after 3 seconds', 'http/probes/serve-probes.ts', 'MEASURE_MS = 3_000;'],
  ],
  'docs/upgrading.md': [
    ['waits for a table half a second at a time', 'platform/migrations/give-way.ts', 'lockTimeoutMs: 500,'],
    ['tries again a second later', 'platform/migrations/give-way.ts', 'pauseMs: 1_000,'],
    ['After five minutes it gives up', 'platform/migrations/give-way.ts', 'patienceMs: 300_000'],
    ['a write that waits 4 seconds', 'platform/database/pools/pool-settings.ts', "lock_timeout: '4000',"],
  ],
  'docs/scaling.md': [
    ['16 for each processor and at most 16 for each GiB', 'config/suit-host.ts', 'JOBS_A_PROCESSOR = 16;'],
    ['at most 16 for each GiB of memory, from 4 to 32', 'config/suit-host.ts', 'JOBS_A_GIB = 16;'],
    ['from 4 to 32', 'config/suit-host.ts', 'MOST_JOBS = 32; const FEWEST_JOBS = 4;'],
    [
      '3 for each core, at least 6 and at most 20',
      'config/suit-host.ts',
      'PER_CORE = 3; const FEWEST = 6; const MOST = 20;',
    ],
    ['for a connection at most 4 s in all', 'platform/database/transact.ts', 'MAX_WAIT_MS = 4_000;'],
    ['four times as many webhooks', 'features/webhooks/dispatch/start-dispatch.ts', 'ATTEMPTS_PER_JOB = 4;'],
    ['go on elsewhere after some 25 s', 'platform/jobs/heartbeat.ts', 'SILENCE_SECONDS = 21;'],
    ['go on elsewhere after some 25 s', 'platform/jobs/heartbeat.ts', 'SWEEP_MS = 3_000;'],
    ['after `WEBHOOK_TIMEOUT` and 5 s', 'features/webhooks/dispatch/claim-attempts.ts', 'RECORD_MS = 5_000;'],
    [
      '512 MiB to 4 GiB: to a quarter of the memory, at least 256 MiB',
      'config/suit-host.ts',
      'LEAST_HEAP_MIB = 256;',
    ],
    ['at most four for each process of the service', 'platform/decoding/decoding-policy.ts', 'atOnce: 4,'],
    ['has more than 1 GiB', 'platform/decoding/decoding-policy.ts', 'memoryMb: 1_024,'],
    ['ends after half a minute without a file', 'platform/decoding/decoding-policy.ts', 'idleMs: 30_000,'],
    [
      'two minutes for a photo',
      'platform/decoding/decoding-policy.ts',
      'photo: { processorMs: 20_000, timeoutMs: 120_000 }',
    ],
    [
      'ten for a recording',
      'platform/decoding/decoding-policy.ts',
      'recording: { processorMs: 60_000, timeoutMs: 600_000 }',
    ],
    [
      'with five minutes of the processor',
      'platform/decoding/decoding-policy.ts',
      'remux: { processorMs: 300_000,',
    ],
    [
      'lowest priority (nice 19)',
      'platform/decoding/bound-process.ts',
      'setPriority(pid, constants.priority.PRIORITY_LOW)',
    ],
    [
      'Within two minutes a job tries it twice more',
      'features/uploads/sweep-uploads.job.ts',
      'IN_HAND_MS = 60_000;',
    ],
    [
      'Within two minutes a job tries it twice more',
      'features/uploads/exports/end-uploads.ts',
      'MAX_TRIES = 2;',
    ],
    [
      'an eighth of `WORKER_CONCURRENCY` attempts under way (at least 2)',
      'features/webhooks/dispatch/claim-attempts.ts',
      'Math.max(2, Math.floor(workerConcurrency / 8))',
    ],
    [
      'at most `WORKER_CONCURRENCY` attempts under way (at least 2)',
      'features/webhooks/dispatch/claim-attempts.ts',
      'Math.max(2, workerConcurrency)',
    ],
    [
      'An API process has one more, to listen, a worker process 11',
      'platform/jobs/open-queue.ts',
      'MAX_CONNECTIONS = 10;',
    ],
    [
      "a quarter of a pool's connections, at least 3",
      'platform/database/pools/share-permits.ts',
      'Math.max(FEWEST, Math.floor(poolSize / 4))',
    ],
    [
      "a quarter of a pool's connections, at least 3",
      'platform/database/pools/share-permits.ts',
      'FEWEST = 3;',
    ],
    ['half of that, rounded up', 'platform/database/pools/share-permits.ts', 'Math.ceil(organisation / 2)'],
    [
      '8 MiB a second by each API process, after 32 MiB',
      'context.ts',
      'perSecond: 8 * 1024 ** 2, burst: 32 * 1024 ** 2',
    ],
    ['JSON bodies above 16 KiB', 'http/limits/take-turn.ts', 'SMALL_BODY_BYTES = 16 * 1024;'],
    ['judged at 1 MiB a second', 'http/limits/take-turn.ts', 'BYTES_PER_SECOND = 1024 ** 2;'],
    ['had no answer for 8 s', 'platform/database/open-database.ts', 'query_timeout: 8_000,'],
    ['a `transaction_timeout` below 15 s', 'doctor/probes/judge-settings.ts', 'TRANSACTION_MS = 15_000;'],
    ['The job queue waits for no standby', 'platform/jobs/open-queue.ts', "synchronous_commit: 'off',"],
    ['in any order, at most eight', 'config/split-hosts.ts', 'MOST_HOSTS = 8;'],
  ],
  'docs/self-hosting.md': [
    ['once a minute for each name and process', 'http/hosts/create-domains.ts', 'KEPT_MS = 60_000;'],
    ['1 000 names that are verified and 1 000 that are not', 'http/hosts/create-domains.ts', 'KEPT = 1_000;'],
    ['PostgreSQL 15 or newer', 'doctor/probes/probe-database.ts', 'OLDEST_VERSION = 150_000;'],
    ['The users are made up for twelve hours', 'platform/media-connection.ts', 'TOKEN_TTL_MS = 12 *'],
  ],
};

const ROWS = Object.entries(FIGURES).flatMap(([guide, rows]) => rows.map((row) => [guide, ...row] as const));

describe('what the guides promise hosts', () => {
  it.each(ROWS)('%s: %s (%s)', (guide, promise, file, code) => {
    expect(read(guide)).toContain(promise);
    expect(read(`apps/server/src/${file}`)).toContain(code);
  });

  it('docs/scaling.md: how many connections a process takes follows from the size of its pools', () => {
    const pools = 2 * choosePoolSize(2);
    expect(read('docs/scaling.md')).toContain(`on 2 cores they use up to ${pools + 1} and ${pools + 11}.`);
  });

  it.each([
    ['fis_service', REQUEST_SETTINGS],
    ['fis_prepared', PREPARED_SETTINGS],
  ])(
    'docs/scaling.md: the settings of %s behind a pooler are all that its connections ask for',
    (role, asked) => {
      const line = new RegExp(`alter role ${role} in database fis set (\\w+) = '([^']*)';`, 'g');
      const set = [...read('docs/scaling.md').matchAll(line)].map(([, name = '', value = '']) => [
        name,
        value,
      ]);
      // A driver tells the encoding itself, and a pooler hands that on.
      const expected = Object.entries(asked).filter(([name]) => name !== 'client_encoding');
      expect(set).toEqual(expected);
    },
  );
});
