import { expect, it } from 'vitest';
import * as main from './index.ts';
import * as webhooks from './webhooks.ts';

it('exports this, and no more', () => {
  expect(Object.keys(main).sort()).toEqual([
    'AbortError',
    'ApiError',
    'AuthenticationError',
    'ConflictError',
    'ConnectionError',
    'FieldInspection',
    'FieldInspectionError',
    'GoneError',
    'LockedError',
    'NotFoundError',
    'PaginationLoopError',
    'PaymentRequiredError',
    'PermissionDeniedError',
    'RateLimitError',
    'RequestError',
    'ServerError',
    'TimeoutError',
    'UnprocessableError',
    'UsageError',
    'ValidationError',
    'WebhookVerificationError',
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
    'signWebhook',
    'verifyWebhook',
    'verifyWebhookAsync',
  ]);
});
