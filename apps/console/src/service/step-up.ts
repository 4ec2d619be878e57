import { ROOT_URL } from '../words/words.ts';

/** The way over the page to sign in, and back to this screen. */
const wayBack = (): string => `return=${encodeURIComponent(location.pathname + location.search)}`;

export const signInHref = (): string => `${new URL('sign-in', ROOT_URL).href}?${wayBack()}`;

export const stepUpHref = (): string => `${new URL('sign-in', ROOT_URL).href}?step_up&${wayBack()}`;
