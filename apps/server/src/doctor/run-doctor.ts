import { ConfigError, readConfig } from '../config/read-config.ts';
import { explain, type Examined, type Finding, type Probe } from './probes/finding.ts';
import { probeAuthorities } from './probes/probe-authorities.ts';
import { probeBaseUrl } from './probes/probe-base-url.ts';
import { probeBilling, probeMail, probeSms } from './probes/probe-providers.ts';
import { probeDatabase } from './probes/probe-database.ts';
import { probeEncryption } from './probes/probe-encryption.ts';
import { probeObjects } from './probes/probe-objects.ts';
import { probeOwner } from './probes/probe-owner.ts';
import { probePooler } from './probes/probe-pooler.ts';
import { probeSeal } from './probes/probe-seal.ts';
import { probeTurn } from './probes/probe-turn.ts';

const PROBE_MS = 5_000;

/**
 * Looks at everything that the settings name, all at once, each for 5 seconds at most. Settings that stop the start are
 * the findings, if there are any: nothing else is looked at then.
 */
export const runDoctor = async (
  env: Record<string, string | undefined>,
  openDatabase: () => Promise<{ databaseUrl: string }>,
): Promise<Finding[]> => {
  try {
    const { config, secrets } = readConfig(env);
    const { databaseUrl } = await openDatabase();
    const examined = { config, secrets, databaseUrl };
    return (await Promise.all(listProbes(examined).map(runProbe))).flat();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((words) => ({ part: 'settings', state: 'wrong', words }));
  }
};

const listProbes = (examined: Examined): Probe[] => [
  probeDatabase(examined),
  probeOwner(examined),
  probePooler(examined),
  probeObjects(examined),
  probeMail(examined),
  probeSms(examined),
  probeAuthorities(examined),
  probeSeal(examined),
  probeTurn(examined),
  probeBilling(examined),
  probeBaseUrl(examined),
  probeEncryption(examined),
];

const runProbe = async ({ part, remedy, run }: Probe): Promise<Finding[]> => {
  try {
    const verdicts = await within(PROBE_MS, run());
    return [verdicts].flat().map((verdict) => ({ part, ...verdict }));
  } catch (error) {
    // The fault of a setting says what to do in its own words.
    const words = error instanceof ConfigError ? error.message : `${explain(error)} ${remedy}`;
    return [{ part, state: 'wrong', words }];
  }
};

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), ms);
  });
  // Nobody waits for a failure after the deadline.
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
