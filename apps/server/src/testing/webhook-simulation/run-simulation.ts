import { verifyWebhook } from '@field-inspection/sdk/webhooks';
import type { Context } from '../../context.ts';
import { capOf } from '../../features/webhooks/endpoint-concurrency-cap.ts';
import { sweepDeliveries } from '../../features/webhooks/sweep-deliveries.job.ts';
import { createIds } from '../../platform/ids.ts';
import { createTransact } from '../../platform/transact.ts';
import { createFakeClock, type FakeClock } from '../create-fake-clock.ts';
import { createFakePost } from '../create-fake-post.ts';
import { checkHistory } from './check-history.ts';
import { createChoices, type Choices } from './create-choices.ts';
import { openSimulatedTenant, type SimulatedTenant } from './open-simulated-tenant.ts';
import { createSimulatedWorker, type Lane, type SimulatedWorker } from './simulated-worker.ts';
import { isDelivered, MOODS, react, type Mood } from './simulated-receiver.ts';
import type { History, KnownEndpoint } from './simulation-history.ts';

export type SimulationResult = { seed: number; trace: string[]; problems: string[] };

const START = new Date('2031-01-01T00:00:00.000Z');
const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
/** After a kill: its leases end, then its jobs are unlocked. */
const LEASE_MS = 15 * SECOND_MS;
const UNLOCK_MS = 33 * SECOND_MS;
const SWEEP_MS = 60 * SECOND_MS;
const MAX_STEPS = 3_000;
