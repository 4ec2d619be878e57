import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { z } from 'zod';
import { Origins } from './parse-origins.ts';
import { parseS3Url, type S3Settings } from './parse-s3-url.ts';
import { parseTsaUrls, type TsaAddress } from './parse-tsa-urls.ts';

/** Everything the host's operator can set, read once. No other file reads process.env. */
export type Config = ReturnType<typeof toConfig>;

/** What must never be printed: logging or inspecting it shows nothing. */
export type Secrets = {
  databaseUrl: string | undefined;
  /** Who owns the tables and may change them; without it, who DATABASE_URL names. */
  databaseOwnerUrl: string | undefined;
  /** The ring of master keys; the first seals, all open. */
  masterKeys: MasterKey[];
  smtpUrl: string | undefined;
  smsUrl: string | undefined;
  s3: S3Settings | undefined;
  /** May hold the passwords of the authorities. */
  tsaAddresses: TsaAddress[];
  sealP12Password: string;
  cscClientSecret: string | undefined;
  turnSecret: string | undefined;
  metricsToken: string | undefined;
};

export type MasterKey = { kid: string; key: Buffer };

/** A setting that stops the start; the message names it and says what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** @throws {ConfigError} naming every setting that is missing or wrong */
export const readConfig = (env: Record<string, string | undefined>): { config: Config; secrets: Secrets } => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(listProblems(parsed.error));
  const config = toConfig(parsed.data);
  const problems = findConflicts(parsed.data, config);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return { config, secrets: toSecrets(parsed.data) };
};

/** Only where the data is: what script/admin needs, whatever else is missing. */
export const readDataConfig = (env: Record<string, string | undefined>) => ({
  databaseUrl: env.DATABASE_URL || undefined,
  databaseOwnerUrl: env.DATABASE_OWNER_URL || undefined,
  allowNewerDatabase: env.ALLOW_NEWER_DATABASE === 'true',
  dataDir: resolve(env.DATA_DIR || '.data'),
});

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Ten years: a time that far ahead still fits every column. */
const MAX_SECONDS = 315_360_000;

const seconds = (fallback: number) => z.coerce.number().positive().max(MAX_SECONDS).default(fallback);
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);
const count = (fallback: number) => wholeNumber.default(fallback);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

const countFromOne = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')
    .transform(Number)
    .default(fallback);

const MasterKeys = z.string().transform((value, context) => {
  const keys = value.split(',').map((part) => {
    const [kid = '', encoded = ''] = part.trim().split(':');
    const key = Buffer.from(encoded, 'base64');
    if (!/^[\w-]{1,32}$/.test(kid) || key.length !== 32) {
      context.addIssue({
        code: 'custom',
        message: 'must be a list of id:base64 of 32 bytes, such as k1:$(openssl rand -base64 32)',
      });
    }
    return { kid, key };
  });
  // The first of the two would be taken to open what the second has sealed, and fail.
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length) {
    context.addIssue({ code: 'custom', message: 'must not hold two keys with one id' });
  }
  return keys;
});

const S3Url = z.string().transform((value, context) => {
  const settings = parseS3Url(value);
  if (settings) return settings;
  context.addIssue({
    code: 'custom',
    message:
      'must be such as https://KEY:SECRET@s3.example.com/bucket?region=eu-south-1, key and secret percent-encoded',
  });
  return z.NEVER;
});

const TsaUrls = z.string().transform((value, context) => {
  const addresses = parseTsaUrls(value);
  if (addresses) return addresses;
  context.addIssue({
    code: 'custom',
    message: 'must be http or https addresses without a fragment, separated by commas, each once',
  });
  return z.NEVER;
});

const PostgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgresql://');

const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port')
    .transform(Number)
    .pipe(z.int().min(1).max(65_535))
    .default(fallback);

