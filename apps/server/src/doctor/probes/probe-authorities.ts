import { buildTimestampRequest } from '@field-inspection/evidence';
import { hostClock } from '../../platform/clock.ts';
import { systemRandom } from '../../platform/secrets/random.ts';
import { judgeReply } from '../../platform/tsa-client/judge-reply.ts';
import { openTimestampAuthorities } from '../../platform/tsa-client/open-timestamp-authorities.ts';
import type { TimestampAuthority } from '../../platform/tsa-client/timestamp-authority.ts';
import { off, ok, warn, type Examined, type Probe, type Verdict } from './finding.ts';

export const probeAuthorities = ({ config, secrets }: Examined): Probe => ({
  part: 'authorities',
  remedy: 'Check TSA_URLS and TSA_CA_FILE. Chains wait for their anchors for a week.',
  run: async () => {
    if (secrets.tsaAddresses.length === 0) {
      return off(
        config.demo
          ? 'TSA_URLS is not set: demo mode has an authority of its own.'
          : 'TSA_URLS is not set: chains are not anchored.',
      );
    }
    const authorities = await openTimestampAuthorities(config, secrets.tsaAddresses);
    return Promise.all(authorities.map(askOne));
  },
});

const WARN_DAYS = 30;
const DAY_MS = 86_400_000;

const askOne = async ({ name, roots, ask }: TimestampAuthority): Promise<Verdict> => {
  const digest = Uint8Array.from(systemRandom.bytes(32));
  // Positive as a DER integer, so that it has one spelling.
  const nonce = Uint8Array.from(systemRandom.bytes(8), (byte, index) =>
    index === 0 ? 0x40 | (byte & 0x3f) : byte,
  );
  const answer = await ask(buildTimestampRequest(digest, { nonce }).der);
  const verdict = answer.ok
    ? await judgeReply(answer.reply, { digest, nonce, roots, now: hostClock.now() })
    : answer;
  if (verdict.ok) {
    const until = verdict.notAfter.toISOString();
    const days = (verdict.notAfter.getTime() - hostClock.now().getTime()) / DAY_MS;
    if (days > WARN_DAYS)
      return ok(`${name} gives tokens that are valid. Its certificates last until ${until}.`);
    return warn(
      `${name} gives tokens that are valid, and a certificate of it ends at ${until}. Ask the authority.`,
    );
  }
  return {
    state: 'wrong',
    words: `${name}: ${verdict.message} ${judgeRemedy(verdict.message)}`,
  };
};

/** TSA_CA_FILE is about tokens; whom TLS trusts is another matter. */
const judgeRemedy = (message: string): string =>
  /_CERT\b|_SIGNATURE\b|_CERT_/.test(message)
    ? 'Name a file with the PEM of the authority of its TLS certificate in NODE_EXTRA_CA_CERTS, and start anew.'
    : 'Check TSA_URLS and TSA_CA_FILE, or ask the authority.';
