import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildTimestampRequest, readTimestampReply, verifyTimestamp } from '@field-inspection/evidence';
import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate, id_ce_extKeyUsage } from '@peculiar/asn1-x509';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemRandom } from '../../platform/secrets/random.ts';
import { ensureDemoTimestampAuthority, openDemoTimestampAuthority } from './open-demo-timestamp-authority.ts';

const now = new Date();
const digest = Uint8Array.from(systemRandom.bytes(32));
const request = buildTimestampRequest(digest, { nonce: systemRandom.bytes(8) });
const clock = { now: () => now };

let dir: string;
let files: Awaited<ReturnType<typeof ensureDemoTimestampAuthority>>;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'demo-tsa-'));
  files = await ensureDemoTimestampAuthority({ dir });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const open = () => openDemoTimestampAuthority({ dir, clock, random: systemRandom });
const askFor = async (authority: Awaited<ReturnType<typeof open>>) => {
  const answer = await authority.ask(request.der);
  if (!answer.ok) throw new Error(answer.message);
  const { token } = readTimestampReply(answer.reply);
  return verifyTimestamp(token, { digest, nonce: request.nonce, roots: authority.roots, now });
};

it('signs what is asked, at the time of the clock it is given, with a number of its own each time', async () => {
  const authority = await open();
  const verdicts = [await askFor(authority), await askFor(authority)];
  for (const verdict of verdicts) expect(verdict).toMatchObject({ valid: true, gen_time: now.toISOString() });
  expect(new Set(verdicts.map((verdict) => verdict.valid && verdict.serial)).size).toBe(2);
});

it('is named demo, and says in its certificates that it proves nothing', async () => {
  expect((await open()).name).toBe('demo');
  for (const file of [files.caFile, files.certificateFile]) {
    expect(new X509Certificate(await readFile(file)).subject).toMatch(/demo .*proves nothing/);
  }
});

it('has a unit for timestamping alone, critically, under a root whose key is kept nowhere', async () => {
  const { raw } = new X509Certificate(await readFile(files.certificateFile));
  const usage = AsnConvert.parse(raw, Certificate).tbsCertificate.extensions?.find(
    ({ extnID }) => extnID === id_ce_extKeyUsage,
  );
  expect(usage?.critical).toBe(true);
  expect(await readdir(path.dirname(files.caFile))).toEqual(['ca.pem', 'unit-key.pem', 'unit.pem']);
});

it('keeps the key from everybody but its owner', async () => {
  expect((await stat(files.keyFile)).mode & 0o777).toBe(0o600);
});

it('stays the same over restarts, also when several start at once', async () => {
  const other = await mkdtemp(path.join(dir, 'several-'));
  const made = await Promise.all([1, 2, 3, 4].map(() => ensureDemoTimestampAuthority({ dir: other })));
  const text = await readFile(made[0]!.caFile, 'utf8');
  await ensureDemoTimestampAuthority({ dir: other });
  expect(await readFile(made[3]!.caFile, 'utf8')).toBe(text);
  expect(await readdir(other)).toEqual(['demo-timestamp-authority']);
});
