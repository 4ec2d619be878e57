import { resolve } from 'node:path';
import { inspect } from 'node:util';
import type { z } from 'zod';
import { IS_BUILT } from '../paths.ts';
import type { EgressProxies } from '../platform/egress-proxy/choose-proxy.ts';
import { Environment } from './environment.ts';
import { findMistyped } from './find-mistyped.ts';
import { PROXY_NAMES } from './parse-proxies.ts';
import type { S3Settings } from './parse-s3-url.ts';
import type { TsaAddress } from './parse-tsa-urls.ts';
import { readSecretFiles } from './read-secret-files.ts';

/** No other file reads process.env. */
export type Config = ReturnType<typeof toConfig> & {
  /** A sentence for each variable that is nearly a setting. */
  mistyped: string[];
};

export type Secrets = {
  databaseUrl: string | undefined;
  /** The role that owns the tables and may change them; without it, the role of DATABASE_URL. */
  databaseOwnerUrl: string | undefined;
  /** The database itself, for what belongs to one connection; DATABASE_URL then leads through a pooler. */
  databaseDirectUrl: string | undefined;
  /** The same database through that pooler as another role, for prepared statements. */
  databasePreparedUrl: string | undefined;
  masterKeys: MasterKey[];
  smtpUrl: string | undefined;
  smsUrl: string | undefined;
  s3: S3Settings | undefined;
  /** May hold the passwords of the authorities. */
  tsaAddresses: TsaAddress[];
  /** They may hold passwords. */
  egressProxies: EgressProxies;
  sealP12Password: string;
  cscClientSecret: string | undefined;
  stripeSecretKey: string | undefined;
  stripeWebhookSecret: string | undefined;
  turnSecret: string | undefined;
  metricsToken: string | undefined;
  messageCallbackSecret: string | undefined;
};

export type MasterKey = { kid: string; key: Buffer };

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** @throws {ConfigError} naming every setting that is missing or wrong */
export const readConfig = (env: Record<string, string | undefined>): { config: Config; secrets: Secrets } => {
  const read = readSecretFiles(withProxies(env));
  const given = Object.fromEntries(
    Object.entries(read.env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  const wrong = [...read.problems, ...(parsed.success ? [] : listProblems(parsed.error))];
  const mistyped = findMistyped(env);
  if (!parsed.success || wrong.length > 0) throw new ConfigError([...wrong, ...mistyped].join('\n'));
  const config = { ...toConfig(parsed.data), mistyped };
  const problems = findConflicts(parsed.data, config);
  if (problems.length > 0) throw new ConfigError([...problems, ...mistyped].join('\n'));
  return { config, secrets: toSecrets(parsed.data) };
};

const withProxies = (env: Record<string, string | undefined>): Record<string, string | undefined> => ({
  ...Object.fromEntries(PROXY_NAMES.map((name) => [name, env[name.toLowerCase()]])),
  ...env,
});

/** @throws {ConfigError} where an address of the database is missing or lies in a file that can't be used */
export const readDataConfig = (given: Record<string, string | undefined>) => {
  const { env, problems } = readSecretFiles(given, ADDRESSES);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    databaseUrl: env.DATABASE_URL || requireOwnDatabase(),
    databaseOwnerUrl: env.DATABASE_OWNER_URL || undefined,
    databaseDirectUrl: env.DATABASE_DIRECT_URL || undefined,
    databasePreparedUrl: env.DATABASE_PREPARED_URL || undefined,
    allowNewerDatabase: env.ALLOW_NEWER_DATABASE === 'true',
    dataDir: resolve(env.DATA_DIR || '.data'),
  };
};

const ADDRESSES = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_PREPARED_URL',
] as const;

const NO_DATABASE = 'DATABASE_URL: is missing; only a checkout brings a database of its own';

const requireOwnDatabase = (): undefined => {
  if (IS_BUILT) throw new ConfigError(NO_DATABASE);
};

