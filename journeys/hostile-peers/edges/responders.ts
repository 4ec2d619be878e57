import { SEAL_EXTENSIONS } from '@field-inspection/evidence/testing/sign-pdf';
import { expect } from 'vitest';
import { createRevocationFinder } from '../../../apps/server/src/platform/revocation/create-revocation-finder.ts';
import { createFetchSignedAnswer } from '../../../apps/server/src/platform/safe-fetch/fetch-signed-answer.ts';
import { createFakeClock } from '../../../apps/server/src/testing/create-fake-clock.ts';
import { createRevocable } from '../../../apps/server/src/testing/create-revocable-seal.ts';
import { startRevocationAuthority } from '../../../apps/server/src/testing/start-revocation-authority.ts';
import { createHttpDialect } from '../http-dialect.ts';
import { faceEach, type Edge } from './edge.ts';

const RETRY_MS = 300_000;

export const RESPONDERS: Edge = {
  name: 'a responder and a revocation list',
  speak: (dripMs) => createHttpDialect('application/ocsp-response', dripMs),
  isSecure: false,
  takes: [],
  open: async ({ deadlineMs }) => {
    const clock = createFakeClock();
    const honest = await startRevocationAuthority(clock);
    const fetchSignedAnswer = createFetchSignedAnswer({
      allowPrivateNetworks: true,
      timeoutMs: deadlineMs ?? 10_000,
    });
    const finder = createRevocationFinder(
      { clock, fetchSignedAnswer },
      deadlineMs ? { timeoutMs: deadlineMs } : {},
    );
    const ask = async (sources: { ocsp: string; crl?: string }) => {
      const authority = await createRevocable(sources, SEAL_EXTENSIONS);
      const [certificate, issuer] = [authority.certificates[0]!, authority.issuers[0]!.certificate];
      return { authority, find: () => finder.find({ certificate, issuer }) };
    };
    return {
      faceAll: (peers) =>
        faceEach(peers, async ({ host, isTls }) => {
          const url = `http${isTls ? 's' : ''}://${host}/`;
          const finding = await (await ask({ ocsp: `${url}ocsp`, crl: `${url}crl` })).find();
          // The report is then sealed at a lower level: silence is never a good answer.
          if (finding.status !== 'unknown') return { outcome: 'done', told: '' };
          return { outcome: 'failed', told: finding.reason };
        }),
      faceHonest: async () => {
        const question = await ask({ ocsp: honest.ocspUrl });
        honest.serve(question.authority);
        expect(await question.find()).toMatchObject({ status: 'good' });
      },
      recover: async () => {
        const question = await ask({ ocsp: honest.ocspUrl });
        honest.serve(question.authority);
        honest.answer('silence');
        expect(await question.find()).toMatchObject({ status: 'unknown' });
        honest.answer(undefined);
        clock.advance(RETRY_MS);
        expect(await question.find()).toMatchObject({ status: 'good' });
      },
      close: honest.close,
    };
  },
};
