import { PUBLIC_ROOT } from '../../packages/contract/src/laws/roots.ts';
import { askAll } from '../load/ask-all.ts';
import { composeRequest } from '../load/compose-request.ts';
import { WORDS } from '../stage/fill-sessions.ts';
import type { Tenant } from '../stage/move-in.ts';

/** A call that reads, and the one query that a bare handler answers the same with. */
export type ReadCase = {
  name: string;
  requests: Buffer[];
  bare: { text: string; requests: string[][] };
};

const PAGE_ROWS = 25;
/** Beyond the first page, in rows; a page of the greatest size for each step. */
const DEEP = { pages: 10, limit: 100 };

const PAGE = `order by created_at desc, id desc limit ${PAGE_ROWS + 1}`;
const SELECT = 'select * from sessions where organisation_id = $1';

/** The tenants take turns, so that none has all that is under way. */
export const listReads = async (
  baseUrl: string,
  { tenants, rows }: { tenants: Tenant[]; rows: number },
): Promise<ReadCase[]> => [
  readSession('GET session', { tenants, rows, count: tenants.length }),
  readSession('GET session, all of one organisation', {
    tenants: tenants.slice(0, 1),
    rows,
    count: tenants.length,
  }),
  listBy('GET list, page 1', { tenants, query: '', where: '', values: () => [] }),
  await listDeep(baseUrl, tenants),
  ...listFilters(tenants),
];

const SESSIONS = `${PUBLIC_ROOT}/sessions`;

const readSession = (
  name: string,
  { tenants, rows, count }: { tenants: Tenant[]; rows: number; count: number },
): ReadCase => {
  // The sessions with a number of the same rest are of the same organisation (fill-sessions.ts).
  const calls = Array.from({ length: 400 }, (_, turn) => {
    const place = turn % tenants.length;
    const number = count * (1 + (turn % (Math.floor(rows / count) - 2))) + place;
    return {
      tenant: tenants[place]!,
      id: `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
    };
  });
  return {
    name,
    requests: calls.map(({ tenant, id }) => get(tenant, `${SESSIONS}/${id}`)),
    bare: {
      text: `${SELECT} and id = $2`,
      requests: calls.map(({ tenant, id }) => [tenant.organisationId, id]),
    },
  };
};

const get = ({ apiKey }: Tenant, path: string): Buffer =>
  composeRequest({ method: 'GET', path, token: apiKey });

type Filter = { query: string; where: string; values: (tenant: Tenant) => string[] };

const listBy = (
  name: string,
  { tenants, query, where, values }: Filter & { tenants: Tenant[] },
): ReadCase => ({
  name,
  requests: tenants.map((tenant) => get(tenant, `${SESSIONS}?limit=${PAGE_ROWS}${fillIn(query, tenant)}`)),
  bare: {
    text: `${SELECT} ${where} ${PAGE}`,
    requests: tenants.map((tenant) => [tenant.organisationId, ...values(tenant)]),
  },
});

const fillIn = (query: string, { organisationId }: Tenant): string =>
  query.replace('ORGANISATION', organisationId);

const listFilters = (tenants: Tenant[]): ReadCase[] => {
  const recent = new Date(Date.now() - 600_000).toISOString();
  const filters: [string, Filter][] = [
    ['status', by(`&status=${WORDS.status}`, 'and status = $2', WORDS.status)],
    [
      'campaign',
      {
        query: '&campaign=ORGANISATION',
        where: 'and campaign_id = $2',
        values: ({ organisationId }) => [organisationId],
      },
    ],
    [
      'reference',
      by(`&reference=${WORDS.reference}`, "and reference = $2 and reference <> ''", WORDS.reference),
    ],
    ['created_after', by(`&created_after=${recent}`, 'and created_at >= $2', recent)],
    ['created_before', by(`&created_before=${recent}`, 'and created_at < $2', recent)],
    ['status that matches nothing', by(`&status=${WORDS.NOWHERE}`, 'and status = $2', WORDS.NOWHERE)],
  ];
  return [
    ...filters.map(([name, filter]) => listBy(`GET list by ${name}`, { tenants, ...filter })),
    listByPair(tenants),
  ];
};

const by = (query: string, where: string, value: string): Filter => ({ query, where, values: () => [value] });

const listByPair = (tenants: Tenant[]): ReadCase => ({
  name: 'GET list by metadata',
  requests: tenants.map((tenant) =>
    get(tenant, `${SESSIONS}?limit=${PAGE_ROWS}&metadata[unit]=${WORDS.unit}`),
  ),
  bare: {
    text: `
      select sessions.* from session_metadata m
      join sessions on sessions.organisation_id = m.organisation_id and sessions.id = m.session_id
      where m.organisation_id = $1 and m.key = 'unit' and m.value = $2
      order by m.created_at desc, m.session_id desc limit ${PAGE_ROWS + 1}`,
    requests: tenants.map(({ organisationId }) => [organisationId, WORDS.unit]),
  },
});

type SessionPage = { next_cursor: string; data: { id: string; created_at: string }[] };

const listDeep = async (baseUrl: string, tenants: Tenant[]): Promise<ReadCase> => {
  const places = await Promise.all(tenants.map((tenant) => goDeep(baseUrl, tenant)));
  return {
    name: `GET list, page ${(DEEP.pages * DEEP.limit) / PAGE_ROWS + 1}`,
    requests: places.map(({ tenant, cursor }) =>
      get(tenant, `${SESSIONS}?limit=${PAGE_ROWS}&cursor=${encodeURIComponent(cursor)}`),
    ),
    bare: {
      text: `${SELECT} and (created_at, id) < ($2::timestamptz, $3::uuid) ${PAGE}`,
      requests: places.map(({ tenant, last }) => [tenant.organisationId, last.created_at, last.id]),
    },
  };
};

const goDeep = async (baseUrl: string, tenant: Tenant) => {
  let cursor = '';
  let last = { id: '', created_at: '' };
  for (let page = 0; page < DEEP.pages; page++) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const request = get(tenant, `${SESSIONS}?limit=${DEEP.limit}${after}`);
    const [body] = await askAll<SessionPage>(baseUrl, [request], { wanted: 200 });
    cursor = body!.next_cursor;
    last = body!.data.at(-1)!;
  }
  return { tenant, cursor, last };
};
