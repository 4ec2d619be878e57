import { connectLive } from './live-connection.js';

const byId = (id) => document.getElementById(id);
const texts = JSON.parse(byId('main').dataset.texts);
const VIEWS = ['start', 'code', 'refused', 'connected', 'ended'];
const CALL_TIMEOUT_MS = 20_000;

/** Errors that the person can't mend by trying again. */
const FINAL = ['otp_expired', 'otp_locked', 'invite_redeemed', 'invite_expired', 'not_found'];

const sessionId = location.pathname.split('/').at(-1);
const storageKey = `join ${sessionId}`;
let token;
let busy = false;
let live;

// ---- The token: from the fragment, which no server sees, into this tab's memory alone.

const readToken = () => {
  const given = location.hash.slice(1);
  if (!given) return recall();
  remember(given);
  // Else it would stay in the history, and in whatever is copied out of the address bar.
  history.replaceState(null, '', location.pathname);
  return given;
};

// A browser may forbid storage; then only a reload is lost.
const ifAllowed = (work) => {
  try {
    return work();
  } catch {
    return undefined;
  }
};
const remember = (value) => ifAllowed(() => sessionStorage.setItem(storageKey, value));
const recall = () => ifAllowed(() => sessionStorage.getItem(storageKey) ?? undefined);

/** Stands where the token was, once the session has ended: a reload then says so. No token looks like it. */
const ENDED = 'ended';

// ---- What is seen: one view at a time; the focus follows it.

const show = (view, { heading = texts.heading, focus = byId('heading') } = {}) => {
  for (const name of VIEWS) byId(name).hidden = name !== view;
  byId('heading').textContent = heading;
  setStatus('');
  focus?.focus();
};

const setStatus = (text) => {
  byId('status').textContent = text;
};

const setBusy = (isBusy) => {
  busy = isBusy;
  for (const button of document.querySelectorAll('button')) button.setAttribute('aria-disabled', isBusy);
  setStatus(isBusy ? texts.connecting : '');
};

const refuse = (text, { again = false } = {}) => {
  byId('refusal').textContent = text;
  byId('retry').hidden = !again;
  show('refused', { focus: byId('refusal') });
};

const askCode = ({ channel_hint_email: email, channel_hint_phone: phone }) => {
  byId('code-hint').textContent = describeHint(email, phone);
  showCodeError('');
  show('code', { focus: byId('otp') });
};

const describeHint = (email, phone) => {
  const unbroken = phone?.replaceAll(' ', '\u00a0');
  const fill = (text) => text.replace('{email}', () => email).replace('{phone}', () => unbroken);
  if (email && phone) return fill(texts.code_hint_both);
  return email ? fill(texts.code_hint_email) : fill(phone ? texts.code_hint_phone : '');
};

const showCodeError = (text) => {
  byId('code-error').textContent = text;
  if (text) byId('otp').setAttribute('aria-invalid', 'true');
  else byId('otp').removeAttribute('aria-invalid');
};

const showWrongCode = (attempts) => {
  byId('otp').value = '';
  showCodeError(texts['error.otp_invalid'][attempts] ?? texts['error.otp_invalid'].at(-1));
  byId('otp').focus();
};

// ---- The join (the API's GET, which redeems the invite): only ever after a tap.

const join = async (code) => {
  if (busy) return;
  setBusy(true);
  const answer = await callJoin(code);
  setBusy(false);
  if (!answer) return offerRetry(texts['error.network']);
  if (answer.status === 200) return enter(answer.body);
  const { code: error, attempts_remaining: attempts } = answer.body;
  if (error === 'otp_required') return askCode(answer.body);
  if (error === 'otp_invalid') return showWrongCode(attempts);
  if (FINAL.includes(error)) return refuse(texts[`error.${error}`]);
  offerRetry(texts[error === 'rate_limited' ? 'error.rate_limited' : 'error.unexpected']);
};

