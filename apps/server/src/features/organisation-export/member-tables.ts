import type { Page } from '../../platform/database/read-pages.ts';

export type ExportedTable = {
  type: string;
  table: string;
  organisation: 'organisation_id' | 'id';
  /** By it the rows are ordered; the organisation where the key has no more columns. */
  key: Page['key'];
  columns: readonly string[];
  /** Secrets and their hashes, and the service's own bookkeeping. */
  omits: readonly string[];
};

export type ListedTable = Omit<ExportedTable, 'organisation' | 'omits' | 'columns'> & {
  organisation?: ExportedTable['organisation'];
  columns: string;
  omits?: string;
};

export const id = { name: 'id', type: 'uuid' } as const;

/** Tables of members: how they sign in, and what provides them. */
export const MEMBER_TABLES: readonly ListedTable[] = [
  {
    type: 'member',
    table: 'members',
    key: [id],
    columns: 'email name role status locale created_at joined_at break_glass',
    omits: 'user_handle',
  },
  {
    type: 'credential',
    table: 'credentials',
    key: [id],
    columns:
      'name scopes operator_email rate_limit created_at last_used_at expires_at revoked_at allowed_networks last_refused_at last_refused_address member_id kind way connection_id user_agent stepped_up_at',
  },
  {
    type: 'passkey',
    table: 'passkeys',
    key: [id],
    columns: 'member_id name transports backed_up counter::float8 created_at last_used_at',
    omits: 'raw_id public_key',
  },
  { type: 'directory', table: 'directories', key: [], columns: 'default_role version updated_at' },
  {
    type: 'directory_role',
    table: 'directory_roles',
    key: [{ name: 'group_key', type: 'text' }],
    columns: 'group_name role',
  },
  {
    type: 'directory_user',
    table: 'directory_users',
    key: [id],
    columns: 'external_id user_name active attributes member_id mapped_role version created_at updated_at',
  },
  {
    type: 'directory_group',
    table: 'directory_groups',
    key: [id],
    columns: 'external_id display_name version created_at updated_at',
  },
  {
    type: 'directory_group_member',
    table: 'directory_group_members',
    key: [
      { name: 'group_id', type: 'uuid' },
      { name: 'user_id', type: 'uuid' },
    ],
    columns: '',
  },
  {
    type: 'sso_connection',
    table: 'sso_connections',
    key: [],
    columns:
      'id protocol issuer client_id sso_url metadata_url metadata_read_at metadata_fault email_claim name_claim groups_claim default_role just_in_time status tested_at tested_by enforced version created_at updated_at',
    omits: 'client_secret_sealed tested_settings tested_credential_id test_sealed test_at',
  },
  {
    type: 'sso_certificate',
    table: 'sso_certificates',
    key: [{ name: 'fingerprint', type: 'text' }],
    columns: 'der not_before not_after source created_at',
    omits: 'warned_at',
  },
  {
    type: 'organisation_domain',
    table: 'organisation_domains',
    key: [id],
    columns: 'name proof verified_at record_missing_since created_at',
  },
  {
    type: 'member_identity',
    table: 'member_identities',
    key: [
      { name: 'connection_id', type: 'uuid' },
      { name: 'subject', type: 'text' },
    ],
    columns: 'member_id created_at',
  },
];
