import type { SoakWorld } from '../open-soak-world.ts';
import type { Endpoint } from '../traffic/register-endpoint.ts';
import { checkChains, checkObjects, checkReports } from './check-chains.ts';
import { checkEvents } from './check-events.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { checkWrites } from './check-writes.ts';
import type { Finding } from './finding.ts';
import { FieldInspection } from '@field-inspection/sdk';

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

/** No process logged a failure of its own. */
const checkLogs = ({ processes }: SoakWorld): Finding => {
  const lines = processes.all.flatMap((process) => process.lines.flat());
  return {
    name: 'no process logged a fault of its own',
    checked: lines.length,
    faults: lines.filter((line) => FAULTS.some((fault) => line.includes(fault))),
  };
};

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

const USES = `
  with there as (
    select organisation_id, session_id, count(*)::int as items, sum(byte_size)::bigint as bytes
    from evidence where status = 'ready' group by 1, 2
  ),
  subjects as (
    select organisation_id, session_id as subject_id, items, bytes from there
    union all
    select organisation_id, organisation_id, sum(items)::int, sum(bytes)::bigint from there group by 1
  )
  select coalesce(s.subject_id, u.subject_id) as subject,
    coalesce(s.items, 0) as items, coalesce(s.bytes, 0)::text as bytes,
    coalesce(u.items, 0) as counted_items, coalesce(u.bytes, 0)::text as counted_bytes
  from subjects s full join room_uses u using (organisation_id, subject_id)`;

const checkQuotas = async ({ context }: SoakWorld): Promise<Finding> => {
  const { rows } = await context.database.pool.query<{
    subject: string;
    items: number;
    bytes: string;
    counted_items: number;
    counted_bytes: string;
  }>(USES);
  return {
    name: 'quotas count what is there',
    checked: rows.length,
    faults: rows
      .filter((row) => row.items !== row.counted_items || row.bytes !== row.counted_bytes)
      .map(
        (row) =>
          `${row.subject}: ${row.counted_items} pieces of ${row.counted_bytes} bytes are counted, ${row.items} of ${row.bytes} are there`,
      ),
  };
};

const checkTenants = async ({ context, organisations, processes, ledger }: SoakWorld): Promise<Finding> => {
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
