import { describe, expect, it } from 'vitest';

import { commitValue } from './commit-value.ts';

const SALT = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';

describe('commitValue', () => {
  it('is the SHA-256 of {"salt":…,"value":…} in canonical form: a known answer', async () => {
    // From hashlib over {"salt":"0001…1f","value":{"first_name":"Zoë","phone":"+39 333 1234567"}} in UTF-8.
    const commitment = await commitValue({
      salt: SALT,
      value: { phone: '+39 333 1234567', first_name: 'Zoë' },
    });

    expect(commitment).toBe('21065392339b1028f879f8ac57cd29e6861b72c454310c40a838991f6b0b975a');
  });

  it.each(['', 'ab', 'F'.repeat(64), `${'0'.repeat(63)}g`, `${SALT}\n`, `${SALT}00`])(
    'refuses the salt %j',
    async (salt) => {
      await expect(commitValue({ salt, value: 1 })).rejects.toMatchObject({ code: 'invalid_salt' });
    },
  );

  it('refuses a value without a canonical form', async () => {
    await expect(commitValue({ salt: SALT, value: 45.5 })).rejects.toMatchObject({ code: 'not_canonical' });
  });
});
