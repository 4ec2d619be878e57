import { FieldInspection } from '@field-inspection/sdk';
import type { SoakWorld } from '../open-soak-world.ts';
import type { Finding } from './check-invariants.ts';

/** Each organisation lists its own sessions and evidence, all of them, and nothing of another's. */
export const checkTenants = async ({
  context,
  organisations,
  processes,
  ledger,
}: SoakWorld): Promise<Finding> => {
  const faults: string[] = [];
  let checked = 0;
  const rows = await context.database.prisma.session.findMany({
    select: { id: true, organisation_id: true },
  });
  for (const { organisationId, apiKey } of organisations) {
    const client = new FieldInspection({ apiKey, baseUrl: processes.apis[0]!.baseUrl });
    const listed = new Set<string>();
    for await (const { id } of client.sessions.list({ limit: 100 })) listed.add(id);
    checked += listed.size;
    const own = rows.filter((row) => row.organisation_id === organisationId);
    if (listed.size !== own.length || own.some(({ id }) => !listed.has(id)))
      faults.push(`${organisationId} lists ${listed.size} sessions and has ${own.length}`);
    const other = ledger.acknowledged.find(
      (entry) => entry.kind === 'photo' && entry.organisationId !== organisationId,
    );
    if (!other) continue;
    const stolen = await fetch(
      `${processes.apis[0]!.baseUrl}/v1/evidence/${other.sessionId}/items/${other.id}/original`,
      { headers: { authorization: `Bearer ${apiKey}` } },
    );
    await stolen.arrayBuffer();
    checked += 1;
    if (stolen.status !== 404) faults.push(`${organisationId} got ${stolen.status} for another's photo`);
  }
  return { name: "no tenant's row or file with another", checked, faults };
};
