import {
  AA_CONTRAST,
  CONTRAST_PARTNERS,
  contrastOf,
  PLAN_LIMITS,
  sayContrast,
  type Plan,
} from '@field-inspection/contract/plain';
import { invalidField, invalidParts, Refusal } from '../refusal.ts';

type Colours = { primary?: string | null | undefined; background?: string | null | undefined };

const NAMES = ['primary', 'background'] as const;

export const requireContrast = (colours: Colours = {}): void => {
  const errors = NAMES.flatMap((name) => {
    const colour = colours[name];
    const message = colour ? sayContrast(name, colour) : undefined;
    return message ? [{ path: `body.colours.${name}`, code: 'low_contrast' as const, message }] : [];
  });
  if (errors.length > 0) throw invalidParts(errors);
};

export const listContrasts = (colours: Colours) =>
  NAMES.flatMap((colour) => {
    const value = colours[colour];
    if (!value) return [];
    const against = CONTRAST_PARTNERS[colour].colour;
    // Rounded down, since 4.499 is not 4.5.
    const ratio = Math.floor(contrastOf(value, against) * 100) / 100;
    return [{ colour, value, against, ratio, needed: AA_CONTRAST }];
  });

export const requireBrandingVersion = (version: number, isMatched: boolean): void => {
  if (isMatched) return;
  throw new Refusal(
    'precondition_failed',
    `The branding is at version ${version} now. Get it, and send your change again with its ETag.`,
  );
};

export const requireWhiteLabel = (plan: Plan): void => {
  if (PLAN_LIMITS[plan].whiteLabel) return;
  throw new Refusal(
    'domain.not_in_plan',
    `The plan ${plan} does not include a domain of your own. Change the plan.`,
  );
};

export const noDomain = (): Refusal =>
  new Refusal('domain.not_verified', 'No domain is set. Set one with PATCH /v1/branding.');

const RECORD_PREFIX = '_field-inspection.';

/** The DNS record by which an organisation proves that a domain is theirs. */
export const describeRecord = (domain: string, value: string) =>
  ({ type: 'TXT', name: nameRecord(domain), value }) as const;

export const nameRecord = (domain: string): string => `${RECORD_PREFIX}${domain}`;

export const sayProof = (token: string): string => `field-inspection-verification=${token}`;

/** The record's name has to fit into 253 characters (RFC 1035, section 2.3.4). */
const MAX_LENGTH = 253 - RECORD_PREFIX.length;

/**
 * Domains are kept and compared in lower case, in Punycode (UTS 46) and without the root's dot.
 *
 * @param toAscii gives a name in that form, and '' for an invalid name
 * @throws {Refusal} validation_error for a name outside the public DNS, or the service's own
 */
export const readDomain = (
  given: string,
  {
    toAscii,
    isOwnHost,
    field = 'domain',
  }: { toAscii: (name: string) => string; isOwnHost: (name: string) => boolean; field?: string },
): string => {
  const name = toAscii(given).replace(/\.$/, '');
  const refuse = (message: string) => invalidField(field, message, 'invalid_domain');
  if (!HOST.test(name)) throw refuse('is no host name: send one such as inspect.example.com, and no address');
  if (NOWHERE.test(name)) throw refuse('is a name that no DNS has: send one such as inspect.example.com');
  if (name.length > MAX_LENGTH) throw refuse(`may have at most ${MAX_LENGTH} characters in Punycode`);
  if (isOwnHost(name)) throw refuse('is a host of this service itself: send one of yours');
  return name;
};

// The last label of a DNS name is no number, so that no notation of an address passes for a name.
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^(?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`);

// Names for other uses than the DNS: loopback, multicast DNS, nothing, Tor, others (RFC 6761, 6762, 7686, 9476).
const NOWHERE = /\.(localhost|local|invalid|onion|alt)$/;
