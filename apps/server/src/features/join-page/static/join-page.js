import { call } from './call-service.js';
import {
  ENDED,
  forgetFieldToken,
  keepFieldToken,
  readFieldToken,
  readLink,
  rememberEnd,
} from './kept-session.js';
import { connectLive } from './live-connection.js';

const byId = (id) => document.getElementById(id);
const texts = JSON.parse(byId('main').dataset.texts);
const VIEWS = ['start', 'code', 'refused', 'connected', 'ended'];
const CODE_LENGTH = 6;

/** Errors that the person can't mend by trying again. */
const FINAL = ['otp_expired', 'otp_locked', 'invite_redeemed', 'invite_expired', 'not_found'];

const sessionId = location.pathname.split('/').at(-1);
let link;
let busy = false;
let live;

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

/** `again` are the words of a button that comes in once more. */
const refuse = (text, { again = '' } = {}) => {
  byId('refusal').textContent = text;
  byId('retry').textContent = again;
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

// ---- Coming in: only ever after a tap.

const join = async (code) => {
  if (busy) return;
  setBusy(true);
  const answer = await comeIn(code);
  setBusy(false);
  if (!answer) return offerRetry(texts['error.network']);
  if (answer.status === 200) return enter(answer.body);
  const { code: error, attempts_remaining: attempts } = answer.body;
  if (error === 'otp_required') return askCode(answer.body);
  if (error === 'otp_invalid') return showWrongCode(attempts);
  if (FINAL.includes(error)) return refuse(texts[`error.${error}`]);
  offerRetry(texts[error === 'rate_limited' ? 'error.rate_limited' : 'error.unexpected']);
};

/** By the token of a device that has joined; else, or when that is dead, by the link, which redeems the invite. */
const comeIn = async (code) => {
  const kept = fieldToken ?? readFieldToken(link);
  const joinByLink = () =>
    call(`sessions/${sessionId}/join/${link}`, { headers: code ? { 'X-Join-OTP': code } : {} });
  if (!kept) return joinByLink();
  const answer = await call('field/session', { headers: { Authorization: `Bearer ${kept}` } });
  if (answer?.status === 401) {
    forget();
    return joinByLink();
  }
  if (answer?.status !== 200) return answer;
  // The release before tells no way to the live picture here.
  return answer.body.media_connection
    ? { ...answer, body: { ...answer.body, field_session_token: kept } }
    : joinByLink();
};

const forget = () => {
  fieldToken = undefined;
  forgetFieldToken();
};

const offerRetry = (text) => {
  if (byId('code').hidden) return refuse(text, { again: texts.retry_button });
  showCodeError(text);
  byId('code-error').removeAttribute('aria-invalid');
};

// ---- The session.

const enter = ({
  field_session_token: bearer,
  session,
  branding,
  consent_state: consent,
  media_connection: media,
}) => {
  if (session.status === 'closed' || session.status === 'expired') return leave('session_ended');
  fieldToken = bearer;
  keepFieldToken(link, bearer);
  byId('organisation').textContent = branding.organisation_name;
  byId('organisation').hidden = false;
  fillIn('notes', byId('notes-text'), session.notes);
  fillIn('scheduled', byId('scheduled-time'), session.scheduled_for && formatTime(session.scheduled_for));
  byId('camera').hidden = !navigator.mediaDevices;
  showConsent(consent);
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
  if (reason === 'replaced') return refuse(texts.replaced, { again: texts.go_on_here_button });
  if (reason === 'unauthenticated') return refuse(texts['error.unexpected'], { again: texts.retry_button });
  forget();
  if (reason === 'invite_expired') return refuse(texts['error.invite_expired']);
  rememberEnd();
  showEnded();
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

const showConsent = ({ camera: answer }) => {
  const canWithdraw = answer === 'granted';
  if (!canWithdraw && document.activeElement === byId('withdraw')) byId('camera').focus();
  byId('withdraw').hidden = !canWithdraw;
};

// One after the other: a grant that overtakes a withdrawal would undo it.
let consentInTurn = Promise.resolve();

// What the person answered belongs to the inspection's record; the picture does not wait for it.
const tellConsent = (answer) => {
  consentInTurn = consentInTurn.then(async () => {
    const reply = await call('field/consent', {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${fieldToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ camera: answer }),
      keepalive: true,
    });
    if (reply?.status === 200) showConsent(reply.body);
    return reply?.status === 200;
  });
  return consentInTurn;
};

/** Stopping is a pause, withdrawing an answer: after it no more evidence is taken. */
const withdrawConsent = async () => {
  shareCamera(undefined);
  const isTold = await tellConsent('revoked');
  cameraProblem = texts[isTold ? 'consent_withdrawn' : 'error.network'];
  showConnection();
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
  link = readLink();
  if (link === ENDED) return showEnded();
  if (!window.RTCPeerConnection || !window.WebSocket) return refuse(texts['error.unsupported_browser']);
  if (!/^[\w-]{43}$/.test(link ?? '')) return refuse(texts['error.not_found']);
  show('start', { focus: undefined });
};

byId('join').addEventListener('click', () => join());
byId('retry').addEventListener('click', () => join());
byId('camera').addEventListener('click', toggleCamera);
byId('withdraw').addEventListener('click', withdrawConsent);

/** Whatever the keyboard writes digits as: NFKC makes a full-width one an ordinary one. */
const readCode = () => byId('otp').value.normalize('NFKC').replace(/\D/g, '').slice(0, CODE_LENGTH);
const tidyCode = ({ isComposing }) => {
  // To write into a field where an input method is at work would end its work.
  if (!isComposing) byId('otp').value = readCode();
};
byId('otp').addEventListener('input', tidyCode);
byId('otp').addEventListener('compositionend', tidyCode);
byId('code').addEventListener('submit', (event) => {
  event.preventDefault();
  const code = readCode();
  if (code.length === CODE_LENGTH) return join(code);
  showCodeError(texts.code_short);
  byId('otp').focus();
});
// Another link that is opened in the same tab.
addEventListener('hashchange', () => location.hash && location.reload());
start();
