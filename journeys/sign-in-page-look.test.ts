import { LOCALES } from '@field-inspection/contract';
import { signInAgain } from '@field-inspection/server/testing/sign-in';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signInCatalogues } from '../apps/server/src/http/pages/page-catalogues.ts';
import { hasBrowser, openBrowser } from './open-browser.ts';
import { runAxe } from './run-axe.ts';
import { openSignInDevice, openSignInWorld, type SignInWorld } from './sign-in-page/open-sign-in-world.ts';

let world: SignInWorld;
let browser: Browser;
let phone: Awaited<ReturnType<typeof openSignInDevice>>;

async function* showScreens() {
  const { askForCode, open, openLink, page } = phone;
  const member = await world.add();
  await open();
  await page.locator('#email').waitFor();
  yield 'start';
  await askForCode(`a.person.with.a.long.name@${'inspections.'.repeat(3)}example.com`);
  await page.locator('#otp').fill('12');
  await page.keyboard.press('Enter');
  await page.locator('.error:not(:empty)').waitFor();
  yield 'code';
  await page.evaluate('sessionStorage.clear()');
  await page.goto('about:blank');
  await open(`/sign-in#${'x'.repeat(42)}`);
  await page.locator('.error:not(:empty)').waitFor();
  yield 'link';
  await page.goto('about:blank');
  await openLink(member, '?return=%2Fsign-in');
  await page.locator('.session').waitFor();
  await signInAgain(world.server.context, member.memberId);
  await open('/sign-in?return=%2Fdocs');
  await page.locator('.session').nth(1).waitFor();
  await addPasskey(member);
  await page.reload();
  await page.locator('.passkey').waitFor();
  yield 'in';
  await page.locator('.passkey .button').click();
  await page.locator('#name').waitFor();
  yield 'passkey';
  await open('/sign-in?step_up');
  await page.locator('h1:focus').waitFor();
  yield 'step';
}

const addPasskey = ({ organisationId, memberId }: { organisationId: string; memberId: string }) =>
  world.server.context.database.prisma.passkey.create({
    data: {
      organisation_id: organisationId,
      id: world.server.context.ids.next(),
      member_id: memberId,
      raw_id: Uint8Array.from(Buffer.from(memberId)),
      public_key: Uint8Array.of(0),
      counter: 0,
      name: 'My-phone-'.repeat(2),
      transports: ['internal'],
      backed_up: true,
      created_at: world.server.clock.now(),
      last_used_at: world.server.clock.now(),
    },
  });

const listTooWide = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
    .map((each) => each.outerHTML.slice(0, 80))`);

describe.runIf(hasBrowser)('how the page to sign in looks and what it says', () => {
  beforeAll(async () => {
    world = await openSignInWorld();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });
  afterEach(async () => {
    expect(phone.watched.faults.filter((fault) => !fault.includes('/v1/'))).toEqual([]);
    await phone.device.close();
  });

  it.each(LOCALES)(
    'has room for every text on the smallest phone, in %s, also from right to left',
    async (locale) => {
      phone = await openSignInDevice(browser, world, locale);
      const { page } = phone;
      await page.setViewportSize({ width: 320, height: 568 });
      for await (const screen of showScreens()) {
        expect([screen, await listTooWide(page)]).toEqual([screen, []]);
        await page.evaluate("document.documentElement.dir = 'rtl'");
        expect([screen, await listTooWide(page)]).toEqual([screen, []]);
      }
    },
  );

  it.each(['light', 'dark'] as const)('axe finds nothing on any screen, in %s', async (colorScheme) => {
    phone = await openSignInDevice(browser, world);
    await phone.page.emulateMedia({ colorScheme });
    for await (const screen of showScreens())
      expect([screen, await runAxe(phone.page)]).toEqual([screen, []]);
  });

  it.each([
    ['error.network', 'no network'],
    ['error.rate_limited', 429, 'rate_limited'],
    ['error.unexpected', 503, 'unavailable'],
    ['error.unexpected', 403, 'foreign_origin'],
    ['start.invalid', 400, 'validation_error'],
  ] as const)('says %s where the service answers %s', async (key, status, code?: string) => {
    phone = await openSignInDevice(browser, world, 'de');
    const { open, page, person } = phone;
    await open();
    await page.locator('#email').waitFor();
    await page.route('**/v1/sign-in', (route) =>
      status === 'no network'
        ? route.abort('internetdisconnected')
        : route.fulfill({ status, json: { code } }),
    );
    await page.locator('#email').fill('ada@example.com');
    await page.keyboard.press('Enter');
    await person.isRefused(signInCatalogues.de[key]);
    expect(await page.locator('#email').inputValue()).toBe('ada@example.com');
  });

  it('waits for a slow answer, takes no second tap meanwhile, and begins once more where none came at all', async () => {
    phone = await openSignInDevice(browser, world);
    const { open, page, person, watched } = phone;
    let goOn = (): void => undefined;
    await page.route('**/v1/me', (route) => route.abort('internetdisconnected'), { times: 1 });
    await open();
    await person.isRefused('No connection. Check your internet access, then try again.');
    await person.press('Try again');
    await page.locator('#email').fill('ada@example.com');
    await page.route('**/v1/sign-in', async (route) => {
      await new Promise<void>((resolve) => (goOn = resolve));
      await route.continue();
    });
    await person.press('Send me the code');
    await person.sees('One moment…');
    await page.locator('#email').press('Enter');
    goOn();
    await person.hasCodeField();
    expect(watched.requests.filter(({ url }) => url.endsWith('/v1/sign-in'))).toHaveLength(1);
  });
});
