import type { LocaleText } from '@field-inspection/contract';
import type { Sketch } from '@field-inspection/drawing';
import type { FieldSessionState, Matter } from '../inspection.ts';

/*
 * Keeps a session on a device. The link stays in its tab. The token and the service's last reply stay on the device: a
 * phone drops tabs, changes its address and loses its network. Whoever holds the unlocked phone can go on with them,
 * and with nothing else. They are deleted when the person leaves or the session or invite ends, and the token is dead
 * from then on. Untold withdrawals and leavings are kept for each participant with the token that tells them, beyond
 * the inspection; where that token is dead, the participant's next token tells them.
 */

export type Kept = {
  link: string;
  fieldToken: string;
  state: FieldSessionState;
};

export type LeftDrawing = { name: string; sketch: Sketch };

/** Only a new invitation or another link lets the person in again. */
export type ShutOut = 'otp_locked' | 'invite_redeemed' | 'invite_expired' | 'not_found';

export type KeptEnd = {
  stored: number;
  drawn?: Readonly<Record<string, number>>;
  receipt: string;
  /** Unsent drawings exist nowhere else. */
  drawings?: readonly LeftDrawing[] | undefined;
  shutOut?: ShutOut;
  hasLeft?: boolean;
};

/** Withdrawals and the leaving of a participant that the service does not know yet. */
export type Untold = {
  matters: readonly Matter[];
  /** undefined: the token that may tell it is dead. */
  fieldToken?: string | undefined;
  texts: { text_version: string; locale: LocaleText };
  /** The link that lets a person in again who has left. Their token ends once the leaving is told. */
  leftBy?: string | undefined;
};

export type KeptOwner = { sessionId: string; participantId: string };

/** A person who leaves: the token that is to end, and the link that lets them in again. */
export type Leaver = KeptOwner & { fieldToken: string; link: string };

export const sessionId = location.pathname.split('/').pop()!;
const linkKey = `join ${sessionId}`;
const endKey = `ended ${sessionId}`;
const tokenKey = `field ${sessionId}`;
const draftKeys = `draw ${sessionId} `;
const UNTOLD = 'untold';

// Where the browser forbids storage only a reload is lost.
const ifAllowed = <Value>(work: () => Value): Value | undefined => {
  try {
    return work() ?? undefined;
  } catch {
    return undefined;
  }
};

const readJson = (storage: () => Storage, key: string): unknown =>
  ifAllowed(() => JSON.parse(storage().getItem(key) ?? 'null'));

export const readKept = (link: string | undefined): Kept | undefined => {
  const kept = readJson(() => localStorage, tokenKey) as Kept | undefined;
  return kept && (!link || kept.link === link) ? kept : undefined;
};

export const keep = (kept: Kept): void =>
  void ifAllowed(() => localStorage.setItem(tokenKey, JSON.stringify(kept)));

export const forgetToken = (): void => void ifAllowed(() => localStorage.removeItem(tokenKey));

/** Photos that are not stored outlive the end of a participant's way in. */
export const forget = (participantId: string | undefined): void => {
  // Unsent drawings (draw/keep-draft.ts) are forgotten, too.
  if (participantId) forgetKeys(`${draftKeys}${participantId} `);
  ifAllowed(() => sessionStorage.removeItem(linkKey));
  forgetToken();
};

const forgetKeys = (start: string): void =>
  void ifAllowed(() => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(start));
    for (const key of keys) localStorage.removeItem(key);
  });

const nameUntold = (owner: KeptOwner): string => `${UNTOLD} ${owner.sessionId} ${owner.participantId}`;

export const readUntold = (owner: KeptOwner): Untold | undefined =>
  readJson(() => localStorage, nameUntold(owner)) as Untold | undefined;

export const keepUntold = (owner: KeptOwner, untold: Untold): void =>
  void ifAllowed(() => {
    const key = nameUntold(owner);
    if (untold.matters.length > 0 || untold.leftBy) localStorage.setItem(key, JSON.stringify(untold));
    else localStorage.removeItem(key);
  });

export const listUntold = (): KeptOwner[] => {
  const names = ifAllowed(() => Object.keys(localStorage)) ?? [];
  return names.flatMap((name) => {
    const [kind, sessionId, participantId] = name.split(' ');
    return kind === UNTOLD && sessionId && participantId ? [{ sessionId, participantId }] : [];
  });
};

/** Without a link, finds any person who has left and of whom the service is still to be told. */
export const findLeaving = (link: string | undefined): Leaver | undefined =>
  listUntold()
    .filter((owner) => owner.sessionId === sessionId)
    .map((owner) => ({ ...owner, ...readUntold(owner) }))
    .flatMap(({ participantId, fieldToken, leftBy }) =>
      fieldToken && leftBy && leftBy === (link ?? leftBy)
        ? [{ sessionId, participantId, fieldToken, link: leftBy }]
        : [],
    )[0];

export const forgetAll = (): void => {
  for (const start of [`${UNTOLD} ${sessionId} `, draftKeys]) forgetKeys(start);
  forget(undefined);
};

/** The token stands in the fragment, which no server sees; after a reload the tab has it. */
export const readLink = (): string | undefined => {
  const given = location.hash.slice(1);
  if (!given) return ifAllowed(() => sessionStorage.getItem(linkKey)) ?? readKept(undefined)?.link;
  ifAllowed(() => {
    sessionStorage.setItem(linkKey, given);
    sessionStorage.removeItem(endKey);
  });
  // Else the link would stay in the history, and in any copy of the address.
  history.replaceState(null, '', location.pathname + location.search);
  return given;
};

export const readEnd = (): KeptEnd | undefined =>
  readJson(() => sessionStorage, endKey) as KeptEnd | undefined;

export const keepEnd = (end: KeptEnd): void =>
  void ifAllowed(() => sessionStorage.setItem(endKey, JSON.stringify(end)));
