import { call } from './call-service.js';
import { createConsents } from './consents.js';
import { formatTime } from './format-time.js';
import {
  ENDED,
  forgetFieldToken,
  keepFieldToken,
  readFieldToken,
  readLink,
  rememberEnd,
} from './kept-session.js';
import { watchCode } from './code-field.js';
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
  consent_state: recorded,
  media_connection: media,
}) => {
  if (session.status === 'closed' || session.status === 'expired') return leave('session_ended');
  fieldToken = bearer;
  keepFieldToken(link, bearer);
  byId('organisation').textContent = branding.organisation_name;
  byId('organisation').hidden = false;
  fillIn('notes', byId('notes-text'), session.notes);
  fillIn('scheduled', byId('scheduled-time'), session.scheduled_for && formatTime(session.scheduled_for));
  byId('share').hidden = !navigator.mediaDevices;
  consents.show(recorded);
  show('connected', { heading: texts.connected_heading });
  live = connectLive(media, {
    onState: (state) => {
      relay = state;
      showConnection();
      if (state === 'connected') tellWithdrawn();
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

const leave = (reason) => {
  share(undefined);
  live = undefined;
  if (reason === 'replaced') return refuse(texts.replaced, { again: texts.go_on_here_button });
  if (reason === 'unauthenticated') return refuse(texts['error.unexpected'], { again: texts.retry_button });
  forget();
  if (reason === 'invite_expired') return refuse(texts['error.invite_expired']);
  rememberEnd();
  showEnded();
};

const showEnded = () => show('ended', { heading: texts.ended_heading });

// ---- What is shared: after a tap, until the next, and never more than is allowed.

let shared;
let sharingProblem = '';
let fieldToken;
let relay = 'connecting';
let operators = 'waiting';

/** Says that somebody sees and hears it only while somebody can. */
const showConnection = () => {
  const isLost = relay === 'lost' || operators === 'lost';
  const away = isLost ? texts.connection_lost : texts.connecting;
  const isThere = relay === 'connected' && !isLost;
  setStatus(isThere ? '' : away);
  const reached = operators === 'connected' ? texts.sharing_reached : texts.sharing_waiting;
  const sharingText = shared && isThere ? reached : '';
  byId('sharing-state').textContent = [sharingProblem, sharingText].filter(Boolean).join(' ');
};

const share = (stream) => {
  for (const track of shared?.getTracks() ?? []) track.stop();
  shared = stream;
  live?.share(stream);
  byId('preview').srcObject = stream ?? null;
  byId('preview').hidden = !stream?.getVideoTracks().length;
  byId('share').textContent = stream ? texts.sharing_stop : texts.sharing_start;
  byId('share').setAttribute('aria-pressed', String(Boolean(stream)));
  tellProblem('');
};

const tellProblem = (text) => {
  sharingProblem = text;
  showConnection();
};

// ---- What is allowed: on the record before anything is shared by it.

const SHARED = ['camera', 'microphone'];
/** What is withdrawn while the browser still asks for the camera must not be shared by its answer. */
let withdrawals = 0;

const answer = async (matter, isGranted) => {
  const isOfSharing = SHARED.includes(matter);
  const wasShared = Boolean(shared);
  // What is no longer allowed ends at once; what is newly allowed waits for the record.
  if (isOfSharing && !isGranted) withdraw();
  const isTold = await consents.tell({ [matter]: isGranted ? 'granted' : 'revoked' });
  tellProblem(isTold ? '' : texts['error.network']);
  if (isTold && isOfSharing && wasShared) await shareAllowed();
};

const consents = createConsents({ texts, bearer: () => fieldToken, onChange: answer });

const withdraw = () => {
  withdrawals += 1;
  share(undefined);
};

const tellWithdrawn = async () => {
  if (await consents.tellWithdrawn()) tellProblem(shared ? '' : texts.consent_withdrawn);
};
addEventListener('online', tellWithdrawn);

/** Stopping withdraws what was shared: the camera and the microphone, not the rest. */
const stopSharing = async () => {
  withdraw();
  const withdrawn = SHARED.filter(consents.isAllowed).map((matter) => [matter, 'revoked']);
  const isTold = await consents.tell(Object.fromEntries(withdrawn));
  tellProblem(texts[isTold ? 'consent_withdrawn' : 'error.network']);
};

/** Shares what is on the record as allowed, and nothing else. */
const shareAllowed = async () => {
  const before = withdrawals;
  const [video, audio] = SHARED.map(consents.isAllowed);
  if (!video && !audio) return;
  try {
    const camera = video && { facingMode: 'environment', width: { ideal: 1280 } };
    const stream = await navigator.mediaDevices.getUserMedia({ video: camera, audio });
    if (live && withdrawals === before) share(stream);
    else for (const track of stream.getTracks()) track.stop();
  } catch (error) {
    share(undefined);
    const denied = SHARED.filter(consents.isAllowed).map((matter) => [matter, 'denied']);
    if (error.name === 'NotAllowedError') await consents.tell(Object.fromEntries(denied));
    tellProblem(texts.sharing_refused);
  }
};

const toggleSharing = async () => {
  if (shared) return stopSharing();
  await consents.settle();
  if (!SHARED.some(consents.isAllowed)) return tellProblem(texts.consent_first);
  await shareAllowed();
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
byId('share').addEventListener('click', toggleSharing);

const readCode = watchCode(byId('otp'), CODE_LENGTH);
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
