import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Request, type Router } from 'express';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { sendAlive, sendReadiness, type Health } from './health.ts';
import { servePath, type Handler } from './serve-path.ts';

type Served = {
  health: Health;
  measure: () => Promise<void>;
};

/** Milliseconds, fewer than Prometheus waits: while the database is silent, the other figures count the more. */
const MEASURE_MS = 3_000;

/** Every process serves its state to balancers and to Prometheus. */
export const serveProbes = (context: Context, { health, measure }: Served): Router => {
  const router = express.Router({ strict: true });
  const serve = servePath(router);
  serve('/livez', (_request, response) => sendAlive(response));
  serve('/readyz', async (_request, response) => sendReadiness(response, await health.check()));
  serve(
    '/metrics',
    sendMetrics(context, async () => void (await Promise.all([health.check(), measure()]))),
  );
  return router;
};

const sendMetrics =
  ({ config, loop, secrets, metrics }: Context, measure: Served['measure']): Handler =>
  async (request, response) => {
    if (!config.demo && !mayReadMetrics(request, secrets.metricsToken)) {
      throw new Refusal(
        'unauthenticated',
        'Send METRICS_TOKEN in the header Authorization: Bearer <token>.',
        {
          headers: { 'WWW-Authenticate': 'Bearer' },
        },
      );
    }
    await Promise.race([measure(), sleep(MEASURE_MS, undefined, { ref: false })]);
    metrics.eventLoopLongestStallSeconds.set(loop.longestMs() / 1000);
    response
      .set({ 'Content-Type': metrics.registry.contentType, 'Cache-Control': 'no-store' })
      .end(await metrics.registry.metrics());
  };

const mayReadMetrics = (request: Request, metricsToken: string | undefined): boolean => {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (given === undefined || metricsToken === undefined) return false;
  // A comparison in constant time needs equal lengths, as hashes have.
  return timingSafeEqual(sha256(given), sha256(metricsToken));
};

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
