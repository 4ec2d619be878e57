import { signal } from '@preact/signals';
import type { JoinedSession } from '@field-inspection/contract';
import { isBusy, type Refusal, type Reply } from '@field-inspection/ui';
import { listLeft } from './draw/keep-draft.ts';
import { say } from './texts/say.ts';
import type { FieldSessionState, Inspection } from './inspection.ts';
import { getFieldState, joinByLink, requestCode } from './service/call-service.ts';
import { holdTab, releaseTab } from './service/hold-tab.ts';
import {
  findLeaving,
  forget,
  forgetAll,
  forgetToken,
  keepEnd,
  readEnd,
  readKept,
  readLink,
  sessionId,
  type Kept,
  type KeptEnd,
  type KeptOwner,
  type Leaver,
  type ShutOut,
} from './service/kept-session.ts';
import { isSupported } from './service/is-supported.ts';
import type { Again, CodeStage, Hints, Obstacle, Stage } from './stage.ts';
import { hasEnded, openInspection } from './service/open-inspection.ts';
import { leaveOnceTold, tellLeft } from './service/tell-left.ts';

/*
 * Leads a person into the inspection and out again. The whole page shows one stage; within the inspection, views.ts
 * names the screen.
 */

export type { CodeStage, Obstacle, Stage } from './stage.ts';

export const stage = signal<Stage>({ name: 'welcome' });

const SHUT_OUT: readonly string[] = ['otp_locked', 'invite_redeemed', 'invite_expired', 'not_found'];
/** True if nothing lets the device in, not even a reload: its items can only be saved. */
export const isShutOut = (code: string | undefined): code is ShutOut => SHUT_OUT.includes(code ?? '');
const NOT_ASKED: CodeStage = {
  name: 'code',
  code: 'unsent',
  hints: { email: null, phone: null },
  problem: '',
  isWrong: false,
  attempts: undefined,
  sendings: 0,
  isRenewed: false,
  again: undefined,
};
const LINK = /^[\w-]{43}$/;

let link: string | undefined;
/** A person who left on this page or before a reload, of whom the service is still to be told. */
let leaver: Leaver | undefined;
let before: FieldSessionState | undefined;
/** The stored items of who left, kept until the link tells why they are out. */
let atLeaving: KeptEnd | undefined;

export const begin = async (): Promise<void> => {
  link = readLink();
  const end = readEnd();
  const left = findLeaving(link);
  if (end && !link && !left) return showEnd(end);
  if (!isSupported()) return refuse('unsupported_browser');
  link ??= left?.link;
  if (!LINK.test(link ?? '')) return refuse('not_found');
  if (readKept(link)) return enter({ isTaking: false });
  leaver = left;
  if (leaver) stage.value = { name: 'left', isTold: false };
};

const showEnd = (end: KeptEnd): void => {
  const { shutOut: obstacle, hasLeft } = end;
  if (obstacle) stage.value = { name: 'refused', obstacle, end };
  else stage.value = hasLeft ? { name: 'left', isTold: true } : { name: 'ended', end };
};

export const join = (code?: string): Promise<void> => enter({ isTaking: true, code });

const enter = async ({ isTaking, code }: { isTaking: boolean; code?: string | undefined }): Promise<void> => {
  if (isBusy.value) return;
  isBusy.value = true;
  if (stage.value.name !== 'code' && readKept(link)) stage.value = { name: 'entering' };
  try {
    if (!(await holdTab({ isTaking, onTaken: () => leave('replaced') }))) return refuse('replaced');
    await comeIn(code);
  } finally {
    isBusy.value = false;
  }
};

const comeIn = async (code: string | undefined): Promise<void> => {
  const kept = readKept(link);
  if (kept) {
    const reply = await getFieldState(kept.fieldToken);
    if (reply?.isOk) return void open({ ...kept, state: reply.body });
    // Where there is no network the device goes on with what it knows, so that photos can be taken.
    if (reply?.status !== 401) return void open(kept);
    before = kept.state;
    // Drawings stay: the link may let this device in again.
    forgetToken();
  }
  // A leaving told after the join would put the person out again.
  if (leaver) await tellLeavers();
  leaver = undefined;
  const reply = await joinByLink({ sessionId, link: link! }, code);
  if (!reply?.isOk) return judge(reply, () => void join(code));
  // The reply to the join does not list what the session already has.
  void open(describeJoined(reply.body))?.refresh();
};

const describeJoined = ({ field_session_token: fieldToken, ...joined }: JoinedSession): Kept => {
  const missing = joined.session.shots.filter(({ required }) => required).map(({ slot }) => slot);
  const state: FieldSessionState = { ...joined, missing_shots: missing };
  return { link: link!, fieldToken, state };
};

const open = (kept: Kept): Inspection | undefined => {
  before = kept.state;
  if (hasEnded(kept.state)) return void leave('session_ended');
  const inspection = openInspection({ ...kept, onEnd: () => leave('unauthenticated') });
  stage.value = { name: 'inspection', inspection };
  return inspection;
};

const judge = (reply: Exclude<Reply<unknown>, { isOk: true }>, again: Again): void => {
  if (!reply) return meet('network', again);
  const { code, attempts_remaining: attempts } = reply.problem;
  if (code === 'otp_required') return askFor(reply.problem);
  if (code === 'otp_expired') return expire(reply.problem);
  if (code === 'otp_invalid') return tell('otp_invalid', { isWrong: true, attempts });
  if (reply.problem.session_ended) return conclude();
  if (isShutOut(code)) return shutOut(code);
  meet(code === 'rate_limited' ? 'rate_limited' : 'unexpected');
};

