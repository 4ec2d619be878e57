import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
    ['each part has 2 seconds', 'http/probes/health.ts', 'PROBE_MS = 2_000;'],
    ['third time', 'http/probes/health.ts', 'FAILURES_TOLERATED = 2;'],
    ['twice: 50 MiB', 'platform/object-store/create-folder-store.ts', 'SPARE_BYTES = 2 * MAX_PHOTO_BYTES;'],
    ['from 250 ms on, to within 20 ms', 'platform/watch-loop.ts', 'STALL_MS = 250;'],
    ['from 250 ms on, to within 20 ms', 'platform/watch-loop.ts', 'TICK_MS = 20;'],
    ['in the last two to four minutes', 'platform/watch-loop.ts', 'WINDOW_MS = 120_000;'],
    ['`/metrics` answers after 3 seconds', 'http/probes/serve-probes.ts', 'MEASURE_MS = 3_000;'],
  ],
  'docs/upgrading.md': [
    ['waits for a table half a second at a time', 'platform/migrations/give-way.ts', 'lockTimeoutMs: 500,'],
    ['tries again a second later', 'platform/migrations/give-way.ts', 'pauseMs: 1_000,'],
    ['After five minutes it gives up', 'platform/migrations/give-way.ts', 'patienceMs: 300_000'],
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
});
