import { listLacking } from '../script/list-lacking.ts';

/** The oldest browsers of the list in docs/field-application.md, by MDN's names. */
export const OLDER_BROWSERS = ['chrome_android', 'firefox', 'safari_ios'] as const;
export type OlderBrowser = (typeof OLDER_BROWSERS)[number];

/**
 * Makes a script for pages and workers, which takes away all that the older browser lacks by MDN's data: whoever calls
 * it there throws, as on such a phone, and whoever asks for it first is told that it is not there.
 */
export const makeOlder = (browser: OlderBrowser): { content: string } => ({
  content: `(${takeAway})(${JSON.stringify(listLacking(browser))});`,
});

// A type goes after what stands in it: the prototype of one that has gone is still that of all its values.
const takeAway = `(paths) => {
  for (const path of paths.sort((one, other) => other.length - one.length)) {
    const name = path.pop();
    const owner = path.reduce((value, step) => value?.[step], globalThis);
    if (owner) Reflect.deleteProperty(owner, name);
  }
}`;
