import type { Reply } from '@field-inspection/ui';
import { leaveSession, updateConsent } from './call-service.ts';
import { readTexts } from '../texts/read-page.ts';
import { keepUntold, listUntold, readUntold, type KeptOwner, type Leaver } from './kept-session.ts';
import { isRefusedForGood, tellWithdrawn, type Tell } from './tell-withdrawn.ts';

type IsIn = (owner: KeptOwner) => boolean;

let inTurn: Promise<void> = Promise.resolve();

/**
 * Tells withdrawals and leavings of persons who are not in, in any session, with each one's token: nobody needs to come
 * back for it.
 *
 * @param isIn whether the person's inspection is open, which tells it itself
 */
export const tellLeft = (isIn: IsIn): Promise<void> => {
  inTurn = inTurn.then(async () => {
    for (const owner of listUntold()) await tellOf(owner, isIn);
  });
  return inTurn;
};

/** The token stays on the device until its withdrawals are told. Gives false where that can't be done now. */
export const leaveOnceTold = async (leaver: Leaver, isIn: IsIn): Promise<boolean> => {
  const { fieldToken, link, ...owner } = leaver;
  const untold = readUntold(owner) ?? { matters: [], texts: readTexts() };
  keepUntold(owner, { ...untold, fieldToken, leftBy: link });
  // The browser keeps nothing.
  if (!readUntold(owner)) return isEnded(await leaveSession(fieldToken));
  await tellLeft(isIn);
  return readUntold(owner)?.leftBy === undefined;
};

const isEnded = (reply: Reply<unknown>): boolean => (reply?.isOk ?? false) || isRefusedForGood(reply);

const tellOf = async (owner: KeptOwner, isIn: IsIn): Promise<void> => {
  const { matters, fieldToken, texts } = readUntold(owner) ?? {};
  if (!matters || !fieldToken || !texts || isIn(owner)) return;
  let isDead = false;
  const tell: Tell = async (answers) => {
    const reply = await updateConsent(fieldToken, { ...answers, ...texts });
    isDead ||= isRefusedForGood(reply);
    return reply;
  };
  const told = matters.length > 0 ? await tellWithdrawn(matters, tell) : [];
  // A person who has come in meanwhile, here or in another tab, keeps what is theirs.
  const readNow = () => {
    const now = readUntold(owner);
    return now?.fieldToken === fieldToken && !isIn(owner) ? now : undefined;
  };
  const now = readNow();
  if (!now) return;
  const left = now.matters.filter((matter) => !told.includes(matter));
  keepUntold(owner, { ...now, matters: left, ...(isDead ? GONE : {}) });
  if (isDead || !now.leftBy || left.length > 0) return;
  const reply = await leaveSession(fieldToken);
  const then = readNow();
  if (then && isEnded(reply)) keepUntold(owner, { ...then, ...GONE });
};

/** A dead token can tell nothing, and has nothing to end. */
const GONE = { fieldToken: undefined, leftBy: undefined };
