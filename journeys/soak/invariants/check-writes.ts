import type { SoakWorld } from '../open-soak-world.ts';
import type { Acknowledged } from '../ledger.ts';
import type { Finding } from './finding.ts';

export const WRITES_HOLD = 'every acknowledged write is there, and nothing twice';

/** Every acknowledged write is there with its content, and no repeated request made two. */
export const checkWrites = async ({
  context,
  ledger,
}: Pick<SoakWorld, 'context' | 'ledger'>): Promise<Finding> => {
  const { prisma } = context.database;
  const [sessions, invites, evidence, endpoints, credentials] = await Promise.all([
    prisma.session.findMany(),
    prisma.participant.findMany(),
    prisma.evidence.findMany(),
    prisma.webhookEndpoint.findMany(),
    prisma.credential.findMany(),
  ]);
  const find = <Row extends { id: string; organisation_id: string }>(
    rows: Row[],
    { id, organisationId }: Acknowledged,
  ) => rows.find((row) => row.id === id && row.organisation_id === organisationId);
  const holds: Record<Acknowledged['kind'], (entry: Acknowledged) => boolean> = {
    session: (entry) => find(sessions, entry)?.reference === entry.mark,
    note: (entry) => find(sessions, entry)?.notes === entry.mark,
    end: (entry) => find(sessions, entry)?.status === 'closed',
    invite: (entry) => find(invites, entry)?.session_id === entry.sessionId,
    join: (entry) => Boolean(find(invites, entry)?.joined_at),
    photo: (entry) => isReceived(find(evidence, entry), entry),
    upload: (entry) => isReceived(find(evidence, entry), entry),
    endpoint: (entry) => find(endpoints, entry)?.active === true,
    revocation: (entry) => Boolean(find(credentials, entry)?.revoked_at),
  };
  const lost = ledger.acknowledged
    .filter((entry) => !holds[entry.kind](entry))
    .map(({ kind, id }) => `the ${kind} ${id} was acknowledged and is not there${describe(evidence, id)}`);
  const acknowledged = (kinds: Acknowledged['kind'][]) =>
    ledger.acknowledged.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  return {
    name: WRITES_HOLD,
    checked: ledger.acknowledged.length,
    faults: [
      ...lost,
      ...findTwice(sessions.map(({ reference }) => reference)),
      // Each story repeats a photo until it is acknowledged, always under the same key.
      ...findOthers('session', sessions, acknowledged(['session'])),
      ...findOthers('invite', invites, acknowledged(['invite'])),
      ...findOthers(
        'piece of evidence',
        evidence.filter(({ status }) => status === 'ready'),
        acknowledged(['photo', 'upload']),
      ),
      ...findOthers('endpoint', endpoints, acknowledged(['endpoint'])),
    ],
  };
};

const isReceived = (
  row: { status: string; sha256: string | null; received_sha256: string | null } | undefined,
  { sha256 }: Acknowledged,
): boolean => row?.status === 'ready' && (row.received_sha256 ?? row.sha256) === sha256;

const describe = (
  evidence: { id: string; status: string; failure_code: string | null; failure_message: string | null }[],
  id: string,
): string => {
  const row = evidence.find((one) => one.id === id);
  return row ? `: it is ${row.status}, ${row.failure_code} ${row.failure_message}` : '';
};

const findTwice = (values: string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index).map((value) => `${value} is there twice`);

const findOthers = (what: string, rows: { id: string }[], acknowledged: string[]): string[] =>
  rows.filter(({ id }) => !acknowledged.includes(id)).map(({ id }) => `nobody was told of the ${what} ${id}`);
