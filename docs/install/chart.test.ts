import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PodMonitor, PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SECRET_NAMES, SETTING_NAMES } from '../../apps/server/src/config/settings.ts';
import { DECODING_POLICY } from '../../apps/server/src/platform/decoding/decoding-policy.ts';
import { maxBytesOf } from '../../apps/server/src/platform/describe-uploads.ts';
import { createMetrics } from '../../apps/server/src/platform/metrics.ts';
import { readCodeBlocks, ROOT } from '../code-blocks/read-code-blocks.ts';
import { type Container, helm, type Manifest, NEEDED, renderChart } from './chart/render-chart.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** By Kubernetes' own schemas, and the operator's of Prometheus. */
const MODELS: Record<string, new (manifest: never) => { validate: () => void }> = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  PodMonitor,
  PrometheusRule,
  Service,
};
const validate = (manifest: Manifest): void => new MODELS[manifest.kind]!(manifest as never).validate();

const EVERYTHING = {
  ...NEEDED,
  settings: { ...NEEDED.settings, TRUST_PROXY_HOPS: 1, SEAL_P12: '/run/files/seal.p12', SEAL_REQUIRED: true },
  imagePullSecrets: [{ name: 'registry' }],
  files: { existingSecret: 'fis-files' },
  privateAuthorities: { existingConfigMap: 'company' },
  data: { existingClaim: 'evidence' },
  api: { autoscaling: { enabled: true, eventLoopLag: '100m' } },
  ingress: { enabled: true, className: 'nginx', host: 'inspections.example.com', tlsSecret: 'tls' },
  monitoring: { serviceMonitor: true, prometheusRule: true, labels: { release: 'prometheus' } },
  podAnnotations: { team: 'field' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'a', operator: 'Exists' }],
};

const podsOf = (manifests: Manifest[]) =>
  manifests.flatMap(({ kind, metadata, spec }) =>
    spec.template ? [{ kind, metadata, pod: spec.template.spec }] : [],
  );
const containersOf = (manifests: Manifest[]): Container[] =>
  podsOf(manifests).flatMap(({ pod }) => pod.containers);
const find = (manifests: Manifest[], kind: string, name: string): Manifest =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name)!;

