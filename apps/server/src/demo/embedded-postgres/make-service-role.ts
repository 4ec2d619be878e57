import { createHmac } from 'node:crypto';
import { connectClient } from '../../platform/database/pools/connect-client.ts';

const ROLE = 'field_inspection';

/**
 * Makes the address by which the service uses the embedded database: as a role of its own, made at the first start,
 * that owns nothing and so can't switch off the triggers of the audit chain. Its rights come with the migrations.
 */
export const makeServiceRole = async (ownerUrl: string, answerMs?: number): Promise<string> => {
  const url = new URL(ownerUrl);
  // A hash of the owner's password, so that no second file can be lost.
  const password = createHmac('sha256', url.password).update(ROLE).digest('base64url');
  const client = await connectClient({ variable: 'DATA_DIR', url: ownerUrl }, { answerMs });
  try {
    // A server and a command may both be the first.
    await client.query(`
      do $$
      begin
        create role ${ROLE} login password ${client.escapeLiteral(password)};
      exception
        when duplicate_object or unique_violation then null;
      end
      $$`);
  } finally {
    await client.end();
  }
  return Object.assign(url, { username: ROLE, password }).href;
};