const Environment = z.object({
  PORT: port(3000),
  WORKER_PORT: port(3001),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#]*$/, 'must have neither a query nor a fragment: paths are appended to it')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  DATABASE_URL: PostgresUrl.optional(),
  DATABASE_OWNER_URL: PostgresUrl.optional(),
  ALLOW_NEWER_DATABASE: flag.default(false),
  DATA_DIR: z.string().default('.data'),
  DEMO: flag.default(true),
  MASTER_KEYS: MasterKeys.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z
    .string()
    .includes('@', 'must hold an e-mail address')
    .default('Field Inspection <no-reply@localhost>'),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  S3_URL: S3Url.optional(),
  TSA_URLS: TsaUrls.optional(),
  TSA_CA_FILE: z.string().optional(),
  SEAL_P12: z.string().optional(),
  SEAL_P12_PASSWORD: z.string().optional(),
  CSC_URL: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#@]*$/, 'must have no query, fragment or password: paths are appended to it')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  CSC_CLIENT_ID: z.string().optional(),
  CSC_CLIENT_SECRET: z.string().optional(),
  TURN_URL: z
    .string()
    .regex(/^turns?:/, 'must start with turn: or turns:')
    .optional(),
  TURN_SECRET: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  TRUST_PROXY_HOPS: count(0),
  SIGNALLING_ORIGINS: Origins.optional(),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: flag.optional(),
  WEBHOOK_CA_FILE: z.string().optional(),
  WEBHOOK_RETRY_DELAYS: z
    .string()
    .regex(/^\d+(\.\d+)?(,\d+(\.\d+)?)*$/, 'must be seconds, separated by commas')
    .default('30,300,3600,21600,86400')
    .transform((value) => value.split(',').map((delay) => Number(delay) * 1000)),
  WEBHOOK_TIMEOUT: seconds(10),
  DELIVERY_RETENTION_DAYS: countFromOne(30),
  OTP_TTL: seconds(600),
  IDEMPOTENCY_TTL: seconds(86_400),
  SECRET_OVERLAP: seconds(86_400),
  RATE_WINDOW: countFromOne(60),
  UNAUTHENTICATED_RATE_LIMIT: countFromOne(6000),
  SESSION_TTL_HOURS: z.coerce.number().positive().default(24),
  MESSAGES_PER_ORGANISATION_DAY: count(200),
  MESSAGES_PER_RECIPIENT_HOUR: count(5),
  MESSAGES_PER_RECIPIENT_OVERALL: wholeNumber.optional(),
  MESSAGE_RETENTION_DAYS: countFromOne(30),
  FFMPEG_PATH: z.string().default('ffmpeg'),
  UPLOAD_GRACE: seconds(60),
  REPORT_ANCHOR_WAIT: seconds(60),
  WORKER_CONCURRENCY: countFromOne(32),
});

type Environment = z.output<typeof Environment>;

const toConfig = (env: Environment) => {
  const embedded = env.DATABASE_URL === undefined;
  const demo = embedded && env.DEMO;
  const baseUrl = env.BASE_URL ?? `http://127.0.0.1:${env.PORT}`;
  return {
    port: env.PORT,
    workerPort: env.WORKER_PORT,
    host: demo ? '127.0.0.1' : '0.0.0.0',
    baseUrl,
    apiBaseUrl: `${baseUrl}/v1`,
    dataDir: resolve(env.DATA_DIR),
    embedded,
    allowNewerDatabase: env.ALLOW_NEWER_DATABASE,
    demo,
    logLevel: env.LOG_LEVEL,
    trustProxyHops: env.TRUST_PROXY_HOPS,
    signallingOrigins: env.SIGNALLING_ORIGINS,
    mailFrom: env.MAIL_FROM,
    smsConfigured: env.SMS_URL !== undefined || demo,
    tsaCaFile: env.TSA_CA_FILE,
    sealP12: env.SEAL_P12,
    cscUrl: env.CSC_URL,
    cscClientId: env.CSC_CLIENT_ID,
    turnUrl: env.TURN_URL,
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
    ffmpegPath: env.FFMPEG_PATH,
    uploadGraceMs: env.UPLOAD_GRACE * 1000,
    reportAnchorWaitMs: env.REPORT_ANCHOR_WAIT * 1000,
    workerConcurrency: env.WORKER_CONCURRENCY,
  };
};

const toSecrets = (env: Environment): Secrets =>
  hideWhenPrinted({
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    masterKeys: env.MASTER_KEYS ?? [],
    smtpUrl: env.SMTP_URL,
    smsUrl: env.SMS_URL,
    s3: env.S3_URL,
    tsaAddresses: env.TSA_URLS ?? [],
    sealP12Password: env.SEAL_P12_PASSWORD ?? '',
    cscClientSecret: env.CSC_CLIENT_SECRET,
    turnSecret: env.TURN_SECRET,
    metricsToken: env.METRICS_TOKEN,
  });

/** The same object, which prints as `[secrets]` wherever it ends up. */
export const hideWhenPrinted = <T extends object>(secrets: T): T =>
  Object.defineProperties(secrets, {
    toJSON: { value: () => '[secrets]' },
    [inspect.custom]: { value: () => '[secrets]' },
  });

const findConflicts = (env: Environment, config: Config): string[] => {
  const problems: string[] = [];
  if (config.demo && !LOOPBACK_HOSTS.includes(new URL(config.baseUrl).hostname)) {
    problems.push(
      'BASE_URL: demo mode serves this machine only; use a loopback address, or set DATABASE_URL or DEMO=false',
    );
  }
  if (config.embedded && env.DATABASE_OWNER_URL) {
    problems.push('DATABASE_OWNER_URL: names the owner of what is at DATABASE_URL, so set that too');
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
  const csc = [env.CSC_URL, env.CSC_CLIENT_ID, env.CSC_CLIENT_SECRET];
  if (new Set(csc.map((value) => value === undefined)).size > 1) {
    problems.push('CSC_URL, CSC_CLIENT_ID, CSC_CLIENT_SECRET: set all three or none');
  }
  if ((env.TURN_URL === undefined) !== (env.TURN_SECRET === undefined)) {
    problems.push('TURN_URL, TURN_SECRET: set both or neither');
  }
  return problems;
};

const listProblems = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n');
