const byId = (id) => document.getElementById(id);
const texts = JSON.parse(byId('main').dataset.texts);
const TOKEN = /^[\w-]{43}$/;
const KEY_BYTES = 16;
const CALL_TIMEOUT_MS = 20_000;

// Out of the address at once, and so out of the history and of whatever is copied from there.
const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname);

const ERRORS = {
  'invitation.wrong_address': 'wrong_address',
  validation_error: 'wrong_address',
  link_expired: 'link_expired',
  rate_limited: 'rate_limited',
};

const drawKey = () =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** The act whose answer never came: the same act once more, under the same key, gets that answer. */
let unanswered;

/** The answer, `{ status, body }`; undefined when none came. */
const accept = async (email) => {
  const key = unanswered?.email === email ? unanswered.key : drawKey();
  unanswered = { email, key };
  try {
    const response = await fetch('v1/org/invitations/accept', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ token, email }),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const body = await response.json().catch(() => ({}));
    unanswered = undefined;
    return { status: response.status, body };
  } catch {
    return undefined;
  }
};

const showError = (name) => {
  byId('error').textContent = texts[`error.${name}`];
};

const showJoined = ({ organisation_name: organisation }) => {
  byId('accept').hidden = true;
  byId('heading').textContent = texts['joined.heading'];
  byId('status').textContent = texts['joined.body'].replace('{organisation}', () => organisation);
  byId('heading').focus();
};

const show = (answer) => {
  if (!answer) return showError('network');
  if (answer.status === 200) return showJoined(answer.body);
  showError(ERRORS[answer.body.code] ?? 'unexpected');
};

byId('accept').addEventListener('submit', async (event) => {
  event.preventDefault();
  if (byId('submit').disabled) return;
  byId('error').textContent = '';
  byId('submit').disabled = true;
  byId('status').textContent = texts.working;
  const answer = await accept(byId('email').value.trim());
  byId('status').textContent = '';
  byId('submit').disabled = false;
  show(answer);
});

if (!TOKEN.test(token)) {
  byId('accept').hidden = true;
  byId('status').textContent = texts['error.unknown'];
}
