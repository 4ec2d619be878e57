import { readFileSync } from 'node:fs';
import { MAX_PHOTO_BYTES } from '@field-inspection/contract';
import { ConfigError, type Config, type Secrets } from './config/read-config.ts';
import { NO_PEM, sayUnreadable } from './config/read-secret-files.ts';
import { createDomains, type Domains } from './http/hosts/create-domains.ts';
import { createAddressLimiter, type AddressLimiter } from './http/limits/count-address.ts';
import { createTurns, type TakeTurn } from './http/limits/take-turn.ts';
import type { BillingProvider } from './platform/billing/billing-provider.ts';
import { openBilling } from './platform/billing/open-billing.ts';
import { createDatabaseClock, type Clock } from './platform/clock.ts';
import { openDatabase, type Database } from './platform/database/open-database.ts';
import { readAddresses } from './platform/database/pools/read-addresses.ts';
import { openDecoding, type Decoding } from './platform/decoding/open-decoding.ts';
import { createTxtResolver, type ResolveTxt } from './platform/dns/create-txt-resolver.ts';
import { createIds, type Ids } from './platform/ids.ts';
import { createKeyring, type Keyring } from './platform/secrets/keyring.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { createByteRate, type ByteRate } from './platform/concurrency/create-byte-rate.ts';
import { createShares, type Shares } from './platform/concurrency/create-shares.ts';
import { createMailer, type Mailer } from './platform/messages/create-mailer.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import {
  watchAuthority,
  watchBodies,
  watchMailer,
  watchObjects,
  watchSms,
} from './platform/watching/watch-calls.ts';
import { watchLoop, type LoopWatch } from './platform/watch-loop.ts';
import { openObjectStore, type ObjectStore } from './platform/object-store/open-object-store.ts';
import { createUploadStore, type UploadStore } from './platform/object-store/create-upload-store.ts';
import { systemRandom, type Random } from './platform/secrets/random.ts';
import { createRevocationFinder } from './platform/revocation/create-revocation-finder.ts';
import type { RevocationFinder } from './platform/revocation/revocation-finder.ts';
import { createFetchSignedAnswer } from './platform/safe-fetch/fetch-signed-answer.ts';
import { PROVIDER_EGRESS } from './platform/safe-fetch/ask-provider.ts';
import {
  createSafeFetch,
  type SafeFetch,
  type SafeFetchOptions,
} from './platform/safe-fetch/create-safe-fetch.ts';
import { createSmsSender, type SmsSender } from './platform/messages/create-sms-sender.ts';
import { holdSeal, openSealSource } from './platform/seal/open-seal-source.ts';
import type { Seal, SealSource } from './platform/seal/seal.ts';
import { sharePermits } from './platform/database/pools/share-permits.ts';
import { writeEffects } from './effects/write-effects.ts';
import { createTransact, type Transact } from './platform/database/transact.ts';
import { openTimestampAuthorities } from './platform/tsa-client/open-timestamp-authorities.ts';
import type { TimestampAuthority } from './platform/tsa-client/timestamp-authority.ts';

export type Context = {
  config: Config;
  clock: Clock;
  random: Random;
  ids: Ids;
  keyring: Keyring;
  database: Database;
  transact: Transact;
  permits: Shares;
  bodies: ByteRate;
  mailer: Mailer;
  sms: SmsSender;
  safeFetch: SafeFetch;
  /** To identity providers, whose answers are longer, and whom a person waits for. */
  providerFetch: SafeFetch;
  revocation: RevocationFinder;
  objects: ObjectStore;
  uploads: UploadStore;
  /** Every chain is anchored at each of them; outside demo mode, without TSA_URLS, there is none. */
  timestampAuthorities: readonly TimestampAuthority[];
  /** The seal of reports; outside demo mode, without SEAL_P12, there is none. */
  seal: SealSource;
  /** The seal that signs for persons, in demo mode alone. */
  demoSigner: Seal | null;
  /** The payment provider; without STRIPE_SECRET_KEY there is none, and plans are set by hand. */
  billing: BillingProvider | null;
  decoding: Decoding;
  metrics: Metrics;
  loop: LoopWatch;
  addresses: AddressLimiter;
  turns: TakeTurn;
  domains: Domains;
  resolveTxt: ResolveTxt;
  log: Logger;
  secrets: Pick<Secrets, 'turnSecret' | 'metricsToken' | 'messageCallbackSecret' | 'cscClientSecret'>;
  close: () => Promise<void>;
};

export type Overrides = Partial<
  Pick<
    Context,
    | 'clock'
    | 'random'
    | 'mailer'
    | 'sms'
    | 'safeFetch'
    | 'providerFetch'
    | 'revocation'
    | 'objects'
    | 'bodies'
    | 'turns'
    | 'timestampAuthorities'
    | 'demoSigner'
    | 'billing'
    | 'decoding'
    | 'resolveTxt'
    | 'loop'
    | 'log'
  >
> & { seal?: Seal | null };

export type Settings = {
  config: Config;
  secrets: Secrets;
  openEdges?: (tools: Pick<Context, 'clock' | 'random'>) => Promise<Overrides>;
};

/**
 * Each byte of a file costs the processor that all requests of a process share: while one organisation brought 80 MB a
 * second, a neighbour waited ten times as long. A photo of a phone has some 4 MiB, a minute of recording some 15. Any
 * photo comes whole in its turn; a recording of hours lets the photos behind it through.
 */
const BODIES_OF_ORGANISATION = { perSecond: 8 * 1024 ** 2, burst: 32 * 1024 ** 2, turn: MAX_PHOTO_BYTES };

