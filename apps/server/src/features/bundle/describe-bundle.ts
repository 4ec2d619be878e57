import type { BundleManifest } from './compose-manifest.ts';

/** README.txt of a bundle: how to verify it without the service that made it. */
export const describeBundle = ({ session, chain, anchors, addenda }: BundleManifest): string => {
  const answered = anchors.filter((anchor) => anchor.token !== null);
  const token = answered.find(({ demo }) => !demo) ?? answered[0];
  return `Evidence of the inspection session ${session.id}

Verify it on your own machine, offline, with Node.js 20 or later:

  npx @field-inspection/sdk verify bundle.zip --roots roots.pem

roots.pem holds the root certificates of the timestamp authorities that you trust. Get them from the
authorities, not from here: a bundle can't vouch for itself.

By hand
  1. chain.jsonl has one entry a line. The hash of an entry is the SHA-256 of its canonical JSON (RFC 8785)
     without the field "hash"; "prev_hash" is the hash of the line before, 64 zeros in the first.
     The last hash is the head:
     ${chain.head}
  2. Every entry "evidence.captured" holds the SHA-256 of a file in originals/: sha256sum originals/*
  3. A timestamp authority signed the head (RFC 3161):
${token ? opensslOf(chain.head, token) : '     No authority has answered yet. Download the bundle again later.'}
  4. disclosures.json opens the commitments in the chain: the SHA-256 of the canonical JSON of
     {"salt": …, "value": …} stands in the entry. What was redacted is not in it.
  5. addenda.jsonl is what came after the chain was closed, as a chain of its own: the "prev_hash" of its
     first line is the head. Its entries hold the SHA-256 of the files in reports/. The seal of a report is
     verified apart: npx @field-inspection/sdk verify reports/1.pdf --roots seal-roots.pem
${describeAddenda(addenda)}

manifest.json says what each file should be. derivatives/ holds pictures made of the originals, to look at;
they are not evidence themselves. A file that it lists as "withheld" is not here: an entry "redaction" of
addenda.jsonl names its hash. Until an authority has signed that line it is withheld, not yet proven. Its
time is the authority's; nothing proves who withheld it.
`;
};

const describeAddenda = ({ length, anchors }: BundleManifest['addenda']): string => {
  if (length === 0) return '     There is none yet.';
  const last = anchors.findLast((anchor) => anchor.token !== null);
  if (!last) return '     No authority has signed them yet.';
  return `     An authority signed the hash of line ${last.sequence}, and so all lines up to it: ${last.token}`;
};

const opensslOf = (
  head: string,
  { token, certificates, demo }: BundleManifest['anchors'][number],
): string => {
  const command = `     openssl ts -verify -digest ${head} \\
       -in ${token} -token_in -CAfile roots.pem -untrusted ${certificates}`;
  return demo ? `${command}\n${DEMO}` : command;
};

const DEMO = `     This authority is a demonstration of the service that made the bundle: it proves nothing to a stranger.`;
