import './config/lend-home.ts';
import { COMMANDS } from './admin/commands.ts';
import { describeUnknown, describeUsage } from './admin/describe-usage.ts';
import type { KeyedCommand } from './admin/command.ts';
import { KEYED_COMMANDS } from './admin/keyed-commands.ts';
import { migrate } from './admin/migrate.ts';
import { AdminError, readOptions, type Options } from './admin/options.ts';
import { readBaseUrl } from './admin/read-base-url.ts';
import { ConfigError, readConfig, readDataConfig } from './config/read-config.ts';
import { planMigration } from './platform/database/pools/plan-migration.ts';
import { createContext, type Context, type Settings } from './context.ts';
import type { Finding } from './doctor/probes/finding.ts';
import { runDoctor, showFindings } from './doctor/run-doctor.ts';
import { makeFolder } from './platform/make-folder.ts';
import { leadOutBy } from './platform/egress-proxy/lead-out.ts';
import { migrateDatabase } from './platform/migrations/migrate-database.ts';

// Only the database is needed: listing organisations must not ask for a mail server or key.
const UNUSED = {
  MASTER_KEYS: `unused:${Buffer.alloc(32).toString('base64')}`,
  SMTP_URL: 'smtp://127.0.0.1',
};

const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  if (options.isHelp) return console.log(describeUsage(options.command));
  if (options.command === 'doctor') return examine(options.isJson);
  if (options.command === 'migrate') return runMigrations(options);
  if (options.command in KEYED_COMMANDS) return runKeyed(KEYED_COMMANDS[options.command]!, options);
  const command = COMMANDS[options.command];
  if (!command) throw new AdminError(describeUnknown(options.command));
  const BASE_URL = readBaseUrl(process.env, command);
  const readSettings = (DATABASE_URL: string) =>
    readConfig({ ...UNUSED, BASE_URL, DATABASE_URL, LOG_LEVEL: 'silent' });
  await onContext(readSettings, async (context) =>
    print(await command.run(context, options), { isJson: options.isJson, none: command.none }),
  );
};

const runKeyed = async (command: KeyedCommand, options: Options): Promise<void> => {
  const readSettings = async (databaseUrl: string): Promise<Settings> => {
    const { config, secrets } = readConfig(process.env);
    const settings = {
      config: { ...config, logLevel: 'silent' as const },
      // Past the pooler: a command may take long, and belongs to no pool.
      secrets: { ...secrets, databaseUrl, databaseDirectUrl: undefined, databasePreparedUrl: undefined },
    };
    if (config.embedded) {
      const { fillSettings } = await import('./demo/fill-settings.ts');
      return fillSettings(settings);
    }
    if (secrets.masterKeys.length === 0) {
      throw new AdminError('MASTER_KEYS: is missing. Run this with the settings of the server.');
    }
    return settings;
  };
  await onContext(readSettings, async (context) => {
    const result = await command.run(context, options);
    if (!Array.isArray(result)) return print(result, options);
    report(result as Finding[], options.isJson);
  });
};

const onContext = async (
  readSettings: (databaseUrl: string) => Settings | Promise<Settings>,
  use: (context: Context) => Promise<void>,
): Promise<void> => {
  const dataConfig = readDataConfig(process.env);
  await makeFolder(dataConfig.dataDir);
  const database = await openDatabase(dataConfig);
  try {
    const { allowNewerDatabase } = dataConfig;
    const settings = await readSettings(database.databaseUrl);
    await migrateDatabase({ ...database.migration, allowNewerDatabase });
    leadOutBy(settings.secrets.egressProxies);
    const context = await createContext(settings);
    try {
      await use(context);
    } finally {
      await context.close();
    }
  } finally {
    await database.close();
  }
};

/** Needs the addresses of the database and nothing else: a job that migrates has no other secret, and no folder. */
const runMigrations = async (options: Options): Promise<void> => {
  const dataConfig = readDataConfig(process.env);
  const { migration, close } = await openDatabase(dataConfig);
  try {
    const { allowNewerDatabase } = dataConfig;
    await migrate({ ...migration, allowNewerDatabase }, { ...options, print: console.log });
  } finally {
    await close();
  }
};

/** Goes on where all other commands stop, since it tells why they do. */
const examine = async (isJson: boolean): Promise<void> => {
  const opened: { close?: () => Promise<void> } = {};
  try {
    const findings = await runDoctor(process.env, async () =>
      Object.assign(opened, await openDatabase(readDataConfig(process.env))),
    );
    report(findings, isJson);
  } finally {
    await opened.close?.();
  }
};

const report = (findings: Finding[], isJson: boolean): void => {
  console.log(isJson ? JSON.stringify(findings) : showFindings(findings));
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
};

const openDatabase = async ({ dataDir, ...given }: ReturnType<typeof readDataConfig>) => {
  if (given.databaseUrl) {
    return {
      databaseUrl: given.databaseDirectUrl ?? given.databaseUrl,
      migration: planMigration(given),
      close: async () => {},
    };
  }
  const { borrowEmbeddedPostgres } = await import('./demo/embedded-postgres/borrow-embedded-postgres.ts');
  const { makeServiceRole } = await import('./demo/embedded-postgres/make-service-role.ts');
  const borrowed = await borrowEmbeddedPostgres({ dataDir, log: (line) => console.error(line) });
  const databaseUrl = await makeServiceRole(borrowed.databaseUrl);
  const addresses = { ...given, databaseUrl, databaseOwnerUrl: borrowed.databaseUrl };
  return { databaseUrl, migration: planMigration(addresses), close: borrowed.close };
};

const print = (result: object, { isJson, none }: { isJson: boolean; none?: string | undefined }): void => {
  if (isJson) return console.log(JSON.stringify(result));
  if (none !== undefined && Array.isArray(result) && result.length === 0) return console.log(none);
  const rows = Array.isArray(result) ? result : [result];
  for (const row of rows)
    console.log(
      Object.entries(row)
        .map(([name, value]) => `${name}: ${showValue(value)}`)
        .join('\n') + '\n',
    );
};

const showValue = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ');
  return value instanceof Date ? value.toISOString() : String(value ?? '-');
};

// The operator of the host can mend these failures by their words; all others need their stack.
const describeFailure = (error: unknown): unknown =>
  [AdminError, ConfigError].some((type) => error instanceof type) ? (error as Error).message : error;

try {
  await main();
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
// A probe that was given up may still hold a connection.
process.exit();
