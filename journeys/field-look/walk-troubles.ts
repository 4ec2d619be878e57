import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { BrowserContext, Page } from 'playwright-core';

export type Trouble = { name: string; page: Page };

const FAULTS = {
  content: `globalThis.fault = undefined;
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (asked) => {
      if (globalThis.fault) throw new DOMException('', globalThis.fault);
      return open(asked);
    };`,
};

const PHOTO = `new Promise((resolve) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  canvas.getContext('2d').fillRect(0, 0, 320, 240);
  canvas.toBlob(async (blob) => resolve([...new Uint8Array(await blob.arrayBuffer())]), 'image/jpeg');
})`;

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();
const sees = (page: Page, text: string) =>
  page.getByText(text).and(page.locator(':visible')).first().waitFor();

/** The service must have the grant first: only granted consents can be withdrawn. */
const allowMicrophone = async (page: Page) => {
  const told = page.waitForResponse(/\/v1\/field\/consent$/);
  await page.getByRole('checkbox', { name: 'Microphone' }).check();
  await told;
  await page.getByRole('checkbox', { name: 'Microphone', checked: true }).waitFor();
};

export async function* walkTroubles(server: TestServer, device: BrowserContext): AsyncGenerator<Trouble> {
  yield* walkCode(server, device);
  const { client } = server;
  const session = await client.sessions.create();
  const { join_url: link } = await client.participants.create(session.id, {});
  yield* walkApp(device, link);
  const page = await device.newPage();
  await page.addInitScript(FAULTS);
  await page.goto(link);
  await sees(page, 'open in another tab');
  yield { name: 'open in another tab', page };
  await press(page, 'Continue here');
  yield* walkFaults(page);
  yield* walkOffline(device, page);
  await page.route(/\/v1\/field\/(uploads|signature)/, (route) => route.abort());
  await device.setOffline(false);
  await client.sessions.end(session.id);
  await page.getByRole('heading', { name: 'The inspection has ended' }).waitFor();
  await press(page, 'Save the file');
  yield { name: 'ended, not all sent', page };
}

const OTP_LIFETIME_MS = 600_000;

async function* walkCode({ client, clock }: TestServer, device: BrowserContext): AsyncGenerator<Trouble> {
  const { id } = await client.sessions.create();
  const invite = await client.participants.create(id, { recipient_email: 'bea@example.com' });
  const page = await device.newPage();
  const enter = async () => page.locator('#otp').fill(invite.otp_code === '000000' ? '000001' : '000000');
  await page.goto(invite.join_url);
  await press(page, 'Join the inspection');
  await page.locator('#otp').waitFor();
  await enter();
  await sees(page, '4 attempts left');
  await press(page, 'Send a new code');
  await sees(page, 'This is a new code');
  yield { name: 'new code', page };
  clock.advance(OTP_LIFETIME_MS);
  await enter();
  await sees(page, 'This code has expired.');
  yield { name: 'code expired', page };
  await press(page, 'Send a new code');
  await sees(page, 'This is a new code');
  await client.participants.revoke(id, invite.id);
  await enter();
  await sees(page, 'no longer valid');
  yield { name: 'revoked', page };
  const told = await client.participants.create(id, { recipient_email: 'bea@example.com', send_code: false });
  await page.goto(told.join_url);
  await press(page, 'Join the inspection');
  await sees(page, 'You need a 6-digit code to join.');
  yield { name: 'code not sent', page };
  await page.close();
}

/** Another app's own browser gives pages no camera. The page stays open. */
async function* walkApp(device: BrowserContext, link: string): AsyncGenerator<Trouble> {
  const page = await device.newPage();
  await page.addInitScript("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })");
  await page.goto(link);
  await sees(page, 'open it in your browser');
  yield { name: 'in another app', page };
  await press(page, 'Join the inspection');
  await allowMicrophone(page);
  await page.route('**/field/consent', (route) => route.abort());
  await page.getByRole('checkbox', { name: 'Microphone' }).uncheck();
  await sees(page, 'Your withdrawal applies now.');
  yield { name: 'withdrawal untold', page };
  await page.unroute('**/field/consent');
  await press(page, 'Continue');
  await press(page, 'Take a photo');
  await sees(page, 'May photos be taken?');
  yield { name: 'consent question', page };
  await press(page, 'Allow photos');
  await sees(page, 'The camera can’t be opened inside this app.');
  yield { name: 'camera, in another app', page };
}

async function* walkFaults(page: Page): AsyncGenerator<Trouble> {
  await page.evaluate("void (globalThis.fault = 'NotAllowedError')");
  await press(page, 'Take a photo');
  await sees(page, 'Your browser does not allow the camera.');
  yield { name: 'camera denied', page };
  await press(page, 'Back');
  await press(page, 'What you allow');
  await allowMicrophone(page);
  await press(page, 'Continue');
  await press(page, 'Show live');
  await page.evaluate("void (globalThis.fault = 'NotFoundError')");
  await press(page, 'Start sharing');
  await sees(page, 'No camera and no microphone were found.');
  yield { name: 'live, nothing found', page };
  await page.goBack();
}

async function* walkOffline(device: BrowserContext, page: Page): AsyncGenerator<Trouble> {
  await press(page, 'Sign');
  await page.locator('.draw-pad').waitFor();
  await press(page, 'Sign');
  await sees(page, 'Enter your name, then sign.');
  yield { name: 'signature asked', page };
  await page.locator('.draw-pad').hover();
  const box = (await page.locator('.draw-pad').boundingBox())!;
  await page.locator('.draw-form input').fill('Ada Byron');
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await device.setOffline(true);
  await press(page, 'Sign');
  await sees(page, 'No connection.');
  yield { name: 'signature, no connection', page };
  await page.goBack();
  await press(page, 'Take a photo');
  const buffer = Buffer.from(await page.evaluate<number[]>(PHOTO));
  await page.getByLabel('Choose a photo').setInputFiles({ name: 'roof.jpg', mimeType: 'image/jpeg', buffer });
  await press(page, 'Use the photo');
  await press(page, 'Back');
  await press(page, /^Your photos/);
  await sees(page, '1 photo is still to be sent.');
  yield { name: 'queue, no connection', page };
  await page.goBack();
  await press(page, 'What you allow');
  await sees(page, 'You can leave once everything is sent.');
  yield { name: 'consent, not all sent', page };
  await page.goBack();
}
