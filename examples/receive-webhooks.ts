import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '@field-inspection/sdk';
import { createWebhookHandler } from '@field-inspection/sdk/webhooks';
import { issueLocalhostCertificate } from './issue-localhost-certificate.ts';
import type { Demo } from './read-demo.ts';

const WAIT_MS = 15_000;

/** An HTTPS receiver on localhost that keeps every event whose signature is right. */
export const receiveWebhooks = async (demo: Demo) => {
  const events: WebhookEvent[] = [];
  const waiting = new Set<() => void>();
  let secret = '';
  const keep = (event: WebhookEvent) => {
    events.push(event);
    for (const wake of waiting) wake();
  };
  const handler = createWebhookHandler({
    // Known once the endpoint is created; the ping before that is answered without it.
    secrets: () => [secret],
    on: {
      'session.created': keep,
      'session.joined': keep,
      'session.evidence.captured': keep,
      'session.completed': keep,
    },
  });
  const certificate = await issueLocalhostCertificate({
    caFile: demo.webhook_ca_file,
    caKeyFile: demo.webhook_ca_key_file,
  });
  const server = createServer(certificate, handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hooks`,
    useSecret: (value: string) => {
      secret = value;
    },
    waitFor: async (matches: (event: WebhookEvent) => boolean): Promise<WebhookEvent> => {
      const deadline = AbortSignal.timeout(WAIT_MS);
      for (;;) {
        const event = events.find(matches);
        if (event) return event;
        await new Promise<void>((resolve, reject) => {
          waiting.add(resolve);
          deadline.addEventListener('abort', () => reject(new Error('the webhook did not arrive in time')), {
            once: true,
          });
        });
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
};
