import { expect, it } from 'vitest';
import { VerifySigningBody } from './signing.ts';

it('the code is otp_code in every family; its old name is taken for a release more', () => {
  const isTaken = (body: object) => VerifySigningBody.safeParse(body).success;
  expect([{ otp_code: '482913' }, { code: '482913' }, {}, { pin: '1' }].map(isTaken)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(VerifySigningBody.shape.code.meta()).toMatchObject({ deprecated: true });
});
