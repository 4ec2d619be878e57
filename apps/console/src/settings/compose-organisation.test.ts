import type { Organisation } from '@field-inspection/sdk';
import { expect, it } from 'vitest';
import { composeOrganisation } from './compose-organisation.ts';

const before: Organisation = {
  id: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02',
  name: 'Acme Inspections',
  plan: 'pro',
  subscription_status: 'active',
  locale: 'en',
  time_zone: 'Europe/Rome',
  contact: { name: 'Ada', phone: '', email: 'ada@example.com' },
  sign_in_idle_minutes: 480,
  sign_in_life_minutes: 1440,
  created_at: '2026-11-20T14:30:00.000Z',
};
const typed = {
  name: 'Acme Inspections',
  locale: 'en',
  time_zone: 'Europe/Rome',
  idle: '480',
  life: '1440',
  contact_name: 'Ada',
  contact_phone: '',
  contact_email: 'ada@example.com',
};

it('a change of the organisation has what was typed anew, and nothing else', () => {
  expect(composeOrganisation(typed, before)).toEqual({});
  expect(composeOrganisation({ ...typed, idle: '30', contact_phone: '+39 06 1' }, before)).toEqual({
    sign_in_idle_minutes: 30,
    contact: { name: 'Ada', phone: '+39 06 1', email: 'ada@example.com' },
  });
});

it('an emptied contact is taken away', () => {
  const emptied = { ...typed, contact_name: '', contact_email: '' };
  expect(composeOrganisation(emptied, before)).toEqual({ contact: null });
});
