import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../code-blocks/read-code-blocks.ts';

/** script/fetch-promtool unpacks it where the host has none. */
const FETCHED = join(ROOT, '.toolchain/promtool/promtool');
const promtool = [process.env['PROMTOOL_PATH'], FETCHED, 'promtool'].find(
  (program) => program && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0,
);
const WHY_SKIPPED = promtool ? '' : ' (skipped: no promtool; see script/fetch-promtool)';

const RULES = join(ROOT, 'operations/alerts.yml');
type Rules = { groups: { rules: { alert: string }[] }[] };
const alerts = (parse(readFileSync(RULES, 'utf8')) as Rules).groups.flatMap(({ rules }) =>
  rules.map(({ alert }) => alert),
);

const DAY = 86_400;
const requests = (status: string, route = '/api/v1/public/sessions') =>
  `http_request_duration_seconds_count{route="${route}",status="${status}"}`;
const bucket = (le: string) => `http_request_duration_seconds_bucket{route="/v1/sessions",le="${le}"}`;

type Series = Record<string, string>;

/** Each alert has a course of values that sets it off, and one that just does not. A value is of each minute, from 1970 on. */
const CASES: Record<string, { fires: Series; stays: Series }> = {
  PartNotReady: {
    fires: { 'part_ready{part="database"}': '0x90' },
    stays: { 'part_ready{part="database"}': '1x90' },
  },
  ProcessDown: {
    fires: { 'up{job="field-inspection"}': '0x90' },
    stays: { 'up{job="field-inspection"}': '1x90' },
  },
  RequestsFail: {
    fires: { [requests('500')]: '0+2x90', [requests('200')]: '0+98x90' },
    stays: {
      [requests('500')]: '0+1x90',
      [requests('200')]: '0+199x90',
      [requests('503', '/readyz')]: '0+60x90',
    },
  },
  RequestsSlow: {
    fires: { [bucket('1')]: '0+98x90', [bucket('5')]: '0+100x90', [bucket('+Inf')]: '0+100x90' },
    stays: { [bucket('1')]: '0+100x90', [bucket('5')]: '0+100x90', [bucket('+Inf')]: '0+100x90' },
  },
  WebhooksLate: {
    fires: { webhook_oldest_due_age_seconds: '61x90' },
    stays: { webhook_oldest_due_age_seconds: '60x90' },
  },
  AnchorsLate: {
    fires: { anchor_oldest_pending_age_seconds: '3601x90' },
    stays: { anchor_oldest_pending_age_seconds: '3600x90' },
  },
  BackupUnverified: {
    fires: { backup_verified_at_seconds: `-${8 * DAY}x90` },
    stays: { backup_verified_at_seconds: `-${7 * DAY}x90` },
  },
  SealEnds: {
    fires: { 'seal_not_after_seconds{subject="a"}': `${29 * DAY}x90` },
    stays: { 'seal_not_after_seconds{subject="a"}': `${31 * DAY}x90` },
  },
  SealEndsSoon: {
    fires: { 'seal_not_after_seconds{subject="a"}': `${6 * DAY}x90` },
    stays: { 'seal_not_after_seconds{subject="a"}': `${8 * DAY}x90` },
  },
  AuthorityEnds: {
    fires: { 'tsa_not_after_seconds{authority="a"}': `${29 * DAY}x90` },
    stays: { 'tsa_not_after_seconds{authority="a"}': `${31 * DAY}x90` },
  },
  AuthorityEndsSoon: {
    fires: { 'tsa_not_after_seconds{authority="a"}': `${6 * DAY}x90` },
    stays: { 'tsa_not_after_seconds{authority="a"}': `${8 * DAY}x90` },
  },
  JobsFail: {
    fires: { 'job_duration_seconds_count{task="a",outcome="failed"}': '0+1x90' },
    stays: { 'job_duration_seconds_count{task="a",outcome="failed"}': '0+0.2x90' },
  },
  JobsGaveUp: { fires: { 'jobs_given_up{task="a"}': '1x90' }, stays: { 'jobs_given_up{task="a"}': '0x90' } },
  JobsLost: {
    fires: { 'jobs_resumed_total{task="a"}': '0x50 1x40' },
    stays: { 'jobs_resumed_total{task="a"}': '1x90' },
  },
  SomebodyGuesses: {
    fires: { 'guesses_refused_total{guessed="key"}': '0+90x90' },
    stays: { 'guesses_refused_total{guessed="key"}': '0+30x90' },
  },
  EventLoopLate: {
    fires: { nodejs_eventloop_lag_p99_seconds: '0.6x90' },
    stays: { nodejs_eventloop_lag_p99_seconds: '0.4x90' },
  },
  EventLoopStood: {
    fires: { event_loop_longest_stall_seconds: '1.1x90' },
    stays: { event_loop_longest_stall_seconds: '1x90' },
  },
  MemoryHigh: {
    fires: { 'process_resident_memory_bytes{job="field-inspection"}': '1.6e9x90' },
    stays: { 'process_resident_memory_bytes{job="field-inspection"}': '1.4e9x90' },
  },
};

describe.skipIf(!promtool)(`Prometheus' own program${WHY_SKIPPED}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'fis-promtool-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** JSON is YAML, too. Gives what it says where it refuses. */
  const judge = (command: string[], name: string, content: object): string => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(content));
    const { status, stdout, stderr } = spawnSync(promtool!, [...command, file], { encoding: 'utf8' });
    return status === 0 ? '' : stdout + stderr;
  };

  const expectAfterAnHour = (alert: string, series: Series, firing: number) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
        eval_time: '75m',
        exp_samples: firing === 0 ? [] : [{ labels: '{}', value: firing }],
      },
    ],
  });

  it('takes the alerts, and the questions of the dashboard', () => {
    expect(execFileSync(promtool!, ['check', 'rules', RULES], { encoding: 'utf8' })).toContain(
      `SUCCESS: ${alerts.length} rules found`,
    );
    const { panels } = JSON.parse(readFileSync(join(ROOT, 'operations/grafana-dashboard.json'), 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    // Grafana puts its interval in.
    const rules = asked.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll(/\$__\w+/g, '5m'),
    }));
    expect(rules.length).toBeGreaterThan(10);
    expect(judge(['check', 'rules'], 'dashboard.yml', { groups: [{ name: 'dashboard', rules }] })).toBe('');
    const broken = { groups: [{ name: 'a', rules: [{ record: 'a:b', expr: 'sum(by' }] }] };
    expect(judge(['check', 'rules'], 'broken.yml', broken)).toContain('could not parse expression');
  });

  it('has each alert fire where what it is for lasts, and no alert where it is just not so', () => {
    expect(Object.keys(CASES).toSorted()).toEqual(alerts.toSorted());
    const tests = Object.entries(CASES).flatMap(([alert, { fires, stays }]) => [
      expectAfterAnHour(alert, fires, 1),
      expectAfterAnHour(alert, stays, 0),
    ]);
    const about = { rule_files: [RULES], evaluation_interval: '1m' };
    expect(judge(['test', 'rules'], 'alerts.yml', { ...about, tests })).toBe('');
    const wrong = [expectAfterAnHour('MemoryHigh', CASES['MemoryHigh']!.stays, 1)];
    expect(judge(['test', 'rules'], 'wrong.yml', { ...about, tests: wrong })).toContain('FAILED');
  });
});
