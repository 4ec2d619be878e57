import type { SoakWorld } from '../open-soak-world.ts';
import type { Endpoint } from '../traffic/register-endpoint.ts';
import { checkChains } from './check-chains.ts';
import { checkEvents } from './check-events.ts';
import { checkObjects } from './check-objects.ts';
import { checkQuotas } from './check-quotas.ts';
import { checkReports } from './check-reports.ts';
import { checkTenants } from './check-tenants.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { checkWrites } from './check-writes.ts';
import type { Finding } from './finding.ts';

export const checkInvariants = async (
  world: SoakWorld,
  { endpoints, strayObjects }: { endpoints: Endpoint[]; strayObjects: string[] },
): Promise<Finding[]> => [
  await checkWrites(world),
  await checkEvents(world),
  ...(await checkWebhooks(world, endpoints)),
  ...(await checkChains(world)),
  await checkReports(world),
  await checkMails(world),
  await checkObjects(world, strayObjects),
  await checkQuotas(world),
  await checkTenants(world),
  checkLogs(world),
];

const FAULTS = ['"msg":"request failed"', '"msg":"undeclared error code"', 'UnhandledPromiseRejection'];

/** Checks that no process logged a failure of its own. */
const checkLogs = ({ processes }: SoakWorld): Finding => {
  const lines = processes.all.flatMap((process) => process.lines.flat());
  return {
    name: 'no process logged a fault of its own',
    checked: lines.length,
    faults: lines.filter((line) => FAULTS.some((fault) => line.includes(fault))),
  };
};

/** Each message that is recorded as sent came, and each mail is of one message, however often it was tried. */
const checkMails = async ({ context, mail }: SoakWorld): Promise<Finding> => {
  const messages = await context.database.prisma.message.findMany();
  const came = new Set(mail.mails.map(({ messageId }) => messageId));
  const isOf = (id: string) => [...came].some((messageId) => messageId.includes(id));
  const missing = messages.filter(({ sent_at, id }) => sent_at && !isOf(id));
  const stray = [...came].filter((messageId) => !messages.some(({ id }) => messageId.includes(id)));
  return {
    name: 'every message that was sent came, under one id',
    checked: messages.length,
    faults: [
      ...missing.map(({ id }) => `the message ${id} did not come`),
      ...stray.map((messageId) => `nobody knows the mail ${messageId}`),
    ],
  };
};
