import { answerOcsp } from '@field-inspection/evidence/testing/answer-revocation';
import type { TestAuthority } from '@field-inspection/evidence/testing/create-authority';
import { SEAL_EXTENSIONS } from '@field-inspection/evidence/testing/sign-pdf';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../testing/create-fake-clock.ts';
import { createRevocable } from '../../testing/create-revocable-seal.ts';
import type { SignedAnswer, SignedAnswerRequest } from '../safe-fetch/fetch-signed-answer.ts';
import { createRevocationFinder } from './create-revocation-finder.ts';

const HOUR_MS = 3_600_000;
const OCSP = 'http://ocsp.example/';

let authority: TestAuthority;
let clock: FakeClock;
let asked: SignedAnswerRequest[];
let respond: () => Promise<SignedAnswer>;
beforeAll(async () => {
  authority = await createRevocable({ ocsp: OCSP }, SEAL_EXTENSIONS);
});
beforeEach(() => {
  clock = createFakeClock();
  asked = [];
  respond = () => answer({});
});

const pair = () => ({ certificate: authority.certificates[0]!, issuer: authority.issuers[0]! });
const question = () => ({ certificate: pair().certificate, issuer: pair().issuer.certificate });

const answer = async (change: Parameters<typeof answerOcsp>[1]): Promise<SignedAnswer> => {
  const now = clock.now().getTime();
  const times = { thisUpdate: new Date(now - 1_000), nextUpdate: new Date(now + HOUR_MS) };
  return { ok: true, bytes: await answerOcsp(pair(), { ...times, ...change }) };
};

const open = () =>
  createRevocationFinder({
    clock,
    fetchSignedAnswer: (request) => {
      asked.push(request);
      return respond();
    },
  });

describe('what is known of a certificate', () => {
  it('is asked for where the certificate says, and comes with what proves it', async () => {
    const finding = await open().find(question());
    expect(finding).toMatchObject({ status: 'good', ocsps: [expect.any(Uint8Array)], crls: [] });
    expect(asked).toEqual([
      expect.objectContaining({
        url: OCSP,
        body: { bytes: expect.any(Uint8Array), contentType: 'application/ocsp-request' },
      }),
    ]);
  });

  it('is asked for once by all who ask at the same time', async () => {
    const finder = open();
    await Promise.all([finder.find(question()), finder.find(question()), finder.find(question())]);
    expect(asked).toHaveLength(1);
  });

  it('is kept until the issuer gives the next answer, and not to its last second', async () => {
    const finder = open();
    await finder.find(question());
    clock.advance(HOUR_MS - 61_000);
    await finder.find(question());
    expect(asked).toHaveLength(1);
    clock.advance(2_000);
    await finder.find(question());
    expect(asked).toHaveLength(2);
  });

  it('is asked for again five minutes after nobody answered', async () => {
    const finder = open();
    respond = async () => ({ ok: false, errorClass: 'refused', message: 'Nobody is there.' });
    expect(await finder.find(question())).toEqual({ status: 'unknown', reason: 'Nobody is there.' });
    clock.advance(299_000);
    await finder.find(question());
    expect(asked).toHaveLength(1);
    respond = () => answer({});
    clock.advance(1_000);
    expect(await finder.find(question())).toMatchObject({ status: 'good' });
  });

  it('is that it was revoked, and since when', async () => {
    const revokedAt = new Date('2026-01-02T03:04:05.000Z');
    respond = () => answer({ status: 'revoked', revokedAt });
    expect(await open().find(question())).toEqual({
      status: 'revoked',
      revokedAt: revokedAt.toISOString(),
    });
  });

  it('is nothing, by an answer that another signed', async () => {
    const other = await createRevocable({ ocsp: OCSP }, SEAL_EXTENSIONS);
    respond = () => answer({ responder: other.issuers[0]! });
    expect(await open().find(question())).toMatchObject({ status: 'unknown' });
  });

  it('is nothing of one that names nobody, and nobody is asked', async () => {
    const silent = await createRevocable({}, SEAL_EXTENSIONS);
    const [certificate, issuer] = [silent.certificates[0]!, silent.issuers[0]!.certificate];
    expect(await open().find({ certificate, issuer })).toEqual({
      status: 'unknown',
      reason: 'The certificate names nobody to ask.',
    });
    expect(asked).toEqual([]);
  });
});
