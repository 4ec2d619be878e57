import type { Me, UsePasskeyBody } from '@field-inspection/contract';
import { isBusy, type Reply } from '@field-inspection/ui';
import { keepInTab } from '../keep-in-tab.ts';
import { exclusively, type Shows } from '../turn-screens.tsx';
import { takeAddress } from './address.ts';
import * as calls from './call-sign-in.ts';
import { codeOf, explain, isSignedOut, type Answer } from './explain-answer.ts';
import { askForPasskey, canAutofill, stopAsking } from './passkey.ts';
import { complain, digits, email, isShown, show } from './show.ts';
import { texts, write, type SignInKey } from './words.ts';

const { token, isStepUp, goOn, refused, isTest, connection } = takeAddress();

/** Without a wish a sign-in leads to the console. */
export const wayOn = goOn ?? new URL('console', location.href).href;

/** A step-up that this page itself asked for leads nowhere else. */
let isStaying = false;

const { kept, keep, forgetAll } = keepInTab<{ email: string; organisations: calls.Organisations }>('sign-in');

const complaining = (answer: Answer) => (): void => complain(explain(answer), { isWrong: false, notice: '' });

const starting =
  (error = '') =>
  (): void => {
    forgetAll();
    digits.value = '';
    show({ name: 'start', error });
    void offerPasskeys();
  };

const ended = () => starting(write('error.ended'));

export const startAnew = (): void => starting()();

export const begin = (): void => {
  if (token === null) return starting(write('link.unknown'))();
  if (token !== undefined) return show({ name: 'link', token });
  if (connection) return show({ name: 'company', connection });
  void exclusively(openPage);
};

/** The word is of the address, and says nothing unless the page has a text for it. */
const sayRefused = (): string => {
  const key = `refused.${refused}`;
  return key in texts ? write(key as SignInKey) : '';
};

const openPage = async (): Promise<Shows> => {
  if (isTest) return openTest();
  const answer = await calls.getMe();
  if (answer?.isOk) {
    const error = sayRefused();
    return isStepUp || error ? () => show({ name: 'step', me: answer.body, error }) : openSignedIn();
  }
  if (!isSignedOut(answer)) {
    const again = () => void exclusively(openPage);
    return () => show({ name: 'failed', error: explain(answer), again });
  }
  if (refused !== null) return starting(sayRefused());
  const { email: address, organisations } = kept;
  if (organisations) return () => show({ name: 'choice', organisations });
  if (address === undefined) return starting();
  email.value = address;
  return () => show({ name: 'code', email: address });
};

export const followLink = (given: string): Promise<void> =>
  exclusively(async () => {
    const answer = await calls.followLink(given);
    if (answer?.isOk) return finish();
    return codeOf(answer) === 'link_expired' ? starting(explain(answer)) : complaining(answer);
  });

export const sendCode = (): Promise<void> =>
  exclusively(async () => {
    const address = email.value.trim();
    if (address === '') return () => complain(write('start.invalid'));
    const notice = isShown('code') ? write('code.sent_again') : '';
    const answer = await calls.begin(address);
    if (!answer?.isOk) return complaining(answer);
    stopAsking();
    keep({ email: address });
    digits.value = '';
    return () => show({ name: 'code', email: address, notice });
  });

let offeredAt = 0;

/** The browser offers passkeys at the field, and asks nobody who has none. */
const offerPasskeys = async (): Promise<void> => {
  if (!(await canAutofill())) return;
  offeredAt = Date.now();
  const begun = await calls.beginByPasskey();
  if (!begun?.isOk || !isShown('start')) return;
  const shown = await askForPasskey(begun.body, 'conditional');
  if (shown) void exclusively(() => redeemPasskey(shown));
};

// A challenge is valid for ten minutes. The time of day tells, since timers stand still while a device sleeps.
setInterval(() => {
  const isOld = offeredAt && Date.now() - offeredAt > 540_000;
  if (isOld && isShown('start') && !isBusy.value) void offerPasskeys();
}, 60_000);

export const useAnyPasskey = (): Promise<void> =>
  exclusively(async () => {
    const begun = await calls.beginByPasskey();
    if (!begun?.isOk) return complaining(begun);
    const shown = await askForPasskey(begun.body);
    return shown ? redeemPasskey(shown) : starting(write('passkey.failed'));
  });

const redeemPasskey = async (shown: UsePasskeyBody): Promise<Shows> => {
  const answer = await calls.redeemPasskey(shown);
  if (answer?.isOk) return finish();
  return refusePasskey(answer, starting);
};

/** The service says alike for each address, and looks for its provider on the page that follows. */
export const goToProvider = (): Promise<void> =>
  exclusively(async () => {
    const address = email.value.trim();
    if (address === '') return () => complain(write('start.invalid'));
    return leave(await calls.beginAtProvider(address, pathOf(wayOn)));
  });

export const goToCompany = (id: string): Promise<void> =>
  exclusively(async () => leave(await calls.beginAtConnection(id)));

export const stepUpAtProvider = (): Promise<void> =>
  exclusively(async () => leave(await calls.stepUpAtProvider(goOn && pathOf(goOn))));

const leave = (answer: Reply<{ url: string }>): Shows =>
  answer?.isOk ? () => location.assign(answer.body.url) : complaining(answer);

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

const openTest = async (): Promise<Shows> => {
  const answer = await calls.getTest();
  if (answer?.isOk) return () => show({ name: 'test', test: answer.body });
  if (isSignedOut(answer)) return ended();
  const again = () => void exclusively(openTest);
  return () => show({ name: 'failed', error: explain(answer), again });
};

