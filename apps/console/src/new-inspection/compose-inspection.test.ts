import { describe, expect, it } from 'vitest';
import { composeInspection, NOTHING_TYPED, type Typed } from './compose-inspection.ts';

const compose = (typed: Partial<Typed>) =>
  composeInspection({ channel: 'hand', ...NOTHING_TYPED, ...typed }, 'it');

describe('a new inspection', () => {
  it('asks for nothing that was not typed', () => {
    expect(compose({})).toEqual({});
  });

  it('invites by the channel that was chosen, and nobody where the link goes from hand to hand', () => {
    const person = { name: 'Ada Rossi', address: 'ada@example.com' };
    expect(compose({ ...person, channel: 'email' }).participant).toEqual({
      channel: 'email',
      name: 'Ada Rossi',
      email: 'ada@example.com',
    });
    expect(compose({ channel: 'sms', address: '+39 333 1' }).participant).toEqual({
      channel: 'sms',
      phone: '+39 333 1',
    });
    expect(compose({ ...person, channel: 'hand' })).toEqual({});
  });

  it('says where it is inspected', () => {
    expect(compose({ site_address: 'Via Torino 12' })).toEqual({ site_address: 'Via Torino 12' });
  });

  it('asks for a shot by line, in the language of the person', () => {
    expect(compose({ shots: 'Das Dach\n\n  Die Wand ', language: 'de' })).toEqual({
      locale: 'de',
      shots: [
        { slot: 'shot-1', label: { de: 'Das Dach' } },
        { slot: 'shot-2', label: { de: 'Die Wand' } },
      ],
    });
    expect(compose({ shots: 'Il tetto' }).shots).toEqual([{ slot: 'shot-1', label: { it: 'Il tetto' } }]);
  });

  it('has an appointment of this time zone, and a contact that is whole or refused', () => {
    const { scheduled_for: time, contact } = compose({
      appointment: '2026-12-01T09:30',
      contact_phone: '+39 1',
    });
    expect(time).toBe(new Date(2026, 11, 1, 9, 30).toISOString());
    expect(contact).toEqual({ name: '', phone: '+39 1', email: '' });
  });
});
