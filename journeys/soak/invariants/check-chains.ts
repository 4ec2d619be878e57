import { type AuditEntry, verifyChain, verifyReport, verifyTimestamp } from '@field-inspection/evidence';
import type { SoakWorld } from '../open-soak-world.ts';
import type { Finding } from './finding.ts';
import { createHash } from 'node:crypto';

const ENTRY = {
  sequence: true,
  kind: true,
  occurred_at: true,
  payload: true,
  prev_hash: true,
  hash: true,
} as const;

/** Every chain verifies up to its head; an ended session's is frozen and anchored. */
export const checkChains = async ({ context, tsa }: SoakWorld): Promise<Finding[]> => {
  const { prisma } = context.database;
  const roots = [tsa.root];
  const chains = await prisma.auditChain.findMany({ include: { session: true, anchors: true } });
  const valid: Finding = { name: 'every chain verifies', checked: chains.length, faults: [] };
  const anchored: Finding = { name: 'every ended chain is anchored', checked: 0, faults: [] };
  for (const { session, session_id, head_hash, head_sequence, frozen_at, anchors } of chains) {
    const entries = (await prisma.auditEntry.findMany({
      where: { session_id },
      select: ENTRY,
      orderBy: { sequence: 'asc' },
    })) as AuditEntry[];
    const expectedHead = { hash: head_hash, sequence: head_sequence };
    const verdict = await verifyChain(entries, { expectedHead });
    if (!verdict.valid) valid.faults.push(`${session_id}: ${verdict.message}`);
    if (session.status !== 'closed') continue;
    anchored.checked += 1;
    const [anchor] = anchors;
    if (!frozen_at || anchors.length !== 1 || !anchor?.token) {
      anchored.faults.push(`${session_id} is not anchored`);
      continue;
    }
    const digest = Buffer.from(head_hash, 'hex');
    const stamp = await verifyTimestamp(anchor.token, { digest, roots, now: new Date() });
    if (!stamp.valid) anchored.faults.push(`${session_id}: ${stamp.message}`);
  }
  return [valid, anchored];
};

export const checkObjects = async ({ context }: SoakWorld, strayObjects: string[]): Promise<Finding> => {
  const faults = strayObjects.map((key) => `no row names the object ${key}`);
  const { prisma } = context.database;
  const evidence = await prisma.evidence.findMany({
    where: { status: 'ready' },
    include: { derivatives: true },
  });
  const reports = await prisma.report.findMany({ where: { status: 'ready' } });
  const keys = [
    ...reports.map(({ organisation_id, id, sha256 }) => ({
      key: `${organisation_id}/${id}/${sha256}`,
      sha256,
    })),
    ...evidence.flatMap((row) =>
      [row, ...row.derivatives].map(({ sha256 }) => ({
        key: `${row.organisation_id}/${row.id}/${sha256}`,
        sha256,
      })),
    ),
  ];
  for (const { key, sha256 } of keys) {
    const found = await readHash(context, key).catch(String);
    if (found !== sha256) faults.push(`${key}: ${found}`);
  }
  return { name: 'every object is there, and none too many', checked: keys.length, faults };
};

const readHash = async ({ objects }: SoakWorld['context'], key: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of await objects.get(key)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** Each ended session has one whole report, which opens for its organisation and names the chain's head. */
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
    // Only readers can see the head of a report without a seal.
    if (isSealed && head !== chain?.head_hash)
      faults.push(`${id}: the report names ${head}, the chain ${chain?.head_hash}`);
  }
  return { name: 'every report opens and verifies', checked: sessions.length, faults };
};
