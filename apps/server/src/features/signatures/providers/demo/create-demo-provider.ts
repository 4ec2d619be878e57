import type { Context } from '../../../../context.ts';
import type { Seal } from '../../../../platform/seal/seal.ts';
import type { SignatureProvider, SigningCredential } from '../protocol/signature-provider.ts';

/** The person was known by a one-time code before; that is all the leave there is to ask for. */
const LEAVE_MS = 60_000;

/** Signs at once with a key of the server's own, for everybody: the level is the lowest, and it is named demo. */
export const createDemoProvider = ({ clock }: Pick<Context, 'clock'>, key: Seal): SignatureProvider => {
  const credential: SigningCredential = {
    id: 'demo',
    subject: key.subject,
    level: 'SES',
    certificates: key.certificates,
    hash: key.hash,
    access: '',
  };
  const leave = () => ({ secret: '', expiresAt: new Date(clock.now().getTime() + LEAVE_MS) });
  return {
    name: 'demo',
    demo: true,
    prepare: async () => ({ done: true, result: credential }),
    finishPrepare: async () => credential,
    authorise: async () => ({ done: true, result: leave() }),
    finishAuthorise: async () => leave(),
    sign: (_credential, _authorisation, { bytes }) => key.sign(bytes),
  };
};
