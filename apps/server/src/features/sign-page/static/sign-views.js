import { write, writeNumber, writeSize, writeTime } from './sign-words.js';

export const byId = (id) => document.getElementById(id);

const VIEWS = ['start', 'code', 'review', 'declining', 'away', 'returning', 'signed', 'ended', 'failed'];

// ---- One view at a time; the focus follows it, so that a screen reader tells each step.

const show = (view, heading, { focus = 'heading', notice = '' } = {}) => {
  for (const name of VIEWS) byId(name).hidden = name !== view;
  byId('heading').textContent = heading;
  document.title = heading === write('title') ? heading : `${heading} – ${write('title')}`;
  for (const place of document.querySelectorAll('.error[role=alert]')) place.textContent = '';
  setNotice(notice);
  setStatus('');
  byId(focus)?.focus();
};

export const isShown = (view) => !byId(view).hidden;

const setStatus = (text) => {
  byId('status').textContent = text;
};

const setNotice = (text) => {
  byId('notice').textContent = text;
};

export const showBusy = (isBusy) => {
  for (const button of document.querySelectorAll('button')) button.setAttribute('aria-disabled', isBusy);
  setStatus(isBusy ? write('working') : '');
};

const nameOrganisation = (name) => {
  byId('organisation').textContent = name;
  byId('organisation').hidden = !name;
};

/** `start.to_email`, `_phone` or `_both`, as the request says where its codes go. */
const writeChannels = (step, { channel_hint_email: email, channel_hint_phone: phone }) => {
  if (!email && !phone) return '';
  const way = email && phone ? 'both' : (email && 'email') || 'phone';
  // A masked number is one word: it must not break at its spaces.
  return write(`${step}.to_${way}`, { email, phone: phone?.replaceAll(' ', '\u00a0') });
};

export const showStart = (request, { notice } = {}) => {
  const { organisation_name: organisation, expires_at: until } = request;
  nameOrganisation('');
  byId('start-to').textContent = writeChannels('start', request);
  byId('start-until').textContent = write('start.until', { time: writeTime(until) });
  show('start', write('start.heading', { organisation }), { notice });
};

export const showStartError = (text) => {
  byId('start-error').textContent = text;
};

export const showCode = (request, { notice } = {}) => {
  nameOrganisation(request.organisation_name);
  byId('code-to').textContent = writeChannels('code', request);
  byId('otp').removeAttribute('aria-invalid');
  show('code', write('code.heading'), { focus: 'otp', notice });
};

/** `isWrong`: the code itself is at fault, and not the way to the service. */
export const showCodeError = (text, { isWrong = true } = {}) => {
  setNotice('');
  byId('code-error').textContent = text;
  if (isWrong) byId('otp').setAttribute('aria-invalid', 'true');
  else byId('otp').removeAttribute('aria-invalid');
  byId('otp').focus();
};

export const showReview = (view, { hasRead, error = '' }) => {
  const { report, level } = view;
  nameOrganisation(view.organisation_name);
  byId('review-demo').hidden = view.provider !== 'demo';
  linkReport(view);
  byId('report-pages').textContent = writeNumber(report.pages);
  byId('report-size').textContent = writeSize(report.byte_size);
  byId('report-sha256').textContent = report.sha256;
  byId('signer').textContent = view.signer_name;
  byId('level').textContent = write(`level.${level}`);
  byId('level-meaning').textContent = write(`level.${level}.meaning`);
  byId('statement').textContent = view.statement;
  byId('read').checked = hasRead;
  show('review', write('review.heading'));
  showReviewError(error);
};

/** The link holds for minutes only, so it is put in anew while the page is open. */
export const linkReport = ({ report }) => {
  byId('report-link').href = report.pdf_url;
};

export const showReviewError = (text) => {
  byId('review-error').textContent = text;
  if (text) byId('review-error').scrollIntoView({ block: 'center' });
};

export const showDeclining = ({ organisation_name: organisation }) => {
  byId('decline-body').textContent = write('decline.body', { organisation });
  show('declining', write('decline.heading'));
};

export const showAway = (url) => {
  byId('away-link').href = url;
  show('away', write('away.heading'));
};

export const showReturning = () => show('returning', write('return.heading'));

/** `view` is null where only the link is known: then there is no report to show. */
export const showSigned = (organisation, view) => {
  nameOrganisation(organisation);
  byId('signed-at').textContent = view?.signed_at
    ? write('signed.at', { time: writeTime(view.signed_at) })
    : '';
  byId('signed-next').textContent = write('signed.next', { organisation });
  byId('signed-report').hidden = !view;
  if (view) byId('signed-link').href = view.report.pdf_url;
  show('signed', write('signed.heading'));
};

export const showEnded = (end) => {
  byId('ended-body').textContent = write(`ended.${end}`);
  show('ended', write(`ended.${end}.heading`));
};

/** A failure that another try may mend. */
export const showFailed = (text) => {
  show('failed', write('ended.problem.heading'));
  byId('failure').textContent = text;
};
