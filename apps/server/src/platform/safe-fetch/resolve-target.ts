import { isIP } from 'node:net';
import { admitAddress, type AddressPolicy } from './admit-address.ts';
import { unwrapHost } from './check-target-url.ts';
import { EgressError } from './egress-error.ts';

export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * The addresses that a connection may go to. One bad answer refuses all: a name with a public and a private
 * address is an attack or a mistake, and which one a client takes is chance.
 */
export const resolveTarget = async (
  url: URL,
  { resolve, policy, signal }: { resolve: Resolve; policy: AddressPolicy; signal: AbortSignal },
): Promise<readonly string[]> => {
  const host = unwrapHost(url);
  const addresses = isIP(host) === 0 ? await resolveName(host, resolve, signal) : [host];
  if (!addresses.every((address) => admitAddress(address, policy))) {
    throw new EgressError(
      'blocked_address',
      'The host resolves to an address that requests are not sent to.',
    );
  }
  return addresses;
};

const resolveName = async (
  host: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const answer = resolve(host, signal).catch((cause: unknown) => {
    throw new EgressError('dns', 'The host name could not be resolved.', { cause });
  });
  const addresses = await untilAborted(answer, signal);
  if (addresses.length === 0) throw new EgressError('dns', 'The host name has no address in DNS.');
  return addresses;
};

const untilAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
