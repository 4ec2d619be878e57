import {
  contract,
  type CreateTemplateBody,
  type ListTemplatesQuery,
  type Template,
  type UpdateTemplateBody,
} from '@field-inspection/contract';
import { changeTemplate, describeTemplate, requireTemplateVersion } from '@field-inspection/rules';
import type { z } from 'zod';
import { Prisma } from '#prisma';
import { noSuch } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { implement } from '../../http/routes/implement-routes.ts';
import { isMatched } from '../../http/versions/is-matched.ts';
import { leadBy, listPage } from '../../platform/database/list-page.ts';
import type { Tx } from '../../platform/database/transact.ts';
import {
  findTemplate,
  templateColumns,
  type TemplateKey,
  type TemplateRow,
  viewTemplate,
} from './exports/find-template.ts';

export const templateRoutes = (context: Context) =>
  implement(contract.templates, {
    create: (tx, { caller, body }) => createTemplate(context, tx, { ...caller, body }),
    list: ({ caller, query }) => listTemplates(context, { ...caller, query }),
    get: (given) =>
      getTemplate(context.database.prisma, { ...templateKeyOf(given), version: given.query.version }),
    update: (tx, given) =>
      updateTemplate(tx, {
        ...templateKeyOf(given),
        ifMatch: given.req.get('If-Match'),
        body: given.body,
      }),
  });

const templateKeyOf = ({
  caller,
  params,
}: {
  caller: { organisationId: string };
  params: { template_id: string };
}): TemplateKey => ({ organisationId: caller.organisationId, templateId: params.template_id });

export const listTemplates = async (
  context: Pick<Context, 'database' | 'keyring'>,
  {
    organisationId,
    query: { limit, cursor, archived },
  }: { organisationId: string; query: z.output<typeof ListTemplatesQuery> },
) => {
  const of = { table: 'templates', organisationId };
  const { rows, ...page } = await listPage<TemplateRow>(context, {
    list: ['templates', organisationId, archived],
    cursor,
    limit,
    of,
    columns: templateColumns(Prisma.sql`templates.version`),
    whole: leadBy(of, archived === 'true' ? Prisma.sql`archived` : Prisma.sql`not archived`),
  });
  return { data: rows.map(viewTemplate), ...page };
};

const getTemplate = async (
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  key: TemplateKey & { version?: number | undefined },
): Promise<Template> => {
  const template = await findTemplate(db, key);
  if (!template) throw noSuch('template', key.templateId);
  return template;
};

const createTemplate = async (
  { ids }: Pick<Context, 'ids'>,
  tx: Tx,
  { organisationId, body }: { organisationId: string; body: CreateTemplateBody },
): Promise<Template> => {
  const id = ids.next();
  const words = { version: 1, ...describeTemplate(body), created_at: tx.now };
  await tx.db.template.create({
    data: {
      organisation_id: organisationId,
      id,
      version: 1,
      created_at: tx.now,
      versions: { create: words },
    },
  });
  return getTemplate(tx.db, { organisationId, templateId: id });
};

const updateTemplate = async (
  tx: Tx,
  { ifMatch, body, ...key }: TemplateKey & { ifMatch: string | undefined; body: UpdateTemplateBody },
): Promise<Template> => {
  await lockTemplate(tx, key);
  const template = await getTemplate(tx.db, key);
  requireTemplateVersion(template.version, isMatched(template.version, ifMatch));
  const { words, archived } = changeTemplate(template, body);
  const version = template.version + (words ? 1 : 0);
  await tx.db.template.update({
    where: { organisation_id_id: { organisation_id: key.organisationId, id: key.templateId } },
    data: {
      version,
      archived,
      ...(words && { versions: { create: { version, ...words, created_at: tx.now } } }),
    },
  });
  return getTemplate(tx.db, key);
};

// The second of two changes waits, and reads what the first has made.
const lockTemplate = (tx: Tx, { organisationId, templateId }: TemplateKey): Promise<unknown> =>
  tx.db.$queryRaw`
    select from templates
    where organisation_id = ${organisationId}::uuid and id = ${templateId}::uuid
    for no key update
  `;
