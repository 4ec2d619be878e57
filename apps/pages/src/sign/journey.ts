import type { SharedReport, SigningRequest, SigningStep, SigningView } from '@field-inspection/contract';
import { isBusy, type Reply } from '@field-inspection/ui';
import { branding } from '../brand.tsx';
import { contact } from '../contact.tsx';
import { exclusively, type Shows } from '../turn-screens.tsx';
import * as calls from './call-signing.ts';
import {
  explain,
  isEnd,
  nameEnd,
  problemOf,
  sayFailure,
  statusOf,
  type Answer,
  type End,
} from './refusals.ts';
import { complain, digits, isShown, organisation, type Screen, show, shown } from './show.ts';
import { isReading, isReturn, root, speak, write } from './words.ts';

const { kept, keep } = calls;
const TOKEN = /^[\w-]{43}$/;
/** The link to the report holds for 15 minutes. */
const LINK_MS = 10 * 60_000;

let view: SigningView;
let readAt = 0;

/** Gives undefined where another try may mend the answer. */
const findEnd = (answer: Answer): Shows | undefined => {
  const end = nameEnd(problemOf(answer));
  return end && (() => endLink(end));
};

/** The link is kept: a reload asks it again, and is told the same. */
const endLink = (end: End): void => {
  keep({ session: undefined, back: undefined, read: undefined });
  show({ name: 'ended', end });
};

const openLink = async (notice?: string): Promise<Shows> => {
  if (!kept.link) return () => show({ name: 'ended', end: isReturn ? 'lost' : 'unknown' });
  const answer = await calls.openRequest();
  if (statusOf(answer) === 401) return () => endLink('unknown');
  if (!answer?.isOk) return findEnd(answer) ?? offerAgain(answer, () => openLink(notice));
  if ((answer.body.purpose === 'read') !== isReading) return goToOther;
  await wear(answer.body);
  return () => showRequest(answer.body, notice);
};

/** Each page has the texts of its own kind of link alone; the tab keeps the link. */
const goToOther = (): void => location.replace(`${root}${isReading ? 'sign' : 'report'}`);

const wear = async ({
  locale,
  branding: worn,
  contact: named,
}: SigningRequest | SigningView | SharedReport): Promise<void> => {
  keep({ locale });
  await speak(locale);
  branding.value = worn;
  contact.value = named;
};

const showRequest = (request: SigningRequest, notice?: string): void => {
  const { status, organisation_name: name } = request;
  if (status === 'signed') return showSigned(name, null);
  if (isEnd(status)) return endLink(status);
  if (request.code_expires_at) return showCode(request, notice);
  organisation.value = '';
  show({ name: 'start', request, notice });
};

const showSigned = (name: string, signed: SigningView | null): void => {
  organisation.value = name;
  show({ name: 'signed', organisation: name, view: signed });
};

const showCode = (request: SigningRequest, notice?: string): void => {
  organisation.value = request.organisation_name;
  show({ name: 'code', request, notice });
};

const offerAgain = (answer: Answer, step: () => Promise<Shows>) => (): void =>
  show({ name: 'failed', error: explain(answer), again: () => void exclusively(step) });

export const sendCode = (): Promise<void> =>
  exclusively(async () => {
    const isRepeated = isShown('code');
    const answer = await calls.sendCode();
    if (statusOf(answer) === 401) return () => endLink('unknown');
    if (!answer?.isOk) return findEnd(answer) ?? complaining(answer);
    digits.value = '';
    return () => showCode(answer.body, isRepeated ? write('code.sent_again') : '');
  });

const complaining = (answer: Answer) => (): void =>
  complain(explain(answer), isShown('code') ? { isWrong: false, notice: '' } : {});

export const verifyCode = (code: string): Promise<void> =>
  exclusively(async () => {
    const answer = await calls.verifyCode(code);
    if (answer?.isOk) {
      keep({ session: answer.body.signing_session_token });
      digits.value = '';
      return openAdmitted();
    }
    const { code: error, attempts_remaining: attempts = 0 } = problemOf(answer);
    if (error === 'otp_invalid') {
      if (attempts === 0) return () => endLink('locked');
      return () => refuseCode(write('code.wrong', { count: attempts }));
    }
    if (error === 'otp_expired' || error === 'otp_required') return () => refuseCode(write('code.expired'));
    if (statusOf(answer) === 401) return () => endLink('unknown');
    return findEnd(answer) ?? complaining(answer);
  });

const refuseCode = (text: string): void => {
  digits.value = '';
  complain(text, { isWrong: true, notice: '' });
};

/** The right code opens the report: to read it, or to sign it. */
const openAdmitted = (): Promise<Shows> => (isReading ? openReport() : openReview());

const openReport = async (): Promise<Shows> => {
  const answer = await calls.readReport();
  if (statusOf(answer) === 401) return askAnew();
  if (!answer?.isOk) return findEnd(answer) ?? offerAgain(answer, openReport);
  await wear(answer.body);
  return () => showReport(answer.body);
};

