import { createHash } from 'node:crypto';
import type { joinSession } from '@field-inspection/sdk/field';
import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { takePhoto } from '@field-inspection/server/testing/take-photo';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundle } from '../packages/sdk/src/testing/bundle.ts';
import { makeOlder, OLDER_BROWSERS, type OlderBrowser } from './make-older.ts';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe.skipIf(!hasBrowser)('in a browser', () => {
  it.each<[string, OlderBrowser | undefined]>([
    ['today', undefined],
    ...OLDER_BROWSERS.map(
      (name) => [`where all is missing that the oldest ${name} lacks,`, name] as [string, OlderBrowser],
    ),
  ])('%s a page joins, consents, sends a photo and an upload, and leaves', async (_, older) => {
    const browser = await openBrowser();
    onTestFinished(() => browser.close());
    const context = await browser.newContext({ bypassCSP: true });
    if (older) await context.addInitScript(makeOlder(older));
    const page = await context.newPage();
    // Any page of the service's origin will do.
    await page.goto(`${server.baseUrl}/livez`);
    const { requests, faults } = watchPage(page);
    const code = Buffer.from(await bundle('joinSession', 'field.ts')).toString('base64');
    const content = `import * as sdk from 'data:text/javascript;base64,${code}'; globalThis.sdk = sdk;`;
    await page.addScriptTag({ type: 'module', content });
    await page.waitForFunction('globalThis.sdk');
    const { session, invite } = await mintInviteFor(server);
    const photos = [await takePhoto(), await takePhoto()];
    const told = await page.evaluate(
      async ({ joinUrl, otpCode, base64 }) => {
        const { joinSession: join } = (globalThis as unknown as { sdk: { joinSession: typeof joinSession } })
          .sdk;
        const asked = await join(joinUrl);
        const result = await join(joinUrl, { otpCode });
        if (result.status !== 'joined') throw new Error(result.status);
        const { field } = result;
        await field.updateConsent({ camera: 'granted' });
        const [photo, large] = base64.map(
          (text) =>
            new File([Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0))], 'a.jpg', {
              type: 'image/jpeg',
            }),
        );
        const sent = await field.evidence.createPhoto(photo!);
        const upload = await field.uploads.start(large!);
        const uploaded = await upload.finish({ partBytes: 1000 });
        await field.leave();
        return { asked: asked.status, hashes: [sent.received_sha256, uploaded.received_sha256] };
      },
      {
        joinUrl: invite.join_url,
        otpCode: invite.otp_code!,
        base64: photos.map((photo) => photo.toString('base64')),
      },
    );
    expect(told).toEqual({
      asked: 'otp_required',
      hashes: photos.map((photo) => createHash('sha256').update(photo).digest('hex')),
    });
    expect(faults).toEqual([]);
    // The invite is pinned to the browser's user agent, as by the page behind the link.
    const calls = requests.filter(({ url }) => url.includes('/v1/'));
    for (const { headers } of calls) expect(headers['user-agent']).toMatch(/^Mozilla/);
    const entries = await server.client.evidence.listChain(session.id).toArray({ limit: 100 });
    expect(entries.map(({ kind }) => kind)).toContain('participant.left');
  });
});
