import { connectLive } from './operator-live.js';
import { drawQr } from './operator-qr.js';
import {
  createSession,
  endSession,
  getSession,
  getSummary,
  listEvidence,
  mintInvite,
  openMedia,
  readBundle,
  readThumbnail,
  reissueInvite,
} from './operator-service.js';

const LOCALES = ['en', 'de', 'fr', 'it', 'es', 'pl', 'ro', 'nl', 'el', 'hu', 'pt', 'cs', 'sv', 'bg'];
const POLL_MS = 4_000; // Two calls each time, of the 60 a minute that the key has.
/** So long a phone may take to answer: its camera may have to wake up first. */
const STILL_MS = 20_000;

const byId = (id) => document.getElementById(id);
const show = (element, isShown) => (element.hidden = !isShown);
const setText = (id, words) => {
  if (byId(id).textContent !== words) byId(id).textContent = words;
};

/** Whatever fails is said; what was done stays done. */
const attempt = async (work) => {
  try {
    show(byId('problem'), false);
    return await work();
  } catch (error) {
    setText('problem', error.message);
    show(byId('problem'), true);
  }
};
const onPress = (id, work) =>
  byId(id).addEventListener('click', async () => {
    byId(id).disabled = true;
    await attempt(work);
    byId(id).disabled = false;
  });

// The address keeps the session: a reload goes on with it. Anybody can make a link to this page, with anything in it.
const sessionId = () => /^#([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(location.hash)?.[1] ?? '';
addEventListener('hashchange', () => location.reload());
let live;
const start = () => {
  show(byId('begin'), !sessionId());
  show(byId('session'), sessionId() !== '');
  if (sessionId()) void watchSession();
};

/** Only ever after a tap: a link that is opened reads, and writes nothing. */
const goLive = () => {
  byId('connect').hidden = true;
  byId('speak').disabled = false;
  live = openLive();
};

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });
for (const locale of LOCALES) byId('begin').elements.locale.append(new Option(LANGUAGES.of(locale), locale));

byId('begin').addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(async () => {
    const { first_name, notes, shots, locale } = Object.fromEntries(new FormData(event.target));
    const session = await createSession({ notes, locale, shots: readShots(shots) });
    const invite = await mintInvite(session.id, {
      recipient_first_name: first_name,
      // With an address there is a one-time code. Another one each time: one gets so many messages an hour.
      recipient_email: `field-person+${session.id}@example.com`,
    });
    history.replaceState(null, '', `#${session.id}`);
    start();
    goLive();
    showInvite(invite);
  });
});

const readShots = (lines) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((label, index) => ({ slot: `shot_${index + 1}`, label: { en: label }, required: true }));

const showInvite = ({ join_url, otp_code }) => {
  drawQr(byId('qr'), join_url);
  byId('link').href = join_url;
  setText('code', otp_code ?? 'none is asked for');
  show(byId('minted'), true);
  show(byId('unminted'), false);
};

onPress('connect', goLive);
onPress('reissue', async () => showInvite(await reissueInvite(sessionId())));

/** The session and its evidence, again and again: a system of your own is told by webhooks instead. */
const watchSession = async () => {
  let isDone = false;
  try {
    const session = await getSession(sessionId());
    showSession(session);
    showEvidence(await listEvidence(session.id));
    setText('away', '');
    isDone = isOver(session) && (await showReport());
  } catch (error) {
    setText('away', error.message);
  }
  if (!isDone) setTimeout(watchSession, POLL_MS);
};

const isOver = ({ status }) => status === 'closed' || status === 'expired';

const STATUS = {
  created: 'Nobody has joined yet.',
  open: 'The field person has joined.',
  recording: 'The session is being recorded.',
  closed: 'The inspection has ended.',
  expired: 'The inspection has expired.',
};

const showSession = (session) => {
  setText('status', STATUS[session.status] ?? session.status);
  show(byId('invite'), !isOver(session));
  show(byId('end'), !isOver(session));
  show(byId('result'), isOver(session));
  show(byId('connect'), !isOver(session) && !live);
  if (isOver(session)) live?.close('ended');
  const unsent = session.unsent_items;
  setText('unsent', unsent > 0 ? `Still on the phone, not sent yet: ${unsent}` : '');
};

const shown = new Set();
const showEvidence = (items) => {
  for (const item of items.toReversed()) {
    if (item.status !== 'ready' || shown.has(item.id)) continue;
    shown.add(item.id);
    const entry = document.createElement('li');
    // As it came: what the phone said. What is kept has another hash where a place was blanked.
    const hash = item.received_sha256 ?? item.sha256;
    entry.textContent = `${item.kind}${item.slot && ` “${item.slot}”`}, SHA-256 ${hash.slice(0, 12)}…`;
    byId('evidence').prepend(entry);
    if (item.kind === 'photo') void attempt(() => addThumbnail(entry, item));
  }
};

