import { signal } from '@preact/signals';
import type { ConsentAnswers, FieldSessionState, Inspection, Matter } from '../inspection.ts';
import { readPage } from '../texts/read-page.ts';
import { getFieldState, updateConsent } from './call-service.ts';
import { keep, keepUntold, readUntold, sessionId, type Kept } from './kept-session.ts';

type Opening = Kept & {
  /** The token is dead, or the session is. */
  onEnd: () => void;
};

/** The inspection as the rooms work with it; what the service tells, and what it could not be told, is kept. */
export const openInspection = ({ link, fieldToken, onEnd, ...kept }: Opening): Inspection => {
  const state = signal(kept.state);
  const participantId = kept.state.participant.id;
  const untold = signal(readUntold(participantId));
  let isClosed = false;
  const save = () => keep({ link, fieldToken, state: state.value });
  const learn = (told: FieldSessionState) => {
    if (isClosed) return;
    state.value = told;
    save();
  };
  const { record, settle } = createRecord({
    fieldToken,
    onRecorded: (consents) => learn({ ...state.value, consent_state: consents }),
    onUntold: (matters) => {
      if (isClosed) return;
      untold.value = matters;
      keepUntold(participantId, matters);
    },
    readUntold: () => untold.value,
  });
  save();
  // Before anything else is asked or shared: what an earlier token could not tell.
  if (untold.value.length > 0) void record(withdraw(untold.value));
  return {
    sessionId,
    participantId,
    fieldToken,
    state,
    untold,
    refresh: async () => {
      // An answer on its way would be unknown to the reply.
      await settle();
      const lastAnswer = settle();
      const reply = await getFieldState(fieldToken);
      if (isClosed) return;
      // Nor does it know one that was given meanwhile: the reply to that tells what is on record.
      const known = settle() === lastAnswer ? {} : { consent_state: state.value.consent_state };
      if (reply?.isOk && !hasEnded(reply.body)) return learn({ ...reply.body, ...known });
      if (reply?.isOk || reply?.status === 401) onEnd();
    },
    isAllowed: (matter) => state.value.consent_state[matter] === 'granted' && !untold.value.includes(matter),
    tellConsent: record,
    close: () => {
      isClosed = true;
    },
  };
};

/** Whether nothing more is taken. */
export const hasEnded = ({ session }: Pick<FieldSessionState, 'session'>): boolean =>
  session.status === 'closed' || session.status === 'expired';

type Recording = {
  fieldToken: string;
  onRecorded: (consents: FieldSessionState['consent_state']) => void;
  onUntold: (matters: readonly Matter[]) => void;
  readUntold: () => readonly Matter[];
};

// One after the other: a grant that overtakes a withdrawal would undo it.
const createRecord = ({ fieldToken, onRecorded, onUntold, readUntold }: Recording) => {
  let inTurn: Promise<boolean> = Promise.resolve(true);
  const send = async (answers: ConsentAnswers): Promise<boolean> => {
    const reply = await updateConsent(fieldToken, {
      ...answers,
      text_version: readPage().consentTextVersion,
      locale: document.documentElement.lang,
    });
    const isRecorded = reply?.isOk ?? false;
    if (reply?.isOk) onRecorded(reply.body);
    if (isRecorded) onUntold(subtract(readUntold(), answers));
    return isRecorded;
  };
  return {
    record: (answers: ConsentAnswers): Promise<boolean> => {
      const withdrawn = listWithdrawn(answers);
      // It holds from now on, and is told again until it is on record.
      if (withdrawn.length > 0) onUntold([...new Set([...readUntold(), ...withdrawn])]);
      inTurn = inTurn.then(() => send(answers));
      return inTurn;
    },
    settle: () => inTurn,
  };
};

/** The answers that withdraw each matter. */
export const withdraw = (matters: readonly Matter[]): ConsentAnswers =>
  Object.fromEntries(matters.map((matter) => [matter, 'revoked']));

const listWithdrawn = (answers: ConsentAnswers): Matter[] =>
  (Object.keys(answers) as Matter[]).filter((matter) => answers[matter] === 'revoked');

const subtract = (matters: readonly Matter[], answers: ConsentAnswers): Matter[] =>
  matters.filter((matter) => !(matter in answers));
