/*
 * What a device keeps of a session. The link stays in its tab, until the device has joined. The token that joining
 * gives stays on the device: a phone drops tabs and changes its address, and the link lets in only the address that
 * redeemed it. Whoever holds the unlocked phone can go on with it, as with the page itself, and with nothing else; it
 * is deleted when the session or the invite ends, and is dead from then on.
 */

const sessionId = location.pathname.split('/').at(-1);
const linkKey = `join ${sessionId}`;
const tokenKey = `field ${sessionId}`;

/** Stands where the link's token was, once the session has ended: a reload then says so. No token looks like it. */
export const ENDED = 'ended';

// A browser may forbid storage; then only a reload is lost.
const ifAllowed = (work) => {
  try {
    return work() ?? undefined;
  } catch {
    return undefined;
  }
};

const readKept = () => ifAllowed(() => JSON.parse(localStorage.getItem(tokenKey)));

/** The link's token: from the fragment, which no server sees, or from before a reload. */
export const readLink = () => {
  const given = location.hash.slice(1);
  if (!given) return ifAllowed(() => sessionStorage.getItem(linkKey)) ?? readKept()?.link;
  ifAllowed(() => sessionStorage.setItem(linkKey, given));
  // Else it would stay in the history, and in whatever is copied out of the address bar.
  history.replaceState(null, '', location.pathname);
  return given;
};

/** The token that this device got by that link; another link of the session may be another person's. */
export const readFieldToken = (link) => {
  const kept = readKept();
  return kept?.link === link ? kept?.fieldToken : undefined;
};

export const keepFieldToken = (link, fieldToken) =>
  ifAllowed(() => localStorage.setItem(tokenKey, JSON.stringify({ link, fieldToken })));

export const forgetFieldToken = () => ifAllowed(() => localStorage.removeItem(tokenKey));

export const rememberEnd = () => ifAllowed(() => sessionStorage.setItem(linkKey, ENDED));
