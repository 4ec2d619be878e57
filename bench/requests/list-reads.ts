import { PUBLIC_ROOT } from '../../packages/contract/src/laws/roots.ts';
import { askAll, composeRequest } from '../load/connection.ts';
import { nameSession, WORDS } from '../stage/fill-sessions.ts';
import type { Tenant } from '../stage/move-in.ts';

export type ReadCase = {
  name: string;
  requests: Buffer[];
  bare: { text: string; requests: string[][] };
};

const PAGE_ROWS = 25;
/** The row to start from beyond the first page: steps times the greatest page. */
const DEEP = { pages: 10, limit: 100 };

const PAGE = `order by created_at desc, id desc limit ${PAGE_ROWS + 1}`;
const SELECT = 'select * from sessions where organisation_id = $1';

/** All cases read the first tenant's rows but the one in which the tenants take turns. */
export const listReads = async (
  baseUrl: string,
  { tenants, sessions }: { tenants: Tenant[]; sessions: number },
): Promise<ReadCase[]> => {
  const [own] = tenants as [Tenant];
  const among = { sessions, count: tenants.length };
  return [
    readSession('GET session', { tenants: [own], ...among }),
    readSession(`GET session of ${tenants.length} organisations`, { tenants, ...among }),
    listBy('GET list, page 1', { own, query: '', where: '', values: [] }),
    await listDeep(baseUrl, own),
    ...listFilters(own),
  ];
};

const SESSIONS = `${PUBLIC_ROOT}/sessions`;

/** `count`: the number of organisations that have the sessions. */
const readSession = (
  name: string,
  { tenants, sessions, count }: { tenants: Tenant[]; sessions: number; count: number },
): ReadCase => {
  const calls = Array.from({ length: 400 }, (_, turn) => {
    const position = turn % tenants.length;
    const number = count * (1 + (turn % (Math.floor(sessions / count) - 2))) + position;
    return { tenant: tenants[position]!, id: nameSession(number) };
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

type Filter = { query: string; where: string; values: string[] };

const listBy = (name: string, { own, query, where, values }: Filter & { own: Tenant }): ReadCase => ({
  name,
  requests: [get(own, `${SESSIONS}?limit=${PAGE_ROWS}${query}`)],
  bare: { text: `${SELECT} ${where} ${PAGE}`, requests: [[own.organisationId, ...values]] },
});

const listFilters = (own: Tenant): ReadCase[] => {
  const { status, reference, NOWHERE } = WORDS;
  const recent = new Date(Date.now() - 600_000).toISOString();
  // The campaign of an organisation has the organisation's id (fill-sessions.ts).
  const campaign = own.organisationId;
  const filters: [string, Filter][] = [
    ['status', by(`&status=${status}`, 'and status = $2', status)],
    ['campaign', by(`&campaign=${campaign}`, 'and campaign_id = $2', campaign)],
    ['reference', by(`&reference=${reference}`, "and reference = $2 and reference <> ''", reference)],
    ['created_after', by(`&created_after=${recent}`, 'and created_at >= $2', recent)],
    ['created_before', by(`&created_before=${recent}`, 'and created_at < $2', recent)],
    ['status that matches nothing', by(`&status=${NOWHERE}`, 'and status = $2', NOWHERE)],
  ];
  return [
    ...filters.map(([name, filter]) => listBy(`GET list by ${name}`, { own, ...filter })),
    listByPair(own),
  ];
};

const by = (query: string, where: string, value: string): Filter => ({ query, where, values: [value] });

const listByPair = (own: Tenant): ReadCase => ({
  name: 'GET list by metadata',
  requests: [get(own, `${SESSIONS}?limit=${PAGE_ROWS}&metadata[unit]=${WORDS.unit}`)],
  bare: {
    text: `
      select sessions.* from session_metadata m
      join sessions on sessions.organisation_id = m.organisation_id and sessions.id = m.session_id
      where m.organisation_id = $1 and m.key = 'unit' and m.value = $2
      order by m.created_at desc, m.session_id desc limit ${PAGE_ROWS + 1}`,
    requests: [[own.organisationId, WORDS.unit]],
  },
});

type SessionPage = { next_cursor: string; data: { id: string; created_at: string }[] };

const listDeep = async (baseUrl: string, own: Tenant): Promise<ReadCase> => {
  const { cursor, last } = await goDeep(baseUrl, own);
  return {
    name: `GET list, page ${(DEEP.pages * DEEP.limit) / PAGE_ROWS + 1}`,
    requests: [get(own, `${SESSIONS}?limit=${PAGE_ROWS}&cursor=${encodeURIComponent(cursor)}`)],
    bare: {
      text: `${SELECT} and (created_at, id) < ($2::timestamptz, $3::uuid) ${PAGE}`,
      requests: [[own.organisationId, last.created_at, last.id]],
    },
  };
};

const goDeep = async (baseUrl: string, own: Tenant) => {
  let cursor = '';
  let last = { id: '', created_at: '' };
  for (let page = 0; page < DEEP.pages; page++) {
    const after = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const request = get(own, `${SESSIONS}?limit=${DEEP.limit}${after}`);
    const [body] = await askAll<SessionPage>(baseUrl, [request], 200);
    cursor = body!.next_cursor;
    last = body!.data.at(-1)!;
  }
  return { cursor, last };
};
