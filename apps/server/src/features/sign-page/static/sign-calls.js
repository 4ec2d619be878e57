const { root } = document.getElementById('main').dataset;

const CALL_TIMEOUT_MS = 20_000;
/** A signature takes its time: the provider makes it, and a timestamp authority confirms it. */
const SIGN_TIMEOUT_MS = 90_000;
const STORAGE_KEY = 'sign';
const KEY_BYTES = 16;

// ---- What the tab keeps, so that a reload and the way to a provider and back lose nothing. It is this tab's alone,
// and gone with it. A browser may forbid it; then a reload starts anew.

const ifAllowed = (work) => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** `link` and `session` are tokens; `back` is what the provider sent; `read` the report that the signer has read. */
export const kept = ifAllowed(() => JSON.parse(sessionStorage.getItem(STORAGE_KEY))) ?? {};

export const keep = (changes) => {
  Object.assign(kept, changes);
  ifAllowed(() => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept)));
};

export const forgetAll = () => {
  for (const name of Object.keys(kept)) delete kept[name];
  ifAllowed(() => sessionStorage.removeItem(STORAGE_KEY));
};

// ---- The API. Tokens go in a header, never in an address.

/** The answer, `{ status, body }`; undefined when none came. */
const call = async (method, path, { token, body, key, timeout = CALL_TIMEOUT_MS }) => {
  try {
    const response = await fetch(`${root}v1/signing${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(key && { 'Idempotency-Key': key }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeout),
    });
    return { status: response.status, body: await response.json().catch(() => ({})) };
  } catch {
    return undefined;
  }
};

/** The key of an act whose answer never came: the same act once more gets that answer, and is not done twice. */
let unanswered;

const post = async (path, token, { body, timeout } = {}) => {
  const act = JSON.stringify([path, body]);
  const key = unanswered?.act === act ? unanswered.key : drawKey();
  unanswered = { act, key };
  const answer = await call('POST', path, { token, body, key, timeout });
  if (answer) unanswered = undefined;
  return answer;
};

const drawKey = () =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

export const openRequest = () => call('GET', '', { token: kept.link });
export const sendCode = () => post('/code', kept.link);
export const verifyCode = (code) => post('/verify', kept.link, { body: { otp_code: code } });
export const getSession = () => call('GET', '/session', { token: kept.session });
export const sign = (sha256) => post('/sign', kept.session, { body: { sha256 }, timeout: SIGN_TIMEOUT_MS });
export const decline = () => post('/decline', kept.session);
export const finish = (back) => post('/finish', kept.session, { body: back, timeout: SIGN_TIMEOUT_MS });
