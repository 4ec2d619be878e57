import type { Metrics } from '../metrics.ts';
import type { SealSource } from './seal.ts';

/** An alert asks for a new seal in time. A process that makes no reports tells it, too. */
export const measureSeal =
  ({ seal: source, metrics }: { seal: SealSource; metrics: Pick<Metrics, 'sealNotAfterSeconds'> }) =>
  async (): Promise<void> => {
    const seal = await source.read();
    // A renewed seal may have another name.
    metrics.sealNotAfterSeconds.reset();
    if (seal) metrics.sealNotAfterSeconds.set({ subject: seal.subject }, seal.notAfter.getTime() / 1000);
  };
