import { beforeAll, describe, expect, it } from 'vitest';

import { answerCrl } from '../../testing/answer-revocation.ts';
import { verifiesTokenByOpenssl } from '../../testing/ask-openssl.ts';
import { createAuthority, type TestAuthority } from '../../testing/create-authority.ts';
import { DIGEST } from '../../testing/forge-token.ts';
import { opensslVersion } from '../../testing/openssl-authority.ts';
import { isTaken, listKinds, TOLERANCES, type TokenKind } from '../../testing/token-kinds/list-kinds.ts';
import { verifyTimestamp } from '../verify-timestamp.ts';

const openssl = opensslVersion ?? 'SKIPPED, since the openssl program is not installed';
const KINDS = TOLERANCES.flatMap(({ kinds }) => kinds);

let authority: TestAuthority;
beforeAll(async () => {
  authority = await createAuthority();
});

async function compare(kind: TokenKind): Promise<void> {
  const token = await kind.forge(authority);
  const { root } = authority;
  // openssl takes its time from the machine.
  const ours = await verifyTimestamp(token, { digest: DIGEST, roots: [root], now: new Date('9999-01-01') });
  const theirs = verifiesTokenByOpenssl(token, { digest: DIGEST, root, between: [root] });

  expect({ ours: ours.valid, theirs }).toEqual({ ours: isTaken(kind), theirs: kind.refused !== 'always' });
}

describe.skipIf(!opensslVersion)(`\`openssl ts -verify\` takes what we take (${openssl})`, () => {
  it.each(KINDS.filter(isTaken))('as a token with $name', compare);

  it.each(KINDS.filter(({ refused }) => refused === 'always'))('and refuses what we refuse: $name', compare);

  it.each(KINDS.filter(({ refused }) => refused === 'here'))(
    'but also $name, which is refused here',
    compare,
  );

  it('and revocation lists that come along', async () => {
    const issuer = { certificate: authority.root, key: authority.rootKeys.privateKey };
    const crl = await answerCrl({ certificate: authority.certificates[0]!, issuer });
    for (const each of listKinds(crl)) await compare(each);
  });
});
