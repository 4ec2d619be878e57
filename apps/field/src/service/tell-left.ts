import type { Reply } from '@field-inspection/ui';
import { leaveSession, updateConsent } from './call-service.ts';
import { readTexts } from '../texts/read-page.ts';
import { keepUntold, listUntold, readUntold, type KeptOwner, type Leaver } from './kept-session.ts';
import { isRefusedForGood, tellWithdrawn, type Tell } from './tell-withdrawn.ts';

type IsIn = (owner: KeptOwner) => boolean;

let inTurn: Promise<void> = Promise.resolve();

/**
 * Tells the withdrawals of persons who are not in, and that they have left, in any session, each with their own token:
 * nobody needs to come back for it.
 *
 * @param isIn whether it is the person whose inspection is open, which tells it itself
 */
export const tellLeft = (isIn: IsIn): Promise<void> => {
  inTurn = inTurn.then(async () => {
    for (const owner of listUntold()) await tellOf(owner, isIn);
  });
  return inTurn;
};

/**
 * Ends a token on this device once its withdrawals are told; false where that can't be done now. The token lies on the
 * device until then.
 */
export const leaveOnceTold = async (leaver: Leaver, isIn: IsIn): Promise<boolean> => {
  const { fieldToken, link, ...owner } = leaver;
  const untold = readUntold(owner) ?? { matters: [], texts: readTexts() };
  keepUntold(owner, { ...untold, fieldToken, leftBy: link });
  // A browser that lets nothing be kept.
  if (!readUntold(owner)) return isEnded(await leaveSession(fieldToken));
  await tellLeft(isIn);
  return readUntold(owner)?.leftBy === undefined;
};

/** True once the token has no rights any more. */
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

/** State of a dead token: it can tell nothing, and has nothing to end. */
const GONE = { fieldToken: undefined, leftBy: undefined };