const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The address at which demo mode serves. */
export const loopbackUrl = ({ host, port }: { host: string | undefined; port: string | number }): string =>
  `http://${host === '::1' ? '[::1]' : '127.0.0.1'}:${port}`;

const toConfig = (env: Environment) => {
  const embedded = env.DATABASE_URL === undefined;
  const demo = embedded && env.DEMO && !IS_BUILT;
  const host = env.LISTEN_ADDRESS ?? (demo ? '127.0.0.1' : '0.0.0.0');
  const baseUrl = env.BASE_URL ?? loopbackUrl({ host, port: env.PORT });
  return {
    port: env.PORT,
    workerPort: env.WORKER_PORT,
    host,
    baseUrl,
    apiBaseUrl: `${baseUrl}/v1`,
    dataDir: resolve(env.DATA_DIR),
    embedded,
    allowNewerDatabase: env.ALLOW_NEWER_DATABASE,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    demo,
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    backupStamp: env.BACKUP_STAMP,
    logLevel: env.LOG_LEVEL,
    trustProxyHops: env.TRUST_PROXY_HOPS,
    signallingOrigins: env.SIGNALLING_ORIGINS,
    servedHosts: env.SERVED_HOSTS,
    mailFrom: env.MAIL_FROM,
    smsConfigured: env.SMS_URL !== undefined || demo,
    tsaCaFile: env.TSA_CA_FILE,
    sealP12: env.SEAL_P12,
    sealRequired: env.SEAL_REQUIRED ?? env.SEAL_P12 !== undefined,
    cscUrl: env.CSC_URL,
    cscClientId: env.CSC_CLIENT_ID,
    stripePrices: env.STRIPE_PRICES,
    stripeApiUrl: env.STRIPE_API_URL,
    turnUrls: env.TURN_URL,
    webhookAllowPrivateNetworks: env.WEBHOOK_ALLOW_PRIVATE_NETWORKS ?? demo,
    webhookCaFile: env.WEBHOOK_CA_FILE,
    webhookRetryDelaysMs: env.WEBHOOK_RETRY_DELAYS,
    webhookTimeoutMs: env.WEBHOOK_TIMEOUT * 1000,
    deliveryRetentionMs: env.DELIVERY_RETENTION_DAYS * 86_400_000,
    otpTtlMs: env.OTP_TTL * 1000,
    idempotencyTtlMs: env.IDEMPOTENCY_TTL * 1000,
    secretOverlapMs: env.SECRET_OVERLAP * 1000,
    rateWindowSeconds: env.RATE_WINDOW,
    unauthenticatedRateLimit: env.UNAUTHENTICATED_RATE_LIMIT,
    sessionTtlMs: env.SESSION_TTL_HOURS * 3_600_000,
    messagesPerOrganisationDay: env.MESSAGES_PER_ORGANISATION_DAY,
    messagesPerRecipientHour: env.MESSAGES_PER_RECIPIENT_HOUR,
    messagesPerRecipientHourOverall:
      env.MESSAGES_PER_RECIPIENT_OVERALL ?? 4 * env.MESSAGES_PER_RECIPIENT_HOUR,
    messageRetentionMs: env.MESSAGE_RETENTION_DAYS * 86_400_000,
    uploadGraceMs: env.UPLOAD_GRACE * 1000,
    reportAnchorWaitMs: env.REPORT_ANCHOR_WAIT * 1000,
    workerConcurrency: env.WORKER_CONCURRENCY,
  };
};

