/**
 * Others may have set these for a database or a role, each unlike PostgreSQL's own, so that what the service does not set
 * for itself shows. A schema that is named like the role belongs to it: `search_path` begins there as it is.
 */
export const ODD_SETTINGS: Readonly<Record<string, string>> = {
  TimeZone: 'Pacific/Chatham',
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'sql_standard',
  client_encoding: 'LATIN1',
  standard_conforming_strings: 'off',
  bytea_output: 'escape',
  extra_float_digits: '-3',
  array_nulls: 'off',
  transform_null_equals: 'on',
  row_security: 'off',
  default_transaction_isolation: 'serializable',
  idle_session_timeout: '300000',
};

/** Where it is so for every database of the run, the doctor says it of each. */
export const isOddRun = Boolean(process.env.ODD_DATABASE);

/** The statements that set them for whom `target` names, such as `database fis` or `role all`. */
export const setOddly = (target: string, settings = ODD_SETTINGS): string =>
  Object.entries(settings)
    .map(([name, value]) => `alter ${target} set ${name} = ${name === 'search_path' ? value : `'${value}'`};`)
    .join('\n');
