/** A request as programs make it. */
export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the root of the service. */
  path: string;
  body?: Readonly<Record<string, unknown>>;
  /** The same with the SDK. */
  sdk: string;
};

type Query = Readonly<Record<string, string | undefined>>;

const queried = (path: string, query: Query): string => {
  const text = new URLSearchParams(dropAbsent(query)).toString();
  return text === '' ? path : `${path}?${text}`;
};

const dropAbsent = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])));

const shown = (query: Query): string => {
  const pairs = Object.entries(dropAbsent(query)).map(([name, value]) => `${name}: ${quote(value)}`);
  return pairs.length === 0 ? '' : `{ ${pairs.join(', ')} }`;
};

const quote = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

const MEMBERS = '/v1/org/members';
const KEYS = '/v1/org/credentials';
const ENDPOINTS = '/api/v1/public/webhook-endpoints';
const DELIVERIES = '/api/v1/public/webhook-events';

/** The requests that a screen of the console makes, for programs that are to do the same. */
export const CALLS = {
  listSessions: (query: Query): Call => ({
    method: 'GET',
    path: queried('/api/v1/public/sessions', query),
    sdk: `client.sessions.list(${shown(query)})`,
  }),
  getSession: (id: string): Call => ({
    method: 'GET',
    path: `/api/v1/public/sessions/${id}`,
    sdk: `client.sessions.get('${id}')`,
  }),
  listEvidence: (id: string): Call => ({
    method: 'GET',
    path: `/v1/evidence?session_id=${id}`,
    sdk: `client.evidence.list({ session_id: '${id}' })`,
  }),
  createMediaConnection: (id: string): Call => ({
    method: 'POST',
    path: `/api/v1/public/sessions/${id}/media`,
    sdk: `client.sessions.createMediaConnection('${id}')`,
  }),
  updateShots: (id: string): Call => ({
    method: 'PATCH',
    path: `/api/v1/public/sessions/${id}`,
    body: { shots: [{ slot: 'roof', label: { en: 'The roof' } }] },
    sdk: `client.sessions.update('${id}', { shots: [{ slot: 'roof', label: { en: 'The roof' } }] })`,
  }),
  listDeliveries: (query: Query): Call => ({
    method: 'GET',
    path: queried(DELIVERIES, query),
    sdk: `client.webhookEvents.list(${shown(query)})`,
  }),
  explainDelivery: (id: string): Call => ({
    method: 'GET',
    path: `${DELIVERIES}/${id}/explain`,
    sdk: `client.webhookEvents.explain('${id}')`,
  }),
  redeliver: (id: string): Call => ({
    method: 'POST',
    path: `${DELIVERIES}/${id}/redeliver`,
    sdk: `client.webhookEvents.redeliver('${id}')`,
  }),
  listEndpoints: (): Call => ({ method: 'GET', path: ENDPOINTS, sdk: 'client.webhookEndpoints.list()' }),
  createEndpoint: (): Call => ({
    method: 'POST',
    path: ENDPOINTS,
    body: { url: 'https://example.com/hooks' },
    sdk: "client.webhookEndpoints.create({ url: 'https://example.com/hooks' })",
  }),
  testEndpoint: (id: string): Call => ({
    method: 'POST',
    path: `${ENDPOINTS}/${id}/test`,
    sdk: `client.webhookEndpoints.test('${id}')`,
  }),
  recoverEndpoint: (id: string, since: string): Call => ({
    method: 'POST',
    path: `${ENDPOINTS}/${id}/recover`,
    body: { since },
    sdk: `client.webhookEndpoints.recover('${id}', { since: '${since}' })`,
  }),
  listKeys: (): Call => ({ method: 'GET', path: KEYS, sdk: 'client.credentials.list()' }),
  createKey: (): Call => ({
    method: 'POST',
    path: KEYS,
    body: { name: 'Dispatch', scopes: ['sessions:read'] },
    sdk: "client.credentials.create({ name: 'Dispatch', scopes: ['sessions:read'] })",
  }),
  rotateKey: (id: string): Call => ({
    method: 'POST',
    path: `${KEYS}/${id}/rotate`,
    sdk: `client.credentials.rotate('${id}')`,
  }),
  revokeKey: (id: string): Call => ({
    method: 'DELETE',
    path: `${KEYS}/${id}`,
    sdk: `client.credentials.revoke('${id}')`,
  }),
  listMembers: (query: Query): Call => ({
    method: 'GET',
    path: queried(MEMBERS, query),
    sdk: `client.members.list(${shown(query)})`,
  }),
  inviteMember: (): Call => ({
    method: 'POST',
    path: MEMBERS,
    body: { email: 'ada@example.com', name: 'Ada Rossi', role: 'inspector' },
    sdk: "client.members.create({ email: 'ada@example.com', name: 'Ada Rossi', role: 'inspector' })",
  }),
  updateMember: (id: string): Call => ({
    method: 'PATCH',
    path: `${MEMBERS}/${id}`,
    body: { role: 'auditor' },
    sdk: `client.members.update('${id}', { role: 'auditor' })`,
  }),
  listMemberSessions: (id: string): Call => ({
    method: 'GET',
    path: `${MEMBERS}/${id}/sessions`,
    sdk: `client.memberSessions.list('${id}')`,
  }),
  updateBranding: (): Call => ({
    method: 'PATCH',
    path: '/v1/branding',
    body: { colours: { primary: '#0b5cad' } },
    sdk: "client.branding.update({ colours: { primary: '#0b5cad' } })",
  }),
  updateOrganisation: (): Call => ({
    method: 'PATCH',
    path: '/v1/org',
    body: { sign_in_idle_minutes: 30 },
    sdk: 'client.org.update({ sign_in_idle_minutes: 30 })',
  }),
  getPlan: (): Call => ({ method: 'GET', path: '/v1/org/plan', sdk: 'client.billing.getPlan()' }),
  createDirectoryToken: (): Call => ({
    method: 'POST',
    path: '/v1/org/directory/tokens',
    body: { name: 'Microsoft Entra ID' },
    sdk: "client.directory.createToken({ name: 'Microsoft Entra ID' })",
  }),
  listDirectoryLog: (query: Query): Call => ({
    method: 'GET',
    path: queried('/v1/org/directory/log', query),
    sdk: `client.directory.listLog(${shown(query)})`,
  }),
  listOrgAudit: (): Call => ({ method: 'GET', path: '/v1/org/audit', sdk: 'client.org.listAudit()' }),
};
