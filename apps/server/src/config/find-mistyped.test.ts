import { describe, expect, it } from 'vitest';
import { findMistyped } from './find-mistyped.ts';
import { SETTING_NAMES } from './settings.ts';

describe('a variable that is nearly a setting', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASE-URL', 'DATABASE_URL'],
    ['TSA_URL', 'TSA_URLS'],
    ['SEAL_PASSWORD', 'SEAL_P12_PASSWORD'],
    ['SEAL_P12_PASWORD', 'SEAL_P12_PASSWORD'],
    ['MASTER_KEY', 'MASTER_KEYS'],
    ['MASTER_KEY_FILE', 'MASTER_KEYS_FILE'],
    ['SMPT_URL', 'SMTP_URL'],
    ['TRUST_PROXY_HOP', 'TRUST_PROXY_HOPS'],
  ])('%s: the nearest is %s', (name, nearest) => {
    expect(findMistyped({ [name]: 'x' })).toEqual([
      `${name} is no setting, and nothing reads it: did you mean ${nearest}?`,
    ]);
  });

  it('is not told where what it is near to is set, too', () => {
    expect(findMistyped({ DATABSE_URL: 'x', DATABASE_URL: 'y' })).toEqual([]);
  });

  it('is told five times at most, and a name of any length costs nothing', () => {
    const many = Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`DATABASE_UR${at}`, 'x']));
    expect(findMistyped(many)).toHaveLength(5);
    expect(findMistyped({ ['DATABASE_URL'.repeat(100_000)]: 'x' })).toEqual([]);
  });
});

describe('no false alarm', () => {
  it('is given of the settings, nor of the files of secrets', () => {
    expect(findMistyped(Object.fromEntries(SETTING_NAMES.map((name) => [name, 'x'])))).toEqual([]);
    expect(findMistyped({ SMTP_URL_FILE: 'x', MASTER_KEYS_FILE: 'x' })).toEqual([]);
  });

  it.each([
    'PATH HOME HOSTNAME PWD SHLVL TERM LANG USER LOGNAME SHELL TMPDIR TZ',
    'NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_VERSION npm_config_cache UV_THREADPOOL_SIZE',
    'http_proxy https_proxy no_proxy FTP_PROXY ALL_PROXY all_proxy',
    'DB_URL DB_HOST DATABASE_HOST DATABASE_NAME POSTGRES_URL POSTGRES_PASSWORD PGHOST PGPASSWORD REDIS_URL',
    'SMTP_HOST SMTP_PORT SMTP_PASSWORD MAIL_HOST S3_BUCKET S3_REGION AWS_REGION AWS_ACCESS_KEY_ID CMS_URL',
    'KUBERNETES_PORT KUBERNETES_SERVICE_HOST FIS_PORT FIS_API_SERVICE_PORT FIS_API_PORT_3000_TCP_ADDR',
    'INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID CREDENTIALS_DIRECTORY NOTIFY_SOCKET STATE_DIRECTORY',
    'OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES LOGS_DIR CI DEBUG FORCE_COLOR NO_COLOR MALLOC_ARENA_MAX',
  ])('of what others have: %s', (names) => {
    expect(findMistyped(Object.fromEntries(names.split(' ').map((name) => [name, 'x'])))).toEqual([]);
  });
});
