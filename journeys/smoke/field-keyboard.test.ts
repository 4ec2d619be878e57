import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../open-browser.ts';
import { usePhone } from '../use-phone.ts';

const MOST_TABS = 30;

describe.runIf(hasBrowser)('the field application, by keyboard alone', () => {
  let server: TestServer;
  let page: Page;
  usePhone((phone) => void ({ server, page } = phone), {
    context: { viewport: { width: 360, height: 740 } },
  });

  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const goTo = async (role: 'button' | 'checkbox' | 'textbox' | 'application', name: string | RegExp) => {
    const target = page.getByRole(role, { name, exact: true }).and(page.locator(':visible')).first();
    await target.waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if ((await target.and(page.locator(':focus')).count()) > 0) return;
      await press('Tab');
    }
    throw new Error(`Tab does not lead to ${String(name)}`);
  };
  const push = async (name: string | RegExp) => {
    await goTo('button', name);
    await press('Enter');
  };
  const drawLine = async () => {
    await goTo('application', /./);
    await press('Space', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Space');
  };
  const sees = (text: string | RegExp) =>
    page.getByText(text).and(page.locator(':visible')).first().waitFor();

  it('leads by Tab, Enter, Space and arrows from the link over photo, drawing, sketch, signature, queue and live picture to the end', async () => {
    const { id } = await server.client.sessions.create();
    const { join_url, otp_code } = await server.client.participants.create(id, {
      recipient_email: 'anna@example.com',
    });
    await page.goto(join_url);
    await push('Join the inspection');
    await page.locator('#otp:focus').waitFor();
    expect(await page.locator('#otp').getAttribute('autocomplete')).toBe('one-time-code');
    await page.keyboard.type(otp_code!);
    for (const matter of ['Camera', 'Microphone']) {
      await goTo('checkbox', matter);
      await press('Space');
      await page.getByRole('checkbox', { name: matter, checked: true }).waitFor();
    }
    await push('Continue');
    await push('Take a photo');
    await push('Take the photo');
    await push('Draw on it');
    await drawLine();
    await push('Send');
    await sees('Stored');
    await push('Back');
    await push('Back');
    await push('Draw a sketch');
    await drawLine();
    await push('Send');
    await sees('Stored');
    await push('Back');
    await push('Sign');
    await goTo('textbox', 'Your first and last name');
    await page.keyboard.type('Anna Rossi');
    await drawLine();
    await push('Sign');
    await sees('Stored');
    await push('Back');
    await push('Your photos');
    await sees('1 photo is stored.');
    while (!(await page.evaluate("document.activeElement.matches('summary')"))) await press('Tab');
    await press('Enter');
    await sees('Entry in the record');
    await push('Back');
    await push('Show live');
    await push('Start sharing');
    await sees('Nobody is watching.');
    await push('Stop sharing');
    await push('What you allow');
    await sees('What do you allow?');
    await server.client.sessions.end(id);
    await push('Save the receipt');
    const kinds = (await server.client.evidence.list({ session_id: id })).data.map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['annotation', 'photo', 'signature', 'whiteboard']);
  });
});
