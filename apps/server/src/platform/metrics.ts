import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../version.ts';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

export const createMetrics = () => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  tellBuild(registers);
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_SECONDS,
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'job_duration_seconds',
      help: 'Time to run a job',
      labelNames: ['task', 'outcome'],
      buckets: BUCKETS_SECONDS,
      registers,
    }),
    ...createJobMetrics(registers),
    webhookAttempts: new Counter({
      name: 'webhook_attempts_total',
      help: 'Attempts to deliver a webhook',
      labelNames: ['outcome'],
      registers,
    }),
    webhookFirstAttemptLatencySeconds: new Histogram({
      name: 'webhook_first_attempt_latency_seconds',
      help: 'Time from an event to the first attempt to deliver it',
      buckets: BUCKETS_SECONDS,
      registers,
    }),
    webhookQueueDepth: new Gauge({
      name: 'webhook_queue_depth',
      help: 'Deliveries that are due, parked, in progress or scheduled, each counted up to 10 001; the same from every process',
      labelNames: ['state'],
      registers,
    }),
    webhookOldestDueAgeSeconds: new Gauge({
      name: 'webhook_oldest_due_age_seconds',
      help: 'How long the oldest delivery that is due has waited, 0 when none is; the same from every process',
      registers,
    }),
    ...createAnchorMetrics(registers),
    ...createMessageMetrics(registers),
    ...createCertificateMetrics(registers),
    ...createEdgeMetrics(registers),
    ...createWatchMetrics(registers),
    mediaPeers: new Gauge({
      name: 'media_peers',
      help: 'People connected to the signalling relay of this process',
      registers,
    }),
  };
};

const tellBuild = (registers: Registry[]): void =>
  new Gauge({
    name: 'fis_build_info',
    help: 'Always 1: the version of the server, and that of Node.js',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.version }, 1);

const createMessageMetrics = (registers: Registry[]) => ({
  messagesSent: new Counter({
    name: 'messages_sent_total',
    help: 'Messages sent',
    labelNames: ['channel', 'kind'],
    registers,
  }),
  messagesFailed: new Counter({
    name: 'messages_failed_total',
    help: 'Messages that did not reach their recipient',
    labelNames: ['channel', 'reason'],
    registers,
  }),
});

const createJobMetrics = (registers: Registry[]) => ({
  jobsGivenUp: new Gauge({
    name: 'jobs_given_up',
    help: 'Work that gave up and waits for script/admin job retry; the same from every process',
    labelNames: ['task'],
    registers,
  }),
  jobStepsFailed: new Counter({
    name: 'job_steps_failed_total',
    help: 'Steps of a job that failed, and kept none of its others from running',
    labelNames: ['task', 'step'],
    registers,
  }),
  jobsResumed: new Counter({
    name: 'jobs_resumed_total',
    help: 'Work that a sweep found without a job, and enqueued anew',
    labelNames: ['task'],
    registers,
  }),
});

const createAnchorMetrics = (registers: Registry[]) => ({
  anchorTries: new Counter({
    name: 'anchor_tries_total',
    help: 'Tries to anchor an audit chain, or the export of a whiteboard, at a timestamp authority: anchored, rejected for what the authority answered, or why no answer came',
    labelNames: ['outcome'],
    registers,
  }),
  anchorsPending: new Gauge({
    name: 'anchors_pending',
    help: 'Anchors that no authority has given yet, counted up to 10 001; the same from every process',
    registers,
  }),
  anchorOldestPendingAgeSeconds: new Gauge({
    name: 'anchor_oldest_pending_age_seconds',
    help: 'How long the oldest pending anchor has waited, 0 when none is; the same from every process',
    registers,
  }),
});

const createEdgeMetrics = (registers: Registry[]) => ({
  databaseWaitSeconds: new Histogram({
    name: 'database_wait_seconds',
    help: 'Time until a transaction has its permits and its connection',
    buckets: BUCKETS_SECONDS,
    registers,
  }),
  callSeconds: new Histogram({
    name: 'call_duration_seconds',
    help: 'Time of a call to whom the host set: smtp, sms, tsa, objects, csc',
    labelNames: ['peer', 'outcome'],
    buckets: BUCKETS_SECONDS,
    registers,
  }),
  refusals: new Counter({
    name: 'limit_refusals_total',
    help: 'Requests that a limit refused',
    labelNames: ['code'],
    registers,
  }),
  turnCredentials: new Counter({
    name: 'turn_credentials_total',
    help: 'Passwords for the relay of pictures and sound that were given to browsers',
    registers,
  }),
  uploadedBytes: new Counter({
    name: 'upload_bytes_total',
    help: 'Bytes of photos and recordings that came',
    registers,
  }),
});

const createCertificateMetrics = (registers: Registry[]) => ({
  // A gauge without a label would say 1970 where nothing is told.
  backupVerifiedAtSeconds: new Gauge({
    name: 'backup_verified_at_seconds',
    help: 'When a backup was last verified, as the time of the file of BACKUP_STAMP tells, in seconds since 1970',
    labelNames: ['stamp'],
    registers,
  }),
  sealNotAfterSeconds: new Gauge({
    name: 'seal_not_after_seconds',
    help: 'When the certificate of the seal ends, in seconds since 1970',
    labelNames: ['subject'],
    registers,
  }),
  tsaNotAfterSeconds: new Gauge({
    name: 'tsa_not_after_seconds',
    help: 'When the first certificate ends on which the last token of a timestamp authority rests, in seconds since 1970',
    labelNames: ['authority'],
    registers,
  }),
});

const createWatchMetrics = (registers: Registry[]) => ({
  eventLoopLongestStallSeconds: new Gauge({
    name: 'event_loop_longest_stall_seconds',
    help: 'The longest time in the last two to four minutes for which the event loop of this process stood',
    registers,
  }),
  partReady: new Gauge({
    name: 'part_ready',
    help: 'Whether the database and the store of objects took a write when they were last asked: 1, or 0',
    labelNames: ['part'],
    registers,
  }),
  guessesRefused: new Counter({
    name: 'guesses_refused_total',
    help: 'Keys, tokens and one-time codes that were shown and refused',
    labelNames: ['guessed'],
    registers,
  }),
});
