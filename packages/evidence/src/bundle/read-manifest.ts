import { readFile, type BundleFiles } from './bundle-files.ts';
import { BundleRefusal } from '../bundle-refusal.ts';
import { objectOf, parseExactJson } from './exact-json.ts';
import { isExactly, MANIFEST_SHAPES } from './manifest-shape.ts';
import { certificatesPath, MANIFEST_PATH, reportPath, tokenPath, type TokenFolder } from './places.ts';

/** Nobody vouches for manifest.json: it tells where to look, and is compared with the chains. */
export type Manifest = {
  readonly session: { readonly id: string; readonly organisation_id: string };
  readonly chain: StatedHead;
  readonly anchors: readonly ManifestAnchor[];
  readonly evidence: readonly ManifestEvidence[];
  /** null in a bundle of version 1. */
  readonly addenda: (StatedHead & { readonly anchors: readonly ManifestAddendaAnchor[] }) | null;
  readonly reports: readonly ManifestReport[];
  /** Files that are not in the bundle, each with the addendum that redacts it. */
  readonly withheld: readonly { readonly path: string; readonly sequence: number }[];
};

export type StatedHead = { readonly length: number; readonly head: string };

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

export type ManifestAddendaAnchor = ManifestAnchor & { readonly sequence: number };

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

/** `sequence` is the addendum that names the report. */
export type ManifestReport = ManifestFile & { readonly id: string; readonly sequence: number };

const MAX_BYTES = 64 * 2 ** 20;

const EXTENSION = /^\.[a-z0-9]{1,8}$/;

/** A bundle of version 1 lacks these fields. */
const NOTHING_AFTER_FREEZE = { addenda: null, reports: [], withheld: [] };

/** @throws {BundleRefusal} `missing_file`, `corrupt_file`, `too_large`, `unsupported_version`, `malformed_manifest` */
export async function readManifest(files: BundleFiles): Promise<Manifest> {
  const bytes = await readFile(files, { path: MANIFEST_PATH, maxBytes: MAX_BYTES });
  const value = parseExactJson(bytes, { indent: 2, budget: files.budget });
  if (value === undefined)
    throw malformed('It is not JSON in the spelling of a bundle, or a key is there twice.');
  const isOther = objectOf({ format: isExactly('field-inspection-bundle') })(value, '') !== undefined;
  const version = isOther ? undefined : (value as { version?: unknown }).version;
  const shape = MANIFEST_SHAPES.get(version);
  if (!shape)
    throw new BundleRefusal(MANIFEST_PATH, 'unsupported_version', 'It is no bundle of version 1 or 2.');
  const place = shape(value, '');
  if (place !== undefined) throw malformed(`It is not of the format at ${place}.`);

  const manifest: Manifest =
    version === 1 ? { ...(value as Manifest), ...NOTHING_AFTER_FREEZE } : (value as Manifest);
  assertManifest(manifest);
  return manifest;
}

function assertManifest(manifest: Manifest): void {
  const { anchors, addenda } = manifest;
  for (const [index, anchor] of anchors.entries()) assertAnchor(anchor, { folder: 'anchors', index });
  for (const [index, anchor] of (addenda?.anchors ?? []).entries()) {
    assertAnchor(anchor, { folder: 'addenda-anchors', index });
    if (anchor.sequence > addenda!.length) throw misplaced(`/addenda/anchors/${index}`);
  }
  assertPaths(manifest);
  assertReports(manifest);
  assertWithheld(manifest);
}

function assertAnchor(
  { status, token, certificates }: ManifestAnchor,
  { folder, index }: { folder: TokenFolder; index: number },
): void {
  const isAnchored = token === tokenPath(folder, index) && certificates === certificatesPath(folder, index);
  const isEmpty = token === null && certificates === null;
  if (status === 'anchored' ? isAnchored : isEmpty) return;
  throw misplaced(`/${folder === 'anchors' ? 'anchors' : 'addenda/anchors'}/${index}`);
}

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

/** Each report must be named as its addendum says. */
function assertReports({ reports }: Manifest): void {
  const seen = new Set<string>();
  for (const [index, { path, sequence }] of reports.entries()) {
    const isNew = !seen.has(path) && seen.add(path);
    if (!isNew || path !== reportPath(sequence)) {
      throw malformed(`It has a wrong path, or one twice, at /reports/${index}.`);
    }
  }
}

/** Only files that the chain or an addendum names by hash can be withheld. */
function assertWithheld({ evidence, reports, withheld }: Manifest): void {
  const known = new Set([...evidence, ...reports].map(({ path }) => path));
  for (const [index, { path }] of withheld.entries()) {
    if (!known.delete(path)) throw malformed(`It has a wrong path, or one twice, at /withheld/${index}.`);
  }
}

function misplaced(place: string): BundleRefusal {
  return malformed(`It is not of the format at ${place}.`);
}

function malformed(message: string): BundleRefusal {
  return new BundleRefusal(MANIFEST_PATH, 'malformed_manifest', message);
}
