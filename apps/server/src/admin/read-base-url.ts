import { loopbackUrl, readDataConfig } from '../config/read-config.ts';
import { AdminError } from './options.ts';

const MISSING =
  'BASE_URL: is missing; the link leads there. Run this with the settings of the server, such as ' +
  'BASE_URL=https://inspections.example.com script/admin member sign-in-link …';

/**
 * A link leads to the service: where it says, or as demo mode serves it.
 *
 * @throws {AdminError} where a link would lead nowhere
 */
export const readBaseUrl = (
  env: Record<string, string | undefined>,
  { makesLink = false }: { makesLink?: boolean | undefined },
): string => {
  if (env.BASE_URL) return env.BASE_URL;
  const isDemo = readDataConfig(env).databaseUrl === undefined && env.DEMO !== 'false';
  if (makesLink && !isDemo) throw new AdminError(MISSING);
  return loopbackUrl({ host: env.LISTEN_ADDRESS, port: env.PORT || '3000' });
};
