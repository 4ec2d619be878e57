/** What the operator's page asks of the service: plain calls, as any application makes them. */
const KEY = document.querySelector('meta[name="api-key"]').content;

/** Of a service that is busy, or asked too often. Under its key a write that is sent again happens once. */
const MAX_TRIES = 4;
const isBusy = ({ status }) => status === 429 || status === 503;
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

const call = async (method, path, body) => {
  const headers = {
    authorization: `Bearer ${KEY}`,
    ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
    ...(body && { 'content-type': 'application/json' }),
  };
  for (let tries = 1; ; tries++) {
    const response = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (response.ok) return response;
    if (!isBusy(response) || tries === MAX_TRIES) throw new Error(await readDetail(response));
    await sleep(Number(response.headers.get('retry-after')) || tries);
  }
};
const readDetail = async (response) => {
  const problem = await response.json().catch(() => ({}));
  return problem.detail ?? `The service answered ${response.status}.`;
};
const ask = async (method, path, body) => (await call(method, path, body)).json();
const readBlob = async (path) => (await call('GET', path)).blob();

/** A path of the service. What stands in it is a part, whatever it is: never more of the path, a query or a fragment. */
const pathOf = (parts, ...given) => String.raw({ raw: parts }, ...given.map(encodePart));
const encodePart = (part) => {
  const encoded = encodeURIComponent(part);
  // Browsers take these for the folder and the one above, encoded or not.
  if (/^\.{0,2}$/.test(encoded)) throw new Error('There is no such id.');
  return encoded;
};

export const createSession = (body) => ask('POST', pathOf`api/v1/public/sessions`, body);
export const getSession = (id) => ask('GET', pathOf`api/v1/public/sessions/${id}`);
export const endSession = (id) => ask('POST', pathOf`api/v1/public/sessions/${id}/end`);
export const openMedia = (id) => ask('POST', pathOf`api/v1/public/sessions/${id}/media`);

/** The link and the code are in this reply, and never again. */
export const mintInvite = (id, body) => ask('POST', pathOf`api/v1/public/sessions/${id}/participants`, body);
export const reissueInvite = async (id) => {
  const { data } = await ask('GET', pathOf`api/v1/public/sessions/${id}/participants?limit=1`);
  return ask('POST', pathOf`api/v1/public/sessions/${id}/participants/${data[0].id}/reissue`);
};

/** Newest first. */
export const listEvidence = async (id) =>
  (await ask('GET', pathOf`v1/evidence?session_id=${id}&limit=100`)).data;
export const readThumbnail = (session, id) =>
  readBlob(pathOf`v1/evidence/${session}/files/${id}?variant=thumbnail`);
/** `pdf_url` is null until the report is made; it opens without the key. */
export const getSummary = (id) => ask('GET', pathOf`v1/evidence/${id}`);
export const readBundle = (id) => readBlob(pathOf`v1/evidence/${id}/bundle.zip`);
