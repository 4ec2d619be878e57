import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import * as main from './index.ts';
import * as resources from './resources/resources.ts';
import * as webhooks from './webhooks.ts';

it('exports this beside what is generated from the contract, and no more', () => {
  const written = Object.keys(main).filter((name) => !(name in resources));
  expect(written.sort()).toEqual([
    'AbortError',
    'ApiError',
    'ApiPromise',
    'AuthenticationError',
    'ConflictError',
    'ConnectionError',
    'DeadlineExceededError',
    'FieldInspection',
    'FieldInspectionError',
    'GoneError',
    'LockedError',
    'NotFoundError',
    'Page',
    'PagePromise',
    'PaginationLoopError',
    'PayloadTooLargeError',
    'PaymentRequiredError',
    'PermissionDeniedError',
    'PreconditionFailedError',
    'RangeNotSatisfiableError',
    'RateLimitError',
    'RequestError',
    'ServerError',
    'TimeoutError',
    'UnprocessableError',
    'UnreachableStateError',
    'UnsupportedMediaTypeError',
    'UsageError',
    'ValidationError',
    'WebhookVerificationError',
    'composeFetch',
    'createLimiter',
    'createMemoryDedupe',
    'createWebhookHandler',
    'logAttempts',
    'receiveWebhook',
    'signWebhook',
    'verifyWebhook',
    'verifyWebhookAsync',
  ]);
});

it('has a smaller entry for receivers of webhooks', () => {
  expect(Object.keys(webhooks).sort()).toEqual([
    'FieldInspectionError',
    'UsageError',
    'WebhookVerificationError',
    'createMemoryDedupe',
    'createWebhookHandler',
    'receiveWebhook',
    'signWebhook',
    'verifyWebhook',
    'verifyWebhookAsync',
  ]);
});

it('has a README that names each resource of the client once', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const rows = readme
    .split('## Resources')[1]!
    .split('\n## ')[0]!
    .matchAll(/^\| `(\w+)` +\|/gm);
  const client = new main.FieldInspection({ apiKey: 'fis_key', baseUrl: 'https://inspect.example.com' });
  expect([...rows].map(([, name]) => name).sort()).toEqual(Object.keys(client).sort());
});
