import type { Response, NextFunction, Request } from 'express';
import type { Context } from '../../context.ts';
import { describeCauses } from '../../platform/describe-causes.ts';
import { describeFault } from '../../platform/probes/describe-fault.ts';
import { probeDatabase } from '../../platform/probes/probe-database.ts';
import { probeObjects } from '../../platform/probes/probe-objects.ts';
import { throttle } from '../../platform/concurrency/throttle.ts';
import { VERSION } from '../../version.ts';

/** After `drain` balancers send this process no more requests. */
export type Health = {
  isDraining: () => boolean;
  drain: () => void;
  /** Asks at most every 5 seconds, however many callers there are. */
  check: () => Promise<Readiness>;
  /** Asked at most every 2 seconds; an answer may take two, and be bad. */
  isDatabaseSilent: () => Promise<boolean>;
};

export type Readiness = { isReady: boolean; faults: string[] };

/** Failures in a row, once a part has worked: one slow part must not take every server out at once. */
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
  let hasWorked = false;
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
    // A process that never could write is taken in by no balancer.
    failures = isRefusal || !hasWorked ? Infinity : failures + 1;
  };
  return {
    isReady,
    faults: () => (fault ? [fault] : []),
    probe: async () => {
      try {
        // A hanging probe is waited for, and no other is started.
        underWay ??= probe().finally(() => (underWay = undefined));
        await withinProbeTime(underWay);
        if (fault) log.info({ part: name }, `${name} works again`);
        [failures, fault, hasWorked] = [0, undefined, true];
      } catch (error) {
        note(error);
      }
      metrics.partReady.set({ part: name }, fault ? 0 : 1);
    },
  };
};

export const sendAlive = (response: Response): void => sendWords(response, 200, ['ok', VERSION]);

export const sendReadiness = (response: Response, { isReady, faults }: Readiness): void => {
  sendWords(response, isReady ? 200 : 503, [isReady ? 'ok' : 'unavailable', ...faults]);
};

const sendWords = (response: Response, status: number, lines: string[]): void => {
  response
    .status(status)
    .type('text/plain')
    .set('Cache-Control', 'no-store')
    .send([...lines, ''].join('\n'));
};

/** The client's next connection goes to another server. */
export const closeWhenDraining =
  (health: Pick<Health, 'isDraining'>) =>
  (_request: Request, response: Response, next: NextFunction): void => {
    if (health.isDraining()) response.set('Connection', 'close');
    next();
  };

/** Many may wait at once, as those that pull events do: an answer counts for so long. */
const FRESH_MS = 2_000;

const watchSilence = ({ clock, database }: Pick<Context, 'clock' | 'database'>) => {
  let answeredAt = -Infinity;
  let underWay: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    // A refusal is an answer, too.
    await database.pool.query('select 1').catch(() => {});
    answeredAt = clock.now().getTime();
    underWay = undefined;
  };
  return async (): Promise<boolean> => {
    if (clock.now().getTime() - answeredAt < FRESH_MS) return false;
    // A hanging statement is waited for, and no other is started.
    underWay ??= ask();
    return withinProbeTime(underWay).then(
      () => false,
      () => true,
    );
  };
};

const PROBE_MS = 2_000;

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
