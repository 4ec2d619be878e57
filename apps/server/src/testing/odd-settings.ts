/**
 * Each value is unlike PostgreSQL's own, so that a setting shows that the service does not make for itself. A schema
 * that is named like the role belongs to it: `search_path` begins there as it is.
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
  exit_on_error: 'on',
};

/** Nothing in the service rests on these settings. */
export const MORE_ODD_SETTINGS: Readonly<Record<string, string>> = {
  default_transaction_deferrable: 'on',
  quote_all_identifiers: 'on',
  backslash_quote: 'off',
  escape_string_warning: 'off',
  xmlbinary: 'hex',
  xmloption: 'document',
  client_min_messages: 'debug1',
  timezone_abbreviations: 'Australia',
  check_function_bodies: 'off',
  plan_cache_mode: 'force_custom_plan',
  restrict_nonsystem_relation_kind: 'view, foreign-table',
  constraint_exclusion: 'on',
  event_triggers: 'off',
  work_mem: '64',
  application_name: 'of others',
  lc_monetary: 'C.utf8',
  default_text_search_config: 'pg_catalog.german',
};

/** Every database of the run has odd settings; the doctor then names them. */
export const isOddRun = Boolean(process.env.ODD_DATABASE);

export const setOddly = (target: string, settings = ODD_SETTINGS): string =>
  Object.entries(settings)
    .map(([name, value]) => `alter ${target} set ${name} = ${name === 'search_path' ? value : `'${value}'`};`)
    .join('\n');
