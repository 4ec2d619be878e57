import type { Response, NextFunction, Request } from 'express';
import type { Context } from '../../context.ts';
import { describeCauses } from '../../platform/describe-causes.ts';
import { describeFault } from '../../platform/probes/describe-fault.ts';
import { probeDatabase } from '../../platform/probes/probe-database.ts';
import { probeObjects } from '../../platform/probes/probe-objects.ts';
import { throttle } from '../../platform/concurrency/throttle.ts';

/** Whether this process should be sent requests; `drain` turns it off for good. */
export type Health = {
  isDraining: () => boolean;
  drain: () => void;
  /** Asks the parts, at most every 5 seconds however many ask. */
  check: () => Promise<Readiness>;
  /** Whether the database gives no answer within two seconds, good or bad; asked at most every 2 seconds. */
  isDatabaseSilent: () => Promise<boolean>;
};

/** `faults` says in words what is wrong, also while it is tolerated. */
export type Readiness = { isReady: boolean; faults: string[] };

/** Tolerated failures in a row: a slow part must not take every server out at once. */
const FAILURES_TOLERATED = 2;

type HealthContext = Pick<Context, 'clock' | 'database' | 'log' | 'metrics' | 'objects' | 'random'>;

export const createHealth = (context: HealthContext): Health => {
  let draining = false;
  const parts = [
    watchPart(context, { name: 'database', probe: () => probeDatabase(context.database.pool) }),
    watchPart(context, { name: 'objects', probe: () => probeObjects(context) }),
  ];
  const probe = throttle(context, async () => void (await Promise.all(parts.map((part) => part.probe()))));
  return {
    isDraining: () => draining,
    drain: () => {
      draining = true;
    },
    check: async () => {
      if (draining) return { isReady: false, faults: ['this process is stopping'] };
      await probe();
      return {
        isReady: parts.every((part) => part.isReady()),
        faults: parts.flatMap((part) => part.faults()),
      };
    },
    isDatabaseSilent: watchSilence(context),
  };
};

type Part = { name: string; probe: () => Promise<void> };

const watchPart = ({ log, metrics }: HealthContext, { name, probe }: Part) => {
  let failures = 0;
  let fault: string | undefined;
  let underWay: Promise<void> | undefined;
  const isReady = () => failures <= FAILURES_TOLERATED;
  const note = (error: unknown): void => {
    const { words, isRefusal } = describeFault(error);
    if (!fault)
      log.error(
        { part: name, causes: describeCauses(new Error(name, { cause: error })) },
        `${name} ${words}`,
      );
    fault = `${name} ${words}`;
    failures = isRefusal ? Infinity : failures + 1;
  };
  return {
    isReady,
    faults: () => (fault ? [fault] : []),
    probe: async () => {
      try {
        // A hanging probe is waited for, and no further one is started.
        underWay ??= probe().finally(() => (underWay = undefined));
        await withinProbeTime(underWay);
        if (fault) log.info({ part: name }, `${name} works again`);
        [failures, fault] = [0, undefined];
      } catch (error) {
        note(error);
      }
      metrics.partReady.set({ part: name }, fault ? 0 : 1);
    },
  };
};

export const sendAlive = (response: Response): void => sendReadiness(response, { isReady: true, faults: [] });

export const sendReadiness = (response: Response, { isReady, faults }: Readiness): void => {
  response
    .status(isReady ? 200 : 503)
    .type('text/plain')
    .set('Cache-Control', 'no-store')
    .send([isReady ? 'ok' : 'unavailable', ...faults, ''].join('\n'));
};

/** While the server drains, each reply ends its connection: the client's next one goes to another server. */
export const closeWhenDraining =
  (health: Pick<Health, 'isDraining'>) =>
  (_request: Request, response: Response, next: NextFunction): void => {
    if (health.isDraining()) response.set('Connection', 'close');
    next();
  };

/** An answer counts for so long: many may wait at once, as those that pull events do. */
const FRESH_MS = 2_000;

/** Tells whether the database gives any answer, good or bad. */
const watchSilence = ({ clock, database }: Pick<Context, 'clock' | 'database'>) => {
  let answeredAt = -Infinity;
  let underWay: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    // A refusal is an answer.
    await database.pool.query('select 1').catch(() => {});
    answeredAt = clock.now().getTime();
    underWay = undefined;
  };
  return async (): Promise<boolean> => {
    if (clock.now().getTime() - answeredAt < FRESH_MS) return false;
    // A hanging statement is waited for, and no further one is started.
    underWay ??= ask();
    return withinProbeTime(underWay).then(
      () => false,
      () => true,
    );
  };
};

const PROBE_MS = 2_000;

/** Waits for a probe, or fails when it takes too long; a late failure of the probe is ignored. */
const withinProbeTime = async (probe: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SilenceError()), PROBE_MS);
  });
  probe.catch(() => {});
  await Promise.race([probe, late]).finally(() => clearTimeout(timer));
};

class SilenceError extends Error {
  override name = 'SilenceError';
  readonly code = 'ETIMEDOUT';
}