describe('values.schema.json', () => {
  type Schema = {
    properties: {
      settings: { propertyNames: { enum: string[] } };
      secrets: { properties: { keys: { items: { enum: string[] } } } };
    };
  };
  const { settings, secrets } = (JSON.parse(read('operations/chart/values.schema.json')) as Schema)
    .properties;
  /** The chart sets these itself, or an image has no use for them. */
  const OWN = ['DATA_DIR', 'DEMO', 'LISTEN_ADDRESS', 'PORT', 'WORKER_PORT'];

  it('has every setting that is there: secrets by files, and the owner of the tables for the job alone', () => {
    const plain = SETTING_NAMES.filter((name) => !SECRET_NAMES.includes(name) && !OWN.includes(name));
    expect(settings.propertyNames.enum).toEqual(plain.toSorted());
    const others = SECRET_NAMES.filter((name) => name !== 'DATABASE_OWNER_URL');
    expect(secrets.properties.keys.items.enum).toEqual(others.toSorted());
  });

  it('is of the version of the service, as the chart is', () => {
    const { version } = JSON.parse(read('apps/server/package.json')) as { version: string };
    expect(parse(read('operations/chart/Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });
});

describe('the guide on Kubernetes', () => {
  const { code } = readCodeBlocks().find(({ code }) => code.includes('helm install'))!;
  const values = parse(read('operations/chart/values.yaml')) as {
    secrets: { keys: string[] };
    networkPolicy: Record<string, object>;
    data: { sizeLimit: string };
    api: { resources: { limits: { memory: string } } };
    worker: { resources: { limits: { memory: string } } };
    terminationGracePeriodSeconds: number;
  };

  it('makes the Secret with all that the chart mounts, of files that make-secrets.sh makes', () => {
    const made = [...code.matchAll(/--from-(?:file|literal)=([A-Z0-9_]+)=/g)].map(([, name]) => name);
    expect(made.slice(0, -1).toSorted()).toEqual(values.secrets.keys.toSorted());
    expect(made.at(-1)).toBe('DATABASE_OWNER_URL');
    const files = [...code.matchAll(/"\$SECRETS\/(\w+)"/g)].map(([, file]) => file);
    const script = read('operations/compose/make-secrets.sh');
    expect(files.filter((file) => !script.includes(` keep ${file}\n`))).toEqual([]);
  });

  it('lets a pod write the largest recordings that are made playable at once, with their copies', () => {
    const [, gibibytes] = /^(\d+)Gi$/.exec(values.data.sizeLimit)!;
    expect(read('docs/self-hosting.md')).toContain(`\`data.sizeLimit\`, at first ${gibibytes} GiB.`);
    const ofOrganisation = 2;
    expect(Number(gibibytes) * 1024 ** 3).toBeGreaterThan(ofOrganisation * 2 * maxBytesOf('recording'));
  });

  it('lets a container take what its process and all that it decodes at once may take', () => {
    const { atOnce, memoryMb } = DECODING_POLICY;
    expect(read('docs/self-hosting.md')).toContain('Each of their containers may take 4.5 GiB,');
    for (const { resources } of [values.api, values.worker]) {
      expect(resources.limits.memory).toBe(`${4.5 * 1024}Mi`);
      expect(4.5 * 1024).toBeGreaterThanOrEqual(atOnce * memoryMb + LEAST_OF_PROCESS_MB);
    }
  });

  it('says for how long a pod may stop, and whom the network lets in at first', () => {
    const guide = read('docs/self-hosting.md');
    expect(guide).toContain(`A pod that stops has ${values.terminationGracePeriodSeconds} seconds`);
    expect(guide).toContain('at first all namespaces');
    expect([values.networkPolicy['ingressFrom'], values.networkPolicy['metricsFrom']]).toEqual([
      [{ namespaceSelector: {} }],
      [{ namespaceSelector: {} }],
    ]);
  });

  it.skipIf(!helm)('installs by words that the chart takes', () => {
    const words = [...code.matchAll(/--set (\S+)/g)].flatMap(([, word = '']) => ['--set', word]);
    expect(words.length).toBeGreaterThan(8);
    const rendered = renderChart({}, words);
    expect(podsOf(rendered).map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining(['fis-api', 'fis-worker', 'fis-migrate']),
    );
  });
});

/** A process that has worked for a while holds some 400 MB. */
const LEAST_OF_PROCESS_MB = 512;

/** Without the store of objects. */
const KEYS = ['DATABASE_URL', 'MASTER_KEYS', 'METRICS_TOKEN', 'SMTP_URL'];

const WHY_SKIPPED = helm ? '' : ' (skipped: no Helm; see script/fetch-helm)';

describe.skipIf(!helm)(`operations/chart, as Helm renders it${WHY_SKIPPED}`, () => {
  const least = helm ? renderChart(NEEDED) : [];
  const most = helm ? renderChart(EVERYTHING) : [];

  it('is valid by the schemas of Kubernetes, with the least that must be set, and with everything', () => {
    for (const manifest of [...least, ...most]) validate(manifest);
    expect([...new Set(most.map(({ kind }) => kind))].toSorted()).toEqual(Object.keys(MODELS));
    const wrong = { ...least[0]!, spec: { ...least[0]!.spec, podSelector: 'all' } };
    expect(() => validate(wrong)).toThrow('podSelector');
  });

  it.each([
    ['an address without TLS', { settings: { BASE_URL: 'http://inspections.example.com' } }, /BASE_URL/],
    ['a setting that is none', { settings: { ...NEEDED.settings, TRUST_HOPS: 1 } }, /TRUST_HOPS/],
    ['a secret among the settings', { settings: { ...NEEDED.settings, S3_URL: 'x' } }, /S3_URL/],
    ['a value that is none', { replicas: 3 }, /replicas/],
    ['no image', { image: {} }, /repository/],
    ['no Secret', { secrets: {} }, /existingSecret/],
    [
      'a pod that would take evidence with it',
      { secrets: { existingSecret: 'a', keys: KEYS } },
      /Evidence would go/,
    ],
    ['an ingress without a host', { ingress: { enabled: true } }, /host/],
  ])('%s is refused, in words that name it', (_what, values, words) => {
    expect(() => renderChart({ ...NEEDED, ...values })).toThrow(words);
  });

  it('gives processes settings that there are, and each secret as a file that is mounted', () => {
    const known = new Set<string>([
      ...SETTING_NAMES,
      ...SECRET_NAMES.map((name) => `${name}_FILE`),
      'NODE_EXTRA_CA_CERTS',
    ]);
    for (const { pod } of podsOf(most)) {
      const [{ env, volumeMounts }] = pod.containers as [Container];
      expect(env.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
      expect(env.map(({ name }) => name).filter((name) => SECRET_NAMES.includes(name as never))).toEqual([]);
      for (const { name, value } of env.filter(({ name }) => name.endsWith('_FILE'))) {
        const mount = volumeMounts.find(({ mountPath }) => value.startsWith(`${mountPath}/`))!;
        const { secret } = pod.volumes.find((volume) => volume.name === mount.name)!;
        expect([name, secret!.items!.map(({ path }) => path)]).toEqual([
          name,
          expect.arrayContaining([name.replace(/_FILE$/, '')]),
        ]);
      }
    }
  });

  it('has a job migrate before a release begins, and lets it alone have the password of the owner of the tables', () => {
    const job = find(least, 'Job', 'fis-migrate');
    expect(job.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    const [{ command, args }] = job.spec.template!.spec.containers as [Container];
    expect([...command!, ...args]).toEqual(['/opt/fis/bin/node', '/opt/fis/programs/admin.js', 'migrate']);
    expect(read('Containerfile')).toContain('ENTRYPOINT ["/opt/fis/bin/node", "/opt/fis/programs/main.js"]');
    const knowing = most.filter((manifest) => JSON.stringify(manifest).includes('fis-owner'));
    expect(knowing.map(({ metadata }) => metadata.name)).toEqual(['fis-migrate']);
  });

  it('runs each container as a user who may do nothing, on a root that is read-only, within bounds', () => {
    for (const { pod } of podsOf(most)) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10_001,
        seccompProfile: { type: 'RuntimeDefault' },
      });
    }
    expect(read('Containerfile')).toContain('USER 10001:10001');
    for (const { securityContext, resources, volumeMounts } of containersOf(most)) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect([Object.keys(resources.requests!), Object.keys(resources.limits!)]).toEqual([
        ['cpu', 'memory'],
        ['memory'],
      ]);
      const written = volumeMounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath);
      expect(['/tmp', '/data']).toEqual(expect.arrayContaining(written));
    }
  });

  it('asks each process how it does where it serves that, and lets it end in its time', () => {
    for (const [name, port] of [
      ['api', 3000],
      ['worker', 3001],
    ] as const) {
      const { spec } = find(least, 'Deployment', `fis-${name}`);
      const pod = spec.template!.spec;
      const [container] = pod.containers as [Container];
      expect(container.args).toEqual([name]);
      expect(container.ports).toEqual([{ name: 'http', containerPort: port }]);
      const { startupProbe, livenessProbe, readinessProbe } = container;
      const asked = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe!.httpGet);
      expect(asked).toEqual(['/livez', '/livez', '/readyz'].map((path) => ({ path, port: 'http' })));
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30);
      expect(spec).toMatchObject({ strategy: { rollingUpdate: { maxUnavailable: 0 } } });
    }
  });

  it('leads the service and the budget to pods that are there, and nobody to the worker but Prometheus', () => {
    const labelsOf = (name: string) => find(most, 'Deployment', name).spec.template!.metadata.labels;
    const matches = (selector: object, name: string): boolean =>
      Object.entries(selector).every(([label, value]) => labelsOf(name)[label] === value);
    const { selector } = find(most, 'Service', 'fis').spec as { selector: object };
    expect(['fis-api', 'fis-worker'].filter((name) => matches(selector, name))).toEqual(['fis-api']);
    for (const name of ['fis-api', 'fis-worker']) {
      for (const kind of ['PodDisruptionBudget', 'NetworkPolicy']) {
        const { spec } = find(most, kind, name) as { spec: Record<string, { matchLabels: object }> };
        expect(matches((spec.selector ?? spec.podSelector)!.matchLabels, name)).toBe(true);
      }
    }
    expect(find(most, 'NetworkPolicy', 'fis-worker').spec.ingress).toHaveLength(1);
    expect(find(most, 'NetworkPolicy', 'fis').spec.ingress).toEqual([]);
  });

  it('scales by a figure that /metrics has, and then sets no number of pods itself', () => {
    const { metrics } = find(most, 'HorizontalPodAutoscaler', 'fis-api').spec as {
      metrics: { pods?: { metric: { name: string } } }[];
    };
    const named = metrics.flatMap(({ pods }) => (pods ? [pods.metric.name] : []));
    expect(named).toHaveLength(1);
    expect(createMetrics().registry.getSingleMetric(named[0]!)).toBeDefined();
    expect(find(most, 'Deployment', 'fis-api').spec).not.toHaveProperty('replicas');
    expect(find(least, 'Deployment', 'fis-api').spec).toMatchObject({ replicas: 2 });
  });

  it('has the alerts of operations/alerts.yml, to the letter', () => {
    expect(find(most, 'PrometheusRule', 'fis').spec).toEqual(parse(read('operations/alerts.yml')));
  });

  it('has every pod scraped as the job that the alerts name, with the token of /metrics', () => {
    expect(find(most, 'PodMonitor', 'fis').spec).toMatchObject({
      podMetricsEndpoints: [
        {
          port: 'http',
          path: '/metrics',
          authorization: { type: 'Bearer', credentials: { name: 'fis', key: 'METRICS_TOKEN' } },
          relabelings: [{ targetLabel: 'job', replacement: 'field-inspection' }],
        },
      ],
    });
  });
});
