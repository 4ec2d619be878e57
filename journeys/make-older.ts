import { listLacking } from '../script/list-lacking.ts';

/** The oldest supported browsers (docs/field-application.md), by MDN's names. */
export const OLDER_BROWSERS = ['chrome_android', 'firefox', 'safari_ios'] as const;
export type OlderBrowser = (typeof OLDER_BROWSERS)[number];

/**
 * A script that takes away what the older browser lacks by MDN's data, from pages and workers: calling it throws, and a
 * check for it fails.
 */
export const makeOlder = (browser: OlderBrowser): { content: string } => ({
  content: `(${takeAway})(${JSON.stringify(listLacking(browser))});`,
});

// A type goes after its members: all its values keep the prototype of a type that is gone.
const takeAway = `(paths) => {
  for (const path of paths.sort((one, other) => other.length - one.length)) {
    const name = path.pop();
    const owner = path.reduce((value, step) => value?.[step], globalThis);
    if (owner) Reflect.deleteProperty(owner, name);
  }
}`;