/** The answer, or undefined when none came. */
const callJoin = async (code) => {
  try {
    const response = await fetch(`../v1/sessions/${sessionId}/join/${token}`, {
      headers: code ? { 'X-Join-OTP': code } : {},
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    return { status: response.status, body: await response.json().catch(() => ({})) };
  } catch {
    return undefined;
  }
};

const offerRetry = (text) => {
  if (byId('code').hidden) return refuse(text, { again: true });
  showCodeError(text);
  byId('code-error').removeAttribute('aria-invalid');
};

// ---- The session.

const enter = ({ field_session_token: bearer, session, branding, media_connection: media }) => {
  fieldToken = bearer;
  byId('organisation').textContent = branding.organisation_name;
  byId('organisation').hidden = false;
  fillIn('notes', byId('notes-text'), session.notes);
  fillIn('scheduled', byId('scheduled-time'), session.scheduled_for && formatTime(session.scheduled_for));
  byId('camera').hidden = !navigator.mediaDevices;
  show('connected', { heading: texts.connected_heading });
  live = connectLive(media, {
    onState: (state) => {
      relay = state;
      showConnection();
    },
    onPeers: (state) => {
      operators = state;
      showConnection();
    },
    onVoice: (stream) => {
      byId('voice').srcObject = stream;
    },
    onEnd: leave,
  });
};

const fillIn = (id, element, text) => {
  byId(id).hidden = !text;
  element.textContent = text ?? '';
};

// In the page's language, as the person's region writes it.
const formatTime = (iso) => {
  const language = document.documentElement.lang;
  const regional = navigator.languages.find((tag) => tag.split('-')[0] === language);
  const format = new Intl.DateTimeFormat(regional ?? language, { dateStyle: 'full', timeStyle: 'short' });
  return format.format(new Date(iso));
};

const leave = (reason) => {
  shareCamera(undefined);
  live = undefined;
  if (reason === 'session_ended') {
    remember(ENDED);
    return showEnded();
  }
  if (reason === 'replaced') return refuse(texts['error.invite_redeemed']);
  if (reason === 'invite_expired') return refuse(texts['error.invite_expired']);
  refuse(texts['error.unexpected'], { again: true });
};

const showEnded = () => show('ended', { heading: texts.ended_heading });

// ---- The camera: shared after a tap, until the next.

let camera;
let cameraProblem = '';
let fieldToken;
let relay = 'connecting';
let operators = 'waiting';

/** Says that somebody sees the camera only while somebody can. */
const showConnection = () => {
  const isLost = relay === 'lost' || operators === 'lost';
  const away = isLost ? texts.connection_lost : texts.connecting;
  const isThere = relay === 'connected' && !isLost;
  setStatus(isThere ? '' : away);
  const shared = operators === 'connected' ? texts.camera_shared : texts.camera_waiting;
  const cameraText = isThere ? shared : '';
  byId('camera-state').textContent = camera ? cameraText : cameraProblem;
};

const shareCamera = (stream) => {
  for (const track of camera?.getTracks() ?? []) track.stop();
  camera = stream;
  live?.share(stream);
  byId('preview').srcObject = stream ?? null;
  byId('preview').hidden = !stream;
  byId('camera').textContent = stream ? texts.camera_stop : texts.camera_share;
  byId('camera').setAttribute('aria-pressed', String(Boolean(stream)));
  cameraProblem = '';
  showConnection();
};

// What the person answered belongs to the inspection's record; the picture does not wait for it.
const tellConsent = (answer) => {
  void fetch('../v1/field/consent', {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${fieldToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ camera: answer }),
    credentials: 'omit',
    keepalive: true,
  })
    .then((response) => response.text())
    .catch(() => {});
};

const toggleCamera = async () => {
  if (camera) return shareCamera(undefined);
  try {
    const video = { facingMode: 'environment', width: { ideal: 1280 } };
    const stream = await navigator.mediaDevices.getUserMedia({ video, audio: true });
    if (!live) for (const track of stream.getTracks()) track.stop();
    else {
      shareCamera(stream);
      tellConsent('granted');
    }
  } catch (error) {
    if (error.name === 'NotAllowedError') tellConsent('denied');
    cameraProblem = texts.camera_refused;
    showConnection();
  }
};

// ---- The start.

const start = () => {
  token = readToken();
  if (token === ENDED) return showEnded();
  if (!window.RTCPeerConnection || !window.WebSocket) return refuse(texts['error.unsupported_browser']);
  if (!/^[\w-]{43}$/.test(token ?? '')) return refuse(texts['error.not_found']);
  show('start', { focus: undefined });
};

byId('join').addEventListener('click', () => join());
byId('retry').addEventListener('click', () => join());
byId('camera').addEventListener('click', toggleCamera);
byId('otp').addEventListener('input', ({ target }) => {
  target.value = target.value.replace(/\D/g, '').slice(0, 6);
});
byId('code').addEventListener('submit', (event) => {
  event.preventDefault();
  const code = byId('otp').value;
  if (code.length === 6) return join(code);
  byId('otp').setAttribute('aria-invalid', 'true');
  byId('otp').focus();
});
// Another link that is opened in the same tab.
addEventListener('hashchange', () => location.hash && location.reload());
start();
