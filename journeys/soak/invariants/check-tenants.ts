import { FieldInspection } from '@field-inspection/sdk';
import type { SoakWorld } from '../open-soak-world.ts';
import type { Finding } from './finding.ts';

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
    for (const { organisationId: owner, sessionId, id } of ledger.acknowledged.filter(
      ({ kind }) => kind === 'photo',
    )) {
      const file = await fetch(`${processes.apis[0]!.baseUrl}/v1/evidence/${sessionId}/files/${id}`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      await file.arrayBuffer();
      checked += 1;
      const expected = owner === organisationId ? 200 : 404;
      if (file.status !== expected)
        faults.push(`${organisationId} got ${file.status} for a photo of ${owner}`);
    }
  }
  return { name: "no tenant's row or file with another", checked, faults };
};
