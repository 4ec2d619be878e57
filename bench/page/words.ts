/*
 * The words of this folder:
 * part     what one bench writes of docs/benchmarks.md: tables, and findings
 * finding  a figure beside its limit, held or missed; without a limit it is only shown
 * page     docs/benchmarks.md, made of each bench's last run and of words kept by hand
 */

export const PARTS = ['requests', 'queues', 'growth', 'cold', 'start', 'dev', 'field', 'scale'] as const;
export type PartName = (typeof PARTS)[number];

/** Kept by hand, beside the figures that a bench writes. */
export const WORDS: Readonly<Record<PartName, { heading: string; command: string; text: string }>> = {
  requests: {
    heading: 'Requests',
    command: 'script/node bench/requests.ts --write',
    text: `The service and the bare handler are processes of their own; the load comes from a third over kept connections. Each call is measured with 32 and with one under way, and right after it what it is compared with, so that both have the same machine; all cases take their turn once a round. A ratio is of one round; the table has the median of the rounds, and their range in brackets.

- **bare handler**: Express 5 with one prepared query by node-postgres, which finds the same rows. It knows no key, counts no limit, and checks nothing.
- **prepared replay**: the statements that the service sent for such calls, BEGIN and COMMIT and all keys and ids included. A proxy wrote them down; a bare client sends them to a copy of the database as it was before, each text prepared once a connection. How many took effect is counted.
- **round trips**: those of the middle one of the calls that were written down; a client that speaks before it has the answer makes none more. Every write but the join has an idempotency key.
- **processor**: what the server's process and all of PostgreSQL used with 32 under way, for each call.

All calls of a case come from one organisation with one key, but where it says of how many; so each of them counts in the same two rows of the rate limits, which are raised and counted all the same. Calls of one key that come at once are counted in one statement; those of several organisations are counted apart, which is why eight of them reach less of the bare handler than one. The organisation has two endpoints, which are subscribed to all events; no worker runs. A photo has 640 by 480 pixels.`,
  },
  queues: {
    heading: 'One organisation beside another',
    command: 'script/node bench/queues.ts --write',
    text: `One organisation has 64 list calls under way at any moment, by the filter that took longest when each was asked alone. Beside it another makes 100 GETs of a session a second, each at its time. The phases take turns. The limit is twice the p99 alone, or 100 ms if that is more.`,
  },
  growth: {
    heading: 'Growth',
    command: 'script/node bench/growth.ts --write',
    text: `The same calls to the service on a small database and on a large one. PostgreSQL shows the plan of every statement as it ran it, those within its functions too (auto_explain). What must not be: a table of more than a thousand rows that is read whole, a sort of more rows than a page has, and a step that looks at more than 5 000 rows. The time is that of all statements of a call, without their planning; the table has the median of the calls.`,
  },
  cold: {
    heading: 'Cold start',
    command: 'script/node bench/start.ts --cold --write',
    text: `\`script/server\` in a clone of the commit that is checked out, with an empty HOME, until it prints the API key: the toolchain, the packages, what is generated, the database. Then once more in the same clone. Beside it, in a clone and a HOME of its own, the time that pnpm alone takes to install the same packages: it is there already, and its store is empty. The two take turns. The least of the rounds counts, since what else the machine or the network does only adds to it; behind it stands the range.`,
  },
  start: {
    heading: 'Start and memory',
    command: 'script/node bench/start.ts --write',
    text: `From the start of the process to the first 200 of \`/readyz\`: on an empty database, which is migrated first, and on one that is migrated. Memory is what is resident: three seconds after that, at most during a load of all kinds of calls, and ten seconds after it. The load of the worker is what the calls to the API process beside it give it to do.`,
  },
  dev: {
    heading: 'The loop of a contributor',
    command: 'script/node bench/dev.ts --write',
    text: `Saves beside \`script/dev\`, in a copy of the project, until the answer or the page has the change; test files by \`script/pnpm exec vitest run\`, set up and warm. The figure is the median, with the range behind it.`,
  },
  field: {
    heading: 'The field application on a slow phone',
    command: 'script/node bench/field.ts --write',
    text: `Chromium at a quarter of this machine's speed, over 400 kbit/s with 400 ms to and fro. The time is that from opening the link until the tap has sent the join; the person taps as soon as there is something to tap. At the second visit the phone has the application's files from the first.`,
  },
  scale: {
    heading: 'What one PostgreSQL carries',
    command: 'script/node bench/scale.ts --write',
    text: `Processes of the API on one PostgreSQL, with the load and all of them on one machine: where it has fewer processors than processes, more of them add nothing. Eight organisations take turns, 64 calls are under way over all processes. Photos are of 12 megapixels with a sensor's grain, of two devices of each organisation, from the first byte to ready. In a room are an operator and a field person, at different processes where there are several; each room sends one signal a second, and the time is that from one to the other.`,
  },
};

/**
 * Kept by hand: for each finding that the last run missed, what remains and why. docs/benchmarks.test.ts asks for
 * exactly these.
 */
export const SHORTFALLS: Readonly<Record<string, string>> = {
  'one test file of the server from the shell':
    'Node.js loads 1 900 modules, which is a third of it; the runner begins in 0.6 s, and the database is there in 0.3 s.',
};
