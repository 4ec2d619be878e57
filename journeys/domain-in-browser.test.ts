import { createServer as createTlsServer } from 'node:https';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { request, type IncomingMessage } from 'node:http';
import { createTestAuthority } from '@field-inspection/server/testing/create-test-authority';
import { openDomainWorld, type DomainWorld } from '@field-inspection/server/testing/open-domain-world';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser, watchPage } from './open-browser.ts';
import { runAxe } from './run-axe.ts';

/** The host's proxy ends TLS, and passes the asked-for name on (docs/self-hosting.md). */
const startTlsProxy = async (baseUrl: string) => {
  const to = new URL(baseUrl);
  const proxy = createTlsServer(createTestAuthority().issue(), (incoming, outgoing) => {
    const onward = request(to, onwardOf(incoming), (reply) => {
      outgoing.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(outgoing);
    });
    incoming.pipe(onward.on('error', () => outgoing.destroy()));
  });
  proxy.on('upgrade', (incoming: IncomingMessage, socket, head: Buffer) => {
    const onward = connect(Number(to.port), to.hostname);
    const lines = incoming.rawHeaders.reduce((all, part, at) => all + part + (at % 2 ? '\r\n' : ': '), '');
    onward.write(`GET ${incoming.url} HTTP/1.1\r\n${lines}\r\n`);
    onward.write(head);
    onward.pipe(socket).pipe(onward);
    for (const side of [onward, socket]) side.on('error', () => void [onward.destroy(), socket.destroy()]);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    close: () => void [proxy.closeAllConnections(), proxy.close()],
  };
};

const onwardOf = ({ method, url, headers }: IncomingMessage) => ({ method, path: url, headers });

describe.runIf(hasBrowser)(
  'the domain of an organisation, in a browser that knows it by its own name',
  () => {
    let world: DomainWorld;
    let proxy: Awaited<ReturnType<typeof startTlsProxy>>;
    beforeAll(async () => {
      world = await openDomainWorld();
      proxy = await startTlsProxy(world.server.baseUrl);
    });
    afterAll(async () => {
      proxy.close();
      await world.server.close();
    });

    it('a person joins by the link of an invite over the domain, live connection included, and no other host is asked', async () => {
      const { client, domain, mint } = await world.openVerified();
      await client.branding.update({ footer: 'Roofs of Milan' });
      const browser = await openBrowser([
        `--host-resolver-rules=MAP ${domain}:443 127.0.0.1:${proxy.port}`,
        '--ignore-certificate-errors',
      ]);
      try {
        const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
        const { requests, faults } = watchPage(page);
        const sockets: string[] = [];
        page.on('websocket', (socket) => sockets.push(new URL(socket.url()).host));
        const { session, invite } = await mint();
        expect(new URL(invite.join_url).host).toBe(domain);
        await page.goto(invite.join_url);
        await page.getByText('Roofs of Milan').first().waitFor();
        await page.getByRole('button', { name: 'Join the inspection' }).click();
        await page.getByRole('heading', { name: 'What do you allow?' }).waitFor();
        await expect.poll(() => sockets).toEqual([domain]);
        expect((await client.sessions.get(session.id)).status).toBe('open');
        expect([...new Set(requests.map(({ url }) => new URL(url).host))]).toEqual([domain]);
        expect(faults).toEqual([]);
      } finally {
        await browser.close();
      }
    });

    it('the page to sign in looks like the organisation there, and leads to the host of the service, also who was invited', async () => {
      const { client, domain } = await world.openVerified();
      await client.branding.update({ footer: 'Roofs of Milan', colours: { primary: '#7a1f1f' } });
      const email = 'invited@example.com';
      await client.members.create({ email, name: 'Ada Rossi', role: 'inspector' });
      await runDueJobs(world.server.context);
      const browser = await openBrowser([
        `--host-resolver-rules=MAP ${domain}:443 127.0.0.1:${proxy.port}`,
        '--ignore-certificate-errors',
      ]);
      try {
        const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
        const { requests, faults } = watchPage(page);
        await page.goto(`https://${domain}/sign-in`);
        await page.getByText('Roofs of Milan').waitFor();
        const onward = page.getByRole('link', { name: 'Continue' });
        expect(await onward.getAttribute('href')).toBe(`${world.server.baseUrl}/sign-in`);
        const colour = "getComputedStyle(document.querySelector('a.button')).backgroundColor";
        expect(await page.evaluate(colour)).toBe('rgb(122, 31, 31)');
        expect(await runAxe(page)).toEqual([]);
        const mail = world.server.post.emails.findLast(({ to }) => to === email)!;
        await page.goto(/\S+\/invitations#[\w-]{43}/.exec(mail.text)![0]);
        await page.getByLabel('E-mail address').fill(email);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'You are a member now' }).waitFor();
        expect([...new Set(requests.map(({ url }) => new URL(url).host))]).toEqual([domain]);
        expect(faults).toEqual([]);
        await page.getByRole('link', { name: 'Sign in' }).click();
        await page.waitForURL(`${world.server.baseUrl}/sign-in`);
        await page.getByLabel('E-mail address').waitFor();
      } finally {
        await browser.close();
      }
    });
  },
);
