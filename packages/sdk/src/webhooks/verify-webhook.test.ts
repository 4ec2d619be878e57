import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { FieldInspectionError, UsageError } from '../errors/field-inspection-error.ts';
import { signWebhook } from './sign-webhook.ts';
import { verifyWebhook, verifyWebhookAsync, type VerifyWebhookInput } from './verify-webhook.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const SECONDS = 1_763_640_000;
const now = SECONDS * 1000;
const body = JSON.stringify({
  id: 'evt_1',
  type: 'session.created',
  data: { id: 'ses_1', notes: 'Dach – Süd ☂' },
});
const headers = signWebhook({ body, secret: SECRET, timestamp: SECONDS });
const valid: VerifyWebhookInput = { body, headers, secrets: [SECRET], now };
const hmac = (t: string, content: string | Uint8Array, secret = SECRET) =>
  createHmac('sha256', secret).update(`${t}.`).update(content).digest('hex');
const signed = (header: string) => ({ ...valid, headers: { 'svc-signature': header } });

/** Each case runs through the synchronous verifier and the WebCrypto one, which must agree. */
const verifiers = [
  ['verifyWebhook', async (input: VerifyWebhookInput) => verifyWebhook(input)],
  ['verifyWebhookAsync', verifyWebhookAsync],
] as const;

