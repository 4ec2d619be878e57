import { isIP } from 'node:net';
import { z } from 'zod';
import { choosePoolSize, readHost, suitConcurrency } from './suit-host.ts';
import { Origins, Hosts, TurnUrls, parseStripePrices } from './parse-lists.ts';
import { HttpProxy, NoProxies } from './parse-proxies.ts';
import { parseS3Url } from './parse-s3-url.ts';
import { parseTsaUrls } from './parse-tsa-urls.ts';
import { splitHosts } from './split-hosts.ts';

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
  // Two keys of one id: the first would be taken to open what the second has sealed, and fail.
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length) {
    context.addIssue({ code: 'custom', message: 'must not hold two keys with one id' });
  }
  return keys;
});

const S3Url = z.string().transform((value, context) => {
  const tell = (message: string) => context.addIssue({ code: 'custom', message });
  return parseS3Url(value, tell) ?? z.NEVER;
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

const StripePrices = z.string().transform((value, context) => {
  const prices = parseStripePrices(value);
  if (prices) return prices;
  context.addIssue({
    code: 'custom',
    message: 'must be such as pro=price_1,enterprise=price_2: a price of its own for each plan that is sold',
  });
  return z.NEVER;
});

const PostgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
  .superRefine((value, context) => {
    splitHosts(value, (message) => context.addIssue({ code: 'custom', message }));
  });

const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port')
    .transform(Number)
    .pipe(z.int().min(1).max(65_535))
    .default(fallback);

export const Environment = z.object({
  LISTEN_ADDRESS: z
    .string()
    .refine(
      (text) => isIP(text) !== 0,
      'must be an IP address of this machine, such as 127.0.0.1, or 0.0.0.0',
    )
    .optional(),
  PORT: port(3000),
  WORKER_PORT: port(3001),
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://inspections.example.com' })
    .regex(/^[^?#]*$/, 'must have neither a query nor a fragment: paths are appended to it')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  DATABASE_URL: PostgresUrl.optional(),
  DATABASE_OWNER_URL: PostgresUrl.optional(),
  DATABASE_DIRECT_URL: PostgresUrl.optional(),
  DATABASE_PREPARED_URL: PostgresUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber
    .refine((size) => size >= 4 && size <= 1000, 'must be from 4 to 1000')
    .default(choosePoolSize),
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
  SEAL_REQUIRED: flag.optional(),
  CSC_URL: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#@]*$/, 'must have no query, fragment or password: paths are appended to it')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  CSC_CLIENT_ID: z.string().optional(),
  CSC_CLIENT_SECRET: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'must start with whsec_')
    .optional(),
  STRIPE_PRICES: StripePrices.optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must have no path, query or password')
    .default('https://api.stripe.com'),
  TURN_URL: TurnUrls.optional(),
  TURN_SECRET: z.string().optional(),
  MESSAGE_CALLBACK_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#@]*$/, 'must have no query, fragment or password: /v1/traces is appended to it')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  BACKUP_STAMP: z.string().optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  TRUST_PROXY_HOPS: count(0),
  HTTPS_PROXY: HttpProxy.optional(),
  HTTP_PROXY: HttpProxy.optional(),
  NO_PROXY: NoProxies.default([]),
  SIGNALLING_ORIGINS: Origins.optional(),
  SERVED_HOSTS: Hosts.default([]),
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
  MESSAGES_PER_ORGANISATION_DAY: wholeNumber.optional(),
  MESSAGES_PER_RECIPIENT_HOUR: count(5),
  MESSAGES_PER_RECIPIENT_OVERALL: wholeNumber.optional(),
  MESSAGE_RETENTION_DAYS: countFromOne(30),
  UPLOAD_GRACE: seconds(60),
  REPORT_ANCHOR_WAIT: seconds(60),
  WORKER_CONCURRENCY: countFromOne(suitConcurrency(readHost())),
});

export type Environment = z.output<typeof Environment>;
