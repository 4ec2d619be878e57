import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { enqueueTry } from './enqueue-try.ts';
import { DRAWING_VARIANTS } from '../evidence/exports/drawings/export-drawing.ts';
import type { SessionKey } from '../sessions/exports/lock-session.ts';
import type { AnchoredHead } from './find-anchor.ts';

/** Authorities may charge for each token, and a person can draw as many whiteboards as a session has room for. */
const MAX_WHITEBOARDS = 50;

export const askAuthorities = async (
  { random, timestampAuthorities }: Pick<Context, 'random' | 'timestampAuthorities'>,
  tx: Tx,
  head: AnchoredHead,
): Promise<void> => {
  const { organisation_id } = head;
  const rows = timestampAuthorities.map(({ name }) =>
    beginAnchor(tx, random, { organisation_id, authority: name }),
  );
  await insertAnchors(tx, head, rows);
  for (const { authority } of rows) enqueueTry(tx, { ...head, authority, attempt_count: 0 });
};

/**
 * Has every configured authority asked for a timestamp of the exports of a session's whiteboards: of the last version
 * of each, of those drawn last. The session has ended, so that none gets another version.
 */
export const askForWhiteboards = async (
  { random, timestampAuthorities }: Pick<Context, 'random' | 'timestampAuthorities'>,
  tx: Tx,
  { organisationId: organisation_id, sessionId }: SessionKey,
): Promise<void> => {
  if (timestampAuthorities.length === 0) return;
  const versions = await tx.db.$queryRaw<{ evidence_id: string }[]>`
    select e.id as evidence_id
    from whiteboards w
    join evidence e
      on e.organisation_id = w.organisation_id and e.whiteboard_id = w.id and e.version = w.version
    where w.organisation_id = ${organisation_id}::uuid and w.session_id = ${sessionId}::uuid
    order by w.created_at desc, w.id desc
    limit ${MAX_WHITEBOARDS}
  `;
  const rows = versions.flatMap(({ evidence_id }) =>
    DRAWING_VARIANTS.flatMap((variant) =>
      timestampAuthorities.map(({ name: authority }) => ({
        ...beginAnchor(tx, random, { organisation_id, authority }),
        evidence_id,
        variant,
      })),
    ),
  );
  if (rows.length === 0) return;
  await tx.db.whiteboardAnchor.createMany({ data: rows, skipDuplicates: true });
  for (const { evidence_id, variant, authority } of rows) {
    enqueueTry(tx, { organisation_id, evidence_id, variant, authority, attempt_count: 0 });
  }
};

const beginAnchor = (
  { now }: Tx,
  random: Context['random'],
  asked: { organisation_id: string; authority: string },
): NewAnchor => ({ ...asked, nonce: drawNonce(random), created_at: now });

type NewAnchor = {
  organisation_id: string;
  authority: string;
  nonce: Uint8Array<ArrayBuffer>;
  created_at: Date;
};

const insertAnchors = ({ db }: Tx, { session_id, sequence }: AnchoredHead, rows: NewAnchor[]) => {
  const skipDuplicates = true;
  if (session_id === undefined) {
    return db.orgAnchor.createMany({ data: rows.map((row) => ({ ...row, sequence })), skipDuplicates });
  }
  return sequence === undefined
    ? db.anchor.createMany({ data: rows.map((row) => ({ ...row, session_id })), skipDuplicates })
    : db.addendaAnchor.createMany({
        data: rows.map((row) => ({ ...row, session_id, sequence })),
        skipDuplicates,
      });
};

/** Verifiers may compare nonces byte by byte: from 0x40 to 0x7f the DER integer needs no byte in front. */
const drawNonce = (random: Context['random']): Uint8Array<ArrayBuffer> => {
  const nonce = Uint8Array.from(random.bytes(8));
  nonce[0] = 0x40 | (nonce[0]! & 0x3f);
  return nonce;
};
