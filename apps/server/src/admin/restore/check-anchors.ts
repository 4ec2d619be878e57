import { verifyTimestamp } from '@field-inspection/evidence';
import type { Context } from '../../context.ts';
import { readPages } from '../../platform/database/read-pages.ts';
import { listTopCertificates } from '../../platform/tsa-client/list-top-certificates.ts';
import { readHead } from './read-head.ts';
import type { Tally } from './tally.ts';

type AnchorContext = Pick<Context, 'clock' | 'database' | 'timestampAuthorities'>;
type Session = { organisation_id: string; session_id: string };
type Token = { authority: string; token: Uint8Array | null; hash: string };
type SessionToken = Token & { session_id: string };

export const checkAnchors = async (
  context: AnchorContext,
  session: Session,
  { tally, counts }: { tally: Tally; counts: { tokens: number } },
): Promise<void> => {
  for await (const token of readTokens(context, session)) {
    const fault = await findTokenFault(context, token);
    if (fault === undefined) counts.tokens += 1;
    else {
      tally.wrong(
        `The token of ${token.authority} for the session ${token.session_id} fails. ${fault} ${TOKEN_REMEDY}`,
      );
    }
  }
};

async function* readTokens(context: AnchorContext, session: Session): AsyncGenerator<SessionToken> {
  const { organisation_id, session_id } = session;
  const where = { organisation_id, session_id };
  const anchors = await context.database.prisma.anchor.findMany({ where: { ...where, status: 'anchored' } });
  // The tokens come first: a head that a token was given for is frozen, and the same whenever it is read.
  const head = anchors.length > 0 ? await readHead(context, 'audit', session) : undefined;
  if (head) {
    for (const { authority, token } of anchors) yield { session_id, authority, token, hash: head.head_hash };
  }
  const exported = await context.database.prisma.whiteboardAnchor.findMany({
    where: { organisation_id, status: 'anchored', evidence: { session_id } },
  });
  for (const { authority, token, sha256 } of exported) yield { session_id, authority, token, hash: sha256! };
  const pages = readPages(context, {
    table: 'addenda_anchors',
    key: [
      { name: 'authority', type: 'text' },
      { name: 'sequence', type: 'int' },
    ],
    columns: ['status', 'token'],
    where,
  });
  for await (const rows of pages) {
    for (const { authority, sequence, status, token } of rows) {
      if (status !== 'anchored') continue;
      const entry = await context.database.prisma.addendaEntry.findUnique({
        where: { organisation_id_session_id_sequence: { ...where, sequence: Number(sequence) } },
      });
      // The check of the chain tells a missing entry.
      if (!entry) continue;
      yield { session_id, authority: String(authority), token: token as Buffer, hash: entry.hash };
    }
  }
}

export const findTokenFault = async (
  { clock, timestampAuthorities }: Pick<Context, 'clock' | 'timestampAuthorities'>,
  { authority, token, hash }: Token,
): Promise<string | undefined> => {
  if (!token) return 'It is missing.';
  const bytes = Uint8Array.from(token);
  const known = timestampAuthorities.find(({ name }) => name === authority)?.roots ?? [];
  // An authority that is no longer in TSA_URLS is taken at its own word: whom to trust, whoever verifies decides.
  const roots = known.length > 0 ? known : listTopCertificates(bytes);
  const digest = Uint8Array.from(Buffer.from(hash, 'hex'));
  const verdict = await verifyTimestamp(bytes, { digest, roots, now: clock.now() });
  return verdict.valid ? undefined : verdict.message;
};

export const TOKEN_REMEDY =
  'Where it is for other data, the chain lost its tail or was rewritten: restore a backup that has what the authority saw.';
