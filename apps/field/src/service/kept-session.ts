import type { LocaleText } from '@field-inspection/contract';
import type { Sketch } from '@field-inspection/drawing';
import type { FieldSessionState, Matter } from '../inspection.ts';

/*
 * Keeps a session on a device. The link stays in its tab. The token that joining gives stays on the device, with the
 * service's last reply: a phone drops tabs, changes its address and loses its network. Whoever holds the unlocked phone
 * can go on with them, as with the page itself, and with nothing else; they are deleted when the person leaves, or the
 * session or the invite ends, and the token is dead from then on. Withdrawals that could not be told lie beside it, by
 * participant, with the token to tell them with: they outlive the inspection, whoever opens the next, and where that
 * token is dead the next one of the same participant tells them. The leaving of a person is kept likewise, with their
 * link.
 */

/** State kept on the device once it has joined. */
export type Kept = {
  link: string;
  fieldToken: string;
  state: FieldSessionState;
};

/** Drawing that is not stored. Its name is the hash of its photo, where it is on one. */
export type LeftDrawing = { name: string; sketch: Sketch };

/** Reason that a link lets nobody in any more: only a new invitation, or another link, can mend it. */
export type ShutOut = 'otp_locked' | 'invite_redeemed' | 'invite_expired' | 'not_found';

/** Facts that a tab keeps about the end, to say so after a reload. */
export type KeptEnd = {
  /** Number of this device's photos that the service has stored, of drawings by kind, and their receipt. */
  stored: number;
  drawn?: Readonly<Record<string, number>>;
  receipt: string;
  /** Its drawings that were not sent: nothing else has them any more. */
  drawings?: readonly LeftDrawing[] | undefined;
  /** The way in is over, and not the session. */
  shutOut?: ShutOut;
  /** The person has left by their own will. */
  hasLeft?: boolean;
};

/** Withdrawals, and the leaving, of a participant that the service is still to be told of. */
export type Untold = {
  matters: readonly Matter[];
  /** The token that may tell it; undefined once that is dead. */
  fieldToken?: string | undefined;
  texts: { text_version: string; locale: LocaleText };
  /** Link that lets a person in again who has left; their token is to end once that is told. */
  leftBy?: string | undefined;
};

export type KeptOwner = { sessionId: string; participantId: string };

/** Person who leaves, with the token that is to end, and the link that lets them in again. */
export type Leaver = KeptOwner & { fieldToken: string; link: string };

export const sessionId = location.pathname.split('/').pop()!;
const linkKey = `join ${sessionId}`;
const endKey = `ended ${sessionId}`;
const tokenKey = `field ${sessionId}`;
const draftKeys = `draw ${sessionId} `;
const UNTOLD = 'untold';

// A browser may forbid storage; then only a reload is lost.
const ifAllowed = <Value>(work: () => Value): Value | undefined => {
  try {
    return work() ?? undefined;
  } catch {
    return undefined;
  }
};

const readJson = (storage: () => Storage, key: string): unknown =>
  ifAllowed(() => JSON.parse(storage().getItem(key) ?? 'null'));

/** Reads the kept state, unless the page was opened by another link: that may be another person's. */
export const readKept = (link: string | undefined): Kept | undefined => {
  const kept = readJson(() => localStorage, tokenKey) as Kept | undefined;
  return kept && (!link || kept.link === link) ? kept : undefined;
};

export const keep = (kept: Kept): void =>
  void ifAllowed(() => localStorage.setItem(tokenKey, JSON.stringify(kept)));

export const forgetToken = (): void => void ifAllowed(() => localStorage.removeItem(tokenKey));

/** Forgets all of a participant whose way in is over but the photos that are not stored. */
export const forget = (participantId: string | undefined): void => {
  // Unsent drawings are forgotten, too (draw/keep-draft.ts).
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

/** Lists the participants of this device with something untold, in any session. */
export const listUntold = (): KeptOwner[] => {
  const names = ifAllowed(() => Object.keys(localStorage)) ?? [];
  return names.flatMap((name) => {
    const [kind, sessionId, participantId] = name.split(' ');
    return kind === UNTOLD && sessionId && participantId ? [{ sessionId, participantId }] : [];
  });
};

/** Finds a person who has left and is still to be reported, with the token for it: by this link, if one is known. */
export const findLeaving = (link: string | undefined): Leaver | undefined =>
  listUntold()
    .filter((owner) => owner.sessionId === sessionId)
    .map((owner) => ({ ...owner, ...readUntold(owner) }))
    .flatMap(({ participantId, fieldToken, leftBy }) =>
      fieldToken && leftBy && leftBy === (link ?? leftBy)
        ? [{ sessionId, participantId, fieldToken, link: leftBy }]
        : [],
    )[0];

/** The session has ended: no participant can tell or send anything any more. */
export const forgetAll = (): void => {
  for (const start of [`${UNTOLD} ${sessionId} `, draftKeys]) forgetKeys(start);
  forget(undefined);
};

/** The link's token: from the fragment, which no server sees, or from before a reload. */
export const readLink = (): string | undefined => {
  const given = location.hash.slice(1);
  if (!given) return ifAllowed(() => sessionStorage.getItem(linkKey)) ?? readKept(undefined)?.link;
  ifAllowed(() => {
    sessionStorage.setItem(linkKey, given);
    sessionStorage.removeItem(endKey);
  });
  // The link would stay in the history, and in whatever is copied out of the address bar.
  history.replaceState(null, '', location.pathname + location.search);
  return given;
};

export const readEnd = (): KeptEnd | undefined =>
  readJson(() => sessionStorage, endKey) as KeptEnd | undefined;

export const keepEnd = (end: KeptEnd): void =>
  void ifAllowed(() => sessionStorage.setItem(endKey, JSON.stringify(end)));
