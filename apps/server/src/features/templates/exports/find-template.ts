import { Template } from '@field-inspection/contract';
import { Prisma } from '#prisma';
import { showRow } from '../../../platform/database/show-row.ts';

export type TemplateKey = { organisationId: string; templateId: string };

export type TemplateRow = {
  id: string;
  archived: boolean;
  created_at: Date;
  words: Pick<Template, 'version' | 'name' | 'type' | 'shots'> & { created_at: string };
};

/** A template with the words of one version: `version` is a column, or a number. */
export const templateColumns = (version: Prisma.Sql): Prisma.Sql => Prisma.sql`
  templates.id, templates.archived, templates.created_at, (
    select json_build_object(
      'version', v.version, 'name', v.name, 'type', v.type, 'shots', v.shots, 'created_at', v.created_at
    )
    from template_versions v
    where v.organisation_id = templates.organisation_id and v.template_id = templates.id and v.version = ${version}
  ) as words`;

export const viewTemplate = ({ words, ...row }: TemplateRow): Template =>
  showRow(Template, { ...row, ...words, created_at: row.created_at, updated_at: new Date(words.created_at) });

/** In its newest version unless another is asked for. */
export const findTemplate = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { organisationId, templateId, version }: TemplateKey & { version?: number | undefined },
): Promise<Template | undefined> => {
  const asked = version === undefined ? Prisma.sql`templates.version` : Prisma.sql`${version}`;
  const [row] = await db.$queryRaw<(TemplateRow | (Omit<TemplateRow, 'words'> & { words: null }))[]>`
    select ${templateColumns(asked)}
    from templates
    where organisation_id = ${organisationId}::uuid and id = ${templateId}::uuid
  `;
  return row?.words ? viewTemplate(row) : undefined;
};
