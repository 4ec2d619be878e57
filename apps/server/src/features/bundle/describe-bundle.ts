import type { BundleManifest } from './compose-manifest.ts';

/** README.txt of a bundle: how to verify it without the service that made it. */
export const describeBundle = ({ session, chain, anchors }: BundleManifest): string => {
  const token = anchors.find((anchor) => anchor.token !== null);
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

manifest.json says what each file should be. derivatives/ holds pictures made of the originals, to look at;
they are not evidence themselves.
`;
};

const opensslOf = (head: string, { token, certificates }: BundleManifest['anchors'][number]): string =>
  `     openssl ts -verify -digest ${head} \\
       -in ${token} -token_in -CAfile roots.pem -untrusted ${certificates}`;
