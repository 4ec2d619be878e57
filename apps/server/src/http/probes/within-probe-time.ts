const PROBE_MS = 2_000;

/** What a probe comes to, or a failure when it takes too long; it goes on then, and its own failure is nobody's. */
export const withinProbeTime = async (probe: Promise<void>): Promise<void> => {
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
