import type { Page } from '../../platform/database/read-pages.ts';

const id = { name: 'id', type: 'uuid' } as const;

export const EXPORTED_FILES: readonly (Pick<Page, 'table' | 'key' | 'columns'> & {
  condition: string;
  owner: 'id' | 'evidence_id';
})[] = [
  {
    table: 'evidence',
    key: [id],
    columns: ['mime', 'byte_size::float8', 'sha256'],
    condition: "sha256 is not null and status = 'ready' and erased_at is null",
    owner: 'id',
  },
  {
    table: 'evidence_derivatives',
    key: [
      { name: 'evidence_id', type: 'uuid' },
      { name: 'variant', type: 'text' },
    ],
    columns: ['mime', 'byte_size::float8', 'sha256'],
    condition: 'true',
    owner: 'evidence_id',
  },
  {
    table: 'reports',
    key: [id],
    columns: ["'application/pdf' as mime", 'byte_size', 'sha256'],
    condition: "sha256 is not null and status = 'ready' and erased_at is null",
    owner: 'id',
  },
];
