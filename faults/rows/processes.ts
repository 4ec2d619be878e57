import type { Part } from './row.ts';

export const PROCESSES: Part = {
  heading: 'Processes that end or never start',
  rows: [
    {
      fault: 'A worker is killed in the middle of a delivery: claimed, connected, sent, answered, recording',
      holds:
        'the event arrives within 45 s of the restart, at most twice and with one id; the log says interrupted',
      tests: [
        [
          'journeys/worker-crash.test.ts',
          '%s: the event arrives within 45 s of the restart, with its id, at most twice, and the log shows it',
        ],
        [
          'journeys/webhook-parked-crash.test.ts',
          "kill -9 of the worker that held an endpoint's permits: what was parked behind them arrives within 45 s of the restart",
        ],
      ],
    },
    {
      fault: 'A server is killed in the middle of a write',
      holds: 'the retry under its key gives one resource, with one event and one entry of the chain',
      tests: [
        [
          'journeys/smoke/write-crash.test.ts',
          'kill -9 of a server after each statement of a write, the commit included: the retry makes one session, with its event, entry and jobs',
        ],
        [
          'journeys/idempotency.test.ts',
          'makes 500 sessions of 500 keys, each with its event and its chain entry, though the server is killed 20 times',
        ],
      ],
    },
    {
      fault: 'A server is killed while evidence is made: anchors, uploads, reports, files',
      holds: 'each is there once, nothing of it is half there, chains are valid',
      tests: [
        [
          'journeys/anchor-crash.test.ts',
          '20 times kill -9 over 50 session ends: chain valid, exactly one anchor per authority',
        ],
        [
          'journeys/upload-crash.test.ts',
          '20 times kill -9 spread at random over 200 uploads: no row without bytes, no bytes that a sweep does not find, chain valid',
        ],
        [
          'journeys/report-crash.test.ts',
          "kill -9 while a report is ${DEATHS.join(', ')}, 20 times: one report, one report.ready, one session.completed",
        ],
        [
          'apps/server/src/platform/object-store/create-folder-store.test.ts',
          'in the middle of puts leaves only whole objects, all that were acknowledged, and what the sweep finds',
        ],
      ],
    },
    {
      fault: 'SIGTERM during slow requests and deliveries',
      holds:
        'readiness fails at once, nothing under way is cut, what waits is left to others, the exit code is 0',
      tests: [
        [
          'journeys/shutdown.test.ts',
          'SIGTERM: readiness fails at once, requests under way are answered, the exit code is 0',
        ],
        [
          'journeys/webhook-shutdown.test.ts',
          'SIGTERM during 100 slow requests and 20 deliveries cuts none of them, the exit code is 0, and what waited is sent by the next process',
        ],
      ],
    },
    {
      fault: 'The master key is missing, or one that sealed a secret is',
      holds:
        'no process starts without any, and says which setting; a secret that does not open waits for its key',
      tests: [
        [
          'journeys/webhook-master-key.test.ts',
          'no worker starts without a master key, and it says which setting is missing',
        ],
        [
          'apps/server/src/features/webhooks/dispatch/deliver-attempt.secrets.test.ts',
          'a master key that is missing fails the attempt and says so; with the key back, the retry is delivered',
        ],
      ],
    },
  ],
};
