import type { SoakWorld } from '../open-soak-world.ts';
import type { Endpoint } from '../traffic/register-endpoint.ts';
import { checkChains } from './check-chains.ts';
import { checkEvents } from './check-events.ts';
import { checkLogs } from './check-logs.ts';
import { checkMails } from './check-mails.ts';
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