const CLOCK_REFRESH_MS = 60_000;

export const createContext = async (
  { config, secrets, openEdges }: Settings,
  overrides: Overrides = {},
): Promise<Context> => {
  const log = overrides.log ?? createLogger(config.logLevel);
  const egress = openEgress(config, overrides);
  const database = openDatabase({ ...readAddresses(secrets), maxConnections: config.databasePoolSize });
  const random = overrides.random ?? systemRandom;
  const databaseClock = overrides.clock ? undefined : await createDatabaseClock(database.pool);
  const clock = overrides.clock ?? databaseClock!;
  const edges = { ...(await openEdges?.({ clock, random })), ...overrides };
  const metrics = createMetrics();
  const objects = watchObjects(
    { metrics },
    edges.objects ?? (await openObjectStore({ config, s3: secrets.s3, clock, random })),
  );
  const permits = createShares(sharePermits(database.size).organisation);
  const refresh = setInterval(() => void databaseClock?.refresh().catch(() => {}), CLOCK_REFRESH_MS).unref();
  const loop = edges.loop ?? watchLoop();
  return {
    config,
    clock,
    random,
    ids: createIds({ clock, random }),
    keyring: createKeyring(secrets.masterKeys, random),
    database,
    transact: createTransact({ database, clock, permits, metrics, writeEffects }),
    permits,
    bodies: watchBodies({ metrics }, edges.bodies ?? createByteRate(BODIES_OF_ORGANISATION)),
    ...openSenders({ config, secrets }, { edges, metrics, clock }),
    ...egress,
    revocation: edges.revocation ?? openRevocation(config, clock),
    objects,
    uploads: createUploadStore({ objects, clock }),
    timestampAuthorities: await openAuthorities({ config, secrets }, { edges, metrics }),
    seal: await openReportSeal({ config, secrets }, { given: edges.seal, clock, log }),
    demoSigner: edges.demoSigner ?? null,
    billing: edges.billing === undefined ? await openBilling(config, secrets) : edges.billing,
    decoding: edges.decoding ?? openDecoding({ log }),
    metrics,
    loop,
    addresses: createAddressLimiter({ clock, config }),
    turns: edges.turns ?? createTurns(),
    domains: createDomains({ database, clock }),
    resolveTxt: edges.resolveTxt ?? createTxtResolver(),
    log,
    secrets,
    close: async () => {
      clearInterval(refresh);
      loop.stop();
      objects.close();
      await Promise.all([egress.safeFetch.close(), egress.providerFetch.close()]);
      await database.close();
    },
  };
};

const openSenders = (
  { config, secrets }: Settings,
  { edges, metrics, clock }: { edges: Overrides } & Pick<Context, 'metrics' | 'clock'>,
): Pick<Context, 'mailer' | 'sms'> => {
  const mailer = edges.mailer ?? createMailer({ smtpUrl: secrets.smtpUrl, from: config.mailFrom, clock });
  return {
    mailer: watchMailer({ metrics }, mailer),
    sms: watchSms({ metrics }, edges.sms ?? createSmsSender(secrets)),
  };
};

const openAuthorities = async (
  { config, secrets }: Settings,
  { edges, metrics }: { edges: Overrides } & Pick<Context, 'metrics'>,
): Promise<TimestampAuthority[]> => {
  const { timestampAuthorities: given } = edges;
  const authorities = given ?? (await openTimestampAuthorities(config, secrets.tsaAddresses));
  return authorities.map((authority) => watchAuthority({ metrics }, authority));
};

const openReportSeal = async (
  { config, secrets }: Settings,
  { given, ...tools }: { given: Seal | null | undefined } & Pick<Context, 'clock' | 'log'>,
): Promise<SealSource> => {
  const { sealP12, sealRequired: isRequired } = config;
  if (given !== undefined) return holdSeal(given, { isRequired });
  return openSealSource({ sealP12, sealP12Password: secrets.sealP12Password, isRequired }, tools);
};

const openRevocation = (config: Config, clock: Clock): RevocationFinder => {
  const { webhookAllowPrivateNetworks: allowPrivateNetworks, webhookTimeoutMs: timeoutMs } = config;
  const fetchSignedAnswer = createFetchSignedAnswer({ allowPrivateNetworks, timeoutMs });
  return createRevocationFinder({ clock, fetchSignedAnswer });
};

const openEgress = (config: Config, overrides: Overrides): Pick<Context, 'safeFetch' | 'providerFetch'> => ({
  safeFetch: overrides.safeFetch ?? openFetch(config, { timeoutMs: config.webhookTimeoutMs }),
  providerFetch: overrides.providerFetch ?? openFetch(config, PROVIDER_EGRESS),
});

const openFetch = (
  config: Config,
  bounds: Pick<SafeFetchOptions, 'timeoutMs' | 'maxBodyBytes'>,
): SafeFetch => {
  const { webhookCaFile: caFile } = config;
  try {
    return createSafeFetch({
      allowPrivateNetworks: config.webhookAllowPrivateNetworks,
      ...bounds,
      ...(caFile ? { ca: readAuthorities(caFile) } : {}),
    });
  } catch (cause) {
    if (!caFile || cause instanceof ConfigError) throw cause;
    throw new ConfigError(`WEBHOOK_CA_FILE: ${caFile} ${NO_PEM}`, { cause });
  }
};

const readAuthorities = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ConfigError(`WEBHOOK_CA_FILE: ${file} ${sayUnreadable(cause)}`, { cause });
  }
};
