import { promises as dns } from 'node:dns';

export type ResolveTxt = (name: string) => Promise<string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;
const NONE = new Set(['ENODATA', 'ENOTFOUND']);

/**
 * Asks the DNS servers of the host.
 *
 * @param servers other ones, such as `127.0.0.1:5353`
 */
export const createTxtResolver = (servers?: readonly string[]): ResolveTxt => {
  const resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    try {
      // A text of more than 255 bytes comes in parts (RFC 7208, section 3.3).
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  };
};
