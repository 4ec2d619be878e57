import { decodeHex, equalBytes } from '../bytes.ts';
import { readFile, type BundleFiles } from './bundle-files.ts';
import { BundleRefusal, type EvidenceFault } from '../bundle-refusal.ts';
import type { AnchorVerdict } from './evidence-verdict.ts';
import { judgeToken, type TokenJudgement, type TokenStatement } from '../timestamp/judge-token.ts';
import { MANIFEST_PATH } from './places.ts';
import { DEMO_POLICY } from '../x509/oids.ts';
import type { ManifestAnchor } from './read-manifest.ts';
import { readPem } from '../x509/pem.ts';

export type JudgedAnchor = { readonly anchor: AnchorVerdict; readonly faults: readonly EvidenceFault[] };

export type AnchorExpectation = {
  readonly head: string;
  readonly roots: readonly Uint8Array[];
  readonly now: Date;
};

// A token with its certificates takes some 6 KiB.
const MAX_BYTES = 2 ** 20;

export async function judgeAnchor(
  files: BundleFiles,
  { listed, expected }: { listed: ManifestAnchor; expected: AnchorExpectation },
): Promise<JudgedAnchor> {
  const { authority, demo, status, token: path } = listed;
  const about = { authority, demo: demo || authority === 'demo', status };
  if (path === null) {
    return { anchor: { ...about, verdict: 'pending', gen_time: null, signer: null }, faults: [] };
  }
  try {
    const token = await readFile(files, { path, maxBytes: MAX_BYTES });
    const { head, roots, now } = expected;
    const { budget } = files;
    const judgement = await judgeToken(token, { digest: decodeHex(head), roots, now, budget });
    const judged = { ...about, ...viewJudgement(judgement) };
    if (judgement.verdict === 'invalid') {
      const { code, message } = judgement;
      return { anchor: judged, faults: [{ place: path, code, message }] };
    }
    // Nobody signed the mark in manifest.json, whereas an authority signed the token's policy.
    const anchor = { ...judged, demo: judged.demo || judgement.statement.policy === DEMO_POLICY };
    return { anchor, faults: await compareStatement(files, { listed, statement: judgement.statement }) };
  } catch (error) {
    if (!(error instanceof BundleRefusal)) throw error;
    const { code, message } = error.fault;
    const anchor = { ...about, verdict: 'invalid' as const, gen_time: null, signer: null, code, message };
    return { anchor, faults: [error.fault] };
  }
}

function viewJudgement(
  judgement: TokenJudgement,
): Pick<AnchorVerdict, 'verdict' | 'gen_time' | 'signer' | 'code' | 'message'> {
  const { verdict } = judgement;
  if (verdict === 'trusted') {
    return { verdict, gen_time: judgement.statement.gen_time, signer: judgement.signer };
  }
  const { code, message } = judgement;
  return {
    verdict,
    gen_time: verdict === 'untrusted' ? judgement.statement.gen_time : null,
    signer: null,
    code,
    message,
  };
}

/** @throws {BundleRefusal} `missing_file`, `corrupt_file`, `too_large` */
async function compareStatement(
  files: BundleFiles,
  { listed, statement }: { listed: ManifestAnchor; statement: TokenStatement },
): Promise<EvidenceFault[]> {
  const faults: EvidenceFault[] = [];
  const fields = ['gen_time', 'serial', 'policy'] as const;
  const field = fields.find((name) => listed[name] !== statement[name]);
  if (field) {
    faults.push(differs(MANIFEST_PATH, `It has another ${field} than the token ${listed.token}.`));
  }
  const path = listed.certificates!;
  const pem = new TextDecoder().decode(await readFile(files, { path, maxBytes: MAX_BYTES }));
  if (!isSameList(readPem(pem), statement.certificates)) {
    faults.push(differs(path, `It has other certificates than the token ${listed.token}.`));
  }
  return faults;
}

function differs(place: string, message: string): EvidenceFault {
  return { place, code: 'differs_from_token', message };
}

function isSameList(ones: readonly Uint8Array[], others: readonly Uint8Array[]): boolean {
  return ones.length === others.length && ones.every((one, index) => equalBytes(one, others[index]!));
}
