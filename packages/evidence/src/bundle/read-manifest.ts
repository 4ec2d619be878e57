import { isHex64 } from '../bytes.ts';
import { readFile, type BundleFiles } from './bundle-files.ts';
import { BundleRefusal } from '../bundle-refusal.ts';
import { isCount, isFlag, isText, listOf, nullOr, objectOf, only, parseExactJson } from './exact-json.ts';
import { certificatesPath, CHAIN_PATH, DISCLOSURES_PATH, MANIFEST_PATH, tokenPath } from './places.ts';

/** What manifest.json says. Nothing vouches for it: it tells where to look, and is held against the chain. */
export type Manifest = {
  readonly session: { readonly id: string; readonly organisation_id: string };
  readonly chain: { readonly length: number; readonly head: string };
  readonly anchors: readonly ManifestAnchor[];
  readonly evidence: readonly ManifestEvidence[];
};

export type ManifestAnchor = {
  readonly authority: string;
  readonly demo: boolean;
  readonly status: string;
  readonly gen_time: string | null;
  readonly serial: string | null;
  readonly policy: string | null;
  readonly token: string | null;
  readonly certificates: string | null;
};

type ManifestFile = {
  readonly path: string;
  readonly mime: string;
  readonly byte_size: number;
  readonly sha256: string;
};

export type ManifestEvidence = ManifestFile & {
  readonly id: string;
  readonly kind: string;
  readonly sequence: number | null;
  readonly captured_at: string | null;
  readonly annotates: string | null;
  readonly whiteboard: string | null;
  readonly version: number | null;
  readonly derivatives: readonly (ManifestFile & { readonly variant: string })[];
};

const MAX_BYTES = 64 * 2 ** 20;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const EXTENSION = /^\.[a-z0-9]{1,8}$/;
const VARIANT = /^[a-z]{1,20}$/;

const isExactly = (expected: unknown) => only((value) => value === expected);
const isHash = only(isHex64);
const isUuid = only((value) => typeof value === 'string' && UUID.test(value));

const FILE = { path: isText, mime: isText, byte_size: isCount, sha256: isHash };

const SHAPE = objectOf({
  session: objectOf({ id: isUuid, organisation_id: isUuid }),
  chain: objectOf({ path: isExactly(CHAIN_PATH), length: isCount, head: isHash }),
  anchors: listOf(
    objectOf({
      authority: isText,
      demo: isFlag,
      status: only((value) => ['pending', 'anchored', 'failed'].includes(value as string)),
      gen_time: nullOr(isText),
      serial: nullOr(isText),
      policy: nullOr(isText),
      token: nullOr(isText),
      certificates: nullOr(isText),
    }),
  ),
  evidence: listOf(
    objectOf({
      ...FILE,
      id: isUuid,
      kind: isText,
      sequence: nullOr(isCount),
      captured_at: nullOr(isText),
      annotates: nullOr(isText),
      whiteboard: nullOr(isText),
      version: nullOr(isCount),
      derivatives: listOf(
        objectOf({
          ...FILE,
          variant: only((value) => typeof value === 'string' && VARIANT.test(value)),
        }),
      ),
    }),
  ),
  disclosures: isExactly(DISCLOSURES_PATH),
});

/** @throws {BundleRefusal} `missing_file`, `corrupt_file`, `too_large`, `unsupported_version`, `malformed_manifest` */
export async function readManifest(files: BundleFiles): Promise<Manifest> {
  const bytes = await readFile(files, { path: MANIFEST_PATH, maxBytes: MAX_BYTES });
  const value = parseExactJson(bytes, { indent: 2 });
  if (value === undefined)
    throw malformed('It is not JSON in the spelling of a bundle, or a key is there twice.');
  if (objectOf({ format: isExactly('field-inspection-bundle'), version: isExactly(1) })(value, '')) {
    throw new BundleRefusal(MANIFEST_PATH, 'unsupported_version', 'It is no bundle of version 1.');
  }
  const place = SHAPE(value, '');
  if (place !== undefined) throw malformed(`It is not of the format at ${place}.`);

  const manifest = value as Manifest;
  manifest.anchors.forEach(assertAnchor);
  assertPaths(manifest);
  return manifest;
}

function assertAnchor({ status, token, certificates }: ManifestAnchor, index: number): void {
  const isAnchored = token === tokenPath(index) && certificates === certificatesPath(index);
  const isEmpty = token === null && certificates === null;
  if (status === 'anchored' ? isAnchored : isEmpty) return;
  throw malformed(`It is not of the format at /anchors/${index}.`);
}

/** Each file has the name that its evidence gives it, so that none is shown under another's. */
function assertPaths({ evidence }: Manifest): void {
  const seen = new Set<string>();
  for (const [index, { id, path, derivatives }] of evidence.entries()) {
    const isOwn = isNamed(path, `originals/${id}`) && derivatives.every((file) => isDerivative(file, id));
    const paths = [id, path, ...derivatives.map((file) => file.path)];
    const isNew = paths.every((each) => !seen.has(each) && seen.add(each));
    if (!isOwn || !isNew) throw malformed(`It has a wrong path, or one twice, at /evidence/${index}.`);
  }
}

function isDerivative({ path, variant }: { path: string; variant: string }, id: string): boolean {
  return isNamed(path, `derivatives/${id}/${variant}`);
}

function isNamed(path: string, name: string): boolean {
  return path.startsWith(name) && EXTENSION.test(path.slice(name.length));
}

function malformed(message: string): BundleRefusal {
  return new BundleRefusal(MANIFEST_PATH, 'malformed_manifest', message);
}
