import { signal, type ReadonlySignal } from '@preact/signals';
import type { ConsentAnswers, FieldSessionState, Inspection, Matter } from '../inspection.ts';
import { readTexts } from '../texts/read-page.ts';
import { getFieldState, tellDone, updateConsent } from './call-service.ts';
import { keep, keepUntold, readUntold, sessionId, type Kept } from './kept-session.ts';
import { isRefusedForGood, tellWithdrawn, type Tell } from './tell-withdrawn.ts';

type Opening = Kept & {
  /** Told once the token or the session is dead. */
  onEnd: () => void;
};

/** The service's replies, and answers that it did not get, are kept on the device. */
export const openInspection = ({ link, fieldToken, onEnd, ...kept }: Opening): Inspection => {
  const state = signal(kept.state);
  const participantId = kept.state.participant.id;
  const owner = { sessionId, participantId };
  const untold = signal(readUntold(owner)?.matters ?? []);
  let isClosed = false;
  const save = () => keep({ link, fieldToken, state: state.value });
  const learn = (told: FieldSessionState) => {
    if (isClosed) return;
    state.value = told;
    save();
  };
  const keepMatters = (matters: readonly Matter[]) => {
    if (isClosed) return;
    untold.value = matters;
    keepUntold(owner, { matters, fieldToken, texts: readTexts() });
  };
  const refresh = async () => {
    // A reply read now would not know an answer that is on its way.
    await settle();
    const lastAnswer = settle();
    const reply = await getFieldState(fieldToken);
    if (isClosed) return;
    // Answers given meanwhile are missing in this reply; the reply to them tells what is on record.
    const known = settle() === lastAnswer ? {} : { consent_state: state.value.consent_state };
    if (reply?.isOk && !hasEnded(reply.body)) return learn({ ...reply.body, ...known });
    if (reply?.isOk || reply?.status === 401) onEnd();
  };
  const { record, tellUntold, settle } = createRecord({
    tell: async (answers) => {
      const reply = await updateConsent(fieldToken, { ...answers, ...readTexts() });
      if (reply?.isOk) learn({ ...state.value, consent_state: reply.body });
      if (isRefusedForGood(reply)) void refresh();
      return reply;
    },
    untold,
    onUntold: keepMatters,
  });
  save();
  // Withdrawals that an earlier token could not tell go first, before anything is asked or shared. A person who had
  // left has come back.
  if (readUntold(owner)) keepMatters(untold.value);
  tellUntold();
  return {
    sessionId,
    participantId,
    fieldToken,
    state,
    untold,
    refresh,
    isAllowed: (matter) => state.value.consent_state[matter] === 'granted' && !untold.value.includes(matter),
    tellConsent: record,
    tellUntold,
    tellDone: async () => {
      const reply = await tellDone(fieldToken);
      if (reply?.isOk) learn({ ...state.value, participant: { ...state.value.participant, ...reply.body } });
      return reply;
    },
    close: () => {
      isClosed = true;
    },
  };
};

export const hasEnded = ({ session }: Pick<FieldSessionState, 'session'>): boolean =>
  session.status === 'closed' || session.status === 'expired';

type Recording = {
  tell: Tell;
  untold: ReadonlySignal<readonly Matter[]>;
  onUntold: (matters: readonly Matter[]) => void;
};

const createRecord = ({ tell, untold, onUntold }: Recording) => {
  let inTurn: Promise<boolean> = Promise.resolve(true);
  let isWaiting = false;
  const settleMatters = (told: readonly Matter[]) => {
    if (told.length > 0) onUntold(untold.value.filter((matter) => !told.includes(matter)));
  };
  const send = async (answers: ConsentAnswers): Promise<boolean> => {
    const isRecorded = (await tell(answers))?.isOk ?? false;
    if (isRecorded) settleMatters(Object.keys(answers) as Matter[]);
    return isRecorded;
  };
  const sendUntold = async () => {
    // The list is read now, since a grant before it may have settled it.
    if (untold.value.length > 0) settleMatters(await tellWithdrawn(untold.value, tell));
    isWaiting = false;
    return untold.value.length === 0;
  };
  return {
    record: (answers: ConsentAnswers): Promise<boolean> => {
      const withdrawn = listWithdrawn(answers);
      // A withdrawal holds from now on, and is told again until it is on record.
      if (withdrawn.length > 0) onUntold([...new Set([...untold.value, ...withdrawn])]);
      inTurn = inTurn.then(() => send(answers));
      return inTurn;
    },
    tellUntold: (): void => {
      if (isWaiting || untold.value.length === 0) return;
      isWaiting = true;
      inTurn = inTurn.then(sendUntold);
    },
    settle: () => inTurn,
  };
};

const listWithdrawn = (answers: ConsentAnswers): Matter[] =>
  (Object.keys(answers) as Matter[]).filter((matter) => answers[matter] === 'revoked');
