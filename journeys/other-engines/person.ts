import { setTimeout as sleep } from 'node:timers/promises';
import type { Tab } from './engine.ts';

/* Steps of a field person in a tab, in the words of the page. */

/** Guard against hanging. */
const PATIENCE_MS = 30_000;

const waitUntil = async (tab: Tab, expression: string): Promise<void> => {
  const endAtMs = Date.now() + PATIENCE_MS;
  // A loading page can't be read.
  while ((await tab.read(expression).catch(() => false)) !== true) {
    if (Date.now() > endAtMs) {
      throw new Error(`not so: ${expression}\non the page: ${await tab.read('document.body.innerText')}`);
    }
    await sleep(50);
  }
};

export const seesText = (tab: Tab, text: string): Promise<void> =>
  waitUntil(tab, `document.body.innerText.includes(${JSON.stringify(text)})`);

export const seesElement = (tab: Tab, path: string): Promise<void> =>
  waitUntil(
    tab,
    `Boolean(document.evaluate(${JSON.stringify(path)}, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null)
      .singleNodeValue?.checkVisibility({ visibilityProperty: true }) && !document.getAnimations().length)`,
  );

const button = (name: string) => `//button[normalize-space() = "${name}" or @aria-label = "${name}"]`;

export const seesButton = (tab: Tab, name: string): Promise<void> => seesElement(tab, button(name));

export const tap = async (tab: Tab, name: string): Promise<void> => {
  await seesButton(tab, name);
  await tab.click(button(name));
};

export const enter = async (tab: Tab, path: string, text: string): Promise<void> => {
  await seesElement(tab, path);
  await tab.type(path, text);
};

export const allow = async (tab: Tab, matters: readonly string[]): Promise<void> => {
  await seesText(tab, 'What do you allow?');
  for (const matter of matters) {
    const box = `//label[normalize-space() = "${matter}"]/input`;
    await seesElement(tab, box);
    await tab.click(box);
  }
  // A box is set before its answer is recorded; the device keeps what is on record.
  const granted = `Object.values(JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith('field '))[1])
    .state.consent_state).filter((answer) => answer === 'granted')`;
  await waitUntil(tab, `${granted}.length === ${matters.length}`);
};

/** Joins by a link without a code, up to the home screen. */
export const joinAs = async (
  tab: Tab,
  { join_url: joinUrl }: { join_url: string },
  matters: readonly string[],
): Promise<void> => {
  await tab.open(joinUrl);
  await tap(tab, 'Join the inspection');
  await allow(tab, matters);
  await tap(tab, 'Continue');
  await seesButton(tab, 'Take a photo');
};
