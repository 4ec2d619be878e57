import { domainToASCII } from 'node:url';
import { readDomain } from '@field-inspection/rules';
import type { Config } from '../../../config/read-config.ts';
import { isOwnHost } from '../../../http/hosts/read-host.ts';

/**
 * Reads a domain that an organisation says to be its own.
 *
 * @throws {Refusal} validation_error for a name outside the public DNS, or the service's own
 */
export const readOwnDomain = (
  config: Pick<Config, 'baseUrl' | 'servedHosts'>,
  given: string,
  field = 'domain',
): string =>
  readDomain(given, { toAscii: domainToASCII, isOwnHost: (name) => isOwnHost(config, name), field });
