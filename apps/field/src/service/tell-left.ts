import { leaveSession, updateConsent } from './call-service.ts';
import { keepUntold, listUntold, readUntold, type KeptOwner } from './kept-session.ts';
import { isRefusedForGood, tellWithdrawn } from './tell-withdrawn.ts';

type IsIn = (owner: KeptOwner) => boolean;

let inTurn: Promise<void> = Promise.resolve();

/**
 * Tells what persons who are not in have withdrawn on this device, in whichever session, each with their own token: nobody
 * needs to come back for it.
 *
 * @param isIn whether it is the person whose inspection is open, which tells it itself
 */
export const tellLeft = (isIn: IsIn): Promise<void> => {
  inTurn = inTurn.then(async () => {
    for (const owner of listUntold()) await tellOf(owner, isIn);
  });
  return inTurn;
};

/** Ends what a token may do on this device, but not before what was withdrawn is told with it. */
export const leaveOnceTold = async (
  { fieldToken, ...owner }: KeptOwner & { fieldToken: string },
  isIn: IsIn,
): Promise<void> => {
  const untold = readUntold(owner);
  if (!untold) return void (await leaveSession(fieldToken));
  keepUntold(owner, { ...untold, isLeaving: true });
  await tellLeft(isIn);
};

const tellOf = async (owner: KeptOwner, isIn: IsIn): Promise<void> => {
  const { matters, fieldToken, texts } = readUntold(owner) ?? {};
  if (!matters || !fieldToken || !texts || isIn(owner)) return;
  let isDead = false;
  const told = await tellWithdrawn(matters, async (answers) => {
    const reply = await updateConsent(fieldToken, { ...answers, ...texts });
    isDead ||= isRefusedForGood(reply);
    return reply;
  });
  // Who has come in meanwhile, here or in another tab, keeps what is theirs.
  const now = readUntold(owner);
  if (now?.fieldToken !== fieldToken || isIn(owner)) return;
  const left = now.matters.filter((matter) => !told.includes(matter));
  keepUntold(owner, { ...now, fieldToken: isDead ? undefined : fieldToken, matters: left });
  if (now.isLeaving && left.length === 0) await leaveSession(fieldToken);
};