const addThumbnail = async (entry, { id, session, slot, kind }) => {
  const image = new Image();
  image.alt = slot || kind;
  image.src = URL.createObjectURL(await readThumbnail(session, id));
  image.onload = () => URL.revokeObjectURL(image.src);
  entry.prepend(image);
};

const RELAY = {
  connecting: 'Connecting…',
  removed: 'The key is no longer good for this session.',
  replaced: 'The live picture goes on in another window.',
  ended: 'The live picture has ended.',
};

let relay;
let peers = [];
const sayLive = () => {
  const isConnected = peers.some(({ state }) => state === 'connected');
  byId('still').disabled = !isConnected;
  if (isConnected) return setText('live', 'Connected to the phone.');
  const waiting = peers.length > 0 ? 'Connecting to the phone…' : 'Waiting for the field person.';
  setText('live', RELAY[relay] ?? waiting);
};

const openLive = () =>
  connectLive(() => openMedia(sessionId()), {
    onState: (state) => {
      relay = state;
      sayLive();
    },
    onPeers: showPeers,
    onTrack: (identity, track) => pictureOf(identity).srcObject.addTrack(track),
    onMessage: (_identity, message) => showStill(message),
  });

const pictures = new Map();
const pictureOf = (identity) => {
  const known = pictures.get(identity);
  if (known) return known;
  const video = Object.assign(document.createElement('video'), { autoplay: true, playsInline: true });
  video.srcObject = new MediaStream();
  video.controls = true;
  pictures.set(identity, video);
  pointAt(video);
  byId('pictures').append(video);
  // Without a click on this page there is no sound; the controls of the video give it.
  video.play().catch(() => {});
  return video;
};

const showPeers = (present) => {
  peers = present;
  sayLive();
  for (const [identity, video] of pictures) {
    if (peers.some((peer) => peer.identity === identity)) continue;
    video.remove();
    pictures.delete(identity);
  }
};

/** The phone shows where the operator points in its picture. */
const pointAt = (video) => {
  let isWaiting = false;
  video.addEventListener('pointermove', ({ offsetX, offsetY }) => {
    if (isWaiting || !video.clientWidth) return;
    isWaiting = true;
    requestAnimationFrame(() => (isWaiting = false));
    const point = { x: offsetX / video.clientWidth, y: offsetY / video.clientHeight };
    if ([point.x, point.y].every((share) => share >= 0 && share <= 1))
      live.say({ type: 'pointer', ...point });
  });
  video.addEventListener('pointerleave', () => live.say({ type: 'pointer_away' }));
};

const REFUSALS = {
  no_consent: 'The field person does not allow the camera.',
  no_camera: 'The phone has no camera that works.',
  busy: 'The phone is taking another photo.',
  failed: 'The phone could not take it.',
};

const stills = new Map();
byId('still').addEventListener('click', () => {
  const id = crypto.randomUUID();
  const entry = document.createElement('li');
  entry.textContent = 'Asked for a photo…';
  byId('stills').prepend(entry);
  const timer = setTimeout(() => (entry.textContent = 'The phone did not answer.'), STILL_MS);
  stills.set(id, { entry, timer });
  if (live.say({ type: 'still', id }) === 0) showStill({ type: 'still_refused', id, reason: 'failed' });
});

const showStill = ({ type, id, sha256, reason }) => {
  const still = stills.get(id);
  if (!still) return;
  clearTimeout(still.timer);
  still.entry.textContent =
    type === 'still_taken'
      ? `Taken: SHA-256 ${String(sha256).slice(0, 12)}…`
      : (REFUSALS[reason] ?? REFUSALS.failed);
};

let voice;
onPress('speak', async () => {
  if (voice) {
    voice.stop();
    voice = undefined;
  } else {
    [voice] = (await navigator.mediaDevices.getUserMedia({ audio: true })).getAudioTracks();
  }
  live.speak(voice ?? null);
  byId('speak').setAttribute('aria-pressed', String(voice !== undefined));
});

onPress('end', async () => {
  // What the phone said last, not what the page has shown since.
  const { unsent_items } = await getSession(sessionId());
  if (unsent_items > 0 && (await askToEnd(unsent_items)) !== 'end') return;
  showSession(await endSession(sessionId()));
});

const askToEnd = (unsentItems) => {
  setText('ask-words', `Not sent yet: ${unsentItems}. What is not stored by the end stays outside. End now?`);
  const dialog = byId('ask');
  dialog.returnValue = 'wait';
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true }),
  );
};

/** Whether there is a report, with its link. */
const showReport = async () => {
  const { pdf_url } = await getSummary(sessionId());
  if (!pdf_url) return false;
  const link = Object.assign(document.createElement('a'), { href: pdf_url, textContent: 'Open the report' });
  link.target = '_blank';
  link.rel = 'noreferrer';
  byId('report').replaceChildren(link);
  return true;
};

onPress('bundle', async () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await readBundle(sessionId()));
  link.download = 'bundle.zip';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
});

start();