const toSecrets = (env: Environment): Secrets =>
  hideWhenPrinted({
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databasePreparedUrl: env.DATABASE_PREPARED_URL,
    masterKeys: env.MASTER_KEYS ?? [],
    smtpUrl: env.SMTP_URL,
    smsUrl: env.SMS_URL,
    s3: env.S3_URL,
    tsaAddresses: env.TSA_URLS ?? [],
    egressProxies: { httpsProxy: env.HTTPS_PROXY, httpProxy: env.HTTP_PROXY, noProxy: env.NO_PROXY },
    sealP12Password: env.SEAL_P12_PASSWORD ?? '',
    cscClientSecret: env.CSC_CLIENT_SECRET,
    stripeSecretKey: env.STRIPE_SECRET_KEY,
    stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET,
    turnSecret: env.TURN_SECRET,
    metricsToken: env.METRICS_TOKEN,
    messageCallbackSecret: env.MESSAGE_CALLBACK_SECRET,
  });

/** Gives the same object, which prints as `[secrets]` wherever it ends up. */
export const hideWhenPrinted = <T extends object>(secrets: T): T =>
  Object.defineProperties(secrets, {
    toJSON: { value: () => '[secrets]' },
    [inspect.custom]: { value: () => '[secrets]' },
  });

const findConflicts = (env: Environment, config: Config): string[] => {
  const problems: string[] = [];
  if (config.embedded && IS_BUILT) problems.push(NO_DATABASE);
  if (config.demo && !LOOPBACK_HOSTS.includes(new URL(config.baseUrl).hostname)) {
    problems.push(
      'BASE_URL: demo mode serves this machine only; use a loopback address, or set DATABASE_URL or DEMO=false',
    );
  }
  if (config.demo && !LOOPBACK_ADDRESSES.includes(config.host)) {
    problems.push(
      'LISTEN_ADDRESS: demo mode serves this machine only; use 127.0.0.1 or ::1, or set DATABASE_URL or DEMO=false',
    );
  }
  if (config.embedded && env.DATABASE_OWNER_URL) {
    problems.push('DATABASE_OWNER_URL: names the owner of what is at DATABASE_URL, so set that too');
  }
  if (config.embedded && env.DATABASE_DIRECT_URL) {
    problems.push('DATABASE_DIRECT_URL: leads past the pooler of DATABASE_URL, so set that too');
  }
  if (env.DATABASE_PREPARED_URL && !env.DATABASE_DIRECT_URL) {
    problems.push('DATABASE_PREPARED_URL: leads through a pooler, so set DATABASE_DIRECT_URL too');
  }
  if (!config.demo && !env.SMTP_URL)
    problems.push('SMTP_URL: is missing; invites and codes are sent by e-mail');
  if (!config.demo && !env.MASTER_KEYS) {
    problems.push(
      'MASTER_KEYS: is missing; secrets are sealed with it, such as k1:$(openssl rand -base64 32)',
    );
  }
  if (!config.demo && !env.BASE_URL) problems.push('BASE_URL: is missing; links in messages start with it');
  if (env.SEAL_P12_PASSWORD && !env.SEAL_P12) {
    problems.push('SEAL_P12_PASSWORD: opens the file that SEAL_P12 names, so set that too');
  }
  if (env.SEAL_REQUIRED && !env.SEAL_P12) {
    problems.push('SEAL_REQUIRED: has reports wait for the seal that SEAL_P12 names, so set that too');
  }
  const csc = [env.CSC_URL, env.CSC_CLIENT_ID, env.CSC_CLIENT_SECRET];
  if (new Set(csc.map((value) => value === undefined)).size > 1) {
    problems.push('CSC_URL, CSC_CLIENT_ID, CSC_CLIENT_SECRET: set all three or none');
  }
  const stripe = [env.STRIPE_SECRET_KEY, env.STRIPE_WEBHOOK_SECRET, env.STRIPE_PRICES];
  if (new Set(stripe.map((value) => value === undefined)).size > 1) {
    problems.push('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICES: set all three or none');
  }
  if ((env.TURN_URL === undefined) !== (env.TURN_SECRET === undefined)) {
    problems.push('TURN_URL, TURN_SECRET: set both or neither');
  }
  return problems;
};

const listProblems = (error: z.ZodError): string[] =>
  error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
