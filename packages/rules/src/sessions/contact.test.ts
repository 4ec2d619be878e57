import { describe, expect, it } from 'vitest';
import { chooseContact, storeContact } from './contact.ts';

const EVA = { name: 'Eva Brandt', phone: '+39 0471 123456', email: 'eva@example.com' };

describe('a contact', () => {
  it('is kept with what it lacks as empty', () => {
    expect(storeContact({ name: ' Eva Brandt ', phone: '112' })).toEqual({
      name: 'Eva Brandt',
      phone: '112',
      email: '',
    });
    expect(storeContact(EVA)).toEqual(EVA);
  });

  it('says how the person is reached, or is refused', () => {
    expect(() => storeContact({ name: 'Eva' })).toThrow(/body\.contact: needs a phone or an email/);
  });

  it('of a session comes before that of its organisation, whose stands in for none', () => {
    const desk = { name: 'Desk', phone: '112', email: '' };
    expect(chooseContact(EVA, desk)).toBe(EVA);
    expect(chooseContact(null, desk)).toBe(desk);
    expect(chooseContact(null, null)).toBeNull();
  });
});
