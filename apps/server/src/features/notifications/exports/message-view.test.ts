import { expect, test } from 'vitest';
import { viewMessage } from './message-view.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 14, minute));
const row = {
  id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
  kind: 'otp',
  channel: 'email',
  created_at: at(0),
  sent_at: null,
  cancelled_at: null,
  fate: null,
  fate_at: null,
  fate_reason: null,
};

test.each([
  ['queued', {}, 0],
  ['sent', { sent_at: at(1) }, 1],
  ['cancelled', { cancelled_at: at(1) }, 1],
  ['sent', { sent_at: at(2), cancelled_at: at(1) }, 2],
  ['delivered', { sent_at: at(1), fate: 'delivered', fate_at: at(2) }, 2],
  ['bounced', { sent_at: at(1), fate: 'bounced', fate_at: at(2), fate_reason: 'mailbox_full' }, 2],
  ['failed', { cancelled_at: at(1), fate: 'failed', fate_at: at(1), fate_reason: 'expired' }, 1],
])('%s: %j', (status, change, minute) => {
  const { reason, ...view } = viewMessage({ ...row, ...change });
  expect(view).toMatchObject({ status, updated_at: at(minute).toISOString() });
  expect(reason).toBe('fate_reason' in change ? change.fate_reason : null);
});

test('says neither whom it is to nor what is in it', () => {
  const whole = { ...row, recipient: 'ada@example.com', secret_sealed: 'sealed', locale: 'en' };
  expect(Object.keys(viewMessage(whole))).toEqual([
    'id',
    'kind',
    'channel',
    'status',
    'reason',
    'updated_at',
  ]);
});