const showReport = (report: SharedReport): void => {
  readAt = Date.now();
  organisation.value = report.organisation_name;
  show({ name: 'report', report });
};

const openReview = async (error?: () => string): Promise<Shows> => {
  const answer = await calls.getSession();
  if (statusOf(answer) === 401) return askAnew();
  if (!answer?.isOk) return findEnd(answer) ?? offerAgain(answer, () => openReview(error));
  view = answer.body;
  readAt = Date.now();
  await wear(view);
  return () => showView(error?.());
};

export const showView = (error = ''): void => {
  const { status, organisation_name: name, report } = view;
  if (status === 'signed') return showSigned(name, view);
  if (isEnd(status)) return endLink(status);
  organisation.value = name;
  show({ name: 'review', view, hasRead: kept.read === report.sha256, error });
};

/** The session is over, or belongs to another device: a new code is needed. */
const askAnew = (): Promise<Shows> => {
  keep({ session: undefined, back: undefined });
  return openLink(write('error.session'));
};

export const note = (hasRead: boolean): void => {
  keep({ read: hasRead ? view.report.sha256 : undefined });
  if (hasRead) complain('');
};

export const sign = (): Promise<void> =>
  exclusively(async () => takeStep(await calls.sign(view.report.sha256)));

const takeStep = async (answer: Reply<SigningStep>): Promise<Shows> => {
  if (answer?.isOk) return answer.body.action_url ? goAway(answer.body.action_url) : openReview();
  if (statusOf(answer) === 401) return askAnew();
  const { code } = problemOf(answer);
  if (code === 'version_conflict') {
    keep({ read: undefined });
    return openReview(() => write('error.changed'));
  }
  if (code === 'signature_refused') return openReview(() => sayFailure(view.failure?.code));
  const end = findEnd(answer);
  if (end) return end;
  return isShown('review') ? complaining(answer) : openReview(() => explain(answer));
};

// Opens web pages alone: the address is the provider's, and must not be a script.
const goAway = (url: string) => (): void => {
  if (!/^https?:$/.test(new URL(url).protocol)) return complain(write('error.unexpected'));
  show({ name: 'away', url });
  location.assign(url);
};

export const askToDecline = (): void => {
  if (!isBusy.value) show({ name: 'declining', view });
};

export const decline = (): Promise<void> =>
  exclusively(async () => {
    const answer = await calls.decline();
    if (answer?.isOk) return () => endLink('declined');
    if (statusOf(answer) === 401) return askAnew();
    return findEnd(answer) ?? complaining(answer);
  });

/** A link that will soon be dead is replaced while nobody uses it. */
export const renewLink = async (): Promise<void> => {
  const { screen } = shown.value;
  if (isBusy.value || Date.now() - readAt < LINK_MS) return;
  if (screen.name === 'report') return renewReport(screen);
  if (screen.name !== 'review') return;
  const answer = await calls.getSession();
  if (!answer?.isOk || answer.body.report.sha256 !== view.report.sha256) return;
  view = answer.body;
  readAt = Date.now();
  shown.value = { ...shown.value, screen: { ...screen, view } };
};

const renewReport = async (screen: Extract<Screen, { name: 'report' }>): Promise<void> => {
  const answer = await calls.readReport();
  if (!answer?.isOk) return;
  readAt = Date.now();
  shown.value = { ...shown.value, screen: { ...screen, report: answer.body } };
};

export const LOOK_MS = LINK_MS / 10;

const finishSigning = async (back: calls.Back): Promise<Shows> => {
  show({ name: 'returning' });
  const answer = await calls.finish(back);
  // An unanswered request is sent again with the same answer of the provider. The answer works once, and a reload keeps
  // it.
  if (!answer || Number(statusOf(answer)) >= 500) return offerAgain(answer, () => finishSigning(back));
  keep({ back: undefined });
  return takeStep(answer);
};

export const begin = (): Promise<void> => {
  takeAddress();
  return exclusively(async () => {
    await speak(kept.locale);
    if (kept.link !== undefined && !TOKEN.test(kept.link)) return () => endLink('unknown');
    if (kept.back && kept.session) return finishSigning(kept.back);
    keep({ back: undefined });
    return kept.session ? openAdmitted() : openLink();
  });
};

const takeAddress = (): void => {
  const given = location.hash.slice(1);
  if (given && given !== kept.link) calls.forgetAll();
  if (given) keep({ link: given });
  const query = new URLSearchParams(location.search);
  if (isReturn && query.has('state')) {
    const back = ['state', 'code', 'error'].filter((name) => query.has(name));
    keep({ back: Object.fromEntries(back.map((name) => [name, query.get(name)])) as calls.Back });
  }
  // The answer leaves the address, and with it the history and any copy.
  if (given || location.search) history.replaceState(null, '', location.pathname);
};