describe.each(verifiers)('%s', (_, verify) => {
  const refusal = async (input: VerifyWebhookInput) => {
    const error: unknown = await verify(input).catch((reason: unknown) => reason);
    if (error instanceof WebhookVerificationError) return error.reason;
    throw new Error('not refused as a delivery', { cause: error });
  };

  it('returns the event', async () => {
    expect(await verify(valid)).toEqual(JSON.parse(body));
  });

  it('checks HMAC-SHA256 in hex of {t}.{raw body}, keyed with the whole secret', async () => {
    const input = signed(`t=${SECONDS},v1=${hmac(String(SECONDS), body)}`);
    expect((await verify(input)).id).toBe('evt_1');
  });

  it('takes the body as bytes, a Buffer or a string', async () => {
    const bytes = new TextEncoder().encode(body);
    for (const raw of [body, bytes, Buffer.from(body)])
      expect((await verify({ ...valid, body: raw })).id).toBe('evt_1');
  });

  it('verifies the bytes as they came, not what they decode to', async () => {
    const bytes = Buffer.concat([Buffer.from('{"type":"x","id":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const input = { ...signed(`t=${SECONDS},v1=${hmac(String(SECONDS), bytes)}`), body: bytes };
    expect((await verify(input)).id).toBe('\ufffd');
    expect(await refusal({ ...input, body: bytes.toString() })).toBe('no_match');
  });

  it.each([
    ['Fetch’s Headers', new Headers(headers)],
    ['names in other case', { 'SVC-SIGNATURE': headers['Svc-Signature'] }],
    ['Node’s lists of values', { 'svc-signature': [headers['Svc-Signature']], host: undefined }],
  ])('reads %s', async (_name, given) => {
    expect((await verify({ ...valid, headers: given })).id).toBe('evt_1');
  });

  it('takes white space after commas, upper-case hex and schemes of the future', async () => {
    const signature = hmac(String(SECONDS), body).toUpperCase();
    expect((await verify(signed(`t=${SECONDS}, v0=old , v1=${signature},v2=new`))).id).toBe('evt_1');
  });

  it('says which of several secrets it was, not enumerably', async () => {
    const event = await verify({ ...valid, secrets: [OTHER, SECRET] });
    expect(event.secretIndex).toBe(1);
    expect((await verify({ ...valid, secrets: SECRET })).secretIndex).toBe(0);
    expect(JSON.stringify(event)).toBe(body);
  });

  it('takes any of several signatures', async () => {
    const rotating = signWebhook({ body, secrets: [OTHER, SECRET], timestamp: SECONDS });
    expect((await verify({ ...valid, headers: rotating })).secretIndex).toBe(0);
    const none = Array.from({ length: 15 }, () => `v1=${'0'.repeat(64)}`).join(',');
    const input = signed(`t=${SECONDS},${none},v1=${hmac(String(SECONDS), body)}`);
    expect((await verify(input)).id).toBe('evt_1');
  });

  it.each([
    ['missing_header', {}],
    ['missing_header', { 'svc-signature': undefined }],
    ['missing_header', { 'svc-signature': '' }],
    ['missing_header', new Headers()],
  ])('refuses as %s: %o', async (reason, given) => {
    expect(await refusal({ ...valid, headers: given })).toBe(reason);
  });

  it('says of a header that is not there that it is missing, and not that it is malformed', async () => {
    await expect((async () => verify({ ...valid, headers: {} }))()).rejects.toThrow(
      /^Svc-Signature is missing$/,
    );
  });

  const good = `v1=${hmac(String(SECONDS), body)}`;
  it.each([
    'nonsense',
    good,
    `t=${SECONDS}`,
    `t=abc,v1=${hmac('abc', body)}`,
    `t=,v1=${hmac('', body)}`,
    `t=-5,v1=${hmac('-5', body)}`,
    `t=1e9,v1=${hmac('1e9', body)}`,
    `t=1234567890123,v1=${hmac('1234567890123', body)}`,
    `${good},t=${SECONDS}`,
    `v0=0,t=${SECONDS},${good}`,
    `t=${SECONDS},x${good}`,
    `t=${SECONDS},${good}0`,
    `t=${SECONDS},v1=`,
    `t=${SECONDS},v1=${'g'.repeat(64)}`,
    `t=${SECONDS},${Array(17).fill(good).join(',')}`,
  ])('refuses as malformed: %s', async (header) => {
    expect(await refusal(signed(header))).toBe('malformed');
  });

  it('refuses as no_match another secret, another body and another time', async () => {
    expect(await refusal({ ...valid, secrets: [OTHER] })).toBe('no_match');
    expect(await refusal({ ...valid, body: `${body} ` })).toBe('no_match');
    expect(await refusal(signed(`t=${SECONDS + 1},${good}`))).toBe('no_match');
  });

  it.each([
    [-301, 'too_new'],
    [-300, null],
    [0, null],
    [300, null],
    [301, 'too_old'],
    [86_400, 'too_old'],
  ])('with a clock %i s after the signature: %s', async (seconds, reason) => {
    const input = { ...valid, now: new Date(now + seconds * 1000) };
    if (reason === null) expect((await verify(input)).id).toBe('evt_1');
    else expect(await refusal(input)).toBe(reason);
  });

  it('keeps to the tolerance it is given', async () => {
    expect(await refusal({ ...valid, now: now + 11_000, toleranceSeconds: 10 })).toBe('too_old');
    expect((await verify({ ...valid, now: now + 86_400_000, toleranceSeconds: Infinity })).id).toBe('evt_1');
  });

  it.each([{ toleranceSeconds: NaN }, { toleranceSeconds: -1 }, { now: new Date('x') }, { now: NaN }])(
    'refuses everything with %o, which is no time',
    async (part) => {
      expect(await refusal({ ...valid, ...part })).toMatch(/^too_/);
    },
  );

  it.each([
    [360, 'too_old', 'Too old: replay, or wrong clock'],
    [-360, 'too_new', 'Too new: replay, or wrong clock'],
  ])(
    'says in words how far the clock is off and what to look at: %i s, %s',
    async (seconds, reason, words) => {
      const input = { ...valid, now: now + seconds * 1000 };
      await expect(verify(input)).rejects.toMatchObject({ reason, skewSeconds: seconds });
      await expect(verify(input)).rejects.toThrow(words);
      await expect(verify({ ...input, secrets: [OTHER] })).rejects.toMatchObject({ skewSeconds: undefined });
    },
  );

  it('tells a forgery as no_match even when its time is out of the window', async () => {
    expect(await refusal({ ...valid, secrets: [OTHER], now: 0 })).toBe('no_match');
  });

  it.each(['', 'no json', '[]', 'null', '"text"', '{}', '{"type":5}'])(
    'refuses as bad_json: %j',
    async (text) => {
      const given = signWebhook({ body: text, secret: SECRET, timestamp: SECONDS, id: 'evt_1' });
      expect(await refusal({ ...valid, body: text, headers: given })).toBe('bad_json');
    },
  );

  it('takes a type that it does not know', async () => {
    const text = JSON.stringify({ id: 'evt_2', type: 'roof.collapsed', data: { any: 1 } });
    const event = await verify({
      ...valid,
      body: text,
      headers: signWebhook({ body: text, secret: SECRET, timestamp: SECONDS }),
    });
    expect([event.type, event.data]).toEqual(['roof.collapsed', { any: 1 }]);
  });

  it.each([
    ['a parsed body', { body: JSON.parse(body) as string }, 'express.raw({type:"*/*"})'],
    ['no body', { body: undefined as unknown as string }, 'The body is not raw'],
    ['no secret', { secrets: [] }, 'A secret is not set'],
    ['an empty secret', { secrets: [SECRET, ''] }, 'A secret is not set'],
    ['an empty first secret', { secrets: ['', SECRET] }, 'A secret is not set'],
    ['an unset secret', { secrets: undefined as unknown as string }, 'A secret is not set'],
    ['an unset secret in a list', { secrets: [undefined as unknown as string] }, 'A secret is not set'],
    ['a secret with its line end', { secrets: `${SECRET}\n` }, 'white space'],
  ])('calls %s what it is: a mistake of the receiver', async (_name, part, message) => {
    await expect(verify({ ...valid, ...part })).rejects.toThrow(UsageError);
    await expect(verify({ ...valid, ...part })).rejects.toThrow(message);
    await expect(verify({ ...valid, ...part })).rejects.not.toThrow('MfKQ9r8G');
  });

  it('finds what was signed with any secret among any others', async () => {
    const secret = fc
      .uint8Array({ minLength: 24, maxLength: 64 })
      .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
    const secrets = fc.uniqueArray(secret, { minLength: 1, maxLength: 4 });
    const event = fc.record({
      id: fc.uuid(),
      type: fc.string(),
      data: fc.dictionary(fc.string(), fc.jsonValue()),
    });
    await fc.assert(
      fc.asyncProperty(secrets, fc.nat(), event, async (all, position, content) => {
        const index = position % all.length;
        const text = JSON.stringify(content);
        const given = signWebhook({ body: text, secret: all[index], timestamp: SECONDS });
        expect((await verify({ body: text, headers: given, secrets: all, now })).secretIndex).toBe(index);
      }),
    );
  });
});

describe('where there is no node:crypto', () => {
  it('the synchronous one leads to the other, which works', async () => {
    const spy = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    expect(() => verifyWebhook(valid)).toThrow('Use verifyWebhookAsync');
    expect((await verifyWebhookAsync(valid)).id).toBe('evt_1');
    spy.mockRestore();
  });
});

it('keeps its reason in JSON and is an error of the package', () => {
  const error = new WebhookVerificationError('too_old', 'late', 360);
  expect(error).toBeInstanceOf(FieldInspectionError);
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'WebhookVerificationError',
    message: 'late',
    reason: 'too_old',
    skewSeconds: 360,
  });
});

it('verifies with more secrets than keys are kept for', async () => {
  for (let count = 0; count < 40; count++) {
    const secret = `whsec_${Buffer.from(`secret ${count}`).toString('base64')}`;
    const given = signWebhook({ body, secret, timestamp: SECONDS });
    expect((await verifyWebhookAsync({ ...valid, headers: given, secrets: [secret] })).id).toBe('evt_1');
  }
});
