import { everyMs } from './repeat.ts';
import { PUBLIC_ROOT, type Attack } from './prepare-attack.ts';

/** Each session is an event to each of the endpoints that hang. */
export const hangEndpoints = ({ callByKey }: Attack, signal: AbortSignal): Promise<void> =>
  everyMs(1_000, { signal }, () =>
    callByKey('create a session', { method: 'POST', path: `${PUBLIC_ROOT}/sessions`, body: {} }),
  );
