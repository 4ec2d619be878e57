import * as calls from './sign-calls.js';
import { wearBrand } from './sign-brand.js';
import { fillTexts, hasText, speak, write } from './sign-words.js';
import * as views from './sign-views.js';

const { byId } = views;
const { kept, keep } = calls;
const { return: isReturn } = byId('main').dataset;
const TOKEN = /^[\w-]{43}$/;
const CODE_LENGTH = 6;
/** The link to the report holds for 15 minutes. */
const LINK_MS = 10 * 60_000;

/** What the link shows, and what the code shows, as they were last read. */
let request;
let view;
let readAt = 0;
let busy = false;
/** What the button of a failed step does. */
let again;

/** One thing at a time: a second tap while the first is on its way does nothing. */
const exclusively = (work) => async (given) => {
  if (busy) return;
  busy = true;
  views.showBusy(true);
  const show = await work(given);
  busy = false;
  views.showBusy(false);
  show?.();
};

// ---- Refusals.

const FAILURES = { declined: 'declined', no_credential: 'no_credential', expired: 'late' };
const ERRORS = {
  signature_in_progress: 'busy',
  idempotency_in_flight: 'busy',
  rate_limited: 'rate_limited',
  unavailable: 'unavailable',
  signature_refused: 'refused',
};

/** What another try may mend, in words. */
const explain = (answer) => {
  if (!answer) return write('error.network');
  return write(`error.${ERRORS[answer.body.code] ?? 'unexpected'}`);
};

/** Shows an end, where the answer is one that no further try can mend; undefined where it is none. */
const findEnd = (answer) => {
  const end = nameEnd(answer?.body ?? {});
  if (!end) return undefined;
  return () => endLink(end);
};

/** The link is kept: a reload asks it again, and is told the same. */
const endLink = (end) => {
  keep({ session: undefined, back: undefined, read: undefined });
  views.showEnded(end);
};

const nameEnd = ({ code, signature_status: status }) => {
  if (code === 'otp_locked') return 'locked';
  if (code === 'not_found') return 'unknown';
  if (code !== 'link_expired') return undefined;
  return hasText(`ended.${status}`) ? status : 'closed';
};

// ---- The link: whose request it is, and where the code goes.

/** Shows where the signer is; `notice` says why, where they did not come by themselves. */
const openLink = async (notice) => {
  if (!kept.link) return () => views.showEnded(isReturn === 'true' ? 'lost' : 'unknown');
  const answer = await calls.openRequest();
  if (answer?.status === 401) return () => endLink('unknown');
  const end = findEnd(answer);
  if (end) return end;
  if (answer?.status !== 200) return offerAgain(answer, () => openLink(notice));
  request = answer.body;
  keep({ locale: request.locale });
  await speak(request.locale);
  wearBrand(request.branding);
  return () => showRequest(notice);
};

const showRequest = (notice) => {
  if (request.status === 'signed') return views.showSigned(request.organisation_name, null);
  if (hasText(`ended.${request.status}`)) return endLink(request.status);
  if (request.code_expires_at) return views.showCode(request, { notice });
  views.showStart(request, { notice });
};

const offerAgain = (answer, step) => () => {
  again = step;
  views.showFailed(explain(answer));
};

// ---- The code.

const send = exclusively(async () => {
  const isRepeated = views.isShown('code');
  const answer = await calls.sendCode();
  const end = answer?.status === 401 ? () => endLink('unknown') : findEnd(answer);
  if (end) return end;
  if (answer?.status !== 200) {
    if (isRepeated) return () => views.showCodeError(explain(answer), { isWrong: false });
    return () => views.showStartError(explain(answer));
  }
  request = answer.body;
  byId('otp').value = '';
  return () => views.showCode(request, { notice: isRepeated ? write('code.sent_again') : '' });
});

const verify = exclusively(async (code) => {
  const answer = await calls.verifyCode(code);
  if (answer?.status === 200) {
    keep({ session: answer.body.signing_session_token });
    byId('otp').value = '';
    return openReview();
  }
  const { code: error, attempts_remaining: attempts } = answer?.body ?? {};
  if (error === 'otp_invalid' && attempts > 0)
    return () => refuseCode(write('code.wrong', { count: attempts }));
  if (error === 'otp_invalid') return () => endLink('locked');
  if (error === 'otp_expired' || error === 'otp_required') return () => refuseCode(write('code.expired'));
  if (answer?.status === 401) return () => endLink('unknown');
  return findEnd(answer) ?? (() => views.showCodeError(explain(answer), { isWrong: false }));
});

const refuseCode = (text) => {
  byId('otp').value = '';
  views.showCodeError(text);
};

// ---- The report.

/** Reads what is to be signed, and shows where it stands. `error` words what went wrong before, once that is known. */
const openReview = async ({ error } = {}) => {
  const answer = await calls.getSession();
  if (answer?.status === 401) return askAnew();
  const end = findEnd(answer);
  if (end) return end;
  if (answer?.status !== 200) return offerAgain(answer, () => openReview({ error }));
  view = answer.body;
  readAt = Date.now();
  keep({ locale: view.locale });
  await speak(view.locale);
  wearBrand(view.branding);
  return () => showView({ error });
};