const readHints = ({
  channel_hint_email: email = null,
  channel_hint_phone: phone = null,
}: Partial<Refusal>): Hints => ({ email, phone });

const askFor = (told: Partial<Refusal>): void => {
  const hints = readHints(told);
  ask({ hints, code: wasSent(hints) ? 'sent' : 'unsent' });
};

/** Nobody is told that a code has expired before they entered one, nor anything of a code that no message carried. */
const expire = (told: Refusal): void => {
  const hints = readHints(told);
  if (stage.value.name === 'code') tell('otp_expired', { hints, code: 'expired' });
  else if (wasSent(hints)) ask({ hints, code: 'expired', problem: say('field.code.outdated') });
  else ask({ hints, code: 'unsent' });
};

const wasSent = ({ email, phone }: Hints): boolean => email !== null || phone !== null;

const readAsked = (): CodeStage => (stage.value.name === 'code' ? stage.value : NOT_ASKED);

const ask = (changes: Partial<CodeStage>): void => {
  stage.value = { ...readAsked(), problem: '', isWrong: false, again: undefined, ...changes };
};

const tell = (problem: string, changes: Partial<CodeStage> = {}): void =>
  ask({ ...changes, problem: say(`field.refused.${problem}`) });

/** An obstacle met at the code keeps the person there, where another try may help. */
const meet = (obstacle: Obstacle, again?: Again): void => {
  if (stage.value.name === 'code') tell(obstacle, { again });
  else stage.value = { name: 'refused', obstacle, again };
};

const refuse = (obstacle: Obstacle): void => {
  stage.value = { name: 'refused', obstacle };
};

/** Only a network that has come back is a reason: a reply that was lost may have counted as an attempt. */
addEventListener('online', () => {
  if (stage.value.name === 'code' || stage.value.name === 'refused') stage.value.again?.();
});

/** Drawings can't be sent any more from here on. */
const shutOut = (obstacle: ShutOut): void => {
  const drawings = before && listLeft({ sessionId, participantId: before.participant.id });
  const end: KeptEnd = { stored: 0, receipt: '', drawings, shutOut: obstacle };
  stage.value = { name: 'refused', obstacle, end, state: before };
  forget(before?.participant.id);
  keepEnd(end);
};

const conclude = (): void => {
  const end = atLeaving ?? describeLeft();
  forgetAll();
  keepEnd(end);
  stage.value = { name: 'ended', end, state: atLeaving ? undefined : before };
};

/** The code before may have expired long before its link. */
export const sendNewCode = async (): Promise<void> => {
  if (isBusy.value) return;
  isBusy.value = true;
  const reply = await requestCode({ sessionId, link: link! });
  isBusy.value = false;
  if (reply?.isOk) {
    const { sendings, code } = readAsked();
    const isRenewed = code !== 'unsent';
    return ask({ hints: readHints(reply.body), code: 'sent', sendings: sendings + 1, isRenewed });
  }
  if (reply?.problem.code === 'otp_not_required') return join();
  judge(reply, () => void sendNewCode());
};

/** The device forgets the link when the person leaves; the page keeps it until it is loaded anew. */
export const hasLink = (): boolean => link !== undefined;

export const readWholeLink = (): string => `${location.origin}${location.pathname}#${link}`;

const describeLeft = (end: KeptEnd = { stored: 0, receipt: '' }): KeptEnd => ({
  ...end,
  drawings: listLeft({ sessionId }),
});

const isIn = ({ participantId }: KeptOwner): boolean =>
  stage.value.name === 'inspection' && stage.value.inspection.participantId === participantId;

let describeEnd: (() => KeptEnd | undefined) | undefined;
export const onDescribeEnd = (describe: () => KeptEnd | undefined): void => {
  describeEnd = describe;
};

/** Reasons for leaving an inspection, among them the relay's own words. */
export type Leaving = 'session_ended' | 'invite_expired' | 'replaced' | 'unauthenticated';

export const leave = (reason: Leaving): void => {
  if (stage.value.name === 'inspection') {
    before = stage.value.inspection.state.value;
    stage.value.inspection.close();
  }
  if (reason === 'replaced') return refuse('replaced');
  releaseTab();
  const end = describeLeft(describeEnd?.());
  forgetToken();
  // The link tells whether the session, the invite or only the token has ended.
  atLeaving = end;
  if (reason === 'unauthenticated') return void enter({ isTaking: true });
  if (reason === 'invite_expired') return shutOut('invite_expired');
  forgetAll();
  keepEnd(end);
  stage.value = { name: 'ended', end };
};

/**
 * A person leaves by their own will: nothing of the session stays on the device, and only the link lets it in again.
 */
export const leaveForNow = ({ fieldToken, participantId, close }: Inspection): void => {
  close();
  stage.value = { name: 'left', isTold: undefined };
  releaseTab();
  forget(participantId);
  keepEnd({ stored: 0, receipt: '', hasLeft: true });
  leaver = { sessionId, participantId, fieldToken, link: link! };
  void tellLeavers();
};

/** Tells what persons who have left could not tell, and shows the last of them that it was done. */
export const tellLeavers = async (): Promise<void> => {
  if (!leaver) return tellLeft(isIn);
  const isTold = await leaveOnceTold(leaver, isIn);
  if (isTold) leaver = undefined;
  if (stage.value.name === 'left') stage.value = { name: 'left', isTold };
};
