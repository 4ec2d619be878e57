import { createHash } from 'node:crypto';
import { verifyReport } from '@field-inspection/evidence';
import type { SoakWorld } from '../open-soak-world.ts';
import type { Finding } from './finding.ts';

/** Each session that ended has one report, which opens for its organisation, is whole, and names the chain's head. */
export const checkReports = async ({
  context,
  organisations,
  processes,
  isSealed,
}: SoakWorld): Promise<Finding> => {
  const sessions = await context.database.prisma.session.findMany({
    where: { status: 'closed' },
    include: { reports: true, chain: true },
  });
  const faults: string[] = [];
  for (const { id, organisation_id, reports, chain } of sessions) {
    const [report] = reports;
    if (reports.length !== 1 || report?.status !== 'ready') {
      faults.push(`${id} has ${reports.length} reports, the first is ${report?.status}`);
      continue;
    }
    const { apiKey } = organisations.find(({ organisationId }) => organisationId === organisation_id)!;
    const response = await fetch(`${processes.apis[0]!.baseUrl}/v1/evidence/${id}/report.pdf`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const pdf = new Uint8Array(await response.arrayBuffer());
    if (createHash('sha256').update(pdf).digest('hex') !== report.sha256) {
      faults.push(`${id}: ${response.status}, and other bytes than the report's`);
      continue;
    }
    const { head, fault, signatures } = await verifyReport(pdf, { now: new Date() });
    const unsound = fault ?? signatures.find(({ verdict }) => verdict === 'invalid');
    if (unsound) faults.push(`${id}: ${unsound.message}`);
    // A report without a seal says its head to readers alone.
    if (isSealed && head !== chain?.head_hash)
      faults.push(`${id}: the report names ${head}, the chain ${chain?.head_hash}`);
  }
  return { name: 'every report opens and verifies', checked: sessions.length, faults };
};
