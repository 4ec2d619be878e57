import { expect, it } from 'vitest';
import { composeInvite } from './compose-invite.ts';

it('an invite goes to the address by the channel that was chosen, and to nobody from hand to hand', () => {
  const typed = { name: 'Ada  De Rossi', address: 'ada@example.com' };
  const named = { recipient_first_name: 'Ada', recipient_last_name: 'De Rossi' };
  expect(composeInvite({ channel: 'email', ...typed })).toEqual({
    ...named,
    recipient_email: 'ada@example.com',
    send_email: true,
  });
  expect(composeInvite({ channel: 'sms', name: '', address: '+39 1' })).toEqual({
    recipient_first_name: '',
    recipient_last_name: '',
    recipient_phone: '+39 1',
    send_sms: true,
  });
  expect(composeInvite({ channel: 'hand', ...typed })).toEqual({});
});
