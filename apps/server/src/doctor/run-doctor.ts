import { ConfigError, readConfig } from '../config/read-config.ts';
import {
  type Examined,
  type Finding,
  type Probe,
  type Verdict,
  explain,
  off,
  ok,
  warn,
  wrong,
} from './probes/finding.ts';
import { probeAuthorities } from './probes/probe-authorities.ts';
import { probeBilling, probeMail, probeSms } from './probes/probe-providers.ts';
import { probeDatabase } from './probes/probe-database.ts';
import { probeEncryption } from './probes/probe-encryption.ts';
import { probeObjects } from './probes/probe-objects.ts';
import { probeOwner, probePooler } from './probes/probe-owner.ts';
import { probeTurn } from './probes/probe-turn.ts';
import { sayProxy } from './probes/say-proxy.ts';
import { lookup } from 'node:dns/promises';
import { leadOutBy } from '../platform/egress-proxy/lead-out.ts';
import { hostClock } from '../platform/clock.ts';
import { openSeal } from '../platform/seal/open-seal.ts';
import { findInvalidity } from '../platform/seal/seal.ts';

const PROBE_MS = 5_000;

/** Looks at everything at once, for 5 seconds each at most. Settings that stop the start are the only findings then. */
export const runDoctor = async (
  env: Record<string, string | undefined>,
  openDatabase: () => Promise<{ databaseUrl: string }>,
): Promise<Finding[]> => {
  try {
    const { config, secrets } = readConfig(env);
    leadOutBy(secrets.egressProxies);
    const { databaseUrl } = await openDatabase();
    const examined = { config, secrets, databaseUrl };
    const mistyped = config.mistyped.map((words): Finding => ({ part: 'settings', state: 'warning', words }));
    const findings = [...mistyped, ...(await Promise.all(listProbes(examined).map(runProbe))).flat()];
    return findings.map((finding) => ({ ...finding, words: finding.words + sayProxy(examined, finding) }));
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
    // A ConfigError says itself what to do.
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

const probeBaseUrl = ({ config: { baseUrl, demo } }: Examined): Probe => ({
  part: 'base url',
  remedy: 'Links in messages start with BASE_URL: check its name, and make its DNS record.',
  run: async () => {
    const { hostname, protocol } = new URL(baseUrl);
    const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
    const addresses = found.map(({ address }) => address).join(', ');
    if (protocol === 'https:' || demo) return ok(`${hostname} leads to ${addresses}.`);
    return warn(`${hostname} leads to ${addresses}, by http: browsers give a camera to https alone.`);
  },
});

const probeSeal = ({
  config: { sealP12, sealRequired: isRequired, demo },
  secrets: { sealP12Password },
}: Examined): Probe => ({
  part: 'seal',
  remedy: 'Check SEAL_P12 and SEAL_P12_PASSWORD.',
  run: async () => {
    if (!sealP12)
      return off(`SEAL_P12 is not set: reports ${demo ? 'have the demo seal' : 'are made without a seal'}.`);
    const told: Verdict[] = [];
    const tell = (as: typeof warn) => (_about: unknown, words?: string) =>
      void (words && told.push(as(words)));
    const log = { warn: tell(warn), error: tell(wrong) };
    const seal = await openSeal(
      { sealP12, sealP12Password, isRequired },
      { clock: hostClock, log: log as never },
    );
    await seal.sign(Buffer.from('probe'));
    if (findInvalidity(seal, hostClock.now())) return told;
    return [ok(`${seal.subject} signs, until ${seal.notAfter.toISOString()}.`), ...told];
  },
});

const MARKS: [Finding['state'], string][] = [
  ['wrong', 'WRONG'],
  ['warning', 'warning'],
  ['ok', 'ok'],
  ['off', 'off'],
];

export const showFindings = (findings: Finding[]): string =>
  MARKS.flatMap(([state, mark]) =>
    findings
      .filter((finding) => finding.state === state)
      .map(({ part, words }) => `${mark.padEnd(8)} ${part.padEnd(12)} ${words}`),
  ).join('\n');