/** An admin tests the sign-on from here: the page of its settings may be that of a program. */
export const beginTest = (): Promise<void> =>
  exclusively(async () => {
    const answer = await calls.beginTest();
    if (codeOf(answer) === 'step_up_required')
      return () => location.assign('?step_up&return=/sign-in?sso_test');
    if (answer?.isOk) return leave(answer);
    // The service's own words say what is wrong with the settings, as they do of the test.
    return () => complain(answer?.problem.detail ?? explain(answer));
  });

const refusePasskey = (answer: Answer, beginAnew: (error: string) => Shows): Shows =>
  codeOf(answer) === 'passkey_refused' ? beginAnew(write('passkey.failed')) : complaining(answer);

export const verifyCode = (code: string): Promise<void> =>
  exclusively(async () => {
    const answer = await calls.redeem(code);
    if (!answer?.isOk) return refuse(answer, starting);
    if (answer.body.signed_in) return finish();
    const { organisations } = answer.body;
    keep({ organisations });
    return () => show({ name: 'choice', organisations });
  });

const refuse = (
  answer: Answer,
  beginAnew: (error: string) => Shows,
  locked: SignInKey = 'code.locked',
): Shows => {
  const code = codeOf(answer);
  const left = answer?.isOk === false ? answer.problem.attempts_remaining : undefined;
  if (code === 'otp_locked' || (code === 'otp_invalid' && left === 0)) return beginAnew(write(locked));
  if (code === 'otp_expired') return beginAnew(explain(answer));
  if (code !== 'otp_invalid') return complaining(answer);
  return () => {
    digits.value = '';
    complain(write('code.wrong', { count: left ?? 0 }), { isWrong: true, notice: '' });
  };
};

export const choose = (organisation: string): Promise<void> =>
  exclusively(async () => {
    const answer = await calls.choose(organisation);
    if (answer?.isOk) return finish();
    return codeOf(answer) === 'otp_expired' ? starting(explain(answer)) : complaining(answer);
  });

const finish = (notice = ''): Promise<Shows> | Shows => {
  forgetAll();
  digits.value = '';
  const stays = isStaying;
  isStaying = false;
  const isOver = stays || (notice !== '' && goOn === undefined);
  return isOver ? openSignedIn(notice) : () => location.replace(wayOn);
};

export const openSignedIn = async (notice = ''): Promise<Shows> => {
  const [me, sessions, passkeys] = await Promise.all([
    calls.getMe(),
    calls.listSessions(),
    calls.listPasskeys(),
  ]);
  if (me?.isOk && sessions?.isOk && passkeys?.isOk)
    return () =>
      show({
        name: 'in',
        me: me.body,
        sessions: sessions.body.data,
        passkeys: passkeys.body.data,
        notice,
      });
  const refused = [me, sessions, passkeys].find((answer) => !answer?.isOk);
  if (isSignedOut(refused)) return ended();
  const again = () => void exclusively(() => openSignedIn(notice));
  return () => show({ name: 'failed', error: explain(refused), again });
};

export const endSession = (id: string): Promise<void> =>
  exclusively(async () => {
    const answer = await calls.endSession(id);
    if (isSignedOut(answer)) return ended();
    return answer?.isOk ? openSignedIn(write('sessions.ended')) : complaining(answer);
  });

export const signOut = (): Promise<void> =>
  exclusively(async () => {
    const answer = await calls.signOut();
    if (!answer?.isOk && !isSignedOut(answer)) return complaining(answer);
    email.value = '';
    const url = answer?.isOk ? answer.body.provider_url : null;
    return () => show({ name: 'out', url });
  });

export const sendStepUpCode = (me: Me): Promise<void> =>
  exclusively(async () => {
    const notice = isShown('code') ? write('code.sent_again') : '';
    const answer = await calls.requestStepUp();
    if (isSignedOut(answer)) return ended();
    if (!answer?.isOk) return refuse(answer, asking(me), 'step.locked');
    digits.value = '';
    return () => show({ name: 'code', email: me.email!, me, notice });
  });

const asking = (me: Me) => (error: string) => (): void => {
  digits.value = '';
  show({ name: 'step', me, error });
};

export const usePasskey = (me: Me): Promise<void> =>
  exclusively(async () => {
    const begun = await calls.beginPasskeyStepUp();
    if (isSignedOut(begun)) return ended();
    if (!begun?.isOk) return complaining(begun);
    const shown = begun.body.allowCredentials[0] && (await askForPasskey(begun.body));
    if (!shown) return asking(me)(write('passkey.failed'));
    const answer = await calls.stepUpByPasskey(shown);
    if (answer?.isOk) return finish(write('step.done'));
    if (isSignedOut(answer)) return ended();
    return refusePasskey(answer, asking(me));
  });

/** A refused change of passkeys leads to this. */
export const refuseChange = (me: Me, answer: Answer, error?: string): Shows => {
  if (isSignedOut(answer)) return ended();
  if (codeOf(answer) !== 'step_up_required')
    return error === undefined ? complaining(answer) : () => complain(error, { notice: '' });
  isStaying = true;
  return asking(me)('');
};

export const stepUp = (me: Me, code: string): Promise<void> =>
  exclusively(async () => {
    const answer = await calls.stepUp(code);
    if (answer?.isOk) return finish(write('step.done'));
    return isSignedOut(answer) ? ended() : refuse(answer, asking(me), 'step.locked');
  });
