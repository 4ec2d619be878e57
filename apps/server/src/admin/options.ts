import { parseArgs } from 'node:util';
import { Email, Network, suggest, Timestamp } from '@field-inspection/contract';
import { z } from 'zod';
import { isUuid } from '../platform/ids.ts';

/** A failure that the host's operator can mend: it is said in words, without a stack. */
export class AdminError extends Error {
  override name = 'AdminError';
}

const NAMES = [
  'name',
  'plan',
  'locale',
  'rate-limit',
  'organisation',
  'status',
  'operator-email',
  'expires-at',
  'credential',
  'overlap-hours',
  'member',
  'email',
  'role',
  'time-zone',
  'job',
  'kind',
  'break-glass',
  'enforced',
] as const;
type Name = (typeof NAMES)[number] | 'scope' | 'network';

export type Options = ReturnType<typeof readOptions>;

export const readOptions = (argv: string[]) => {
  const { values, positionals } = parse(argv);
  const given = (name: Name): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const text = (name: Name, fallback?: string): string => {
    const value = given(name) ?? fallback;
    if (value === undefined || (value === '' && fallback === undefined))
      throw new AdminError(`--${name} is missing`);
    return value;
  };
  const oneOf = <T extends string>(name: Name, choices: readonly T[], fallback?: T): T => {
    const value = text(name, fallback);
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) throw new AdminError(`--${name} must be one of ${choices.join(', ')}`);
    return choice;
  };
  return {
    command: positionals.join(' '),
    ...readFlags(values),
    has: (name: Name): boolean => given(name) !== undefined,
    text,
    oneOf,
    uuid: (name: Name): string => {
      const value = text(name);
      if (!isUuid(value)) throw new AdminError(`--${name} must be an id`);
      return value;
    },
    email: (name: Name): string => readEmail(name, text(name)),
    hours: (name: Name, most: number, fallback: number) =>
      readHours(name, given(name) ?? String(fallback), most),
    count: (name: Name, fallback?: number) => readCount(name, text(name, fallback?.toString())),
    someOf: <T extends string>(name: 'scope', choices: readonly T[]): T[] => {
      const chosen = (values[name] ?? []).map((value) => {
        const choice = choices.find((candidate) => candidate === value);
        if (choice === undefined)
          throw new AdminError(
            `--${name} ${value} is not one of ${choices.join(', ')}. Repeat --${name} for each`,
          );
        return choice;
      });
      if (chosen.length === 0) throw new AdminError(`--${name} is missing; repeat it for each`);
      return [...new Set(chosen)];
    },
    networks: () => readNetworks(values.network ?? []),
    networkChange: () => readNetworkChange(values.network),
    futureTime: (name: Name, now: Date): Date | null => {
      const value = given(name);
      if (value === undefined) return null;
      const time = new Date(value);
      // Without an offset a time would be the host's own, which nobody means.
      if (!Timestamp.or(z.iso.date()).safeParse(value).success || time <= now)
        throw new AdminError(`--${name} must be an ISO 8601 time in the future`);
      return time;
    },
  };
};

const readEmail = (name: Name, value: string): string => {
  const { success, data } = Email.safeParse(value);
  if (!success) throw new AdminError(`--${name} must be an e-mail address`);
  return data;
};

const readNetworks = (networks: string[]): string[] => {
  const wrong = networks.find((network) => !Network.safeParse(network).success);
  if (wrong === undefined) return networks.map((network) => Network.parse(network));
  throw new AdminError(`--network ${wrong} is not a network such as 203.0.113.0/24 or 2001:db8::/32`);
};

/** Undefined where nothing is to change. */
const readNetworkChange = (networks: string[] | undefined): string[] | undefined =>
  networks?.join() === 'any' ? [] : networks && readNetworks(networks);

const readCount = (name: Name, value: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new AdminError(`--${name} must be a whole number from 1`);
  return Number(value);
};

const readHours = (name: Name, value: string, most: number): number => {
  if (/^\d{1,4}$/.test(value) && Number(value) <= most) return Number(value);
  throw new AdminError(`--${name} must be a whole number from 0 to ${most}`);
};

const readFlags = ({ json, help, hash, ...flags }: ReturnType<typeof parse>['values']) => ({
  isJson: json === true,
  isHelp: help === true,
  isHash: hash === true,
  isDryRun: flags['dry-run'] === true,
});

const OPTIONS = {
  ...(Object.fromEntries(NAMES.map((name) => [name, { type: 'string' }])) as Record<
    (typeof NAMES)[number],
    { type: 'string' }
  >),
  scope: { type: 'string', multiple: true },
  network: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  hash: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const parse = (argv: string[]) => {
  try {
    return parseArgs({ args: argv, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new AdminError(explainMisuse(error as NodeJS.ErrnoException), { cause: error });
  }
};

/** The words of Node.js are for who writes the program. */
const explainMisuse = ({ code, message }: NodeJS.ErrnoException): string => {
  const option = /'(-[^\s'=]*)/.exec(message)?.[1] ?? '';
  const known = Object.keys(OPTIONS);
  const name = option.replace(/^-+/, '');
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const [begun, ...others] = known.filter((each) => name.length > 1 && each.startsWith(name));
    const near = begun && others.length === 0 ? `; did you mean ${begun}?` : suggest(name, known);
    return `There is no option ${option}${near.replace('mean ', 'mean --') || '.'} script/admin --help shows those of each command.`;
  }
  if (message.includes('does not take')) return `${option} takes no value: leave out what follows the =.`;
  return `${option} needs a value; one that begins with a dash is written with =, such as ${option}=-a.`;
};
