import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestAuthority } from '@field-inspection/server/testing/create-test-authority';
import { dataDirOf } from '@field-inspection/server/testing/data-dir-of';
import { openTestContext } from '@field-inspection/server/testing/open-test-context';
import { seedOrganisation } from '@field-inspection/server/testing/seed-organisation';
import { startMailServer } from '@field-inspection/server/testing/start-mail-server';
import { startOwnPostgres } from '@field-inspection/server/testing/start-own-postgres';
import { startTimestampAuthority } from '@field-inspection/server/testing/start-timestamp-authority';
import { createDice } from './dice.ts';
import { openLedger } from './ledger.ts';
import { startProcesses } from './processes.ts';
import { startReceiver } from './start-receiver.ts';
import { startWay } from './start-way.ts';

const ORGANISATIONS = 3;
const MANY = '100000000';

export type Organisation = { organisationId: string; apiKey: string };

export type SoakWorld = Awaited<ReturnType<typeof openSoakWorld>>;

/** All that the service lives on, each piece of it the test's own, so that it can fail. */
export const openSoakWorld = async (seed: number) => {
  const dice = createDice(seed);
  const ledger = openLedger();
  const postgres = await startOwnPostgres();
  // The processes' way fails, the test's own does not.
  const [way, view] = [await startWay(postgres), await startWay(postgres)];
  const context = await openTestContext(view.databaseUrl);
  const organisations: Organisation[] = [];
  for (let index = 0; index < ORGANISATIONS; index++) organisations.push(await seedOrganisation(context));
  const authority = createTestAuthority();
  const folder = await mkdtemp(join(tmpdir(), 'fis-soak-'));
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, authority.ca);
  const [tsa, mail] = [await startTimestampAuthority(), await startMailServer()];
  const receiver = await startReceiver(authority.issue(), dice.fork());
  const processes = await startProcesses(ledger, {
    databaseUrl: way.databaseUrl,
    env: {
      ...QUICK,
      DATA_DIR: dataDirOf(view.databaseUrl),
      WEBHOOK_CA_FILE: caFile,
      TSA_URLS: tsa.url,
      TSA_CA_FILE: tsa.caFile,
      SMTP_URL: mail.url,
    },
  });
  return {
    seed,
    dice,
    ledger,
    postgres,
    way,
    context,
    organisations,
    tsa,
    mail,
    receiver,
    processes,
    close: async () => {
      await processes.close();
      await context.close();
      await Promise.all([way.close(), view.close(), tsa.close(), mail.close(), receiver.close()]);
      await postgres.close();
      await rm(folder, { recursive: true });
      await rm(dataDirOf(view.databaseUrl), { recursive: true, force: true });
    },
  };
};

/** What takes minutes or hours takes seconds, and no limit is reached: limits have tests of their own. */
const QUICK = {
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
  WEBHOOK_TIMEOUT: '2',
  WEBHOOK_RETRY_DELAYS: Array(200).fill('1').join(','),
  UPLOAD_GRACE: '2',
  REPORT_ANCHOR_WAIT: '5',
  UNAUTHENTICATED_RATE_LIMIT: MANY,
  MESSAGES_PER_ORGANISATION_DAY: MANY,
  MESSAGES_PER_RECIPIENT_HOUR: MANY,
  MESSAGES_PER_RECIPIENT_OVERALL: MANY,
};
