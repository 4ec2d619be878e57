import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../../code-blocks/read-code-blocks.ts';

/** As Kubernetes gets it, as far as the laws of the tests look. */
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string>; labels: Record<string, string> };
  spec: Record<string, unknown> & { template?: { metadata: Manifest['metadata']; spec: PodSpec } };
};

export type PodSpec = {
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext: Record<string, unknown>;
  containers: Container[];
  volumes: { name: string; secret?: { secretName: string; items?: { key: string; path: string }[] } }[];
};

export type Container = {
  name: string;
  image: string;
  command?: string[];
  args: string[];
  env: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  resources: { requests?: object; limits?: object };
  securityContext: Record<string, unknown>;
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
};

type Probe = { httpGet: { path: string; port: string } };

const CHART = join(ROOT, 'operations/chart');

/** script/fetch-helm unpacks it where the host has none. */
const FETCHED = join(ROOT, '.toolchain/helm/helm');

export const helm = [process.env['HELM_PATH'], FETCHED, 'helm'].find(
  (program) => program && spawnSync(program, ['version'], { stdio: 'ignore' }).status === 0,
);

/** These values have no default. */
export const NEEDED = {
  image: { repository: 'registry.example/fis' },
  settings: { BASE_URL: 'https://inspections.example.com' },
  secrets: { existingSecret: 'fis' },
  owner: { existingSecret: 'fis-owner' },
};

type Values = Record<string, unknown>;

/** @throws what Helm says of values that it refuses */
export const renderChart = (values: Values, words: string[] = []): Manifest[] => {
  const text = execFileSync(
    helm!,
    ['template', 'fis', CHART, '--namespace', 'inspections', '--values', '-', ...words],
    {
      input: JSON.stringify(values),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { HOME: process.env.HOME, PATH: process.env.PATH },
    },
  );
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0]!;
    const read = document.toJS() as Manifest | null;
    return read ? [read] : [];
  });
};
