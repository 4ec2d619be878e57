import { expect, it } from 'vitest';
import * as main from './index.ts';
import * as webhooks from './webhooks.ts';

it('exports this, and no more', () => {
  expect(Object.keys(main).sort()).toEqual([
    'AbortError',
    'ApiError',
    'ApiPromise',
    'AuthenticationError',
    'Campaigns',
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
    'Participants',
    'PaymentRequiredError',
    'PermissionDeniedError',
    'RateLimitError',
    'RequestError',
    'Resources',
    'ServerError',
    'Sessions',
    'TimeoutError',
    'UnprocessableError',
    'UsageError',
    'ValidationError',
    'WebhookEndpoints',
    'WebhookEvents',
    'WebhookVerificationError',
    'composeFetch',
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
