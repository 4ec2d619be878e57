import type { Environment } from './environment.ts';

/** `.env.example` shows it; the README says more of some. */
export type Setting = {
  group: Group;
  words: string;
  /** Written as in the environment. None where the host, the demo or another setting gives it. */
  fallback?: string;
  isRequired?: true;
  /** It may lie in a file, which `<name>_FILE` names. */
  isSecret?: true;
};

export const GROUPS = [
  'The service',
  'The database',
  'Evidence and reports',
  'Messages',
  'Plans',
  'Pictures and sound',
  'Webhooks',
  'The way out',
  'Limits and times',
  'Watching',
] as const;

type Group = (typeof GROUPS)[number];

export type SettingName = keyof Environment;

export const SETTINGS: Record<SettingName, Setting> = {
  BASE_URL: { group: 'The service', words: 'the origin in links, as browsers reach it', isRequired: true },
  PORT: { group: 'The service', words: 'where a process that answers requests listens', fallback: '3000' },
  WORKER_PORT: {
    group: 'The service',
    words: 'where a process that only runs jobs serves /livez, /readyz and /metrics',
    fallback: '3001',
  },
  LISTEN_ADDRESS: {
    group: 'The service',
    words:
      'the IP address that PORT and WORKER_PORT listen on, such as 127.0.0.1 behind a proxy on this machine; unless given 0.0.0.0, or 127.0.0.1 in demo mode',
  },
  DATA_DIR: {
    group: 'The service',
    words: 'where evidence lies unless S3_URL is set; several hosts share it or use S3_URL',
    fallback: '.data',
  },
  MASTER_KEYS: {
    group: 'The service',
    words: 'id:base64 of 32 bytes, separated by commas; the first seals, all open',
    isRequired: true,
    isSecret: true,
  },
  TRUST_PROXY_HOPS: {
    group: 'The service',
    words: 'how many proxies in front set X-Forwarded-For',
    fallback: '0',
  },
  SERVED_HOSTS: {
    group: 'The service',
    words: 'further hosts that the service is asked by, separated by commas',
  },
  WORKER_CONCURRENCY: {
    group: 'The service',
    words: 'jobs at a time of a worker process; unless given 16 a processor, from 4 to 32',
  },
  DEMO: {
    group: 'The service',
    words: 'false runs the embedded database of a checkout without demo mode',
    fallback: 'true',
  },
  DATABASE_URL: {
    group: 'The database',
    words: 'PostgreSQL, as the role that reads and writes rows',
    isRequired: true,
    isSecret: true,
  },
  DATABASE_OWNER_URL: {
    group: 'The database',
    words: 'the role that owns the tables and migrates; where a job migrates, its business alone',
    isSecret: true,
  },
  DATABASE_DIRECT_URL: {
    group: 'The database',
    words: 'PostgreSQL itself, where DATABASE_URL leads through a pooler',
    isSecret: true,
  },
  DATABASE_PREPARED_URL: {
    group: 'The database',
    words: 'through that pooler as a second role, for prepared statements',
    isSecret: true,
  },
  DATABASE_POOL_SIZE: {
    group: 'The database',
    words: "connections of each of a process's two pools; unless given 3 for each core, from 6 to 20",
  },
  ALLOW_NEWER_DATABASE: {
    group: 'The database',
    words: 'true starts this release on the schema of the next one',
    fallback: 'false',
  },
  S3_URL: {
    group: 'Evidence and reports',
    words: 'where evidence lies in place of DATA_DIR: https://KEY:SECRET@host/bucket?region=…',
    isSecret: true,
  },
  TSA_URLS: {
    group: 'Evidence and reports',
    words: 'timestamp authorities (RFC 3161), separated by commas, user:password@ allowed',
    isSecret: true,
  },
  TSA_CA_FILE: {
    group: 'Evidence and reports',
    words: 'PEM of the roots that their tokens must lead to',
  },
  SEAL_P12: {
    group: 'Evidence and reports',
    words: 'PKCS#12 file with the key and certificates that seal reports',
  },
  SEAL_P12_PASSWORD: {
    group: 'Evidence and reports',
    words: 'the password of that file',
    isSecret: true,
  },
  SEAL_REQUIRED: {
    group: 'Evidence and reports',
    words: 'false makes reports without a seal while there is no valid one; true with SEAL_P12 unless given',
  },
  CSC_URL: {
    group: 'Evidence and reports',
    words: 'a remote signing service (CSC API v2) for the signatures of persons',
  },
  CSC_CLIENT_ID: { group: 'Evidence and reports', words: 'as whom that service knows this server' },
  CSC_CLIENT_SECRET: { group: 'Evidence and reports', words: 'its secret there', isSecret: true },
  REPORT_ANCHOR_WAIT: {
    group: 'Evidence and reports',
    words: 'seconds after the freeze that the first report waits for anchors',
    fallback: '60',
  },
  SMTP_URL: {
    group: 'Messages',
    words: 'where e-mail goes: smtps://user:password@host',
    isRequired: true,
    isSecret: true,
  },
  MAIL_FROM: {
    group: 'Messages',
    words: 'the sender of e-mails',
    fallback: 'Field Inspection <no-reply@localhost>',
  },
  SMS_URL: {
    group: 'Messages',
    words: 'a gateway that takes POST {to, text, client_ref}',
    isSecret: true,
  },
  MESSAGE_CALLBACK_SECRET: {
    group: 'Messages',
    words: 'what providers of mail and SMS sign their callbacks with, 32 characters at least',
    isSecret: true,
  },
  MESSAGES_PER_ORGANISATION_DAY: {
    group: 'Messages',
    words: 'messages that an organisation may send a day, whatever its plan',
  },
  MESSAGES_PER_RECIPIENT_HOUR: {
    group: 'Messages',
    words: 'messages that a recipient may get an hour from an organisation',
    fallback: '5',
  },
  MESSAGES_PER_RECIPIENT_OVERALL: {
    group: 'Messages',
    words: 'from all organisations; unless given four times as many',
  },
  MESSAGE_RETENTION_DAYS: {
    group: 'Messages',
    words: 'how long messages that are sent or given up are kept',
    fallback: '30',
  },
  STRIPE_SECRET_KEY: { group: 'Plans', words: 'the key by which plans are paid with Stripe', isSecret: true },
  STRIPE_WEBHOOK_SECRET: { group: 'Plans', words: "whsec_…, which signs Stripe's events", isSecret: true },
  STRIPE_PRICES: { group: 'Plans', words: 'what is sold: pro=price_…,enterprise=price_…' },
  STRIPE_API_URL: {
    group: 'Plans',
    words: "where Stripe's API answers",
    fallback: 'https://api.stripe.com',
  },
  TURN_URL: { group: 'Pictures and sound', words: 'relays (coturn), separated by commas' },
  TURN_SECRET: { group: 'Pictures and sound', words: 'the secret that they share', isSecret: true },
  SIGNALLING_ORIGINS: {
    group: 'Pictures and sound',
    words: 'origins of pages that may connect beside that of BASE_URL, separated by commas; any unless given',
  },
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: {
    group: 'Webhooks',
    words: 'true delivers to loopback and private addresses; unless given in demo mode alone',
  },
  WEBHOOK_CA_FILE: { group: 'Webhooks', words: 'PEM of a private authority that receivers use' },
  WEBHOOK_RETRY_DELAYS: {
    group: 'Webhooks',
    words: 'seconds before each retry',
    fallback: '30,300,3600,21600,86400',
  },
  WEBHOOK_TIMEOUT: { group: 'Webhooks', words: 'seconds that a receiver has', fallback: '10' },
  DELIVERY_RETENTION_DAYS: {
    group: 'Webhooks',
    words: 'how long finished deliveries are kept',
    fallback: '30',
  },
  SECRET_OVERLAP: {
    group: 'Webhooks',
    words: 'seconds that a rotated signing secret stays valid',
    fallback: '86400',
  },
  OTP_TTL: { group: 'Limits and times', words: 'seconds that a one-time code lives', fallback: '600' },
  IDEMPOTENCY_TTL: {
    group: 'Limits and times',
    words: 'seconds that a reply is kept under its key',
    fallback: '86400',
  },
  RATE_WINDOW: { group: 'Limits and times', words: 'seconds of a rate window', fallback: '60' },
  UNAUTHENTICATED_RATE_LIMIT: {
    group: 'Limits and times',
    words: 'requests a window of an address without a valid key',
    fallback: '6000',
  },
  UPLOAD_GRACE: {
    group: 'Limits and times',
    words: 'seconds that uploads begun before the end have to finish',
    fallback: '60',
  },
  SESSION_TTL_HOURS: {
    group: 'Limits and times',
    words: 'hours after scheduled_for until an unjoined session expires',
    fallback: '24',
  },
  HTTPS_PROXY: {
    group: 'The way out',
    words: 'the proxy through which https addresses and mail servers are reached, such as http://proxy:3128',
    isSecret: true,
  },
  HTTP_PROXY: {
    group: 'The way out',
    words: 'the proxy through which http addresses are reached',
    isSecret: true,
  },
  NO_PROXY: {
    group: 'The way out',
    words: 'what is reached without: names with all below them, addresses, networks, separated by commas',
  },
  METRICS_TOKEN: {
    group: 'Watching',
    words: 'the bearer that /metrics wants, 16 characters at least',
    isSecret: true,
  },
  BACKUP_STAMP: {
    group: 'Watching',
    words: 'a file whose time tells when a backup was last verified, as backup_verified_at_seconds',
  },
  LOG_LEVEL: { group: 'Watching', words: 'debug, info, warn, error or silent', fallback: 'info' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    group: 'Watching',
    words: 'where spans of OpenTelemetry go, by OTLP over HTTP',
  },
};

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export const SECRET_NAMES = SETTING_NAMES.filter((name) => SETTINGS[name].isSecret);
