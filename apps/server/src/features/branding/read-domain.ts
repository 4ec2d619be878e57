import { domainToASCII } from 'node:url';
import { invalidField } from '../../api-error.ts';
import type { Config } from '../../config/read-config.ts';
import { isOwnHost } from '../../http/hosts/read-host.ts';

export const RECORD_PREFIX = '_field-inspection.';

/** The name of the record has to fit into the 253 characters of one (RFC 1035, section 2.3.4). */
const MAX_LENGTH = 253 - RECORD_PREFIX.length;

/**
 * Gives a domain as it is kept and compared: in lower case, in Punycode (UTS 46) and without the dot of the root.
 *
 * @throws {ApiError} validation_error for a name that is not of the public DNS, or is the service's own
 */
export const readDomain = (config: Pick<Config, 'baseUrl' | 'servedHosts'>, given: string): string => {
  const name = domainToASCII(given).replace(/\.$/, '');
  if (!HOST.test(name)) throw refuse('is no host name: send one such as inspect.example.com, and no address');
  if (NOWHERE.test(name)) throw refuse('is a name that no DNS has: send one such as inspect.example.com');
  if (name.length > MAX_LENGTH) throw refuse(`may have at most ${MAX_LENGTH} characters in Punycode`);
  if (isOwnHost(config, name)) throw refuse('is a host of this service itself: send one of yours');
  return name;
};

// The last label of a name in the DNS is no number, so that no notation of an address passes for one.
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`);

// Names for other uses than the DNS: loopback, multicast DNS, nothing, Tor, others (RFC 6761, 6762, 7686, 9476).
const NOWHERE = /\.(localhost|local|invalid|onion|alt)$/;

const refuse = (message: string) => invalidField('domain', message, 'invalid_domain');
