import type { FieldSessionState, Matter } from '../inspection.ts';

/*
 * What a device keeps of a session. The link stays in its tab. The token that joining gives stays on the device, with
 * what the service last told: a phone drops tabs, changes its address and loses its network. Whoever holds the unlocked
 * phone can go on with them, as with the page itself, and with nothing else; they are deleted when the person leaves, or
 * the session or the invite ends, and the token is dead from then on. What was withdrawn and could not be told lies
 * beside it, by participant: it outlives the token, for the next one of the same participant to tell.
 */

/** What lies on the device once it has joined. */
export type Kept = {
  link: string;
  fieldToken: string;
  state: FieldSessionState;
};

/** What a tab knows of the end, to say so after a reload. */
export type KeptEnd = {
  /** How many photos of this device the service has stored, and a receipt of them. */
  stored: number;
  receipt: string;
  /** How many of its drawings were not sent. */
  unsentDrawings?: number | undefined;
};

export const sessionId = location.pathname.split('/').pop()!;
const linkKey = `join ${sessionId}`;
const endKey = `ended ${sessionId}`;
const tokenKey = `field ${sessionId}`;
const draftKeys = `draw ${sessionId} `;
const toldKey = `unsent ${sessionId}`;
const untoldKeys = `untold ${sessionId} `;

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

/** What is kept, unless the page was opened by another link: that may be another person's. */
export const readKept = (link: string | undefined): Kept | undefined => {
  const kept = readJson(() => localStorage, tokenKey) as Kept | undefined;
  return kept && (!link || kept.link === link) ? kept : undefined;
};

export const keep = (kept: Kept): void =>
  void ifAllowed(() => localStorage.setItem(tokenKey, JSON.stringify(kept)));

export const forgetToken = (): void => void ifAllowed(() => localStorage.removeItem(tokenKey));

/** What a participant whose way in is over leaves behind: nothing but the photos that are not stored. */
export const forget = (participantId: string | undefined): void => {
  // What was drawn and is not stored goes with it (draw/keep-draft.ts).
  if (participantId) forgetKeys(`${draftKeys}${participantId} `);
  ifAllowed(() => localStorage.removeItem(toldKey));
  ifAllowed(() => sessionStorage.removeItem(linkKey));
  forgetToken();
};

const forgetKeys = (start: string): void =>
  void ifAllowed(() => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(start));
    for (const key of keys) localStorage.removeItem(key);
  });

/** What the participant has withdrawn on this device and is not on the record yet. */
export const readUntold = (participantId: string): readonly Matter[] => {
  const untold = readJson(() => localStorage, untoldKeys + participantId);
  return Array.isArray(untold) ? untold : [];
};

export const keepUntold = (participantId: string, untold: readonly Matter[]): void =>
  void ifAllowed(() => {
    const key = untoldKeys + participantId;
    if (untold.length > 0) localStorage.setItem(key, JSON.stringify(untold));
    else localStorage.removeItem(key);
  });

/** The session has ended: no participant can tell or send anything any more. */
export const forgetAll = (): void => {
  for (const start of [untoldKeys, draftKeys]) forgetKeys(start);
  forget(undefined);
};

/** Whether this device has told the service what it had to send: after that, nothing left is news, too. */
export const hasTold = (): boolean => ifAllowed(() => localStorage.getItem(toldKey)) !== undefined;
export const noteTold = (): void => void ifAllowed(() => localStorage.setItem(toldKey, '1'));

/** The link's token: from the fragment, which no server sees, or from before a reload. */
export const readLink = (): string | undefined => {
  const given = location.hash.slice(1);
  if (!given) return ifAllowed(() => sessionStorage.getItem(linkKey)) ?? readKept(undefined)?.link;
  ifAllowed(() => {
    sessionStorage.setItem(linkKey, given);
    sessionStorage.removeItem(endKey);
  });
  // Else it would stay in the history, and in whatever is copied out of the address bar.
  history.replaceState(null, '', location.pathname + location.search);
  return given;
};

export const readEnd = (): KeptEnd | undefined =>
  readJson(() => sessionStorage, endKey) as KeptEnd | undefined;

export const keepEnd = (end: KeptEnd): void =>
  void ifAllowed(() => sessionStorage.setItem(endKey, JSON.stringify(end)));