const showView = ({ error } = {}) => {
  if (view.status === 'signed') return views.showSigned(view.organisation_name, view);
  if (hasText(`ended.${view.status}`)) return endLink(view.status);
  views.showReview(view, { hasRead: kept.read === view.report.sha256, error: error?.() });
};

/** The session is over, or was begun on another device: a new code is needed. */
const askAnew = async () => {
  keep({ session: undefined, back: undefined });
  return openLink(write('error.session'));
};

const sign = exclusively(async () => takeStep(await calls.sign(view.report.sha256)));

/** What comes after a step of signing, or after its refusal. */
const takeStep = async (answer) => {
  if (answer?.status === 200) return answer.body.action_url ? goAway(answer.body.action_url) : openReview();
  if (answer?.status === 401) return askAnew();
  const code = answer?.body.code;
  if (code === 'version_conflict') {
    keep({ read: undefined });
    return openReview({ error: () => write('error.changed') });
  }
  if (code === 'signature_refused') return openReview({ error: writeRefusal });
  const end = findEnd(answer);
  if (end) return end;
  if (views.isShown('review')) return () => views.showReviewError(explain(answer));
  return openReview({ error: () => explain(answer) });
};

const writeRefusal = () => write(`error.${FAILURES[view.failure?.code] ?? 'refused'}`);

// Only ever to a web page: what the service says is the provider's address, and a script is none.
const goAway = (url) => () => {
  if (!/^https?:$/.test(new URL(url).protocol)) return views.showReviewError(write('error.unexpected'));
  views.showAway(url);
  location.assign(url);
};

const decline = exclusively(async () => {
  const answer = await calls.decline();
  if (answer?.status === 200) return () => endLink('declined');
  if (answer?.status === 401) return askAnew();
  return findEnd(answer) ?? (() => void (byId('decline-error').textContent = explain(answer)));
});

// ---- Back from the provider.

const finishSigning = async () => {
  views.showReturning();
  views.showBusy(true);
  const answer = await calls.finish(kept.back);
  // Without an answer it is tried again, with what came back: it works once, and whoever reloads has it still.
  if (!answer || answer.status >= 500) return offerAgain(answer, finishSigning);
  keep({ back: undefined });
  return takeStep(answer);
};

// ---- The start.

/** Out of the address, and so out of the history and of whatever is copied from there. */
const cleanAddress = () => history.replaceState(null, '', location.pathname);

const takeAddress = () => {
  const given = location.hash.slice(1);
  if (given && given !== kept.link) calls.forgetAll();
  if (given) keep({ link: given });
  const query = new URLSearchParams(location.search);
  if (isReturn === 'true' && query.has('state')) {
    const back = ['state', 'code', 'error'].filter((name) => query.has(name));
    keep({ back: Object.fromEntries(back.map((name) => [name, query.get(name)])) });
  }
  if (given || location.search) cleanAddress();
};

const begin = async () => {
  await speak(kept.locale);
  if (kept.link !== undefined && !TOKEN.test(kept.link)) return () => endLink('unknown');
  if (kept.back && kept.session) return finishSigning();
  keep({ back: undefined });
  return kept.session ? openReview() : openLink();
};

byId('send').addEventListener('click', send);
byId('send-again').addEventListener('click', send);
byId('retry').addEventListener(
  'click',
  exclusively(() => again()),
);
byId('decline').addEventListener('click', () => busy || views.showDeclining(view));
byId('decline-confirm').addEventListener('click', decline);
byId('decline-back').addEventListener('click', () => busy || showView());
byId('otp').addEventListener('input', ({ target }) => {
  target.value = target.value.replace(/\D/g, '').slice(0, CODE_LENGTH);
});
byId('code').addEventListener('submit', (event) => {
  event.preventDefault();
  const code = byId('otp').value;
  if (code.length === CODE_LENGTH) return verify(code);
  views.showCodeError(write('code.short'));
});
byId('read').addEventListener('change', ({ target }) => {
  keep({ read: target.checked ? view.report.sha256 : undefined });
  if (target.checked) views.showReviewError('');
});
byId('review').addEventListener('submit', (event) => {
  event.preventDefault();
  if (byId('read').checked) return sign();
  views.showReviewError(write('review.unread'));
  byId('read').focus();
});

/** A link that would soon be dead is replaced while nobody looks. */
const renewLink = async () => {
  if (busy || !views.isShown('review') || Date.now() - readAt < LINK_MS) return;
  const answer = await calls.getSession();
  if (answer?.status !== 200 || answer.body.report.sha256 !== view.report.sha256) return;
  view = answer.body;
  readAt = Date.now();
  views.linkReport(view);
};
setInterval(renewLink, LINK_MS / 10);
document.addEventListener('visibilitychange', renewLink);
// Another link that is opened in the same tab, and the way back in the history from the provider's page.
addEventListener('hashchange', () => location.hash && location.reload());
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

fillTexts();
takeAddress();
void exclusively(begin)();
